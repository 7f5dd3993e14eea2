"""What the characters at the board say in a game, and when they speak while it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from games.characters import THIRD, Character, Past, Situation, character, line
from games.engines.played import MoveFacts
from games.match import ACTIVE, ENGINE, NEUTRAL, PERSON, Match, Seat
from games.presenters.endings.missed import position_before
from games.presenters.positions import PlayedMove, moves_of


class Speech(TypedDict):
    """The character at ``seat`` speaks, about a ``situation``."""

    seat: str
    situation: str


def speech(match: Match) -> Speech | None:
    """What a character has to say while the game goes on; None if nothing."""
    if match.status != ACTIVE or len(_people(match)) == len(match.seats):
        return None
    speakers = {seat.name: seat for seat, _ in speaking(match)}
    if not speakers:
        return None
    made = moves_of(match)[match.opening :]
    if not made:
        return {"seat": next(iter(speakers)), "situation": Situation.OPENING}
    people = _people(match)
    last = max((at for at, move in enumerate(made) if move.seat in people), default=0)
    found = dict(_of_round(match, made[last:], set(speakers), people))
    for situation in (Situation.YOUR_FORK, Situation.OWN_FORK, Situation.BLOCK):
        if situation in found:
            return {"seat": found[situation], "situation": situation}
    return None


def _of_round(
    match: Match, made: Sequence[PlayedMove], speakers: set[str], people: set[str]
) -> Iterator[tuple[str, str]]:
    """Each situation of a round, with the seat that speaks of it."""
    rivals = match.board.RIVALS
    for move in made:
        before = position_before(match, move.ply)
        if move.seat not in rivals:  # Dos spoils a pattern of which a person lacked one cell
            after = before.make_move(move.cell)
            cost = set(before.winning_cells(move.taken)) - set(after.winning_cells(move.taken))
            if move.seat in speakers and move.taken in people and cost:
                yield Situation.BLOCK, move.seat
            continue
        played = MoveFacts(before, move.cell)
        if move.seat in people:
            other = next((seat for seat in rivals if seat != move.seat), "")
            if other in speakers and played.makes_fork:
                yield Situation.YOUR_FORK, other
        elif move.seat in speakers:
            if played.makes_fork:
                yield Situation.OWN_FORK, move.seat
            elif move.cell in played.rival_wins:
                yield Situation.BLOCK, move.seat


def script(match: Match, reader: int | None, past: Past) -> Mapping[str, Mapping[str, str]]:
    """What each character at the board says in this game, by seat and situation.

    It follows from the game and from what ``reader`` has played before it.
    """
    return {seat.name: _lines(one, reader or 0, past) for seat, one in speaking(match)}


def _lines(one: Character, reader: int, past: Past) -> dict[str, str]:
    told = {str(about): about for about in Situation if about != Situation.CLEARED}
    if past.losses % THIRD == THIRD - 1:
        told |= dict.fromkeys(map(str, (Situation.WON, Situation.LONG)), Situation.THIRD_LOSS)
    if not past.has_won:
        told[Situation.LOST] = Situation.BEGINNER
    found = {name: line(one.name, about, reader, past.games) for name, about in told.items()}
    return {name: text for name, text in found.items() if text}


def speaking(match: Match) -> list[tuple[Seat, Character]]:
    """The seats that characters hold, in the order of turn."""
    held = [seat for seat in match.seats if seat.kind in (ENGINE, NEUTRAL)]
    known = [(seat, character(match.board.VARIANT, seat.engine)) for seat in held]
    return [(seat, one) for seat, one in known if one is not None]


def _people(match: Match) -> set[str]:
    return {seat.name for seat in match.seats if seat.kind == PERSON}
