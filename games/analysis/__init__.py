"""The analysis: positions, searches, reviews, puzzles, lessons and documents as pages.

It may import everything of ``games`` but ``api``, and knows nothing of ``progress``, which adds
what it has to these pages through registries and signals.
"""
