"""What the review of a finished game shows beside its board: players and the score sheet."""

from __future__ import annotations

from typing import Any

from games import presenters
from games.analysis.review import score_sheet, what_if
from games.characters import character
from games.engines import Engine, solution_of
from games.match import LOCAL, Match, Seat
from games.rules import Board


def judged(match: Match) -> tuple[Board, list[score_sheet.Judged]]:
    """The first position of a match, and its moves with their verdicts."""
    start = presenters.start_of(match)
    solution_of(start).make_ready(start)
    return start, score_sheet.judged(start, match.moves, match.opening)


def review_page(match: Match, viewer: int | None) -> dict[str, Any]:
    """The review as ``viewer`` sees it. Waits for the solution of the game.

    ``expected`` says that values are expectations, since chance takes part. ``proofs`` are those of
    the rows, by ply. ``opponents`` are the engines to play on against, those with faces first.
    """
    start, moves = judged(match)
    rows = score_sheet.rows(start, moves)
    first, second = start.RIVALS
    own = None if match.kind == LOCAL else viewer
    return {
        "game_id": match.id,
        "game_url": presenters.game_url(match.id, match.kind),
        "players": [
            _player(seat, moves, start.VARIANT, own)
            for seat in match.seats
            if seat.name in start.RIVALS
        ],
        "solved": score_sheet.is_solved(start),
        "judged": any(one.verdict for one in moves),
        "rows": rows,
        "expected": bool(start.CHANCE_SEAT),
        "first": first,
        "second": second,
        "proofs": {row.ply: row.proof for row in rows if row.proof},
        "opponents": sorted(
            (_opponent(start.VARIANT, one) for one in reversed(what_if.opponents(start).values())),
            key=lambda one: not one["face"],
        ),
    }


def _opponent(variant: str, engine: Engine) -> dict[str, str]:
    """An engine to play on against, by the name and the face of its character if it has one."""
    one = character(variant, engine.slug)
    title, face = (one.name, one.face) if one else (engine.title, "")
    return {"slug": engine.slug, "title": title, "face": face}


def _player(
    seat: Seat, moves: list[score_sheet.Judged], variant: str, viewer: int | None
) -> dict[str, Any]:
    """One of the two rivals: accuracy (None where no move counted), number of mistakes."""
    accuracy = score_sheet.accuracy(moves, seat.name)
    return {
        "seat": seat.name,
        "title": presenters.seat_title(seat, variant),
        "accuracy": accuracy,
        "percent": round(100 * (accuracy or 0)),
        "own": viewer is not None and seat.user == viewer,
        "mistakes": len(score_sheet.mistakes(moves, seat.name)),
    }
