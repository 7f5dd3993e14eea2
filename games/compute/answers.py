"""What comes back from a worker that handles strangers' files: data, and nothing that acts.

Whoever got hold of such a worker could send any pickle, and a pickle calls what it names. So one is
read that names nothing but the parts of an answer.
"""

from __future__ import annotations

import builtins
import io
import pickle
from typing import Any

GRADING = "games.arena.grading"

PARTS = {
    *((f"{GRADING}.result", name) for name in ("Case", "Costly", "Grade")),
    *((f"{GRADING}.result", name) for name in ("PlyCount", "Refutation")),
    *((f"{GRADING}.contest", name) for name in ("PlayedGame", "Work")),
    (f"{GRADING}.program", "CannotGrade"),
    (f"{GRADING}.play", "CannotPlay"),
    ("builtins", "bytearray"),
}
"""By module and name, the classes that an answer is made of, besides Python's own errors."""

MOST = 1 << 24
"""Bytes of an answer."""


class _Answers(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """A part of an answer. Raises UnpicklingError."""
        found = getattr(builtins, name, None) if module == "builtins" else None
        is_error = isinstance(found, type) and issubclass(found, Exception)
        if is_error or (module, name) in PARTS:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")


def read(data: bytes) -> Any:
    """The answer that ``data`` is. Raises ValueError for whatever is none."""
    try:
        return _Answers(io.BytesIO(data)).load()
    except Exception as error:  # a pickle that means harm raises what it likes
        raise ValueError(f"a worker's answer cannot be read: {error}") from None
