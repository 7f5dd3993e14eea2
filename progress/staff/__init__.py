"""What staff see of it: the first page with its figures, days, and lists of puzzles.

Imports the rest of ``progress``.
"""
