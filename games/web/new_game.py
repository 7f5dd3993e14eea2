"""The page on which one tap starts a game: three ways to play, a cast, and remembered settings.

The page offers the last choices again. They are stored in the session, game by game; an address
can ask for others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from games import characters
from games.characters import Character
from games.engines import EngineError, engine_for
from games.match import ENGINE, FRIEND, LOBBY, LOCAL, MEETINGS, NEUTRAL, PERSON
from games.rules import VARIANTS, Board
from games.web.forms import CLOCKS, QUOTED, NewGameForm
from games.web.player_choices import seat_beside

REMEMBERED = ("opponent", "seat", "third", "reading", "clock", "rated")
"""The choices of a form that the next one begins with."""

SESSION_KEY = "new_game"


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """One way to play: a button that starts it. ``extra`` are fields it sends besides."""

    picture: str
    title: str
    line: str
    value: str
    name: str = "opponent"
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class QuickPage:
    """The context of the page. ``summary`` names the current settings.

    ``cast`` are the faces of the ladder, ``grades`` those of document 001's three words,
    ``learners`` those who have learned the game.
    """

    ways: tuple[WayToPlay, ...]
    screens: tuple[WayToPlay, ...]
    cast: tuple[Character, ...]
    grades: tuple[Character, ...]
    learners: tuple[Character, ...]
    thirds: tuple[Character, ...]
    chosen: str
    third: str
    summary: tuple[str, ...]
    engines: int


# --- what is remembered ---


def remembered_variant(session: SessionBase) -> str:
    """The game that was chosen last, or the first there is."""
    wanted = _stored(session).get("variant", "")
    return wanted if wanted in VARIANTS else next(iter(VARIANTS))


def remembered(session: SessionBase, variant: str) -> dict[str, str]:
    """The choices somebody made last at ``variant``, by field of the form."""
    found = _stored(session).get(variant)
    return {name: found[name] for name in REMEMBERED if name in found} if found else {}


def remember(session: SessionBase, form: NewGameForm) -> None:
    """Store the choices of a valid form, and separately its engine, for after games with people."""
    data, variant = form.cleaned_data, form.board.VARIANT
    before = _stored(session)
    chosen = {name: data[name] for name in REMEMBERED if name in data}
    opponent = str(data["opponent"])
    computer = opponent if opponent.startswith(ENGINE) else _computer(session, variant)
    session[SESSION_KEY] = {
        **before,
        "variant": variant,
        variant: {**chosen, "computer": computer},
    }


def _computer(session: SessionBase, variant: str) -> str:
    """The engine that somebody played last, as forms name it; for a newcomer the first one."""
    found = _stored(session).get(variant) or {}
    return str(found.get("computer") or characters.first_opponent(variant))


def _stored(session: SessionBase) -> dict[str, Any]:
    found = session.get(SESSION_KEY)
    return found if isinstance(found, dict) else {}


# --- what a tap sends ---


def tapped(
    data: Mapping[str, str], last_settings: Mapping[str, str], board: type[Board]
) -> dict[str, str]:
    """The fields of the form for a tap, without settings that do not apply to its opponent.

    Those were chosen for another opponent and stay remembered on the page. A tap elsewhere that
    sends no settings takes the last ones; without any, you begin. An invitation in whose stead this
    one comes was perhaps rated: it stays so while it has a clock.
    """
    settings = {} if "seat" in data else {"seat": board.SEATS[0], **last_settings}
    fields = {name: str(value) for name, value in (settings | dict(data)).items()}
    if table := fields.pop("three", ""):
        fields |= {"opponent": table, "third": PERSON}
    elif fields.get("third") == PERSON:
        fields["third"] = NEUTRAL
    opponent = fields.get("opponent", "")
    if opponent not in MEETINGS or ("instead" in fields and not fields.get("clock")):
        fields.pop("rated", None)
    if opponent == LOCAL:
        fields.pop("clock", None)
    return fields


# --- what the page draws ---


def has_quick_start(wanted: Mapping[str, str], board: type[Board]) -> bool:
    """Whether one tap can start what an address asks for: an engine needs a character."""
    opponent = wanted.get("opponent", "")
    if not opponent.startswith(ENGINE):
        return True
    variant = board.VARIANT
    groups = (characters.rivals, characters.grades, characters.learners)
    cast = {one.value for group in groups for one in group(variant)}
    return opponent in cast and wanted.get("third") != PERSON


def quick_page(form: NewGameForm, session: SessionBase, waiting: int) -> QuickPage:
    """The page for a form as it begins; ``waiting`` people wait in the lobby."""
    board, opponent = form.board, str(form["opponent"].value())
    three = bool(board.CHANCE_SEAT)
    computer = _computer(session, board.VARIANT)
    if opponent.startswith(ENGINE) and not _is_base(opponent, computer):
        computer = opponent
    against = _against(board.VARIANT, computer, form.user_id)
    people = _people_of_three() if three else _people_of_two(waiting)
    thirds, held = characters.thirds(board.VARIANT), str(form["third"].value()) if three else ""
    chosen = _chosen_way(opponent, held)
    return QuickPage(
        ways=tuple(_marked(one, chosen) for one in (against, *people)),
        screens=_screens(three, chosen),
        cast=characters.rivals(board.VARIANT),
        grades=characters.grades(board.VARIANT),
        learners=characters.learners(board.VARIANT),
        thirds=thirds,
        chosen=against.value,
        third=held if held in {one.value for one in thirds} else NEUTRAL,
        summary=tuple(_summary(form, against.value)),
        engines=len(form.rivals),
    )


def _is_base(opponent: str, computer: str) -> bool:
    """Whether ``computer`` is the engine ``opponent``, perhaps with switches."""
    return computer == opponent or computer.startswith(f"{opponent}:")


def _against(variant: str, computer: str, user_id: int | None) -> WayToPlay:
    """Against the engine that was played last, by the name people know it under."""
    try:
        found = engine_for(user_id, variant, computer.partition(":")[2])
    except EngineError:
        computer = characters.first_opponent(variant)
        found = engine_for(user_id, variant, computer.partition(":")[2])
    known = characters.character(variant, found.name)
    title = known.name if known else found.label
    line = f"Play {title}{', or tap a face' if characters.rivals(variant) else ''}."
    return WayToPlay("computer", "A computer", line, computer)


def _people_of_two(waiting: int) -> tuple[WayToPlay, ...]:
    here = {0: "The next person who comes.", 1: "One person is waiting."}
    return (
        WayToPlay("friend", "A friend", "You get a link to send.", FRIEND),
        WayToPlay("anyone", "Anyone", here.get(waiting, f"{waiting} people are waiting."), LOBBY),
    )


def _people_of_three() -> tuple[WayToPlay, ...]:
    return (
        WayToPlay("pair", "Two players", "You get a link. Chance takes pieces away.", FRIEND),
        WayToPlay("three", "Three players", "You get a link to send to both.", FRIEND, "three"),
    )


def _screens(three: bool, chosen: tuple[str, str]) -> tuple[WayToPlay, ...]:
    """The ways to play without a second device."""
    here = [WayToPlay("", "Two at this screen", "", LOCAL)]
    if three:
        here.append(WayToPlay("", "Three at this screen", "", LOCAL, "three"))
    return tuple(_marked(one, chosen) for one in here)


def _chosen_way(opponent: str, third: str) -> tuple[str, str]:
    """(name, value) of the button that stands for what the form begins with."""
    if opponent.startswith(ENGINE):
        return "opponent", ENGINE
    return ("three" if third == PERSON else "opponent"), opponent


def _marked(way: WayToPlay, chosen: tuple[str, str]) -> WayToPlay:
    value = ENGINE if way.value.startswith(ENGINE) else way.value
    is_chosen = (way.name, value) == chosen
    return WayToPlay(way.picture, way.title, way.line, way.value, way.name, is_chosen)


def _summary(form: NewGameForm, computer: str) -> list[str]:
    """The settings in a few words, as in "you begin · no clock · unrated"."""
    board = form.board
    seat = seat_beside(board, form.user_id, computer, str(form["seat"].value()))
    begins = {"random": "either begins", board.SEATS[0]: "you begin"}
    said = [begins.get(seat, f"you are {seat}" if seat in board.SEATS else "no such seat")]
    third = str(form["third"].value()) if board.CHANCE_SEAT else NEUTRAL
    if third not in (NEUTRAL, PERSON):
        held = characters.character(board.VARIANT, third.partition(":")[2])
        said.append(f"{board.CHANCE_SEAT} is {held.name if held else third[:QUOTED]}")
    said.append(CLOCKS.get(str(form["clock"].value() or ""), "no clock").lower())
    said.append("rated" if form["rated"].value() else "unrated")
    return said
