"""What a file keeps besides the variables of its functions, so that one can see whether it changes.

Values are compared as texts. The parts of a dict or a set are listed one by one: a memory of
answers only grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from games.jail.asking import Space, shown

PART, WHOLE = 200, 2_000
"""Characters that are compared of a part of a dict or a set, and of another value."""


def state(space: Space) -> dict[str, list[str]]:
    """By name the kind of each value that is kept, and its parts."""
    found: dict[str, list[str]] = {}
    for name, value in list(space.items()):
        if not name.startswith("__"):
            found.update(_of(name, value, space))
    return found


def _of(name: str, value: Any, space: Space) -> Iterator[tuple[str, list[str]]]:
    if isinstance(value, type):
        if value.__module__ == space.get("__name__"):
            for inner, one in list(vars(value).items()):
                if not inner.startswith("__") and not callable(one):
                    yield f"{name}.{inner}", _parts(one)
    elif isinstance(value, FunctionType):
        for number, one in enumerate(value.__defaults__ or ()):
            yield f"{name}, argument {number + 1}", _parts(one)
        for inner, one in vars(value).items():
            yield f"{name}.{inner}", _parts(one)
    elif hasattr(value, "cache_info"):
        yield name, ["dict", "filled"] if value.cache_info().currsize else ["dict"]
    elif not callable(value) and not isinstance(value, ModuleType):
        yield name, _parts(vars(value) if hasattr(value, "__dict__") else value)


def _parts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [
            "dict",
            *sorted(f"{shown(key, PART)}: {shown(one, PART)}" for key, one in value.items()),
        ]
    if isinstance(value, set):
        return ["set", *sorted(shown(one, PART) for one in value)]
    return ["value", shown(value, WHOLE)]
