"""What a class can be given: everything of the site that has an address."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from games import characters
from games.analysis import variations
from games.analysis.learn.lessons import LESSONS
from games.analysis.puzzles.collection import THEMES, Puzzle, of_theme
from games.engines import solution_of
from games.rules import VARIANTS, Board, RulesError
from progress.campaign import catalog
from progress.campaign.catalog import Stage
from progress.classes import ClassRefused
from progress.models import ClassTask

Kind = ClassTask.Kind

PUZZLES_AT_ONCE = 5
MOST_PUZZLES = 20
MINUTES = {Kind.LESSON: 5, Kind.SHEET: 8, Kind.STAGE: 3, Kind.PUZZLES: 4}
MINUTES |= {Kind.POSITION: 4, Kind.ENGINE: 30, Kind.GAME: 5}
OWN_NUMBERS, PROVEN = "the class’s own numbers", "one file, proven or refuted"


class Offer(NamedTuple):
    """A task that can be given. ``what`` is what its address is made of."""

    kind: Kind
    what: str
    title: str
    note: str
    minutes: int


class PlayedPosition(NamedTuple):
    """A position to play out against ``opponent``, as forms call it."""

    board: Board
    opening: tuple[int, ...]
    opponent: str

    @property
    def draw_counts(self) -> bool:
        """Whether best play holds no more than a draw, so that a draw is what was asked."""
        solution = solution_of(self.board)
        solution.make_ready(self.board)
        value = solution.value(self.board)
        return value is None or value <= 0


@cache
def offers(kind: Kind) -> tuple[Offer, ...]:
    """Everything of a kind that a class can be given. A position is drawn instead."""
    boards = VARIANTS.items()
    at_once = f"{PUZZLES_AT_ONCE} of them"
    rows: dict[Kind, Iterable[tuple[str, str, str]]] = {
        Kind.LESSON: ((one.slug, one.title, f"lesson {no}") for no, one in enumerate(LESSONS, 1)),
        Kind.SHEET: ((one.slug, f"Five on: {one.title}", OWN_NUMBERS) for one in LESSONS),
        Kind.STAGE: (
            (what := f"{one.level}-{one.number}", one.name, f"stage {what}")
            for one in catalog.STAGES
        ),
        Kind.PUZZLES: (
            (f"{one.slug}:{PUZZLES_AT_ONCE}", one.title, at_once) for one in THEMES.values()
        ),
        Kind.ENGINE: ((slug, "Upload an engine", f"{one.TITLE}, {PROVEN}") for slug, one in boards),
        Kind.GAME: ((slug, "A game with somebody in the class", one.TITLE) for slug, one in boards),
    }
    return tuple(Offer(kind, *row, MINUTES[kind]) for row in rows.get(kind, ()))


def find_offer(kind: str, what: str) -> Offer:
    """The task of a kind. Raises ClassRefused."""
    if kind not in Kind.values:
        raise ClassRefused(f"{kind[:20]!r} is no kind of task.")
    if kind == Kind.POSITION:
        return _position_offer(what)
    if kind == Kind.PUZZLES:
        slug, count = _theme_and_count(what)
        title, minutes = THEMES[slug].title, MINUTES[Kind.PUZZLES]
        return Offer(Kind.PUZZLES, what, title, f"{count} of them", minutes)
    for one in offers(Kind(kind)):
        if one.what == what:
            return one
    raise ClassRefused(f"There is no {Kind(kind).label.lower()} {what[:40]!r}.")


def _theme_and_count(what: str) -> tuple[str, int]:
    slug, _, count = what.partition(":")
    if slug not in THEMES:
        raise ClassRefused(f"There is no theme {slug[:40]!r}.")
    if count not in {str(one) for one in range(1, MOST_PUZZLES + 1)}:
        raise ClassRefused(f"{count[:20]!r} is no number of puzzles: expected 1 to {MOST_PUZZLES}.")
    return slug, int(count)


def puzzles_of(what: str, seed: str) -> list[Puzzle]:
    """The puzzles of a task, the same for the whole class, easiest first."""
    slug, count = _theme_and_count(what)
    them = of_theme(THEMES[slug])
    drawn = Random(f"{seed}:{what}").sample(them, min(count, len(them)))
    return sorted(drawn, key=lambda one: (one.difficulty, one.id))


def stage_of(what: str) -> Stage:
    """The stage of a task. Raises ClassRefused."""
    level, _, number = what.partition("-")
    found = catalog.find(int(level), int(number)) if level.isdigit() and number.isdigit() else None
    if found is None:
        raise ClassRefused(f"There is no stage {what[:20]!r}.")
    return found


def position_of(what: str) -> PlayedPosition:
    """The position of a task, ``<notation>|<opponent>``. Raises ClassRefused."""
    notation, _, opponent = what.partition("|")
    try:
        board = variations.read(notation)
    except RulesError as error:
        raise ClassRefused(f"{error}.") from None
    if board.is_game_over():
        raise ClassRefused(f"In {notation[:40]!r} the game is over.")
    if opponent not in {one.value for one in characters.rivals(board.VARIANT)}:
        raise ClassRefused(f"{opponent[:40]!r} is no opponent in {board.TITLE}.")
    return PlayedPosition(board, _opening_to(board), opponent)


def _opening_to(board: Board) -> tuple[int, ...]:
    """Moves from the start of the game to ``board``, its marks in turn. Raises ClassRefused."""
    cells = [[at for at, mark in enumerate(board.marks) if mark == seat] for seat in board.RIVALS]
    moves = [one for pair in zip_longest(*cells) for one in pair if one is not None]
    at = board.start()
    try:
        for move in moves:
            at = at.make_move(move)
    except RulesError:
        pass
    if at.notation != board.notation:
        raise ClassRefused(f"No game leads to {board.notation!r} by placing marks in turn.")
    return tuple(moves)


def _position_offer(what: str) -> Offer:
    found = position_of(what)
    slug = found.opponent.partition(":")[2]
    foe = characters.character(found.board.VARIANT, slug)
    named = foe.name if foe else slug
    goal = "a draw counts" if found.draw_counts else "to be won"
    what = f"{variations.slug_of(found.board)}|{found.opponent}"
    title = f"{found.board.to_move} against {named}"
    return Offer(Kind.POSITION, what, title, goal, MINUTES[Kind.POSITION])
