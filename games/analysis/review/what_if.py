"""Playing on from a position of a finished game against an engine, without making it a game.

Nothing is stored: who plays on sends the whole line with every move, and the answer is the line
with the replies. Engines draw with a generator made from the line, so a line repeats.
"""

from __future__ import annotations

from random import Random
from typing import TypedDict

from games.analysis import results, variations
from games.analysis.reasons import reason_of
from games.analysis.reasons.on_board import said
from games.analysis.wording import listed
from games.characters import character
from games.compute.moves import engine_move
from games.compute.pool import compute
from games.engines import Engine, engines_for, rival_engines, solution_of
from games.engines.sides import has_side
from games.match import NEUTRAL, Match
from games.presenters import SmallBoardFacts, cell_labels, replay, small_boards_of
from games.rules import Board


class WhatIf(TypedDict):
    """The position after a line from ``ply`` on, for the one who plays on as ``you``.

    ``line`` is the whole line in names of cells, ``moves`` in cells with their ``movers``, and
    ``taken`` whose mark each removal took, by its place in the line from 1. ``legal`` are the cells
    to choose among, none once the line has ended the game. ``sign`` is the shape of the result.
    """

    ply: int
    line: str
    moves: list[int]
    movers: list[str]
    taken: dict[int, str]
    you: str
    legal: list[int]
    action: str
    labels: list[str]
    small_boards: SmallBoardFacts | None
    won: list[int]
    sign: str
    result: str
    said: str
    analysis: str


def opponents(board: type[Board] | Board) -> dict[str, Engine]:
    """The engines to play on against, weakest first."""
    return rival_engines(board.VARIANT)


def play_on(match: Match, ply: int, line: str, slug: str) -> WhatIf:
    """``line`` played from the position after ``ply`` moves, with the replies of an engine.

    From the end of a game it goes back to where somebody could choose. Raises IllegalMove, Busy,
    and KeyError for an engine that ``opponents`` does not have.
    """
    ply = _choice_at(match, ply)
    start = replay(match, ply)
    solution_of(start).make_ready(start)
    engine = opponents(start)[slug]
    way = variations.played(start, line.split("-") if line else [])
    you = _you(way.boards)
    asked = len(way.cells)
    while not way.board.is_game_over() and way.board.to_move != you:
        way = way.after(_reply(way, engine))
    return _answer(ply, way, asked, you, engine)


def _choice_at(match: Match, ply: int) -> int:
    """``ply``, or for the end of the game the last at which one of the rivals had a move to choose.

    A game that was stopped ends in such a position.
    """
    if ply < len(match.moves):
        return ply
    boards = ((at, replay(match, at)) for at in range(ply, 0, -1))
    return next((at for at, one in boards if not one.is_game_over() and has_side(one)), 0)


def _you(boards: tuple[Board, ...]) -> str:
    """The seat of the one who plays on: the first rival that is to move."""
    board = boards[0]
    if has_side(board):
        return board.to_move
    return board.RIVALS[0]


def _reply(way: variations.Variation, engine: Engine) -> int:
    """What the engine plays, and for a chance seat what chance takes."""
    board = way.board
    rng = Random(f"{board.notation} {len(way.cells)}")
    if not has_side(board):
        neutral = engines_for(board.VARIANT, board.to_move).get(NEUTRAL)
        if neutral is None:
            return rng.choice(board.available_moves())
        return neutral.choose(board, rng).move
    if engine.equivalent.is_slow:
        return compute(engine_move, board.VARIANT, engine.name, board.notation, 0)
    return engine.equivalent.choose(board, rng).move


def _answer(ply: int, way: variations.Variation, asked: int, you: str, engine: Engine) -> WhatIf:
    board = way.board
    movers = [one.to_move for one in way.boards[:-1]]
    taken = {
        at + 1: way.boards[at].marks[cell]
        for at, cell in enumerate(way.cells)
        if way.boards[at].action == "remove"
    }
    result = results.ExactResult(results.level(board), board.SEATS)
    solved = solution_of(board).value(board) is not None
    outcome = board.outcome
    turn = not board.is_game_over()
    last = way.cells[-1] if way.cells else None
    return {
        "ply": ply,
        "line": variations.names(way.boards[0], way.cells),
        "moves": list(way.cells),
        "movers": movers,
        "taken": taken,
        "you": you,
        "legal": list(board.available_moves()),
        "action": board.action,
        "labels": list(
            cell_labels(board, last=last, taken=taken.get(len(way.cells), ""), acts=turn)
        ),
        "small_boards": small_boards_of(board, last),
        "won": list(outcome.cells) if outcome else [],
        "sign": result.side if solved else "",
        "result": _result(board, result, solved=solved),
        "said": _said(way, asked, you, engine),
        "analysis": way.address(way.at),
    }


def _result(board: Board, result: results.ExactResult, *, solved: bool) -> str:
    if (outcome := board.outcome) is not None:
        return f"{outcome.winner} has won." if outcome.winner else "A draw."
    if not solved:
        return f"{board.to_move} to move."
    return f"{board.to_move} to move: {result.spoken} with best play."


def _said(way: variations.Variation, asked: int, you: str, engine: Engine) -> str:
    """What the last move did, and what was answered."""
    parts = []
    mine = [at for at in range(asked) if way.boards[at].to_move == you]
    if mine and solution_of(way.board).value(way.boards[0]) is not None:
        at = mine[-1]
        board, cell = way.boards[at], way.cells[at]
        parts.append(said(board, cell, reason_of(board, cell)))
    replies = [_played(way.boards[at], way.cells[at]) for at in range(asked, len(way.cells))]
    if replies:
        known = character(way.board.VARIANT, engine.slug)
        who = known.name if known else engine.title
        parts.append(f"{who} answers: {listed(replies)}.")
    return " ".join(parts)


def _played(board: Board, cell: int) -> str:
    name = board.cell_name(cell)
    return f"{board.to_move} takes {name}" if board.action == "remove" else name
