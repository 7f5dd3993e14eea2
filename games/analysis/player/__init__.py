"""How an engine comes to its move, step by step: one player for searches and all others.

It may import the modules of ``games.analysis`` itself, ``tree`` and the list of lessons.
"""
