"""The characters people meet as opponents: engines with a face, a name and a place on a ladder.

A character is how pages introduce an engine; games store and the protocol names the engine
itself. Every engine can be played under its own name, so a character adds no way to play.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.characters.hesitation import Hesitation, Look
from games.engines import LEARNED, Engine, engine, rival_engines
from games.rules import board_class


@dataclass(frozen=True, slots=True)
class Character:
    """One opponent. ``slug`` is the engine's; ``face`` names a drawing in ``drawing.faces``.

    ``strength`` is one everyday word for it; ``strokes`` is its place on the ladder of its game,
    weakest first from 1, drawn as tally marks. It is 0 for those beside the ladder: those who hold
    Dos want different things and are not stronger or weaker than each other, and Ward and those
    who have learned the game never lose, but miss wins. ``hesitation`` is how a page shows it
    thinking.
    """

    name: str
    variant: str
    slug: str
    line: str
    strength: str
    strokes: int
    hesitation: Hesitation

    @property
    def face(self) -> str:
        return self.name.lower()

    @property
    def value(self) -> str:
        """What forms and ``POST /api/games/`` call this opponent."""
        return f"engine:{self.slug}" if self.slug != "neutral" else self.slug

    @property
    def engine(self) -> Engine:
        return engine(self.variant, self.slug)


PECKS = Hesitation(520, 700, Look.ANY, 2)
SNIFFS = Hesitation(450, 600, Look.GUARDED, 2)
COUNTS = Hesitation(600, 700, Look.IN_ORDER, 2)
PONDERS = Hesitation(560, 700, Look.ANY, 1)
STALKS = Hesitation(450, 560, Look.ANY, 1, sly=True)
DRAWS_LOTS = Hesitation(400, 500, Look.ANY, 1)
RATTLES = Hesitation(560, 700, Look.ANY, 2)

CAST: tuple[Character, ...] = (
    Character("Pip", "classic", "random", "Pecks at any empty square and hopes.", "easy", 1, PECKS),
    Character(
        "Bruno",
        "classic",
        "smart",
        "Grabs a win, guards a loss, follows his nose.",
        "fair",
        2,
        SNIFFS,
    ),
    Character(
        "Tally",
        "classic",
        "linear",
        "Adds up all eight lines. Can be tricked.",
        "tricky",
        3,
        COUNTS,
    ),
    Character(
        "Minerva", "classic", "minimax", "Reads every game to its last move.", "expert", 4, PONDERS
    ),
    Character(
        "Sable", "classic", "perfect", "Never wrong, and likes to lay traps.", "perfect", 5, STALKS
    ),
    Character(
        "Ward",
        "classic",
        "linear-guarded",
        "Adds up like Tally, behind a guard. Never loses, without a tree.",
        "hard",
        0,
        COUNTS,
    ),
    Character(
        "Boxes",
        "classic",
        "menace",
        "304 matchboxes of beads. They play X, and begin.",
        "learned",
        0,
        RATTLES,
    ),
    Character("Table", "classic", "td", "Looks each position up in a book.", "learned", 0, COUNTS),
    Character(
        "Net", "classic", "net", "Feels what 1,697 weights have learned.", "learned", 0, PONDERS
    ),
    Character("Tree", "classic", "mcts", "Tries 2,000 games, then moves.", "learned", 0, PONDERS),
    Character("Dot", "dstru", "random", "Lands on any free square.", "easy", 1, PECKS),
    Character(
        "Clawd", "dstru", "smart", "Snaps up a pattern, or pinches yours.", "fair", 2, SNIFFS
    ),
    Character(
        "Webster", "dstru", "search", "Feels four moves ahead along the threads.", "hard", 3, COUNTS
    ),
    Character(
        "Octavia",
        "dstru",
        "perfect",
        "Holds every position in one of her arms.",
        "perfect",
        4,
        PONDERS,
    ),
    Character(
        "Chance",
        "dstru",
        "neutral",
        "Takes any piece, all equally likely.",
        "neutral",
        0,
        DRAWS_LOTS,
    ),
    Character(
        "Trixie", "dstru", "dos-for-tres", "Takes what helps Tres most.", "for Tres", 0, PONDERS
    ),
    Character("Una", "dstru", "dos-for-uno", "Takes what helps Uno most.", "for Uno", 0, PONDERS),
    Character("Rook", "dstru", "dos-saboteur", "Wants nobody to win.", "for nobody", 0, PONDERS),
    Character("Pip", "ultimate", "random", "Pecks anywhere and hopes.", "easy", 1, PECKS),
    Character("Bruno", "ultimate", "greedy", "Grabs a board, guards a board.", "fair", 2, SNIFFS),
    Character(
        "Tally", "ultimate", "alphabeta", "Adds up rows, a few moves ahead.", "tricky", 3, COUNTS
    ),
    Character(
        "Minerva", "ultimate", "mcts", "Plays it out two thousand times.", "hard", 4, PONDERS
    ),
    Character("Sable", "ultimate", "deepening", "Looks deeper than you.", "expert", 5, STALKS),
)
"""Game by game, some of them at two; rivals weakest first, then those who hold the third seat."""

_BY_ENGINE = {(one.variant, one.slug): one for one in CAST}


def rivals(variant: str) -> tuple[Character, ...]:
    """The ladder of ``variant``: the characters that sit opposite, weakest first."""
    return tuple(one for one in CAST if one.variant == variant and one.strokes)


def thirds(variant: str) -> tuple[Character, ...]:
    """The characters that hold the third seat of ``variant``; none for a game of two."""
    held = board_class(variant).SEATS[2:]
    return tuple(one for one in CAST if one.variant == variant and one.engine.seats == held != ())


def grades(variant: str) -> tuple[Character, ...]:
    """The characters of document 001's easy, medium and hard; none for a game without them."""
    return tuple(one for one in CAST if one.variant == variant and one.engine.difficulty)


def learners(variant: str) -> tuple[Character, ...]:
    """The characters of ``variant`` whose engines have learned it by playing."""
    return tuple(
        one for one in CAST if one.variant == variant and one.slug in LEARNED.get(variant, {})
    )


def character(variant: str, name: str) -> Character | None:
    """The character of the engine called ``name``, if it has one.

    An engine with switches is another player: only one that is set as usual has a character.
    """
    return _BY_ENGINE.get((variant, name))


def first_opponent(variant: str) -> str:
    """Whom a newcomer plays, as forms call it: the friendliest character.

    In a game without characters it is the weakest engine that can hold either rival's seat.
    """
    ladder = rivals(variant)
    return ladder[0].value if ladder else f"engine:{next(iter(rival_engines(variant)))}"


def next_up(one: Character) -> Character | None:
    """Who stands one step higher on the ladder; None at its top."""
    ladder = rivals(one.variant)
    return next((other for other in ladder if other.strokes == one.strokes + 1), None)


LEVELS = {1: 1200, 2: 1400, 3: 1550, 4: 1750, 5: 1950}
"""About which rating of a person a step of the ladder suits. Nobody rates computers: this only
says that a newcomer, who has 1500, is met in the middle, and a strong player at the top."""


def nearest(variant: str, rating: int) -> Character | None:
    """The character whose step of the ladder suits a rating best; None without a cast."""
    ladder = rivals(variant)
    return min(ladder, key=lambda one: abs(LEVELS[one.strokes] - rating), default=None)
