"""Puzzles: the daily board, the rush, ratings of solvers, and what is done in the course.

Imports ``games``, ``progress.models`` and the person's day.
"""
