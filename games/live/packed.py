"""Encodes a match as bytes, for other processes."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, get_type_hints

import msgspec

from games.match import Match
from games.match.fairness import SEED
from games.rules import read_notation

FIELDS = tuple(name for name in Match.__match_args__ if name not in ("board", "seed"))
"""The fields of a match that are carried as they are; the board is carried as its notation, and the
seed, which is larger than a number of MessagePack, as bytes."""

_values = attrgetter(*FIELDS)
_hints = get_type_hints(Match)
_Packed: Any = msgspec.defstruct(
    "_Packed",
    [("notation", str), ("secret", bytes), *((name, _hints[name]) for name in FIELDS)],
    array_like=True,
)
_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(_Packed)


def pack(match: Match) -> bytes:
    """``match`` as bytes, for ``unpack``."""
    return _encode((match.board.notation, match.seed.to_bytes(SEED, "big"), *_values(match)))


def unpack(packed: bytes) -> Match:
    """Decode what ``pack`` encoded. Raises ValueError for anything else."""
    found = _decoder.decode(packed)
    fields = dict(zip(FIELDS, _values(found), strict=True))
    seed = int.from_bytes(found.secret, "big")
    return Match(board=read_notation(found.notation), seed=seed, **fields)
