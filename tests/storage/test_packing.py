"""Packed moves come out as they went in, and nobody who reads a game notices."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games import selectors, services
from games.analysis import own_games
from games.match import Action, Match
from games.models import Game, Move, PackedGame
from games.services.pack import MIGRATION, Packer
from games.services.verify import verify
from games.staff import move_rows
from games.storage import packing
from games.storage.match_cache import match_cache
from games.storage.packing import StoredMove, packed, unpacked
from tests.conftest import logged_in
from tests.games.conftest import Play, person

LONG_AGO = timedelta(days=40)

IN_A_BROWSER = (UUID(int=7 << 70), UUID(int=8 << 70))

CHANGING = re.compile(
    r'nonce="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"|"now": [0-9]+'
    r"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)

IDS = st.one_of(
    st.none(),
    st.builds(lambda user, one: f"{user}:{one}", st.integers(1, 3), st.uuids()),
    st.builds(lambda user, one: f"{user}:{one}", st.integers(1, 10**25), st.uuids()),
    st.text(min_size=1, max_size=60),
)
MICROSECONDS = st.one_of(st.integers(0, 10**6).map(lambda ms: ms * 1000), st.integers(0, 10**9))


@st.composite
def stored_moves(draw: st.DrawFn) -> list[StoredMove]:
    """Moves as rows may have them, likely or not."""
    count = draw(st.integers(1, 40))
    seats = draw(st.lists(st.sampled_from("XO123"), min_size=1, max_size=count))
    begin = datetime(2026, 5, 1, tzinfo=UTC)
    waits = draw(st.lists(MICROSECONDS, min_size=count, max_size=count))
    steps = draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
    return [
        StoredMove(ply, seats[ply % len(seats)], draw(st.integers(0, 71)), draw(IDS), version, at)
        for ply, version, at in zip(
            range(1, count + 1),
            accumulate(steps),
            accumulate((timedelta(microseconds=wait) for wait in waits), initial=begin),
            strict=False,
        )
    ]


@pytest.mark.long
@given(stored_moves())
def test_what_is_packed_comes_out_as_it_went_in(moves: list[StoredMove]) -> None:
    assert unpacked(packed(moves)) == moves


def test_a_usual_game_takes_little_more_than_the_ids_of_its_actions() -> None:
    begin = datetime(2026, 5, 1, 12, tzinfo=UTC)
    ids = [None if ply % 2 else f"17:{UUID(int=ply << 70)}" for ply in range(20)]
    moves = [
        StoredMove(ply + 1, "XO"[ply % 2], ply % 9, ids[ply], ply + 2, begin + ply * LONG_AGO / 9e5)
        for ply in range(20)
    ]
    assert (len(ids) - ids.count(None)) * 16 == 160
    assert len(packed(moves)) < 300


def test_a_missing_ply_is_not_packed() -> None:
    move = StoredMove(2, "X", 0, None, 1, timezone.now())
    with pytest.raises(ValueError, match="a ply is missing"):
        packed([move])


# --- games -----------------------------------------------------------------------------------


@pytest.fixture
def won(friendly: Match) -> Match:
    """A game that X won long ago, by moves with ids as browsers and as programs make them."""
    match = friendly
    for cell, sent in zip((0, 3, 1, 4, 2), (*map(str, IN_A_BROWSER), "a", "b", "c"), strict=True):
        assert match.acting_seat is not None
        action = Action("place", match.version, sent, cell, match.acting_seat.user)
        match = services.act(game_id=match.id, action=action).match
    Game.objects.filter(id=match.id).update(finished_at=timezone.now() - LONG_AGO)
    match_cache.forget(match.id)
    return match


def page(reader: Client, address: str) -> str:
    """A page, without what is another one each time."""
    answer = reader.get(address)
    assert answer.status_code == 200, address
    return CHANGING.sub("", answer.content.decode())


def read(match: Match, reader: Client, ada: User) -> list[Any]:
    """The game as everything sees it that reads stored moves."""
    game = Game.objects.get(id=match.id)
    match_cache.forget(match.id)
    cached = selectors.cached(match.id)
    pages = [
        page(reader, address)
        for address in (
            f"/api/games/{match.id}/",
            f"/games/{match.id}/",
            f"/games/{match.id}/review/",
            f"/games/{match.id}/export.txt",
        )
    ]
    return [
        cached.match.moves,
        cached.answers,
        selectors.load(match.id)[0].moves,
        verify(game),
        list(move_rows(game)),
        list(own_games.collect(None, ada)["games"]),
        list(own_games.write(None, ada)),
        [moves for _, moves in selectors.all_games()],
        pages,
    ]


def test_every_reader_sees_the_same_packed_or_not(won: Match, ada: User) -> None:
    reader = logged_in(ada)
    before = read(won, reader, ada)
    rows = list(Move.objects.order_by("ply").values_list(*packing.COLUMNS))
    call_command("pack")
    assert (Move.objects.count(), PackedGame.objects.count()) == (0, 1)
    assert read(won, reader, ada) == before
    assert before[3] == []
    call_command("unpack")
    assert PackedGame.objects.count() == 0
    assert list(Move.objects.order_by("ply").values_list(*packing.COLUMNS)) == rows
    assert read(won, reader, ada) == before


def test_an_id_sent_again_gets_its_first_answer_from_a_packed_game(won: Match, ada: User) -> None:
    key = Move.objects.get(ply=3).action_id or ""
    sent = key.partition(":")[2]
    first = selectors.cached(won.id).answer(key)
    call_command("pack")
    match_cache.forget(won.id)
    again = services.act(game_id=won.id, action=Action("place", 1, sent, 8, ada.pk))
    assert (again.version, again.match.moves) == (first, won.moves)


def test_only_what_ended_before_the_moment_is_packed(
    won: Match, ada: User, grace: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("pack", "--older-than=41")
    assert PackedGame.objects.count() == 0
    call_command("pack", "--older-than=39")
    assert PackedGame.objects.count() == 1
    call_command("pack")
    assert capsys.readouterr().out.splitlines() == [
        "Packed: 0",
        "Packed: 1",
        "Packed: 0",
    ]


def test_a_game_that_is_not_sound_stays_as_it_is(won: Match) -> None:
    Move.objects.filter(ply=5).update(cell=8)
    with pytest.raises(CommandError, match="Not as played, and left as they are: 1"):
        call_command("pack")
    assert (Move.objects.count(), PackedGame.objects.count()) == (5, 0)


def test_a_game_that_is_being_played_is_not_packed(friendly: Match, play: Play) -> None:
    play(friendly, 4, 0)
    call_command("pack", "--older-than=0")
    assert (Move.objects.count(), PackedGame.objects.count()) == (2, 0)


def test_what_changed_since_it_was_verified_is_not_packed(won: Match) -> None:
    moves = packing.moves_of([won.id])
    Move.objects.filter(ply=1).update(action_id=None)
    assert packing.pack(moves) == 0
    assert Move.objects.count() == 5


def test_packing_that_is_broken_off_keeps_what_it_has_done(
    won: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off(*args: Any) -> Any:
        yield 1
        raise KeyboardInterrupt

    monkeypatch.setattr(services, "pack_games", broken_off)
    call_command("pack")
    said = capsys.readouterr()
    assert "what is packed stays packed" in said.err
    assert said.out == "Packed: 0\n"


@pytest.mark.parametrize("days", ["-1", "soon", "99999"])
def test_days_that_cannot_be_are_quoted(db: None, days: str) -> None:
    with pytest.raises(CommandError, match=f"'{days}': expected a whole number of days"):
        call_command("pack", f"--older-than={days}")


# --- the sweep -------------------------------------------------------------------------------


def updated(ago: timedelta) -> None:
    """Let the site have run this release for so long."""
    app, name = MIGRATION
    rows = MigrationRecorder(connection).migration_qs.filter(app=app, name=name)
    assert rows.update(applied=timezone.now() - ago) == 1


def test_the_sweep_packs_once_nobody_goes_back_to_the_release_before(won: Match) -> None:
    updated(timedelta(days=6))
    assert Packer().sweep() == {"packed": 0}
    updated(timedelta(days=8))
    assert services.sweep()["packed"] == 1
    assert services.sweep()["packed"] == 0


def test_the_sweep_packs_nothing_if_it_is_told_so(won: Match, settings: Any) -> None:
    settings.PACK_AFTER_DAYS = 0
    updated(timedelta(days=8))
    assert Packer().sweep() == {"packed": 0}


def test_a_sweep_without_time_goes_on_where_the_last_one_stopped(
    won: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = services.open_game(
        services.GameSetup(
            by=ada.pk,
            variant="classic",
            kind="local",
            seats={"X": person("X", ada), "O": person("O", ada)},
        )
    )
    updated(timedelta(days=8))
    monkeypatch.setattr("games.services.pack.ROWS", 1)
    monkeypatch.setattr("games.services.pack.PATIENCE", -1.0)
    packer = Packer()
    for cell in (4, 0):
        now = selectors.match(rest.id)
        action = Action("place", now.version, cell=cell, user=ada.pk)
        services.act(game_id=rest.id, action=action)
    assert [packer.sweep()["packed"] for _ in range(5)] == [1, 0, 0, 0, 0]
    Game.objects.filter(id=rest.id).update(
        status="finished", reason="resign", winner="O", finished_at=timezone.now() - LONG_AGO
    )
    assert sum(packer.sweep()["packed"] for _ in range(3)) == 1
