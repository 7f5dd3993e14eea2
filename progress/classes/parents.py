"""What is stored about a child, and why: ``test_parents.py`` compares it with the models."""

from __future__ import annotations

from pathlib import Path

import msgspec


class StoredThing(msgspec.Struct):
    """``columns`` are the tables and columns that a thing tells of."""

    what: str
    example: str
    why: str
    seen_by: str
    columns: list[str]


_FILE = Path(__file__).with_name("parents.toml")
KEPT = msgspec.toml.decode(_FILE.read_bytes(), type=dict[str, list[StoredThing]])["kept"]
