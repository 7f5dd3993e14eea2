"""The analysis: positions, searches, reviews, puzzles, lessons and proofs as pages."""
