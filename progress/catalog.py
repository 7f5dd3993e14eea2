"""The 45 stages of the campaign, as data: who plays, what already stands on the board, and why.

The player is X and moves first everywhere but on the last stage (document 000, formula 9).
An opening is given as cells in order of play, X and O in turn; its X marks are moves of the
player's own and count when a win is rated (formula 3). After an opening of an odd number of
moves the engine answers first, so that the player always comes to a board that waits for them:

* level 1 teaches lines, blocks and forks against chance; a third mark can win every stage;
* level 2 asks for forks. Its opponent blocks, so a win takes a fourth mark (``most`` says two)
  unless the third wins at once;
* level 3 opens with each of the nine first moves, then with each of the five kinds of answer
  that hold, and ends on the plain board with the engine first.

Tests compute every claim made in a lesson.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import ClassicBoard
from games.rules.shape import parse_cell
from progress import scoring


@dataclass(frozen=True, slots=True)
class Level:
    number: int
    engine: str
    about: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. ``player`` is the player's seat, ``most`` the most stars this board can give."""

    level: int
    number: int
    name: str
    lesson: str
    opening: tuple[int, ...]
    engine: str
    player: str
    most: int
    variant: str = ClassicBoard.VARIANT

    @property
    def key(self) -> tuple[int, int]:
        return self.level, self.number

    @property
    def learn(self) -> str:
        """The lesson of ``games.analysis`` that teaches what this stage asks for."""
        return LEARN.get(self.key, LEARN_ON_LEVEL[self.level])

    @property
    def board(self) -> ClassicBoard:
        """The position when play begins."""
        board = ClassicBoard.start()
        for cell in self.opening:
            board = board.make_move(cell)
        return board

    @property
    def opponent(self) -> str:
        """The seat the engine sits at."""
        return next(seat for seat in ClassicBoard.SEATS if seat != self.player)

    @property
    def starts(self) -> str:
        """Who makes the first move of the game: ``player`` or ``engine``."""
        return "player" if self.player == ClassicBoard.SEATS[0] else "engine"

    @property
    def engine_replies_first(self) -> bool:
        return self.board.to_move != self.player

    @property
    def title(self) -> str:
        return f"Level {self.level}, stage {self.number}: {self.name}"


LEVELS = (
    Level(1, "random", "your opponent plays at random"),
    Level(2, "smart", "your opponent takes wins and blocks yours"),
    Level(3, "minimax", "your opponent never loses"),
)

# Of each stage: its name, the opening, the lesson.
LEVEL_1 = (
    ("First mark", "", "Three of your marks in one line win. You need at least three marks."),
    ("Across", "a1 c2 b1 b3", "You have two marks in the top row: c1 completes it."),
    ("Down", "c1 a1 c2 b3", "Columns count, just like rows: c3 completes yours."),
    ("Slant", "a3 a1 b2 b3", "The two diagonals are lines too: c1 completes one."),
    ("The gap", "a3 c1 c3 a2", "The gap in a line can be in the middle: b3 fills it."),
    ("The corner", "a1 b3", "A corner lies on three lines, and all three of yours are open."),
    ("An edge", "b1 b3", "An edge lies on only two lines, and O on b3 blocks one of yours."),
    ("The centre", "b2 b1", "The centre lies on four lines, and O on b1 blocks one of yours."),
    ("Open lines", "a1 b2", "Nobody can win a line with both marks. Your row and column are open."),
    ("Win first", "a1 a2 b1 b2", "c1 wins at once. Do not waste your move on a block at c2."),
    ("Two uses", "a1 b2 c1 b3", "b1 completes your row, and it is the cell that O needs too."),
    ("Look out", "b2 a1", "Block when O has two in a line: even a random move may complete it."),
    ("The fork", "a1 b1", "Nobody can block two threats at once. a2, b2 and a3 lead to a fork."),
    ("Three corners", "a1 c3", "c1 threatens b1. If O blocks there, a3 makes two threats."),
    ("The exam", "a2 b2", "Your opponent has the centre. Wait for a mistake."),
)
LEVEL_2 = (
    ("Awake", "", "Your opponent now blocks every threat. To win, make two threats at once."),
    ("The race", "a1 c1 a3 c3", "a2 wins now. c2 only blocks, and anything else loses."),
    ("Two birds", "a1 b1 c1 b3", "You must block at b2, and that mark makes two threats."),
    (
        "Answer back",
        "a1 c1 b3 c2",
        "Only c3 saves you, and it threatens a3 and b2 at the same time.",
    ),
    (
        "Slow reply",
        "b2 c2",
        "An edge is a weak answer to the centre: every move but a2 forces a win.",
    ),
    ("Corner fork", "a3 c2", "a1, b2 and c3 force a fork here. b3 is a blunder."),
    ("Next door", "c1 a1", "Play away from O: a3, c2 and c3 force a win. b1 is a blunder."),
    ("Edge fork", "c2 b1", "Take c1, the corner between you, or the centre. Then you can fork."),
    (
        "The needle",
        "b3 c1",
        "Only c3 forces a win. Two moves draw, and the other four are blunders.",
    ),
    ("The key", "a1 b1 c1 a3", "Only c3 makes a fork: then b2 and c2 both win."),
    (
        "The mirror",
        "a2 c2",
        "You cannot force a win. O goes wrong most often after b1, b3, c1 or c3.",
    ),
    ("The elbow", "b3 a3", "O goes wrong most often after a1. b1, c2 and c3 are blunders."),
    (
        "Tempo",
        "b2 c1",
        "Threats only draw: O blocks them all. Only a3, which threatens nothing, can win.",
    ),
    ("Squeeze", "c2 b2", "O goes wrong most often after b1 or b3. a2, straight across, loses."),
    (
        "The exam",
        "c3 b2",
        "Threats only draw. Your best chance is a2 or b1, which threaten nothing.",
    ),
)
LEVEL_3 = (
    ("Top left", "a1", "Only the centre saves O against a corner, so O plays there."),
    ("Top edge", "b1", "Four answers draw against this edge: a1, c1, b2 and b3."),
    ("Top right", "c1", "O takes the centre. Your second mark cannot lose, but your third can."),
    ("Left edge", "a2", "If O answers beside you, at a1 or a3, three of your moves lose."),
    ("Centre", "b2", "Only a corner saves O against the centre. Any second mark draws for you."),
    ("Right edge", "c2", "If O answers straight across, at a2, any second mark draws."),
    (
        "Bottom left",
        "a3",
        "After b2, O has one safe answer to a threat, and four to any other move.",
    ),
    ("Bottom edge", "b3", "If O takes the centre, only b1, straight across, loses."),
    ("Bottom right", "c3", "After b2, your a3 forces O to b3, and then O threatens b1."),
    ("Two corners", "a1 b2", "c3 makes O answer on an edge. Then block straight across."),
    ("Long diagonal", "b2 a1", "c3 leaves O two answers, c1 and a3. Both threaten you."),
    ("The hook", "b1 a1", "c1, c2 and b3 lose. The other four moves draw."),
    ("Pincer", "b1 b3", "Any second mark draws. After b2, O has only the corners."),
    ("Quiet", "b1 b2", "Any second mark draws except b3, which loses to every answer."),
    (
        "It begins",
        "",
        "An empty board, and X, your opponent, moves first. Nobody can force a win. Draw.",
    ),
)

LEARN_ON_LEVEL = {1: "lines", 2: "lines", 3: "minimax"}
LEARN = {
    **dict.fromkeys([(2, 11), (2, 12), (2, 13), (2, 14), (2, 15)], "minimax"),
    (3, 1): "solved",
    (3, 5): "solved",
    (3, 15): "solved",
}
"""Lessons by stage, where not the level's: no rule finds the quiet moves that end level 2, and
what holds against a corner, the centre and from the second seat is what was solved."""

WINS_WITH_THREE = {(2, 2)}
"""Stages of level 2 whose third mark can win; its opponent blocks all others."""


def _most(level: int, number: int) -> int:
    if level == 2 and (level, number) not in WINS_WITH_THREE:
        return scoring.stars_for_win(4)
    return scoring.most_stars(level)


def _stages(level: Level, rows: tuple[tuple[str, str, str], ...]) -> tuple[Stage, ...]:
    return tuple(
        Stage(
            level=level.number,
            number=number,
            name=name,
            lesson=lesson,
            opening=tuple(parse_cell(cell, ClassicBoard.SHAPE) for cell in opening.split()),
            engine=level.engine,
            player="O" if (level.number, number) == (3, 15) else "X",
            most=_most(level.number, number),
        )
        for number, (name, opening, lesson) in enumerate(rows, start=1)
    )


STAGES = tuple(
    stage
    for level, rows in zip(LEVELS, (LEVEL_1, LEVEL_2, LEVEL_3), strict=True)
    for stage in _stages(level, rows)
)
_BY_KEY = {stage.key: stage for stage in STAGES}

MAXIMUM = sum(stage.most for stage in STAGES)
"""The most stars anybody can have on these 45 boards. Tests compute it by playing them out."""


def find(level: int, number: int) -> Stage | None:
    """The stage with this address, if there is one."""
    return _BY_KEY.get((level, number))


def at(level: int, number: int) -> Stage:
    """The stage with this address, which must exist (an attempt's always does)."""
    return _BY_KEY[level, number]


def level(number: int) -> Level:
    return LEVELS[number - 1]


def following(stage: Stage) -> Stage | None:
    """The stage after this one in the order of the map, into the next level too."""
    place = STAGES.index(stage) + 1
    return STAGES[place] if place < len(STAGES) else None
