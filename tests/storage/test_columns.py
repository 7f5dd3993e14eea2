"""The declared columns are those of the models, and all of a match comes back from its rows."""

from __future__ import annotations

from typing import Any, cast, get_args, get_type_hints

from django.db import connection
from django.db.models import Field, Model
from msgspec.structs import replace

from accounts.models import User
from games import models
from games.match import Action, Clock, Match, Progress, decide, glicko
from games.queries import selectors
from games.storage import store
from games.storage.columns import GameRow, MatchState, types_of
from games.storage.rows import SHARED, due, time_of
from tests.opening import open_game

SET_ONCE = {
    "variant",
    "exact",
    "kind",
    "event",
    "opening",
    "rated",
    "base_ms",
    "increment_ms",
    "secret",
    "seed",
    "created_by_id",
    "created_at",
    "rematch_of_id",
}
"""Columns of a game that no action changes."""

TYPES = {
    "CharField": "text",
    "PositiveIntegerField": "int",
    "PositiveSmallIntegerField": "int",
    "DateTimeField": "timestamptz",
    "JSONField": "jsonb",
    "BinaryField": "bytea",
}
"""The type in PostgreSQL that a kind of field takes."""


def columns(model: type[Model]) -> dict[str, Field[Any, Any]]:
    return {field.attname: field for field in model._meta.concrete_fields}


def test_each_column_of_a_game_is_written_with_every_action_or_set_once() -> None:
    assert {*GameRow._fields} | SET_ONCE == {*columns(models.Game)}
    assert not SET_ONCE & {*GameRow._fields}


def test_declared_types_are_those_of_the_models() -> None:
    fields = {name: columns(models.Game)[name] for name in GameRow._fields}
    kinds = {name: getattr(one, "target_field", one) for name, one in fields.items()}
    assert types_of(GameRow) == {name: TYPES[kinds[name].get_internal_type()] for name in fields}
    optional = {n for n, hint in get_type_hints(GameRow).items() if type(None) in get_args(hint)}
    assert optional == {name for name, field in fields.items() if field.null}


if connection.vendor == "postgresql":

    def test_no_move_of_a_running_game_writes_an_index(ada: User, grace: User) -> None:
        """All of its updates are heap-only (HOT)."""
        match = open_game(ada, X=ada, O=grace)
        before = heap_only_updates()
        for moves, cell in enumerate((0, 3, 1, 4), 1):
            seat = match.acting_seat
            assert seat is not None
            action = Action("place", match.version, cell=cell, user=seat.user)
            progress = decide(match, action, match.updated + 1_000)
            assert store.commit(progress)
            match = progress.after
            assert heap_only_updates() == before + moves

    def heap_only_updates() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_get_xact_tuples_hot_updated('games_game'::regclass)")
            return cast(int, cursor.fetchone()[0])


def test_the_next_look_at_a_game_is_never_later_than_it_must(ada: User, grace: User) -> None:
    """O has little time left in the end, so that a move of X brings the deadline forward."""
    match = open_game(ada, options={"clock": (60_000, 0)}, X=ada, O=grace)
    now = match.updated
    for cell, took in ((0, 1_000), (3, 50_000), (1, 1_000), (4, 1_000)):
        now += took
        seat = match.acting_seat
        assert seat is not None
        progress = decide(match, Action("place", match.version, cell=cell, user=seat.user), now)
        assert store.commit(progress)
        match = progress.after
        stored, looks = models.Game.objects.get(id=match.id).due_at, due(match)
        assert stored is not None
        assert looks is not None
        assert stored <= time_of(looks)


def test_all_of_a_match_comes_back_from_its_rows(ada: User, grace: User) -> None:
    before = open_game(
        ada, "lobby", options={"clock": (60_000, 2_000), "rated": True}, X=ada, O=grace
    )
    facts: dict[str, Any] = {name: name[:5] for name in SHARED}
    facts |= {"draw_offered_at": 3, "chance_from": 4, "numbers": {"X": 2**53 - 1}}
    clock = Clock(60_000, 2_000, {"X": 1_234, "O": 60_000}, since=before.updated + 5)
    after = replace(
        before, version=before.version + 1, updated=before.updated + 7, clock=clock, **facts
    )
    assert store.commit(Progress(before, after))
    assert selectors.match(before.id) == after
    assert {seat.rating for seat in after.seats} == {round(glicko.CENTRE)}


def test_only_the_clock_is_stored_otherwise_than_a_match_has_it() -> None:
    assert {*MatchState.__struct_fields__} - {*SHARED} == {"clock"}
    assert {*SHARED} < {*Match.__struct_fields__}
