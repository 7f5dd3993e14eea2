"""Guessing where a search stops, and remembering what it has found."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import factorial
from random import Random

from games.analysis.learn import ask
from games.analysis.learn.course import pool
from games.analysis.learn.course.moves import MAIN
from games.analysis.learn.facts import position, positions, standing
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.questions import Question
from games.analysis.wording import line_name, listed, number, signed
from games.engines import engine, solution_of
from games.engines.classic import heuristic
from games.engines.classic.bitboards import holdings
from games.engines.classic.solution import orders
from games.engines.subtrees import size
from games.engines.view import Heuristic, HeuristicLine
from games.rules import Board, ClassicBoard

ALL = tuple(range(ClassicBoard.CELLS))

# --- heuristics ---

GUESSED = "X.O.X.... O"
EXCESS = "XX.OXO... O"


def _terms(board: Board, seat: str) -> Heuristic:
    assert isinstance(board, ClassicBoard)
    return heuristic.explain(*holdings(board, seat))


def _line(board: Board, line: HeuristicLine) -> str:
    return line_name(board, line["cells"])


def _rules() -> str:
    own, one, other = (heuristic.TERMS[pair] for pair in ((2, 0), (1, 0), (0, 2)))
    return (
        f"two own marks and a free cell {signed(own)}, one own mark and two free cells "
        f"{signed(one)}, two marks of the other side and a free cell {signed(other)}, the centre "
        f"{signed(heuristic.CENTRE_TERM)}"
    )


def _sum(board: Board, seat: str) -> tuple[str, ...]:
    found = _terms(board, seat)
    told = [f"{_line(board, one)} {signed(one['term'])}" for one in found["lines"] if one["term"]]
    if found["centre"]:
        told.append(f"the centre {signed(found['centre'])}")
    return (
        f"For {seat}: {listed(told) if told else 'no line counts'}. Together "
        f"{signed(found['total'])}.",
    )


def heuristics() -> Content:
    board, excess = position(GUESSED), position(EXCESS)
    found = _terms(board, "X")
    counting = [_line(board, one) for one in found["lines"] if one["term"]]

    def through(cell: int) -> str:
        name = board.cell_name(cell)
        told = [
            f"{_line(board, one)} counts {signed(one['term'])}"
            for one in found["lines"]
            if cell in one["cells"]
        ]
        return f"For X, the lines through {name}: {listed(told)}."

    return Content(
        idea=(
            "When the tree is too large, a search stops after some plies and guesses. The guess is "
            "called a heuristic: a sum of things that tend to go with winning.",
            f"The one here goes through the eight lines for one side and adds up: {_rules()}. A "
            "line with marks of both sides counts nothing.",
        ),
        touch=Touch(
            "Touch a cell to see what the lines through it count for X.",
            board,
            ALL,
            through,
            plays=False,
        ),
        question=ask.choice(
            board,
            "What does the heuristic say of this board for X, all lines and the centre together?",
            [
                signed(value)
                for value in sorted(
                    {
                        found["total"],
                        found["total"] - 1,
                        found["total"] + 4,
                        _terms(board, "O")["total"],
                    }
                )
            ],
            signed(found["total"]),
            (
                "Go through the eight lines: three rows, three columns, two diagonals.",
                "Lines with an X and an O count nothing.",
                f"The lines that count are {listed(counting)}.",
            ),
            _sum(board, "X"),
        ),
        meaning=(
            "A guess is no fact. It counts what stands on the board and does not look at replies.",
            f"And it can be too large: with {standing(excess)} the sum for X is "
            f"{signed(_terms(excess, 'X')['total'])}, more than the {signed(10)} of a win. So Oxo "
            f"lets a guess weigh {signed(heuristic.bounded(*_hold(excess, 'X')))} at most.",
        ),
        keep="A guess can order moves and stand in for the end. It must never outrank a fact.",
        engine="alphabeta",
    )


def _hold(board: Board, seat: str) -> tuple[int, int]:
    assert isinstance(board, ClassicBoard)
    return holdings(board, seat)


def _half_full(board: Board) -> bool:
    return pool.free(board) in (5, 6)


def guess_sum(rng: Random) -> Question:
    board = pool.draw(rng, _half_full)
    seat = rng.choice(("X", "O"))
    total = _terms(board, seat)["total"]
    others = {total, total + 4, total - 1, total + 1 + rng.randrange(2)}
    counting = [one for one in _terms(board, seat)["lines"] if one["term"]]
    return ask.choice(
        board,
        f"What does the heuristic say of this board for {seat}?",
        [signed(one) for one in sorted(others)],
        signed(total),
        (
            f"The rule: {_rules()}.",
            "Lines with marks of both sides count nothing.",
            f"{number(len(counting))} of the eight lines count.",
        ),
        _sum(board, seat),
    )


def line_cells(rng: Random) -> Question:
    """Click the free cells of the lines that count most."""
    board = pool.draw(rng, _has_pair)
    seat = board.to_move
    pairs = [one for one in _terms(board, seat)["lines"] if one["term"] == heuristic.TERMS[2, 0]]
    right = {cell for one in pairs for cell in one["cells"] if not board.marks[cell]}
    best = signed(heuristic.TERMS[2, 0])
    return ask.cells(
        board,
        f"Some lines count {best} for {seat}. Click the free cell of each of them.",
        right,
        lambda cell: (
            f"{board.cell_name(cell)} fills a line that counts {best}."
            if cell in right
            else f"No line through {board.cell_name(cell)} counts {best} for {seat}."
        ),
        (
            f"A line counts {best} if it holds two marks of {seat} and a free cell.",
            f"Look at every pair of {seat}. Is the third cell of its line free?",
            f"There {'is' if len(right) == 1 else 'are'} {number(len(right))}.",
        ),
        several=True,
    )


def _has_pair(board: Board) -> bool:
    return bool(board.winning_cells(board.to_move)) and 4 <= pool.free(board) <= 6


# --- memo ---


@cache
def _read_with(options: str) -> int:
    board = position(MAIN)
    searcher = engine(board.VARIANT, f"alphabeta:{options},find=value")
    return searcher.choose(board, Random(0)).nodes


PLAIN = "pruning=off,ordering=off,early=off"


def memo() -> Content:
    board = position(MAIN)
    whole, kept = _read_with(f"{PLAIN},memo=off"), _read_with(f"{PLAIN},memo=on")

    def ways(cell: int) -> str:
        after = board.make_move(cell)
        assert isinstance(after, ClassicBoard)
        return (
            f"After {board.cell_name(cell)} the board holds {number(after.ply)} marks. Play can "
            f"come to it in {number(orders()[after])} different orders."
        )

    return Content(
        idea=(
            "X a1, O b2, X c3 leads to the same board as X c3, O b2, X a1. A plain search does not "
            "notice: it enters everything below that board twice.",
            "A memo is a list of boards with the values found for them. Before the search enters a "
            "board, it looks into the memo.",
        ),
        touch=Touch(
            "X to move. Touch a cell to count the ways that lead to the board after it.",
            board,
            legal(board),
            ways,
        ),
        question=ask.choice(
            board,
            f"Minimax enters {positions(whole)} here. How many does it enter with a memo, if every "
            "board is entered only once?",
            ask.counts(kept, [whole // 2 - 1, kept // 2 + 1, whole - 20]),
            number(kept),
            (
                "Boards after one ply are all different. Boards after two plies are, too: one X "
                "and one O more.",
                "After three plies X has placed two marks, and they can come in two orders.",
                "So the deep plies shrink to less than half, and most of the tree lies there.",
            ),
            (
                f"With the memo {positions(kept)} are entered instead of {number(whole)}. The "
                "others are answered from the list.",
            ),
        ),
        meaning=(
            f"Play can reach only {positions(len(solution_of(ClassicBoard).positions()))} in all, "
            f"but the whole tree has {number(size(ClassicBoard()))}: most of it is the same boards "
            "again.",
            "Alpha-beta often knows only that a value is at most, or at least, so much: a bound. "
            "The memo has to remember that as well.",
        ),
        keep="What has been worked out once need not be worked out again.",
        engine="alphabeta",
    )


def ways_to(rng: Random) -> Question:
    board = pool.draw(rng, _few_marks)
    assert isinstance(board, ClassicBoard)
    ways = orders()[board]
    xs, os = board.marks.count("X"), board.marks.count("O")
    return ask.choice(
        board,
        "In how many different orders of moves can this board arise?",
        ask.counts(ways, [xs * os, ways + 1, xs + os, 2 * ways]),
        number(ways),
        (
            "X and O take turns, and X begins.",
            f"The {number(xs)} marks of X can come in any order, and so can the {number(os)} of O.",
            "Multiply the orders of X by the orders of O.",
        ),
        (
            f"X: {number(factorial(xs))}, O: {number(factorial(os))}. Multiplied, that is "
            f"{number(ways)}.",
        ),
    )


def _few_marks(board: Board) -> bool:
    """Three to six marks. In a live position no order of them has ended the game before."""
    return isinstance(board, ClassicBoard) and 3 <= board.ply <= 6


def same_board(rng: Random) -> Question:
    """Place the move after which a game in another order comes to the same board."""
    board = pool.draw(rng, _four_free)
    seat = board.to_move
    cell = rng.choice(board.available_moves())
    after = board.make_move(cell)
    mine = [one for one in ALL if board.marks[one] == seat]
    swapped = rng.choice(mine)
    held = {
        mark: listed([board.cell_name(i) for i in ALL if after.marks[i] == mark]) for mark in "XO"
    }
    left_out = board.cell_name(cell)
    return ask.cells(
        board,
        f"The memo knows the board with X on {held['X']} and O on {held['O']}. "
        f"{seat} to move. Place the move that leads to it.",
        {cell},
        lambda one: (
            f"{board.cell_name(one)} leads to the board in the memo."
            if one == cell
            else f"The board in the memo has nothing on {board.cell_name(one)}."
        ),
        (
            "Compare the cells in the memo with the board, one after another.",
            f"{board.cell_name(swapped)} is there already, whenever it was placed.",
            f"It is in column {left_out[0]}.",
        ),
        because=(
            f"After {left_out} the board is the one in the memo. In which order the marks came "
            "makes no difference.",
        ),
    )


def _four_free(board: Board) -> bool:
    return pool.free(board) == 4


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "heuristics": (guess_sum, line_cells, guess_sum, line_cells, guess_sum),
    "memo": (ways_to, same_board, ways_to, same_board, ways_to),
}
