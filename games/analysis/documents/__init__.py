"""The source documents as pages: their mathematics, computed live on boards one can change."""
