"""Sentences about moves: each is said exactly where it is true, and the first decides."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games.analysis.reasons import Claim, MoveFacts, MoveReason, reasons_of, sentences_for
from games.analysis.reasons.sentence import LONGEST_PROOF
from games.engines import solution_of
from games.engines.solution import EQUAL
from games.rules import Board, ClassicBoard, DstruBoard
from tests.analysis import opinions


@pytest.fixture(scope="module", autouse=True)
def tables() -> None:
    for exact in (False, True):
        start = DstruBoard.start(exact=exact)
        solution_of(start).make_ready(start)


Said = list[tuple[Board, int, list[MoveReason]]]
"""Positions, a move in each, and every sentence that holds of it, the first first."""

POSITIONS = {
    "classic": opinions.every_classic,
    "dstru": opinions.some_dstru,
}


@pytest.fixture(scope="module", params=list(POSITIONS))
def moves(request: pytest.FixtureRequest) -> Said:
    return every_move(POSITIONS[request.param]())


def every_move(boards: Iterable[Board]) -> Said:
    return [
        (board, cell, reasons_of(board, cell))
        for board in boards
        for cell in board.available_moves()
    ]


@pytest.mark.parametrize("game", [ClassicBoard, DstruBoard])
def test_no_sentence_is_without_its_predicate_and_its_check(game: type[Board]) -> None:
    sentences = sentences_for(game)
    assert [one.name for one in sentences] == list(opinions.CHECKERS[bool(game.CHANCE_SEAT)])
    assert all(one.tell.__doc__ for one in sentences)


@pytest.mark.long
def test_every_sentence_is_true_exactly_where_it_is_said(moves: Said) -> None:
    """Every one that holds, and no other, with the right cells and numbers."""
    checkers = opinions.CHECKERS[bool(moves[0][0].CHANCE_SEAT)]
    for board, cell, reasons in moves:
        expected = {name: check(board, cell) for name, check in checkers.items()}
        where = (board.notation, board.cell_name(cell), reasons)
        assert [one.name for one in reasons] == [name for name, it in expected.items() if it], where
        for reason in reasons:
            true = expected[reason.name]
            assert true is not None
            assert opinions.names(reason.text, board, true), (where, reason)


@pytest.mark.long
def test_some_sentence_holds_of_every_move_and_the_first_decides(moves: Said) -> None:
    """A sentence that claims a result is said first only where the solution agrees."""
    for board, cell, (reason, *_) in moves:
        played = MoveFacts(board, cell)
        where = (board.notation, board.cell_name(cell), reason)
        if reason.claim == Claim.WINS:
            assert played.is_win, where
        elif reason.claim == Claim.LOSES:
            assert played.is_loss, where
        elif reason.claim == Claim.MISSES:
            later = not board.CHANCE_SEAT and played.left > played.left_best
            assert played.cost > EQUAL or later, where
        elif reason.claim == Claim.KEEPS:
            assert played.cost < 0.05, where
            assert not played.is_loss or played.cost < EQUAL, where
        else:
            assert board.CHANCE_SEAT, where


@pytest.mark.long
def test_a_proof_is_short_and_legal_and_ends_as_the_sentence_says(moves: Said) -> None:
    mine = {"makes-fork", "forces-fork", "misses-fork", "misses-at-once"}
    theirs = {"leaves-open", "one-too-many", "allows-fork", "waits-for-chance", "open-for-sure"}
    for board, cell, (reason, *_) in moves:
        assert len(reason.moves) <= LONGEST_PROOF
        end = board if reason.instead else board.make_move(cell)
        for move in reason.moves:
            end = end.make_move(move)
        outcome = end.outcome
        where = (board.notation, board.cell_name(cell), reason)
        if reason.name in mine:
            assert outcome is not None, where
            assert outcome.winner == board.to_move, where
        if reason.name in theirs:
            assert outcome is not None, where
            assert outcome.winner == MoveFacts(board, cell).rival, where


@pytest.mark.long
def test_lines_drawn_are_lines_of_the_board(moves: Said) -> None:
    for board, _, (reason, *_) in moves:
        for line in reason.lines:
            assert line.cells in board.LINES
            assert line.seat in board.RIVALS


@pytest.mark.long
def test_every_sentence_is_the_deciding_one_somewhere(moves: Said) -> None:
    met = {reasons[0].name for _, _, reasons in moves}
    assert met == {one.name for one in sentences_for(moves[0][0])}
