"""All that a page needs to end a game: its mood, its words, and what is drawn over the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypedDict

from games.characters import Character, character, next_up, says
from games.drawing.boards import lines_of
from games.drawing.faces import GLAD, SAD, SURPRISED
from games.drawing.marks import line_path
from games.drawing.moments import frame_path, ray_paths, ring_path
from games.match import ENGINE, FINISHED, LOCAL, Match, Reason, Seat
from games.presenters.endings.missed import Missed, missed
from games.presenters.endings.situations import situation_of
from games.presenters.endings.tale import tale
from games.rules import Shape, third_won

WON, LOST, DRAWN, OVER = "won", "lost", "drawn", "over"
"""Moods. ``OVER`` is that of those who neither won nor lost: they watch, share the screen, or Dos
won.
"""


class MissedFacts(TypedDict):
    """The square that was missed; ``paths`` are its lines as the data of SVG paths."""

    ply: int
    cell: int
    seat: str
    paths: list[str]


class Ending(TypedDict):
    """``mood`` is won, lost, drawn or over, as ``you`` feel it. ``situation`` is how the end was
    for the opponent at ``speaker``, ``lines`` what it may say of it, in an order of this game.
    ``rings`` and ``rays`` are SVG paths over the board. ``faces`` are the seats of characters
    whose face changes, each with its expression.
    """

    mood: str
    tale: str
    speaker: str | None
    situation: str | None
    lines: list[str]
    rings: list[str]
    rays: list[str]
    missed: MissedFacts | None
    faces: dict[str, str]


def ending(match: Match, you: str | None) -> Ending | None:
    """How a finished game is told to the one who sits at ``you``; None while it goes on."""
    outcome = match.outcome
    if match.status != FINISHED or outcome is None:
        return None
    won = lines_of(outcome.cells, match.board)
    mood = mood_of(match, you)
    speaker = opponent(match, you)
    gone = missed(match, you) if you is not None and mood == LOST else None
    return {
        "mood": mood,
        "tale": tale(match, you),
        "speaker": speaker.name if speaker else None,
        "situation": situation_of(match, speaker) if speaker else None,
        "lines": list(_says(match, speaker)) if speaker else [],
        "rings": _rings(match, won),
        "rays": [path for line in won for path in _rays(tuple(line), match.board.SHAPE)],
        "missed": _facts(match, gone) if gone else None,
        "faces": faces(match),
    }


def faces(match: Match) -> dict[str, str]:
    """How the characters at the board take the end of the game; those who stay calm are left out.

    Empty while the game goes on.
    """
    if match.status != FINISHED or match.outcome is None:
        return {}
    variant = match.board.VARIANT
    known = {
        seat.name: (seat, one)
        for seat in match.seats
        if seat.kind == ENGINE and (one := character(variant, seat.engine))
    }
    felt = {name: _expression(match, seat, one) for name, (seat, one) in known.items()}
    return {name: face for name, face in felt.items() if face}


def _expression(match: Match, seat: Seat, one: Character) -> str:
    """The weakest are surprised to win, the strongest to lose; Dos has nobody to lose against."""
    assert match.outcome is not None
    if match.outcome.winner == seat.name:
        played_out = match.outcome.reason in (Reason.LINE, Reason.FULL)
        return GLAD if played_out and one.strokes != 1 else SURPRISED
    if match.outcome.winner in match.board.RIVALS and one.strokes:
        return SAD if next_up(one) else SURPRISED
    return ""


def _rings(match: Match, won: Sequence[Sequence[int]]) -> list[str]:
    """Round each winning line; round the whole board where it was won by filling up."""
    shape, outcome = match.board.SHAPE, match.outcome
    if outcome and outcome.winner and outcome.reason == Reason.FULL:
        return [frame_path(shape)]
    return [_ring(tuple(line), shape) for line in won]


@cache
def _ring(line: tuple[int, ...], shape: Shape) -> str:
    """Every game has few lines, and drawing one takes longer than all the rest of an ending."""
    return ring_path(line, shape)


@cache
def _rays(line: tuple[int, ...], shape: Shape) -> tuple[str, ...]:
    return tuple(ray_paths(line, shape))


def mood_of(match: Match, you: str | None) -> str:
    """How the end feels at ``you``."""
    assert match.outcome is not None
    winner = match.outcome.winner
    if winner is None:
        return DRAWN
    if you is None or match.kind == LOCAL or third_won(type(match.board), winner, you):
        return OVER
    return WON if winner == you else LOST


def opponent(match: Match, you: str | None) -> Seat | None:
    """The seat whose character has a word to say: a rival's, or the third's if it won."""
    assert match.outcome is not None
    variant, winner = match.board.VARIANT, match.outcome.winner
    played = [
        seat
        for seat in match.seats
        if seat.kind == ENGINE and seat.name != you and character(variant, seat.engine)
    ]
    third = [seat for seat in played if seat.name not in match.board.RIVALS]
    rivals = [seat for seat in played if seat.name in match.board.RIVALS]
    if third and third[0].name == winner:
        return third[0]
    return next(iter(rivals), None)


def _says(match: Match, seat: Seat) -> tuple[str, ...]:
    assert match.outcome is not None
    known = character(match.board.VARIANT, seat.engine)
    assert known is not None
    return says(known.name, situation_of(match, seat), match.seed)


def _facts(match: Match, gone: Missed) -> MissedFacts:
    paths = [line_path(line, match.board.SHAPE) for line in gone.lines]
    return {"ply": gone.ply, "cell": gone.cell, "seat": gone.seat, "paths": paths}
