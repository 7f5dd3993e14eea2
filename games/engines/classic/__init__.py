"""The opponents of classic 3×3 tic-tac-toe, and its complete solution.

It may import its rules and the modules of ``games.engines`` itself, but no other game's.
"""
