"""Document 001 with other path scores: to play against, to prove, and why none is enough.

The scores stand in the address as ``score=30&score=10&…``, in the order of the printed table, a
game as the reader's seat and its cells: ``play=X-a1b2c3``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.analysis.documents import boards, proving
from games.analysis.documents.address import SEAT, AddressField, BadAddress, Value, cells_in
from games.analysis.wording import names, number
from games.compute.pool import compute
from games.engines import solution_of
from games.engines.classic.linear import (
    PRINTED,
    LinearEngine,
    evaluate,
    scores_by_code,
    state,
)
from games.engines.proofs import ProofRecord
from games.rules import ClassicBoard
from games.rules.errors import quoted

HIGHEST = 100
"""Scores go from the negative of it up to it, in halves: so they add up exactly."""

GAME = Value("play", (SEAT, AddressField(r"([abc][123]){0,9}", "at most nine cells")), "X-")
"""The reader's seat, and the cells in order of play."""

REASONS = {
    (2, 2): "completes a line: the game is won",
    (-2, 2): "stops a line of the other side; a win comes first, for it ends the game",
    (1, 1): "builds on a line begun: one mark more threatens to win",
    (-1, 1): "stops a line that the other side has begun, and builds elsewhere",
    (0, 0): "begins a line: still three marks away",
    (0, 2): "nobody can win a line that holds both marks",
}
"""Why the document gives a score to a path with (own, total) marks; a full one has no free cell."""

FULL = "a full line: no free cell is on it, so its score never decides"

BELOW_ZERO, ABOVE_ZERO = "a1 b2 c3", "b2 a1 c3"
"""Two games in which O must answer well, as X, O, X."""

Scores = tuple[float, ...]


def read(given: Sequence[str]) -> Scores:
    """Ten scores, or the printed ones if none is given. Raises BadAddress."""
    if not given:
        return tuple(PRINTED.values())
    if len(given) != len(PRINTED):
        raise BadAddress(f"There are {len(given)} scores: expected {len(PRINTED)}")
    return tuple(map(_score, given))


def _score(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not (abs(value) <= HIGHEST and 2 * value == int(2 * value)):
        raise BadAddress(
            f"score={quoted(text)} cannot be read: expected a number from −{HIGHEST} to {HIGHEST} "
            "in halves, as in score='1.5'"
        )
    return value


def table(scores: Scores) -> dict[tuple[int, int], float]:
    """The scores by (own occupancy, total occupancy), as the engine takes them."""
    return dict(zip(PRINTED, scores, strict=True))


def engine(scores: Scores) -> LinearEngine:
    """The engine of the document with these scores."""
    return LinearEngine().scoring(table(scores))


def game(fields: Sequence[str], scores: Scores, url: Callable[[str], str]) -> dict[str, Any]:
    """A game so far, with the answer to its last move. Among equals the first cell answers.

    Raises BadAddress for a move that cannot be played, or that these scores do not play.
    """
    seat, text = fields
    moves = list(cells_in(text, ClassicBoard.SHAPE))
    board, opponent = ClassicBoard(), engine(scores)
    for cell in moves:
        mine = board.to_move == seat
        if cell not in (board.available_moves() if mine else opponent.candidates(board, {})):
            why = "it is not free" if mine else "these scores choose another cell"
            raise BadAddress(f"play={quoted('-'.join(fields))} stops at {_names([cell])}: {why}")
        board = board.make_move(cell)
    if not board.is_game_over() and board.to_move != seat:
        moves.append(opponent.candidates(board, {})[0])
        board = board.make_move(moves[-1])
    played = _names(moves)
    return {
        "board": boards.play(
            "play",
            board,
            lambda _, cell: url(f"{seat}-{played}{_names([cell])}".replace(" ", "")),
            last=moves[-1] if moves else None,
        ),
        "seats": [boards.ChoiceLink(one, url(f"{one}-"), one == seat) for one in "XO"],
        "said": _said(board, seat),
        "moves": played,
    }


def _said(board: ClassicBoard, seat: str) -> str:
    if (outcome := board.outcome) is None:
        return f"Your move: you are {seat}."
    if outcome.winner is None:
        return "A draw."
    return "You win: these scores can lose." if outcome.winner == seat else "The scores win."


def proof(scores: Scores, url: Callable[[str], str]) -> list[dict[str, Any]]:
    """Every game that the scores can play, whichever of equal cells they take, by seat.

    With the first that is ``lost``, and where it is replayed. Raises Busy.
    """
    found: dict[str, ProofRecord] = compute(proving.prove_scores, scores)
    rows = []
    for seat, record in found.items():
        lost = _names(record.losing_lines[0]) if record.losses else ""
        replay = url(f"{'O' if seat == 'X' else 'X'}-{lost}".replace(" ", "")) if lost else ""
        rows.append({"seat": seat, "record": record, "lost": lost, "replay": replay})
    return rows


def need(moves: str, scores: Scores) -> dict[str, Any]:
    """What the scores make of the position after ``moves``, in which O must answer well.

    ``good`` cells keep the draw and ``bad`` ones lose, each with the highest score of theirs.
    """
    board = ClassicBoard()
    for cell in cells_in(moves.replace(" ", ""), ClassicBoard.SHAPE):
        board = board.make_move(cell)
    good = solution_of(board).keeping_moves(board)
    bad = [cell for cell in board.available_moves() if cell not in good]
    cells = evaluate(state(board), scores_by_code(table(scores))).cells[0].tolist()
    best_good, best_bad = (max(cells[cell] for cell in some) for some in (good, bad))
    return {
        "moves": moves,
        "good": _names(good),
        "bad": _names(bad),
        "best_good": number(best_good),
        "best_bad": number(best_bad),
        "met": best_good > best_bad,
    }


def needs(scores: Scores) -> list[dict[str, Any]]:
    """The two positions that no path scores answer both: one asks for a negative score of a line
    that the other side has begun, the other one for a positive score.
    """
    return [need(moves, scores) for moves in (BELOW_ZERO, ABOVE_ZERO)]


def query(scores: Scores) -> Mapping[str, list[str]]:
    """The scores as an address has them; nothing for the printed ones."""
    if scores == tuple(PRINTED.values()):
        return {}
    return {"score": [f"{score:g}" for score in scores]}


def _names(cells: Iterable[int]) -> str:
    return names(ClassicBoard, cells)
