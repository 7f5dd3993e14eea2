"""The engines that play DSTRU-TAC-TOE: the laws all keep, and what each is for."""

from __future__ import annotations

import json
from random import Random
from unittest.mock import Mock, call

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines import EngineError, engines_for
from games.engines.dstru.objectives import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR
from games.engines.dstru.perfect import (
    DosForTresEngine,
    DosForUnoEngine,
    DosSaboteurEngine,
    DstruPerfectEngine,
    TableEngine,
)
from games.engines.dstru.search import SearchEngine, alike, guess, look_ahead, promise
from games.engines.dstru.simple import DstruRandomEngine, DstruSmartEngine, NeutralEngine
from games.engines.dstru.symmetry import symmetry
from games.engines.dstru.tablebase import Tablebase
from games.rules import ClassicBoard, DstruBoard
from games.rules.dstru import FULL
from tests.engines.dstru.positions import READINGS, Empty, Ready, image, random_boards, table

READY, EMPTY = Ready(), Empty()
FROM_TABLE = [DstruPerfectEngine, DosForTresEngine, DosForUnoEngine, DosSaboteurEngine]
ENGINES = [
    DstruRandomEngine(),
    DstruSmartEngine(),
    SearchEngine(),
    NeutralEngine(),
    *(kind(READY) for kind in FROM_TABLE),
]
EACH = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)


def choose(engine, text, seed=0):
    return engine.choose(DstruBoard.from_notation(text), Random(seed))


def live_boards(engine, seed, exact):
    boards = random_boards(seed, exact=exact)
    return [board for board in boards if not board.over and board.to_move in engine.seats]


def test_the_registry():
    assert list(engines_for("dstru")) == [
        "random",
        "smart",
        "search",
        "perfect",
        "neutral",
        "dos-for-tres",
        "dos-for-uno",
        "dos-saboteur",
    ]
    for slug, engine in engines_for("dstru").items():
        assert (engine.slug, engine.variant) == (slug, "dstru")
        assert engine.seats in (("Tres", "Uno"), ("Dos",))
        assert engine.title
        assert engine.idea.endswith(".")
        assert engine.strength


def test_engines_are_found_by_the_seat_they_hold():
    assert list(engines_for("dstru", "Tres")) == ["random", "smart", "search", "perfect"]
    assert list(engines_for("dstru", "Dos")) == [
        "neutral",
        "dos-for-tres",
        "dos-for-uno",
        "dos-saboteur",
    ]
    assert engines_for("classic", "O") == engines_for("classic")


# --- laws ---------------------------------------------------------------------------------


@pytest.mark.long
@EACH
@READINGS
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_choices_are_legal_repeatable_and_plain_data(engine, exact, seed):
    for board in live_boards(engine, seed, exact):
        choice = engine.choose(board, Random(seed))
        assert choice == engine.choose(board, Random(seed))
        assert choice.move in choice.candidates
        assert list(choice.candidates) == sorted(choice.candidates)
        assert set(choice.candidates) <= set(board.available_moves())
        assert choice.line[0] == choice.move
        if choice.values:
            assert tuple(choice.values) == board.available_moves()
            top = max(choice.values.values())
            assert all(choice.values[cell] > top - 1e-9 for cell in choice.candidates)
        view = dict(choice.view)
        assert json.loads(json.dumps(view)) == view


@pytest.mark.long
@EACH
@READINGS
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_candidates_turn_with_the_board(engine, exact, seed):
    """What ``prove`` relies on when it counts alike positions as one."""
    for board in live_boards(engine, seed, exact):
        candidates = engine.choose(board, Random(0)).candidates
        for cells in Random(seed).sample(list(symmetry().generators()), 2):
            turned = engine.choose(image(cells, board), Random(0)).candidates
            assert set(turned) == {cells[cell] for cell in candidates}


@EACH
def test_every_candidate_is_played_by_some_generator(engine):
    board = live_boards(engine, 1, False)[0]
    candidates = engine.choose(board, Random(0)).candidates
    assert {engine.choose(board, Random(seed)).move for seed in range(200)} == set(candidates)


@EACH
def test_a_finished_game_is_refused(engine):
    with pytest.raises(EngineError, match="is over"):
        choose(engine, "TTTT.UUU........ U")


@EACH
def test_another_game_is_refused(engine):
    with pytest.raises(EngineError, match="plays dstru, not classic"):
        engine.choose(ClassicBoard.start(), Random(0))


@EACH
def test_a_seat_it_does_not_hold_is_refused(engine):
    text = "T............... U" if "Dos" in engine.seats else "T....U.......... D"
    with pytest.raises(EngineError, match=f"{engine.slug} does not act for .*{text[:16]}"):
        choose(engine, text)


# --- those that do not search ---------------------------------------------------------------


@pytest.mark.parametrize("engine", [DstruRandomEngine(), NeutralEngine()], ids=lambda e: e.slug)
def test_uniform_engines_hold_every_cell_for_equal(engine):
    for board in live_boards(engine, 3, False):
        assert engine.choose(board, Random(0)).candidates == board.available_moves()


@pytest.mark.parametrize(
    ("text", "rule", "cells"),
    [
        ("TT..UU.......... T", "random", None),
        ("TTT.U........... T", "complete", (3,)),
        ("UUU.T........... T", "spoil", (3,)),
        ("UUU..........TTT T", "complete", (12,)),
        ("TTT.U..........U U", "spoil", (3,)),
        ("UUU.T........TTT U", "complete", (3,)),
        ("TTT..UT..T...UUU U", "complete", (12,)),
        ("TTT..UUUUU...TTT U", "spoil", (3, 12)),
        ("TTT..UUUUU...TTT T", "complete", (3, 12)),
        ("TTT.T..........U U =", "random", None),
        ("TTT.U..........U U =", "spoil", (3,)),
        ("UUU.T........... T =", "spoil", (3,)),
    ],
)
def test_smart_completes_then_spoils(text, rule, cells):
    board = DstruBoard.from_notation(text)
    choice = choose(DstruSmartEngine(), text)
    assert choice.view["rule"] == rule
    assert choice.candidates == (cells or board.available_moves())


# --- search -----------------------------------------------------------------------------------


def test_search_completes_at_once():
    assert choose(SearchEngine(), "TTT.U........... T").candidates == (3,)
    assert choose(SearchEngine(), "UUUTT........... U", 1).view["rule"] == "search"


def test_search_sees_what_perfect_sees_near_the_end():
    for seed in range(6):
        for board in live_boards(SearchEngine(), seed, False):
            if board.ply >= 41:
                searched = look_ahead(board, Random(0), NEUTRAL, depth=4).candidates
                known = DstruPerfectEngine(READY).choose(board, Random(0))
                assert all(
                    known.values[cell] >= max(known.values.values()) - 1e-9 for cell in searched
                )


def test_search_takes_a_depth():
    deeper = SearchEngine().with_options(depth=5)
    board = DstruBoard.start()
    assert deeper.choose(board, Random(0)) == look_ahead(board, Random(0), NEUTRAL, depth=5)
    assert SearchEngine().with_options(depth=3).with_options().setting("depth") == 3


@pytest.mark.parametrize("options", [{"depth": 0}, {"depth": 45}, {"depth": True}, {"depth": None}])
def test_search_refuses_a_depth_that_does_not_fit(options):
    with pytest.raises(EngineError, match="does not fit: expected 1 to 44"):
        SearchEngine().with_options(**options)


def test_search_has_no_other_option():
    with pytest.raises(EngineError, match="'memo' is no option of search"):
        SearchEngine().with_options(memo=True)


@READINGS
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_alike_parts_the_legal_cells(exact, seed):
    for board in random_boards(seed, exact=exact):
        if not board.over:
            groups = alike(board)
            assert sorted(cell for group in groups for cell in group) == list(
                board.available_moves()
            )
            for group in groups:
                after = [board.make_move(cell) for cell in group]
                numbers = {table(exact).space.of(b.tres, b.uno) for b in after}
                assert len(numbers) == 1


def test_one_more_ply_is_one_more_fold():
    board = DstruBoard.start().make_move(3)
    shallow, deep = (look_ahead(board, Random(0), NEUTRAL, depth=d) for d in (1, 4))
    assert shallow.nodes == 1 + len(alike(board))
    assert shallow.cutoffs == len(board.available_moves()) - len(alike(board))
    assert deep.nodes > shallow.nodes
    assert deep.table_hits > shallow.table_hits == 0


@given(tres=st.integers(0, FULL), uno=st.integers(0, FULL), exact=st.booleans())
def test_a_guess_stays_below_a_win_and_is_fair(tres, uno, exact):
    board = DstruBoard(tres & ~uno, uno, exact=exact)
    mirror = DstruBoard(board.uno, board.tres, exact=exact)
    assert abs(guess(board, NEUTRAL)) < 1
    assert guess(board, NEUTRAL) == -guess(mirror, NEUTRAL)
    assert guess(board, FOR_UNO) == -guess(board, FOR_TRES)
    assert -2 < guess(board, SABOTEUR) <= 0


def test_pieces_beside_an_exact_pattern_halve_its_promise():
    assert promise(0b10000_0111, 0, False) == promise(0b0111, 0, False)
    assert (
        promise(0b1_0001_0111, 0, True) < promise(0b0001_0111, 0, True) < promise(0b0111, 0, True)
    )
    assert promise(0b0111, 0b1000, False) == promise(0, 0, False)


# --- from the table ---------------------------------------------------------------------------


def test_perfect_opens_on_a_crossing():
    for exact in (False, True):
        choice = DstruPerfectEngine(READY).choose(DstruBoard.start(exact=exact), Random(0))
        assert choice.candidates == (3, 12)


def test_perfect_shows_both_preferences():
    first, second = DstruPerfectEngine(READY).choose(DstruBoard.start(), Random(0)).view["wishes"]
    assert (first["aim"], second["aim"]) == ("neutral", "for-uno")
    assert first["values"]["3"] == pytest.approx(0.7535691524084381)
    assert first["ends_at_ply"] == {}
    assert second["ends_at_ply"]["3"] == 17


def test_perfect_prefers_the_sooner_of_two_sure_wins():
    assert choose(DstruPerfectEngine(READY), "TTT.U........... T").candidates == (3,)


@pytest.mark.parametrize("kind", FROM_TABLE, ids=lambda kind: kind.slug)
@READINGS
def test_no_move_gives_value_away(kind, exact):
    """The value after the chosen move is that of the position, for its first preference."""
    engine = kind(READY)
    for seed in range(10):
        for board in live_boards(engine, seed, exact):
            preference = engine.preferences[board.to_move][0]
            after = board.make_move(engine.choose(board, Random(seed)).move)
            value = table(exact).value(board, preference.objective)
            assert table(exact).value(after, preference.objective) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("kind", FROM_TABLE, ids=lambda kind: kind.slug)
@READINGS
def test_without_a_table_it_says_so_and_searches(kind, exact):
    engine = kind(EMPTY)
    for board in live_boards(engine, 5, exact):
        choice = engine.choose(board, Random(7))
        objective = engine.preferences[board.to_move][0].objective
        assert choice.view["table"] == "being made: searched instead"
        assert choice.view["rule"] == "search"
        assert choice.move == look_ahead(board, Random(7), objective).move


def test_the_table_is_asked_for_by_the_first_move():
    tablebase = Tablebase(make=table)
    engine = DstruPerfectEngine(tablebase)
    first = engine.choose(DstruBoard.start(), Random(0))
    tablebase.wait(False, 20)
    later = engine.choose(DstruBoard.start(), Random(0))
    assert (first.view["rule"] in ("search", "table"), later.view["rule"]) == (True, "table")


@pytest.mark.parametrize("kind", FROM_TABLE, ids=lambda kind: kind.slug)
def test_an_answer_from_the_table_looks_no_further_than_the_next_ply(kind, monkeypatch):
    engine = kind(READY)
    for board in live_boards(engine, 11, False):
        make_move = Mock(side_effect=board.make_move)
        with monkeypatch.context() as patched:
            patched.setattr(DstruBoard, "make_move", make_move)
            engine.choose(board, Random(0))
        for_one_wish = [call(cell) for cell in board.available_moves()]
        assert make_move.mock_calls == for_one_wish * len(engine.preferences[board.to_move])


def test_every_engine_from_the_table_has_a_wish_for_each_seat():
    for kind in FROM_TABLE:
        assert issubclass(kind, TableEngine)
        assert set(kind.preferences) == set(kind.seats)
