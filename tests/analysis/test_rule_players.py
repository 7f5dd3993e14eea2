"""Engines with rules, masks and tables in the player: each sentence says what its step did."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from games.analysis.player.engines import bitboard, rules, table
from games.analysis.player.methods import methods_for
from games.analysis.wording import number, signed
from games.engines import engine, engines_for, solution_of
from games.engines.classic import bitboard_steps
from games.engines.classic.bitboards import WON
from games.engines.classic.simple import SmartEngine
from games.engines.dstru import table_steps
from games.engines.dstru.perfect import DosForTresEngine, DosSaboteurEngine, PerfectEngine
from games.engines.dstru.simple import SmartEngine as DstruSmartEngine
from games.engines.rule_steps import trace
from games.rules import Board, DstruBoard, read_notation
from tests.engines.dstru.test_search_steps import SAMPLE as DSTRU
from tests.engines.positions import at, live

pytestmark = pytest.mark.django_db

CLASSIC = Random(18).sample(live(), 80)
START = DstruBoard.start()


def of_rules(board: Board) -> dict[tuple[str, int, bool], str]:
    """The first sentence of each kind of step, rule by rule, of what completes a line and not."""
    smart = SmartEngine if board.VARIANT == "classic" else DstruSmartEngine
    found, said = trace(board, smart.rules(board)), {}  # type: ignore[arg-type]
    for step in found.steps:
        said.setdefault((step.kind, step.rule, step.completes), rules.sentence(found, step))
    return said


def test_each_rule_says_what_it_sees_in_a_cell() -> None:
    assert of_rules(at("XX..O.... O")) == {
        ("start", -1, False): (
            "O to move. Rules are asked in turn: can O win at once? Does X threaten to? "
            "The first that finds a cell decides."
        ),
        ("look", 0, False): "With c1 O would have 2 of 3 on c1–b2–a3 at most: no win.",
        ("rule", 0, False): "O cannot win at once. The next rule is asked.",
        ("look", 1, True): "With c1 X would have 3 of 3 on a1–b1–c1: a threat.",
        ("look", 1, False): "With a2 X would have 2 of 3 on a1–a2–a3 at most: no threat.",
        ("rule", 1, False): "X threatens to win at c1, so O has to be there first.",
        ("done", 1, False): "O plays c1.",
    }
    won = of_rules(at("XX.OO.... X"))
    assert won["look", 0, True] == "With c1 X would have 3 of 3 on a1–b1–c1: a win."
    assert won["rule", 0, False] == "X can win at c1. No other rule is asked."
    lot = of_rules(at("X...O.... X"))
    assert lot["rule", 1, False] == "O does not threaten to win. The last rule is left."
    assert lot["rule", 2, False] == "Neither rule finds a cell, so all 7 free cells will do."
    assert lot["done", 2, False] == ("X plays one of 7 cells by lot: each has a chance of 1 in 7.")


def test_patterns_and_the_exact_reading_are_told() -> None:
    line = "With d1 Tres would have 4 of 4 on a1–b1–c1–d1"
    assert of_rules(read_notation("TTT..UU...U..... T"))["look", 0, True] == f"{line}: a win."
    found = trace(
        read_notation("TTT..UU.T.U..... T ="),
        DstruSmartEngine.rules(DstruBoard.from_notation("TTT..UU.T.U..... T =")),
    )
    said = [rules.sentence(found, step) for step in found.steps]
    assert f"{line}, but pieces beside it too, and only the exact pattern wins." in said
    assert "a2 lies on no pattern, so Tres cannot win there." in said


def test_the_rules_come_to_the_moves_of_the_engine() -> None:
    for board in [*CLASSIC, *DSTRU]:
        if board.to_move != "Dos":
            _compare(board)


def _compare(board: Board) -> None:
    smart = SmartEngine if board.VARIANT == "classic" else DstruSmartEngine
    found = trace(board, smart.rules(board))  # type: ignore[arg-type]
    choice = engine(board.VARIANT, "smart").choose(board, Random(0))
    assert found.candidates == choice.candidates
    for step in found.steps:
        if step.kind == "look":
            after = {line: 0 for line in board.LINES if step.cell in line}
            for line in after:
                seat = found.seats[step.rule]
                after[line] = 1 + [board.marks[one] for one in line].count(seat)
            assert step.held == max(after.values(), default=0)
            assert step.completes == (step.cell in board.winning_cells(found.seats[step.rule]))


def test_a_lot_names_its_odds() -> None:
    show = rules.uniform(at("X........ O"), "")
    assert [one.sentence for one in show.told] == [
        "O to move. 8 cells can be played, and this engine asks for nothing else.",
        "O plays one of 8 cells by lot: each has a chance of 1 in 8.",
    ]
    taken = rules.uniform(read_notation("T...........U... D"), "")
    assert taken.told[1].sentence == "Dos takes a1 or a4 by lot: each has a chance of 1 in 2."
    assert rules.uniform(at("XOXXOOOX. X"), "").told[1].sentence == "X plays c3."


def test_each_kind_of_step_of_the_bitboard_has_its_sentence() -> None:
    found, said = bitboard_steps.trace(at("XOX.XO.O. X")), {}
    for step in found.steps:
        said.setdefault(step.kind, bitboard.sentence(found, step))
    assert said == {
        "start": "A mark on a1 is bit 0, on c3 bit 8. X is 21, O is 162; a line is a mask.",
        "move": "a2 is the bit 8: 21 | 8 = 29.",
        "search": (
            "No mask fits in 29. The search enters 3 positions and finds +991: X wins in 3 plies."
        ),
        "won": "85 & 84 = 84, the mask of c1–b2–a3: X wins. The score is +993.",
        "done": (
            "The highest score is +993, at a3 and c3: one is drawn by lot. "
            "The engine entered 4 positions."
        ),
    }
    wide = bitboard_steps.trace(at("X.O...... X"))
    assert bitboard.sentence(wide, wide.steps[2]) == (
        "No mask fits in 3. The search enters 64 positions, cuts 24 moves and finds −992: "
        "O wins in 6 plies."
    )
    full = bitboard_steps.trace(at("XOXXOOO.X X"))
    assert bitboard.sentence(full, full.steps[2]) == (
        "No mask fits in 397 and no bit is free: a draw, 0."
    )


def test_the_bitboard_counts_what_the_engine_counts() -> None:
    for board in CLASSIC:
        found = bitboard_steps.trace(board)
        choice = engine("classic", "bitboard").choose(board, Random(0))
        assert (found.nodes, found.cutoffs) == (choice.nodes, choice.cutoffs)
        assert found.candidates == choice.candidates
        shown = bitboard.show(board, "")
        assert shown.told[-1].count == f"{number(choice.nodes)} entered"
        for step, told in zip(found.steps, shown.told, strict=True):
            assert len(told.sentence.split()) <= 32, told.sentence
            if step.kind in ("won", "full", "search"):
                assert bool(WON[step.own]) == (step.kind == "won")
                assert signed(step.score) in told.sentence


def of_table(board: Board, slug: str) -> list[str]:
    return [
        told.sentence
        for method in methods_for(board)
        if method.name == slug
        for told in method.show(method, board).told  # type: ignore[attr-defined]
    ]


def test_each_kind_of_step_of_the_table_has_its_sentence() -> None:
    said = of_table(START, "perfect")
    assert said[:2] == [
        "Tres to move. The table has every position, so none is searched: 2 preferences decide, "
        "one after the other.",
        "a1, which stands for 2 more like it, leads to row 757. Expected for Tres: +0.7237.",
    ]
    assert said[7:] == [
        "The best for Tres: +0.7536. d1 and a4 stay.",
        "d1 leads to row 2,773. Uno and Dos against Tres: Uno wins, ply 17.",
        "a4 leads to row 2,773. Uno and Dos against Tres: Uno wins, ply 17.",
        "The best for Tres: Uno wins, ply 17. All moves have it, so all of them stay.",
        "Tres plays d1 or a4, by lot.",
    ]
    removal = read_notation("T...........U... D")
    assert of_table(removal, "dos-for-tres")[3:] == [
        "The best for Tres: Tres wins, ply 10. a4 stays.",
        "a4 leads to row 757. Expected for Tres: +0.7547.",
        "Only a4 was left, so this preference decides nothing: +0.7547.",
        "Dos takes a4.",
    ]


@pytest.mark.parametrize("kind", [PerfectEngine, DosForTresEngine, DosSaboteurEngine])
def test_the_table_keeps_the_moves_of_the_engine(kind: type) -> None:
    one = engine("dstru", kind.slug)
    for board in DSTRU:
        if not one.holds(board.to_move):
            continue
        solution_of(board).make_ready(board)
        found = table_steps.trace(board, one)  # type: ignore[arg-type]
        assert found
        assert sorted(cell for group in found.kept[-1] for cell in group) == list(
            one.choose(board, Random(0)).candidates
        )
        assert sorted(cell for group in found.groups for cell in group) == list(
            board.available_moves()
        )
        for step in found.steps:
            assert len(table.sentence(found, step).split()) <= 32


@pytest.mark.parametrize("board", [at("X...O...X O"), START, read_notation("T...........U... D")])
def test_every_engine_that_can_act_is_in_the_player(client: Client, board: Board) -> None:
    shown = {method.slug for method in methods_for(board)}
    known = set(engines_for(board.VARIANT, board.to_move))
    assert known <= shown
    path = f"/analysis/{board.notation.replace(' ', '_')}/search/"
    for method in methods_for(board):
        page = client.get(path, {"method": method.slug, "order": method.order, "step": 2})
        assert page.status_code == 200
        assert f"<h1>{method.heading}</h1>" in page.content.decode()
