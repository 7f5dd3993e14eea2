"""Chance and expectation, and solving a game from its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from games.analysis import results
from games.analysis.learn import ask, facts
from games.analysis.learn.course import pool
from games.analysis.learn.course.moves import up_the_tree
from games.analysis.learn.facts import position
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.questions import Question
from games.analysis.wording import fixed, lines_made, listed, number
from games.engines import solution_of
from games.engines.dstru.classes import classes
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard, DstruBoard

TAKEN = "TTT......U..U... D"


def expected(board: Board) -> str:
    """What a position with chance is worth for the first seat: ``+0.84``."""
    return fixed(results.level(board), 2)


def _removal(board: Board, cell: int) -> str:
    after, mark = board.make_move(cell), board.marks[cell]
    said = f"Without the piece of {mark} on {board.cell_name(cell)} it is worth {expected(after)}."
    wins = after.winning_cells(after.to_move)
    if wins:
        return f"{said} {after.to_move} is next and wins at {after.cell_name(wins[0])}."
    return said


def _average(board: Board) -> str:
    after = [results.level(board.make_move(cell)) for cell in board.available_moves()]
    told = listed([expected(board.make_move(cell)) for cell in board.available_moves()])
    return f"The average of {told} is {fixed(sum(after) / len(after), 2)}."


def _guesses(board: Board) -> list[str]:
    """The average and numbers that a wrong idea of it gives, rising."""
    after = [results.level(board.make_move(cell)) for cell in board.available_moves()]
    true = sum(after) / len(after)
    wrong = [max(after), min(after), (max(after) + min(after)) / 2, true - 0.1, true + 0.05]
    found = {fixed(true, 2): true}
    for one in wrong:
        if len(found) < 4 and abs(one - true) > 0.03 and -1 <= one <= 1:
            found[fixed(one, 2)] = one
    return sorted(found, key=lambda text: found[text])


def dstru() -> Content:
    board, start = position(TAKEN), position("................ T")
    pieces = board.available_moves()
    return Content(
        idea=(
            "In DSTRU-TAC-TOE three take turns on a 4×4 board: Tres places a piece, then Uno, then "
            "Dos takes one away. Four of your pieces win in the top row, in the bottom row or on "
            "the diagonal from d1 to a4. These are the three patterns. On a full board neither of "
            "the two wins.",
            "If nobody plays Dos, chance does: each piece is equally likely to go. Then nobody can "
            "say for sure how a game ends. So we give it a number between −1 and +1: +1 if Tres is "
            "sure to win, −1 if Uno is. It is called the expected result: what you get on average "
            "if the same position is played very often.",
        ),
        touch=Touch(
            f"Dos has to take one of {number(len(pieces))} pieces. Touch one to see what its "
            "removal leads to.",
            board,
            pieces,
            partial(_removal, board),
        ),
        question=ask.choice(
            board,
            "Chance takes a piece, each of them equally likely. What is the position worth for "
            "Tres?",
            _guesses(board),
            expected(board),
            (
                "Not the best case and not the worst: the average over all pieces.",
                "Add up the five numbers, and divide by five.".replace("five", _word(len(pieces))),
                _average(board).replace(f" is {expected(board)}.", ": work it out."),
            ),
            (_average(board),),
        ),
        meaning=(
            "Where Tres moves, the highest value counts, where Uno moves, the lowest. Where chance "
            "moves, the average counts: add up the values and divide by how many there are. Such a "
            "search is called expectimax.",
            f"Worked out for the empty grid, the expected result is {expected(start)}: Tres, who "
            "begins, is far ahead.",
            f"Each of the {number(DstruBoard.CELLS)} cells is free or holds one of two pieces: "
            f"{number(3**DstruBoard.CELLS)} boards. Boards that are alike count once, and only "
            f"{number(len(classes().pieces))} are left to work out.",
        ),
        keep="Players choose the best. Chance takes the average.",
        engine="perfect",
    )


def _word(count: int) -> str:
    return {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}[count]


# --- solving backwards ---


def solved() -> Content:
    board = position("X........ O")
    solution = solution_of(ClassicBoard)
    every = solution.positions()
    over = sum(one.is_game_over() for one in every)
    keeping = solution_of(board).keeping_moves(board)
    full = position("XOXXOO.X. O")
    return Content(
        idea=(
            "You can solve a game without searching forward: begin at the end. The value of a "
            "finished board is plain to see: +10 if X has a line, −10 if O has one, 0 for neither.",
            "Then take the boards with one free cell. The move there leads to a board whose value "
            "is known. Then those with two free cells: every move leads to a board whose value is "
            "known by now, and the best for the side to move counts, the highest for X, the lowest "
            "for O. Go on like that, one ply back each time, until the empty board.",
        ),
        touch=Touch(
            "One step before the end: O to move. Touch a cell to see the value it leads to.",
            full,
            legal(full),
            partial(facts.valued, full),
        ),
        question=ask.choice(
            board,
            f"Play can reach {number(len(every))} boards. Make a guess: on how many of them is the "
            "game over, so that the value is known at once?",
            ask.counts(over, [len(every) // 2, len(every) // 10 - 40, over * 2 - 100]),
            number(over),
            (
                "A game is over when somebody has a line or the board is full.",
                "Most boards are somewhere in the middle of a game.",
                f"It is between {number(len(every) // 10)} and {number(len(every) // 4)}.",
            ),
            (
                f"{number(over)} boards are finished. The other {number(len(every) - over)} get "
                "their value from them, ply by ply.",
            ),
        ),
        meaning=(
            f"After nine steps back the empty board has its value: {facts.worth(_start())}, a draw "
            "with best play. Nobody has to believe that. It can be checked.",
            f"Afterwards every answer is at hand. If X begins in a corner, only "
            f"{listed([board.cell_name(cell) for cell in keeping])} keeps the draw for O.",
        ),
        keep="A game is solved when the value of every position is known and can be proved.",
        engine="perfect",
    )


def _start() -> int:
    return facts.points(ClassicBoard())


# --- exercises ---


def _draw(rng: Random, holds: Callable[[Board], bool]) -> Board:
    """A position of which ``holds`` is true, out of a game played at random."""
    solution_of(DstruBoard).make_ready(DstruBoard.start())
    while True:
        board, found = DstruBoard.start(), []
        while not board.is_game_over():
            if holds(board):
                found.append(board)
            board = board.make_move(rng.choice(board.available_moves()))
        if found:
            return rng.choice(found)


def _few_to_take(board: Board) -> bool:
    if board.to_move != board.CHANCE_SEAT or not 2 <= len(board.available_moves()) <= 5:
        return False
    return len({expected(board.make_move(cell)) for cell in board.available_moves()}) > 1


def average(rng: Random) -> Question:
    board = _draw(rng, _few_to_take)
    told = [
        f"{board.cell_name(cell)} {expected(board.make_move(cell))}"
        for cell in board.available_moves()
    ]
    count = number(len(told))
    return ask.choice(
        board,
        f"Chance takes one of {count} pieces. Without it the position is worth, for Tres, "
        f"{listed(told)}. What is it worth now?",
        _guesses(board),
        expected(board),
        (
            "Each piece is equally likely to go.",
            f"Add up the {count} numbers and divide by {count}.",
            "It lies between the lowest and the highest of them.",
        ),
        (_average(board),),
    )


def _wins_now(board: Board) -> bool:
    """Tres or Uno to move, who can complete a pattern in one of at least four free cells."""
    mine = board.to_move in board.RIVALS and pool.free(board) >= 4
    return mine and len(board.winning_cells(board.to_move)) == 1


def complete_pattern(rng: Random) -> Question:
    board = _draw(rng, _wins_now)
    right = board.winning_cells(board.to_move)
    seat = board.to_move

    def why(cell: int) -> str:
        after, name = board.make_move(cell), board.cell_name(cell)
        if cell in right:
            return f"{seat} plays {name} and completes {lines_made(after)}."
        return f"{name} completes no pattern."

    return ask.cells(
        board,
        f"{seat} to move. Place the piece that completes a pattern.",
        right,
        why,
        (
            "Three patterns win: the top row, the bottom row, and the diagonal from d1 to a4.",
            f"Look for a pattern with three pieces of {seat}.",
            f"It is in row {board.cell_name(right[0])[1]}.",
        ),
    )


def _one_to_fear(board: Board) -> bool:
    """Uno or Tres to move, who cannot win but has one cell to block."""
    if board.to_move not in board.RIVALS or board.winning_cells(board.to_move):
        return False
    if pool.free(board) < 4 or len(board.winning_cells(rival_of(board))) != 1:
        return False
    return len(solution_of(board).best_moves(board)) < pool.free(board)


def stop_pattern(rng: Random) -> Question:
    board = _draw(rng, _one_to_fear)
    right = solution_of(board).best_moves(board)
    rival = rival_of(board)
    threat = board.cell_name(board.winning_cells(rival)[0])
    best = expected(board.make_move(right[0]))
    return ask.cells(
        board,
        f"{board.to_move} to move. {rival} could complete a pattern at {threat}. Place the move "
        "with the best expected result.",
        right,
        lambda cell: f"{board.cell_name(cell)}: {expected(board.make_move(cell))} for Tres.",
        (
            "Tres wants a high number, Uno a low one.",
            f"What happens if {rival} gets to place a piece on {threat}?",
            f"The best expected result is {best} for Tres.",
        ),
    )


def _one_before_the_end(board: Board) -> bool:
    return pool.free(board) == 2 and len(set(solution_of(board).values(board).values())) == 2


def last_choice(rng: Random) -> Question:
    board = pool.draw(rng, _one_before_the_end)
    right = solution_of(board).keeping_moves(board)
    return ask.cells(
        board,
        f"{board.to_move} to move, two cells are free. Play both games to the end in your head, "
        "then place the better move.",
        right,
        partial(facts.valued, board),
        (
            "After your move only one cell is left, so the end is certain.",
            facts.consequence(board, board.available_moves()[0]),
            facts.consequence(board, board.available_moves()[1]),
        ),
    )


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "dstru": (complete_pattern, average, stop_pattern, average, complete_pattern),
    "solved": (last_choice, up_the_tree, last_choice, up_the_tree, last_choice),
}
