"""A finished game, judged move by move by the exact solution, and played on from any position.

It may import the modules of ``games.analysis`` itself, ``reasons`` and ``puzzles``.
"""
