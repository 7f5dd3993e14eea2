"""The course: lessons, sheets of exercises, what comes back, and the source of algorithms.

It may import the modules of ``games.analysis`` itself, ``player``, ``position``, ``puzzles``,
``reasons`` and ``tree``; of what people did it hears through the signals of ``games``.
"""
