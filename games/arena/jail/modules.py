"""What a file may import."""

from __future__ import annotations

_NAMES = """
    __future__ abc array bisect cmath collections collections.abc contextlib copy dataclasses
    datetime decimal enum fractions functools heapq itertools json logging math numbers operator
    os pprint queue random re secrets statistics string sys textwrap time traceback types typing
    warnings
"""

ALLOWED = tuple(_NAMES.split())
"""Modules of the standard library: pure ones, and those that files import out of habit."""

CODECS = tuple(f"encodings.{name}" for name in ("ascii", "latin_1", "utf_16", "unicode_escape"))
"""What texts may be encoded with: nothing can be loaded later."""

NUMPY = ("numpy", "numpy.linalg", "numpy.random")
"""What is loaded of numpy, for a file that imports it."""
