"""The closed lists of words: plain text wherever they go, and the same in the database."""

from __future__ import annotations

import json
from enum import StrEnum

import msgspec
import pytest

from games import models
from games.live import protocol
from games.match import Event, Kind, Reason, RefusalCode, SeatKind, Status, Verb

LISTS: tuple[type[StrEnum], ...] = (Event, Kind, Reason, RefusalCode, SeatKind, Status, Verb)


@pytest.mark.parametrize("words", LISTS)
def test_a_word_is_plain_text_in_json_and_in_sentences(words: type[StrEnum]) -> None:
    for word in words:
        assert word.value == word.name.lower()
        assert f"{word}" == word.value
        assert msgspec.json.encode(word) == json.dumps(word).encode() == f'"{word}"'.encode()


def test_the_database_takes_the_same_words() -> None:
    assert models.Game.Kind.values == [*Kind]
    assert models.Game.Status.values == [*Status]
    assert models.Seat.Kind.values == [*SeatKind]


def test_an_action_that_is_none_is_refused_with_its_name() -> None:
    text = '{"type":"act","id":"1","version":1,"action":"fly"}'
    with pytest.raises(protocol.BadMessage, match=r"Invalid enum value 'fly' - at `\$\.action`"):
        protocol.parse(text)
