"""Linear algebra as an engine, and how it loses."""

from __future__ import annotations

from functools import partial
from typing import cast

from games.analysis.learn import ask, facts
from games.analysis.learn.course import weights
from games.analysis.learn.course.weights import Weights
from games.analysis.learn.facts import consequence, position
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.reasons import forks
from games.analysis.wording import line_name, listed, number
from games.engines import solution_of
from games.engines.classic.linear import evaluate, numbers, state
from games.rules import Board, ClassicBoard
from games.rules.classic import LINES

START = ClassicBoard()
CORNERS = "X...O...X O"


def classic_board(board: Board) -> ClassicBoard:
    return cast("ClassicBoard", board)


def lines_through(board: Board, cell: int) -> list[tuple[str, float]]:
    """The lines through a cell that score something, with their scores for the side to move."""
    found = numbers(evaluate(state(classic_board(board))).paths)
    return [
        (line_name(board, line), score)
        for line, score in zip(LINES, found, strict=True)
        if cell in line and score
    ]


def scored(board: Board, cell: int) -> str:
    """What a cell scores, and from which lines."""
    name = board.cell_name(cell)
    through = lines_through(board, cell)
    if not through:
        return f"{name} scores 0: no line through it scores anything."
    total = weights.cell_scores(classic_board(board), Weights())[cell]
    told = listed([f"{line} {number(score)}" for line, score in through])
    return f"{name} scores {number(total)}: {told}."


def table_said() -> str:
    said = [f"{weights.SAID[name]} {number(getattr(Weights(), name))}" for name in weights.NAMES]
    return listed([*said, f"an empty line {number(Weights().table[0, 0])}"])


def linear() -> Content:
    board = classic_board(position(CORNERS))
    best = weights.choices(board, Weights())
    names = [board.cell_name(cell) for cell in best]
    top = weights.cell_scores(board, Weights())[best[0]]
    safe = solution_of(board).keeping_moves(board)
    return Content(
        idea=(
            "An engine is a program that chooses a move. This one does not look ahead at all. It "
            "writes the board as nine numbers: 1 for its own marks, −1 for the other side’s, 0 for "
            "free cells.",
            "Multiplied by a table of the eight lines, that gives for every line its own marks "
            "less the other side’s. Multiplied again without the signs, it gives how many of the "
            "line’s cells are taken: its total occupancy. "
            f"Each line then gets points: {table_said()}.",
            "A third multiplication adds up, for every free cell, the points of the lines through "
            "it. The engine plays the cell with the highest sum.",
        ),
        touch=Touch(
            "O to move, and O is the engine. Touch a cell to see how its score comes together.",
            board,
            legal(board),
            partial(scored, board),
            plays=False,
        ),
        question=ask.cells(
            board,
            "O to move. Where does the linear engine play?",
            best,
            partial(scored, board),
            (
                "It plays the cell with the highest sum. It does not look at what X replies.",
                "A corner lies on three lines, an edge on two.",
                f"The highest sum is {number(top)}.",
            ),
            because=(
                f"The highest sum is {number(top)}, in {listed(names, 'or')}. With equal sums it "
                "takes one of them at random.",
            ),
        ),
        meaning=(
            "Three multiplications are the whole engine. That is fast, and on most boards the cell "
            "is a good one.",
            f"Here it is not: only {listed([board.cell_name(cell) for cell in safe])} keep the "
            "draw. The next lesson shows why.",
        ),
        keep="It adds up lines. It never asks what the other side does next.",
        engine="linear",
    )


def loses() -> Content:
    line = weights.losing_line(Weights(), "O", START)
    assert line is not None
    boards = [START]
    for cell in line:
        boards.append(boards[-1].make_move(cell))
    names = [START.cell_name(cell) for cell in line]
    fork = boards[4]
    chosen = boards[3]
    right = forks(fork)
    without = weights.losing_line(Weights(lone=0), "O", START)
    assert without is not None
    return Content(
        idea=(
            f"X begins at {names[0]}, the linear engine takes {names[1]} as O, X takes "
            f"{names[2]}. Now a corner scores most, so the engine plays {names[3]}.",
            "That is a mistake, and no sum of lines can tell: what is wrong with it comes only two "
            "moves later.",
        ),
        touch=Touch(
            "Before the mistake: O to move. Touch a cell to see what it is really worth for O.",
            chosen,
            legal(chosen),
            partial(facts.valued, chosen, side=chosen.to_move),
        ),
        question=ask.cells(
            fork,
            f"The engine has played {names[3]}. X to move: which cell stops O and makes two "
            "threats at once?",
            right,
            partial(consequence, fork),
            (
                f"O threatens to complete a line through {names[3]}. X has to take its free cell.",
                "That cell is a corner.",
                consequence(fork, right[0]),
            ),
        ),
        meaning=(
            f"The whole game: {listed(names, 'and then')}. The engine loses it, although it "
            "blocked and counted correctly all the time.",
            f"Changing a number does not help. With 0 points for {weights.SAID['lone']} it loses "
            f"another game: {listed([START.cell_name(cell) for cell in without], 'and then')}.",
            "What helps is to look ahead, if only one move and one reply. The engine called "
            "“Linear, guarded” does that, and never loses.",
        ),
        keep="No sum over one board replaces a look at the reply.",
        engine="linear-guarded",
    )
