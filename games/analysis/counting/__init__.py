"""How Oxo counts: one position with every count of it, and what each of them counts.

It may import the modules of ``games.analysis`` itself, ``position``, ``tree`` and ``learn``.
"""
