"""The cast: everyone plays, has a face, and stands where exact scores put them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games import characters, presenters, services
from games.drawing import art
from games.engines import engine, engines_for
from games.match import Action, Match, Seat, apply_move
from games.rules import VARIANTS, Board, ClassicBoard

CLASSIC = [one.slug for one in characters.rivals("classic")]


@cache
def candidates(slug: str, board: Board) -> tuple[int, ...]:
    return engine("classic", slug).choose(board, Random(0)).candidates


@cache
def first_players_score(x: str, o: str, board: Board) -> Fraction:
    """The share of a point that ``x`` expects from ``board``: every random choice expanded."""
    if (outcome := board.outcome) is not None:
        return {"X": Fraction(1), "O": Fraction(0), None: Fraction(1, 2)}[outcome.winner]
    cells = candidates(x if board.to_move == "X" else o, board)
    below = (first_players_score(x, o, board.make_move(cell)) for cell in cells)
    return sum(below, Fraction(0)) / len(cells)


@cache
def score(one: str, other: str) -> Fraction:
    """What ``one`` expects against ``other``, half of the games in each seat."""
    start = ClassicBoard()
    going_second = 1 - first_players_score(other, one, start)
    return (first_players_score(one, other, start) + going_second) / 2


@pytest.mark.long
def test_the_ladder_is_in_the_order_of_exact_expected_scores() -> None:
    totals = [sum(score(one, other) for other in CLASSIC if other != one) for one in CLASSIC]
    assert all(lower < higher for lower, higher in pairwise(totals))
    assert [round(float(total), 3) for total in totals] == [0.249, 1.748, 2.577, 2.687, 2.739]


@pytest.mark.long
def test_nobody_is_expected_to_lose_to_somebody_further_down() -> None:
    for lower, higher in combinations(CLASSIC, 2):
        assert score(higher, lower) >= Fraction(1, 2), (higher, lower)


@pytest.mark.long
def test_scores_of_both_sides_are_one_point() -> None:
    for one, other in combinations(CLASSIC, 2):
        assert score(one, other) + score(other, one) == 1


@pytest.mark.parametrize("one", characters.CAST, ids=lambda one: one.name)
def test_everyone_plays_and_has_a_face(one: characters.Character) -> None:
    seats = VARIANTS[one.variant].SEATS
    held = seats[:2] if one.strokes else seats[2:]
    assert all(one.engine.holds(seat) for seat in held)
    assert one.face in art.names("faces")
    assert characters.character(one.variant, one.engine.name) is one


def test_the_strokes_of_a_ladder_count_from_one() -> None:
    assert [one.strokes for one in characters.rivals("classic")] == [1, 2, 3, 4, 5]
    assert [one.strokes for one in characters.rivals("dstru")] == [1, 2, 3, 4]


def test_every_engine_of_dstru_is_a_character() -> None:
    cast = {one.slug for one in characters.CAST if one.variant == "dstru"}
    assert cast == set(engines_for("dstru"))


def test_easy_medium_and_hard_are_those_of_document_001() -> None:
    found = {one.engine.difficulty: one.slug for one in characters.grades("classic")}
    assert found == {"easy": "random", "medium": "linear", "hard": "linear-guarded"}
    assert characters.grades("dstru") == ()
    assert characters.thirds("classic") == ()


def test_an_engine_with_switches_is_nobody_of_the_cast() -> None:
    assert characters.character("classic", "minimax:ties=first") is None
    assert characters.character("classic", "alphabeta") is None


def test_after_the_friendliest_come_the_others_one_by_one() -> None:
    names, one = [], characters.rivals("classic")[0]
    while one is not None:
        names.append(one.name)
        one = characters.next_up(one)
    assert names == ["Pip", "Bruno", "Tally", "Minerva", "Sable"]


def test_pages_name_an_engine_by_its_character_and_the_wire_by_itself() -> None:
    seats = (Seat("X", "person", 1, "ada"), Seat("O", "engine", engine="random"))
    match = Match("game", ClassicBoard(), seats, "engine", status="active")
    told = presenters.snapshot(match, 1, 0)["seats"]["O"]
    assert (told["name"], told["title"]) == ("Random", "Pip")
    assert presenters.players(match) == "ada – Pip"
    moved, _ = apply_move(match, 4)
    assert presenters.headline(moved, "X") == "Pip to move"


def test_an_engine_with_switches_goes_by_its_own_name() -> None:
    seat = Seat("O", "engine", engine="minimax:ties=first")
    assert presenters.seat_title(seat, "classic") == "Minimax (first of equals)"


def test_lists_show_the_face_and_find_games_by_either_name(as_ada: Client, ada: User) -> None:
    wanted = services.Request("classic", "engine:random", "X")
    match = services.new_game(user_id=ada.pk, name="ada", request=wanted)
    resign = Action("resign", match.version, user=ada.pk)
    services.act(game_id=match.id, action=resign)
    page = as_ada.get("/games/").content.decode()
    card = page[page.index('class="card"') :]
    assert "Pip</span></a>" in card
    assert 'class="face' in card
    for name, found in (("Pip", 1), ("random", 1), ("Minerva", 0)):
        listed = as_ada.get("/games/", {"opponent": name}).content.decode()
        assert listed.count('class="card"') == found, name
