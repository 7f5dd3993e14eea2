"""Guessing where a search stops, and remembering what it has found."""

from __future__ import annotations

from functools import cache
from math import factorial
from random import Random

from games.analysis.learn import ask, texts
from games.analysis.learn.course import pool
from games.analysis.learn.course.moves import MAIN
from games.analysis.learn.facts import position, positions, standing
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import Question
from games.analysis.wording import cells, line_name, listed, number, signed
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


def _counting(terms: Heuristic) -> list[HeuristicLine]:
    return [line for line in terms["lines"] if line["term"]]


def _rules() -> str:
    own, one, other = (heuristic.TERMS[pair] for pair in ((2, 0), (1, 0), (0, 2)))
    return (
        f"two own marks and a free cell {signed(own)}, one own mark and two free cells "
        f"{signed(one)}, two marks of the other side and a free cell {signed(other)}, the centre "
        f"{signed(heuristic.CENTRE_TERM)}"
    )


def _sum(board: Board, seat: str) -> str:
    found = _terms(board, seat)
    told = [f"{line_name(board, one['cells'])} {signed(one['term'])}" for one in _counting(found)]
    if found["centre"]:
        told.append(f"the centre {signed(found['centre'])}")
    total = signed(found["total"])
    return f"For {seat}: {listed(told) if told else 'no line counts'}. Together {total}."


def heuristics() -> Content:
    board, excess = position(GUESSED), position(EXCESS)
    assert isinstance(excess, ClassicBoard)
    found = _terms(board, "X")
    total = found["total"]

    def through(cell: int) -> str:
        told = [
            f"{line_name(board, one['cells'])} counts {signed(one['term'])}"
            for one in found["lines"]
            if cell in one["cells"]
        ]
        return f"For X, the lines through {board.cell_name(cell)}: {listed(told)}."

    words = texts.question(
        "heuristics",
        counting=listed([line_name(board, one["cells"]) for one in _counting(found)]),
        sum=_sum(board, "X"),
    )
    answers = sorted({total, total - 1, total + 4, _terms(board, "O")["total"]})
    return texts.content(
        "heuristics",
        ask.choice(board, words, [signed(value) for value in answers], signed(total)),
        board,
        ALL,
        through,
        plays=False,
        rules=_rules(),
        marks=standing(excess),
        excess=signed(_terms(excess, "X")["total"]),
        win=signed(10),
        most=signed(heuristic.bounded(*holdings(excess, "X"))),
    )


def _half_full(board: Board) -> bool:
    return pool.free(board) in (5, 6)


def guess_sum(rng: Random) -> Question:
    board = pool.draw(rng, _half_full)
    seat = rng.choice(("X", "O"))
    found = _terms(board, seat)
    total = found["total"]
    answers = sorted({total, total + 4, total - 1, total + 1 + rng.randrange(2)})
    count = number(len(_counting(found)))
    words = texts.exercise(
        "guess_sum", side=seat, rules=_rules(), count=count, sum=_sum(board, seat)
    )
    return ask.choice(board, words, [signed(one) for one in answers], signed(total))


def line_cells(rng: Random) -> Question:
    """Click the free cells of the lines that count most."""
    board = pool.draw(rng, _has_pair)
    seat, most = board.to_move, heuristic.TERMS[2, 0]
    pairs = [one for one in _terms(board, seat)["lines"] if one["term"] == most]
    right = {cell for one in pairs for cell in one["cells"] if not board.marks[cell]}

    def why(cell: int) -> str:
        name = board.cell_name(cell)
        if cell in right:
            return f"{name} fills a line that counts {signed(most)}."
        return f"No line through {name} counts {signed(most)} for {seat}."

    are, count = "is" if len(right) == 1 else "are", number(len(right))
    words = texts.exercise("line_cells", board, best=signed(most), are=are, count=count)
    return ask.cells(board, words, right, why, several=True)


def _has_pair(board: Board) -> bool:
    return bool(board.winning_cells(board.to_move)) and 4 <= pool.free(board) <= 6


# --- memo ---


@cache
def _entered(memo: str) -> int:
    """The positions that minimax enters in ``MAIN`` with the memo on or off."""
    board = position(MAIN)
    options = f"pruning=off,ordering=off,early=off,memo={memo},find=value"
    return engine(board.VARIANT, f"alphabeta:{options}").choose(board, Random(0)).nodes


def memo() -> Content:
    board = position(MAIN)
    whole, kept = _entered("off"), _entered("on")

    def ways(cell: int) -> str:
        after = board.make_move(cell)
        assert isinstance(after, ClassicBoard)
        return (
            f"After {board.cell_name(cell)} the board holds {number(after.ply)} marks. Play can "
            f"come to it in {number(orders()[after])} different orders."
        )

    words = texts.question(
        "memo", positions=positions(whole), whole=number(whole), kept=positions(kept)
    )
    answers = ask.counts(kept, [whole // 2 - 1, kept // 2 + 1, whole - 20])
    return texts.content(
        "memo",
        ask.choice(board, words, answers, number(kept)),
        board,
        board.available_moves(),
        ways,
        reached=positions(len(solution_of(ClassicBoard).positions())),
        tree=number(size(ClassicBoard())),
    )


def ways_to(rng: Random) -> Question:
    board = pool.draw(rng, _few_marks)
    assert isinstance(board, ClassicBoard)
    ways = orders()[board]
    xs, os = board.marks.count("X"), board.marks.count("O")
    words = texts.exercise(
        "ways_to",
        xs=number(xs),
        os=number(os),
        of_x=number(factorial(xs)),
        of_o=number(factorial(os)),
        ways=number(ways),
    )
    answers = ask.counts(ways, [xs * os, ways + 1, xs + os, 2 * ways])
    return ask.choice(board, words, answers, number(ways))


def _few_marks(board: Board) -> bool:
    """Three to six marks. In a live position no order of them has ended the game before."""
    return isinstance(board, ClassicBoard) and 3 <= board.ply <= 6


def same_board(rng: Random) -> Question:
    """Place the move after which a game in another order comes to the same board."""
    board = pool.draw(rng, _four_free)
    cell = rng.choice(board.available_moves())
    after = board.make_move(cell)
    swapped = rng.choice([one for one in ALL if board.marks[one] == board.to_move])
    xs, os = (cells(board, [one for one in ALL if after.marks[one] == mark]) for mark in "XO")
    name = board.cell_name(cell)

    def why(one: int) -> str:
        if one == cell:
            return f"{name} leads to the board in the memo."
        return f"The board in the memo has nothing on {board.cell_name(one)}."

    words = texts.exercise(
        "same_board",
        board,
        xs=xs,
        os=os,
        swapped=board.cell_name(swapped),
        column=name[0],
        name=name,
    )
    return ask.cells(board, words, {cell}, why)


def _four_free(board: Board) -> bool:
    return pool.free(board) == 4


COURSE: Course = {
    "heuristics": (heuristics, (guess_sum, line_cells, guess_sum, line_cells, guess_sum)),
    "memo": (memo, (ways_to, same_board, ways_to, same_board, ways_to)),
}
