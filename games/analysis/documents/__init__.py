"""The source documents as pages: their mathematics, computed live on boards one can change.

It may import the rest of ``games.analysis``; the campaign adds its examples of formulas to it.
"""
