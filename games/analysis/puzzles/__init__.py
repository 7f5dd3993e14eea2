"""Puzzles, found in the solutions."""
