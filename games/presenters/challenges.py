"""Challenges in words: who asks whom, for which game, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Challenge
from games.presenters.lists import game_url, profile_url, terms
from games.presenters.signals import BEGUN, CHALLENGE
from games.rules import board_class

RANDOM = "random"

ANSWERS = {
    Challenge.Status.ACCEPTED: "{name} has accepted your challenge.",
    Challenge.Status.DECLINED: "{name} has declined your challenge.",
}
NO_ANSWER = "{name} has not answered your challenge."


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge as one of its two people reads it.

    ``said`` is who asks whom, ``game`` what for, ``url`` where it is played, if it is. ``signal``
    and ``icon`` are for the title and the icon of a tab; empty where nothing waits for the reader.
    """

    id: str
    other: str
    profile: str
    said: str
    game: str
    url: str = ""
    signal: str = ""
    icon: str = ""
    status: str = ""


def asked_line(asked: Challenge) -> ChallengeLine:
    """As the challenged person reads it while it waits."""
    name, said = asked.challenger.get_username(), asked.challenger.shown_name
    return ChallengeLine(
        id=asked.id,
        other=name,
        profile="" if asked.challenger.is_guest else profile_url(name),
        said=f"{said} challenges you.",
        game=f"{_game(asked)}, {_seat(asked)}",
        signal=f"{said} challenges you",
        icon=CHALLENGE,
    )


def asking_line(asked: Challenge) -> ChallengeLine:
    """As the challenger reads it while it waits."""
    name = asked.challenged.get_username()
    return ChallengeLine(
        id=asked.id,
        other=name,
        profile="" if asked.challenged.is_guest else profile_url(name),
        said=f"You have challenged {name}.",
        game=_game(asked),
    )


def answer_line(asked: Challenge) -> ChallengeLine:
    """As the challenger reads it once it is over."""
    name = asked.challenged.get_username()
    accepted = asked.status == Challenge.Status.ACCEPTED
    return ChallengeLine(
        id=asked.id,
        other=name,
        profile="" if asked.challenged.is_guest else profile_url(name),
        said=ANSWERS.get(Challenge.Status(asked.status), NO_ANSWER).format(name=name),
        game=_game(asked),
        url=game_url(asked.game_id) if asked.game_id else "",
        signal=f"{name} accepts" if accepted else "",
        icon=BEGUN if accepted else "",
        status=asked.status,
    )


def _game(asked: Challenge) -> str:
    return f"{board_class(asked.variant).TITLE}, {terms(asked)}"


def _seat(asked: Challenge) -> str:
    """Which seat the challenged person gets."""
    if asked.seat == RANDOM:
        return "the seats are drawn"
    rivals = board_class(asked.variant).RIVALS
    return f"you play {next(seat for seat in rivals if seat != asked.seat)}"
