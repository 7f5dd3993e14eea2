"""What characters say: when they speak, and that nobody hears the same line twice in ten games."""

from __future__ import annotations

from datetime import timedelta
from itertools import chain

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import models, services
from games.characters import CAST, Past, Situation, learners, line, says, voice
from games.match import Action, Match, Seat
from games.presenters.endings.situations import situation_of
from games.presenters.speech import script, speech
from games.queries.meetings import past_of
from games.rules import ClassicBoard, DstruBoard, Outcome

ADA = Seat("X", "person", 1, "ada")
SPEAKERS = [one for one in CAST if one.strokes or one.name in ("Ward", "Boxes")]
ASIDE = [one for one in CAST if one not in SPEAKERS and one not in learners("classic")]


@pytest.mark.parametrize("one", SPEAKERS, ids=lambda one: one.name)
def test_a_character_has_ten_lines_and_more_for_each_situation(one: object) -> None:
    lines = voice(one.name)  # type: ignore[attr-defined]
    for about in Situation:
        assert len(lines.get(about, ())) >= 10 or about == Situation.CLEARED, about


@pytest.mark.parametrize("one", ASIDE, ids=lambda one: one.name)
def test_who_holds_dos_speaks_of_what_dos_does(one: object) -> None:
    lines = voice(one.name)  # type: ignore[attr-defined]
    for about in (Situation.OPENING, Situation.BLOCK, Situation.WON):
        assert len(lines[about]) >= 10


@pytest.mark.parametrize("one", CAST, ids=lambda one: one.name)
def test_no_line_is_there_twice_or_longer_than_a_seat_has_room_for(one: object) -> None:
    told = dict(voice(one.name))  # type: ignore[attr-defined]
    told.pop(Situation.CLEARED, None)
    lines = list(chain.from_iterable(told.values()))
    assert len(set(lines)) == len(lines)
    assert all(len(text) <= 36 for text in lines)


@pytest.mark.parametrize("about", [one for one in Situation if one != Situation.CLEARED])
def test_nobody_hears_a_line_twice_in_ten_games(about: Situation) -> None:
    """Whichever ten games that follow each other; and the same game is told in the same words."""
    for reader in range(1, 20):
        heard = [line("Bruno", about, reader, before) for before in range(40)]
        assert heard == [line("Bruno", about, reader, before) for before in range(40)]
        assert all(len(set(heard[at : at + 10])) == 10 for at in range(30))
    assert len({says("Bruno", about, reader) for reader in range(9)}) > 1


def going_on(*cells: int, engine: str = "smart", opening: int = 0) -> Match:
    board = ClassicBoard()
    for cell in cells:
        board = board.make_move(cell)
    seats = (ADA, Seat("O", "engine", engine=engine))
    return Match("g", board, seats, "engine", "active", opening=opening, moves=cells)


@pytest.mark.parametrize(
    ("cells", "about"),
    [
        ((), Situation.OPENING),
        ((0, 4), None),
        ((0, 4, 1, 2), Situation.BLOCK),
        ((0, 1, 4, 8), Situation.BLOCK),
        ((0, 1, 4, 8, 6, 2), Situation.YOUR_FORK),
        ((1, 4, 8, 2, 6, 7), Situation.BLOCK),
        ((3, 8, 0, 6, 7, 2), Situation.OWN_FORK),
    ],
)
def test_a_character_speaks_of_the_last_round(cells: tuple[int, ...], about: str | None) -> None:
    expected = None if about is None else {"seat": "O", "situation": about}
    assert speech(going_on(*cells)) == expected


def test_engines_without_a_character_and_people_say_nothing() -> None:
    assert speech(going_on(engine="alphabeta")) is None
    match = Match("g", ClassicBoard(), (ADA, Seat("O", "person", 2, "grace")), "friend", "active")
    assert speech(match) is None
    assert script(match, 1, Past()) == {}


def test_dos_speaks_where_it_spoils_a_pattern_that_lacked_one_cell() -> None:
    seats = (
        Seat("Tres", "person", 1, "ada"),
        Seat("Uno", "engine", engine="smart"),
        Seat("Dos", "neutral", engine="neutral"),
    )
    board, cells = DstruBoard(), (0, 15, 15, 1, 14, 14, 2, 13, 1)
    for cell in cells:
        board = board.make_move(cell)
    match = Match("g", board, seats, "engine", "active", moves=cells)
    assert speech(match) == {"seat": "Dos", "situation": Situation.BLOCK}


@pytest.mark.parametrize(
    ("engine", "cells", "outcome", "about"),
    [
        ("smart", (0, 3, 1, 4, 8, 5), None, Situation.WON),
        ("random", (0, 3, 1, 4, 8, 5), None, Situation.LUCKY),
        ("smart", (0, 3, 1, 4, 2), None, Situation.LOST),
        ("smart", (4, 0, 2, 6, 3, 5, 1, 7, 8), None, Situation.DRAWN),
        ("smart", (0, 2, 1, 4, 3, 5, 7, 6), None, Situation.LONG),
        ("smart", (0, 4), Outcome("O", "time"), Situation.TIME),
        ("smart", (0, 4), Outcome("O", "resign"), Situation.CONCEDED),
    ],
)
def test_the_end_has_its_situation(
    engine: str, cells: tuple[int, ...], outcome: Outcome | None, about: str
) -> None:
    match = going_on(*cells, engine=engine)
    ended = Match(
        "g",
        match.board,
        match.seats,
        "engine",
        "finished",
        moves=cells,
        outcome=outcome or match.board.outcome,
    )
    assert situation_of(ended, ended.seats[1]) == about


def test_a_third_loss_in_a_row_is_met_with_comfort_and_a_first_win_with_praise() -> None:
    match = going_on()
    new = script(match, 1, Past(5))["O"]
    assert new["lost"] == line("Bruno", Situation.BEGINNER, 1, 5)
    assert new["won"] == line("Bruno", Situation.WON, 1, 5)
    known = script(match, 1, Past(5, losses=2, has_won=True))["O"]
    assert known["lost"] == line("Bruno", Situation.LOST, 1, 5)
    assert known["won"] == known["long"] == line("Bruno", Situation.THIRD_LOSS, 1, 5)
    # Nobody is taught who made no mistake.
    assert known["lucky"] == line("Bruno", Situation.LUCKY, 1, 5)


def test_what_a_person_played_before_is_read(ada: User) -> None:
    asked = services.Request("classic", "engine:smart", "X")
    for _ in range(2):
        match = services.new_game(user_id=ada.pk, name="ada", request=asked)
        services.act(game_id=match.id, action=Action("resign", match.version, user=ada.pk))
    third = services.new_game(user_id=ada.pk, name="ada", request=asked)
    with CaptureQueriesContext(connection) as asked_for:
        assert past_of(third, ada.pk) == Past(2, 2, has_won=False)
    assert len(asked_for) == 1
    assert past_of(third, None) == Past()
    won = models.Seat.objects.filter(user=ada.pk, game_id=match.id)
    won.update(result=models.Seat.Result.WON, ended_at=timezone.now())
    assert past_of(third, ada.pk) == Past(2, 0, has_won=True)
    won.update(result=models.Seat.Result.DRAWN, ended_at=timezone.now() - timedelta(hours=1))
    services.act(game_id=third.id, action=Action("resign", third.version, user=ada.pk))
    fourth = services.new_game(user_id=ada.pk, name="ada", request=asked)
    assert past_of(fourth, ada.pk) == Past(3, 2, has_won=False)
    other = services.new_game(
        user_id=ada.pk, name="ada", request=services.Request("classic", "engine:random", "X")
    )
    assert past_of(other, ada.pk) == Past(4, 0, has_won=False)
