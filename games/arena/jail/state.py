"""What a file keeps besides the variables of its functions, so that one can see whether it changes.

Values are compared as texts, of which only hashes are kept. The parts of a dict or a set are
listed one by one: a memory of answers only grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from types import CellType, FunctionType, ModuleType
from typing import Any

from games.arena.jail.asking import REMEMBERED, Space, kind_of, short

PART, WHOLE = 200, 2_000
"""Characters that are compared of a part of a dict or a set, and of another value."""

MOST_NAMES, LONGEST_NAME = 20, 100
"""How many names are told, and how many characters of each."""

State = dict[str, tuple[str, frozenset[int]]]
"""By name the kind of each value that is kept, and the hashes of its parts."""

_looks = count(1)


def state(space: Space) -> State:
    found: State = {}
    for name, value in list(space.items()):
        if not name.startswith("__"):
            if isinstance(value, FunctionType):
                value = getattr(value, REMEMBERED, value)
            for inner, (kind, *parts) in _of(name, value, space):
                found[inner] = kind, frozenset(map(hash, parts))
    return found


def changed(before: State, after: State) -> tuple[list[str], list[str]]:
    """The names of what only grew, as a memory does, and of what changed in another way."""
    caches: list[str] = []
    others: list[str] = []
    for name, (kind, parts) in after.items():
        known = before.get(name)
        if known != (kind, parts):
            grew = known is not None and known[0] == kind != "value" and known[1] <= parts
            (caches if grew else others).append(short(name, LONGEST_NAME))
    return caches[:MOST_NAMES], others[:MOST_NAMES]


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
        for inner, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
            if not callable(one := _content(cell)):
                yield f"{inner} in {name}", _parts(one)
    elif hasattr(value, "cache_info"):
        yield name, ["dict", "filled"] if value.cache_info().currsize else ["dict"]
    elif not callable(value) and not isinstance(value, ModuleType):
        yield name, _parts(vars(value) if hasattr(value, "__dict__") else value)


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it has none yet
        return None


def _text(value: object, most: int) -> str:
    try:
        return short(repr(value), most)
    except Exception as error:  # such as a number too long to print
        return f"a {kind_of(value)} that fails to print: {kind_of(error)}"


def _parts(value: Any) -> list[str]:
    if hasattr(value, "__next__"):  # where an iterator stands cannot be seen
        return ["value", f"an iterator at look {next(_looks)}"]
    if isinstance(value, dict):
        return [
            "dict",
            *(f"{_text(key, PART)}: {_text(one, PART)}" for key, one in value.items()),
        ]
    if isinstance(value, set):
        return ["set", *(_text(one, PART) for one in value)]
    return ["value", _text(value, WHOLE)]
