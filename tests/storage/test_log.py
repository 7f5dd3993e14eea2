"""Logs of games: what goes in comes out, in few bytes, and can be read with what is documented."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games import services
from games.match import Action, Match, MoveMade
from games.models import Game
from games.rules import board_class
from games.services.verify import verify
from games.storage import log
from games.storage.log import Entry
from tests import logs
from tests.games.conftest import person

DOCS = Path(__file__).parents[2] / "docs/storage.md"
SEATS = ("Tres", "Uno", "Dos")


@st.composite
def changes(draw: st.DrawFn) -> tuple[int, list[tuple[int, list[MoveMade], str | None]]]:
    """When a game began, and of each change when it was, its moves and the key of its action."""
    begin = draw(st.integers(0, 2**47))
    moves = st.lists(st.builds(MoveMade, st.sampled_from(SEATS), st.integers(0, 255)))
    keys = st.none() | st.text(max_size=70)
    waits = st.integers(-(2**35), 2**35)
    return begin, draw(st.lists(st.tuples(waits, moves, keys), max_size=20))


@pytest.mark.long
@given(changes(), st.integers(1, 255))
def test_what_is_appended_is_read_again(made: Any, version: int) -> None:
    at, told = made
    found, expected = log.begun(at, version), []
    for wait, moves, key in told:
        found += log.entries(wait, moves, SEATS, key)
        at, version = at + wait, version + 1
        sent = None if key is None else log.digest(key)
        seats: list[Any] = [(SEATS.index(one.seat), one.cell) for one in moves] or [(None, None)]
        expected += [
            Entry(version, at, seat, cell, None if number else sent)
            for number, (seat, cell) in enumerate(seats)
        ]
    assert list(log.read(found)) == expected
    assert log.newest(found) == version
    assert logs.encoded(found[: log.BEGIN], expected) == found


@given(st.binary(min_size=log.BEGIN, max_size=60))
def test_bytes_that_are_no_log_are_read_or_refused_with_a_value_error(data: bytes) -> None:
    said = ""
    try:
        assert len(list(log.read(data))) <= len(data)
    except ValueError as error:
        said = str(error)
    assert said == "" or said.startswith("the log ends within an entry")


def test_a_game_without_a_log_has_no_moves() -> None:
    assert (list(log.read(b"")), log.newest(b"")) == ([], 0)


def test_an_opening_belongs_to_the_version_that_a_game_begins_with() -> None:
    found = log.begun(1_000, 3, [(0, 4), (1, 0)])
    assert list(log.read(found)) == [Entry(3, 1_000, 0, 4, None), Entry(3, 1_000, 1, 0, None)]


# --- games -----------------------------------------------------------------------------------


@pytest.fixture
def played(friendly: Match, ada: User, grace: User) -> Game:
    match, people = friendly, {ada.pk: "a", grace.pk: "g"}
    offer = Action("offer_draw", match.version, "offer", user=ada.pk)
    match = services.act(game_id=match.id, action=offer).match
    for cell in (4, 0, 8):
        assert match.acting_seat is not None
        user = match.acting_seat.user or 0
        action = Action("place", match.version, f"{people[user]}{cell}", cell, user)
        match = services.act(game_id=match.id, action=action).match
    return Game.objects.get(id=match.id)


def test_a_log_has_every_action_with_the_version_it_led_to(played: Game, ada: User) -> None:
    entries = list(log.read(played.log))
    assert [(one.version, one.cell) for one in entries] == [(2, None), (3, 4), (4, 0), (5, 8)]
    assert entries[0].sent == log.digest(f"{ada.pk}:offer")
    assert datetime.fromtimestamp(entries[-1].at / 1000, UTC) == played.updated_at
    assert int.from_bytes(played.log[: log.BEGIN - 1], "big") == played.created_at.timestamp() * 1e3


def test_the_documented_decoder_reads_a_log(played: Game) -> None:
    (code,) = re.findall(r"```python\n(def decode.*?)```", DOCS.read_text(), re.DOTALL)
    assert len(code.splitlines()) <= 16
    found: dict[str, Any] = {}
    exec(code, found)
    decoded = list(found["decode"](bytes(played.log)))
    assert decoded == [tuple(one) for one in log.read(played.log)]


@pytest.mark.parametrize(("variant", "most"), [("classic", 128), ("dstru", 540)])
def test_a_log_takes_a_dozen_bytes_a_move(
    ada: User, grace: User, variant: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people who think for 20 s a move, with ids as browsers make them."""
    names = board_class(variant).SEATS
    seats = {name: person(name, (ada, grace)[n % 2]) for n, name in enumerate(names)}
    setup = services.GameSetup(by=ada.pk, variant=variant, kind="friend", seats=seats)
    match = services.open_game(setup)
    now = match.updated
    for number in range(41):
        if match.acting_seat is None:
            break
        now += 20_000
        monkeypatch.setattr(sys.modules["games.services.act"], "now_ms", lambda now=now: now)
        legal = match.board.available_moves()
        sent = f"00000000-0000-4000-8000-{number:012}"
        user = match.acting_seat.user
        action = Action(match.board.action, match.version, sent, legal[number % len(legal)], user)
        match = services.act(game_id=match.id, action=action).match
    game = Game.objects.get(id=match.id)
    assert len(match.moves) >= 5
    assert len(game.log) <= log.BEGIN + 13 * len(match.moves)
    assert len(game.log) <= most
    assert verify(game) == []
