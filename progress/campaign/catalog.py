"""The stages of the campaign as data: who plays, and which marks are on the board already.

A stage puts an opening on the board, as cells in order of play, X and O in turn, and asks a
question about it. The player moves first on it everywhere but on the last stage, where the
engine begins on the empty board (document 000, formula 9).

* Level 1 is played against chance. No board of it is won by force; with best play the player wins
  with a probability of 0.93 or more. From stage 7 on the player is O.
* Levels 2 and 3 hold boards that the player can win by force in at most three moves of their own,
  whatever the opponent does. The number of first moves that keep the win never rises.
* The last stage, the empty board against an engine that never loses, is the only one where nobody
  can win: there a draw clears it (``scoring.draw_clears``).

No two stages are one board under symmetry. ``facts`` computes all of this from the solution, and
tests compare it with what stands here.

The plain campaign has the same levels, and the empty board on each of its 45 stages, as document
000 prints them. The stages of level 4 are in ``catalog_apart``, those of level 8 in
``catalog_small_boards``. All of these count apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.rules import ClassicBoard
from games.rules.shape import parse_cell
from progress.campaign import catalog_apart, catalog_small_boards, scoring
from progress.campaign.stages import Campaign, CampaignLevel, Stage, moves_made

__all__ = ["LEVELS", "STAGES", "Campaign", "CampaignLevel", "Stage", "moves_made"]


def _level(number: int, engine: str, about: str, place: str) -> CampaignLevel:
    return CampaignLevel(
        number,
        engine,
        about,
        place,
        ClassicBoard.VARIANT,
        campaign=ClassicBoard.VARIANT,
        shown=number,
        title=f"Level {number}",
    )


LEVELS = (
    _level(1, "random", "your opponent plays at random", "Notebook"),
    _level(2, "smart", "your opponent takes wins and blocks yours", "Blackboard"),
    _level(3, "minimax", "your opponent makes no mistakes", "Stone"),
)

PLAIN_SLUG, PLAIN_TITLE = "plain", "Plain campaign"
PLAIN_LEVELS = tuple(
    replace(level, number=number, campaign=PLAIN_SLUG, title=f"{PLAIN_TITLE}, level {level.number}")
    for number, level in zip(scoring.PLAIN, LEVELS, strict=True)
)

# Of each stage: its name, the opening, the question.
LEVEL_1 = (
    ("First mark", "", "Three in a row wins. Where do you begin?"),
    ("The centre", "b2 a1", "The centre lies on four lines. Which one do you build?"),
    ("Next door", "b1 a1", "O stands beside you. Which way is open?"),
    ("Across", "a2 c2", "O is straight across, and your row is shared. What is left?"),
    ("The corner", "a1 b2", "O holds the centre. Which lines does your corner still have?"),
    ("An edge", "b1 b2", "O holds the centre, and your edge has one line left. Where next?"),
    ("Second", "b3", "Now you are O, and X began on an edge. Where do you answer?"),
    ("In reply", "a1", "X began in a corner. Which cell gives you the most lines?"),
    ("Between", "a1 b1 c1", "You stand between two X. Which line is still yours?"),
    ("Hemmed in", "b1 a1 a2", "X is on both sides of your corner. Which line is open?"),
    ("Half a row", "b2 a2 c2", "X has the middle of the board. What can you still build?"),
    ("Look out", "b3 b2 c3", "X has two in a row. What comes first?"),
    ("Two uses", "c1 a2 c3", "One mark can block X and threaten. Which one?"),
    ("Opposites", "a3 b2 c1", "X holds two opposite corners. Do you want a third?"),
    ("The exam", "c1 b3 a3", "X threatens a line, and your mark stands alone. Can you still win?"),
)
LEVEL_2 = (
    ("Finish", "b2 c1 c3 a3", "Two of your marks stand in one line. Where is the third?"),
    ("The gap", "c1 c2 a3 b3", "A line with a gap in it wins as well. Do you see it?"),
    ("The fork", "a3 b3 c2 c3", "Nobody can stop two threats at once. Where can you make them?"),
    ("Lead on", "a1 b1", "First a threat that O must answer, then a fork. How do you begin?"),
    ("Neighbours", "c1 a1", "O took the next corner. Which of your moves threatens and prepares?"),
    ("Crossroads", "a3 b3 c3 c2", "Two marks, two lines for each. Where do they cross?"),
    ("Two ways", "b2 a2 c2 b3", "O blocks your row. Which cells open two other lines?"),
    ("Far apart", "c1 c2 a2 b3", "Your marks share no line. Where do their lines meet?"),
    ("The elbow", "b2 c1 a3 b3", "O blocks your diagonal. Which mark makes two new lines?"),
    ("The key", "a3 b3 c3 c1", "Only one cell makes two threats. Which one?"),
    ("Surrounded", "c2 c1 a3 c3", "O stands on both sides of your edge. Where do you go?"),
    ("The bend", "b3 a3 c3 c2", "Your row is blocked at its end. Where do your lines turn?"),
    ("Two birds", "c1 c2 c3 a2", "You must block. What else does that mark do?"),
    ("Hit back", "c3 b2 a2 c1", "O threatens a diagonal. What does your block bring you?"),
    ("The exam", "c1 b2 a3 c3", "O is one mark away from a line. Can you turn that round?"),
)
LEVEL_3 = (
    ("Weak answer", "b2 c2", "An edge is a weak answer to the centre. How do you punish it?"),
    ("The stopper", "c3 c1 a2 c2", "O wants the right column, and you stand in it. What now?"),
    ("Far edge", "a3 c2", "O answered your corner on a far edge. What can you force?"),
    ("Opposite", "a3 c1", "O took the opposite corner. Which corner do you take?"),
    ("Two edges", "b3 c2", "You both took an edge. Where does your fork begin?"),
    ("The knight", "c3 c1 a2 b3", "Your marks are a knight's move apart. Where do they meet?"),
    ("The hinge", "c1 c3 b3 a2", "Which cell joins your two marks to two threats?"),
    ("No room", "c2 a2 a3 b3", "O crowds your corner. Where is there still room for two lines?"),
    ("The diamond", "c2 b1 b3 a2", "All four edges are taken, two by each. Which cell is yours?"),
    ("Doubly good", "b3 a3 c3 c1", "O threatens the diagonal. What more can your block do?"),
    ("Last word", "b2 c1 a3 c2", "O's column is almost full. What does your block open?"),
    ("The needle", "c2 a3", "One move wins, two draw and four lose. Which one wins?"),
    ("Long way", "c1 a2 b3 a3", "Block first. Then you need two moves more. Do you see them?"),
    ("Far sight", "a2 c1 b3 c2", "You must block. Can you see three moves ahead?"),
    ("It begins", "", "X never loses, and X begins. Can you hold the draw?"),
)

GAMES = (
    *("First game", "Second game", "Third game", "Fourth game", "Fifth game"),
    *("Sixth game", "Seventh game", "Eighth game", "Ninth game", "Tenth game"),
    *("Eleventh game", "Twelfth game", "Thirteenth game", "Fourteenth game", "Fifteenth game"),
)
PLAIN_1 = tuple((name, "", "The board is empty. Can you win in three moves?") for name in GAMES)
PLAIN_2 = tuple((name, "", "One threat is blocked. Can you make two at once?") for name in GAMES)
PLAIN_3 = (
    *((name, "", "Your opponent never loses. Can you hold the draw?") for name in GAMES[:-1]),
    (GAMES[-1], "", "Your opponent never loses, and begins. Can you hold the draw?"),
)

LEARN_ON_LEVEL = {1: "lines", 2: "lines", 3: "minimax"}
LEARN = {(3, 15): "solved"}
"""Lessons by stage, where not the level's."""


def _player(level: CampaignLevel, number: int, opening: tuple[int, ...]) -> str:
    """The player's seat: the one to move, except where the engine begins."""
    first = len(opening) % 2
    return ClassicBoard.SEATS[1 - first if scoring.engine_begins(level.number, number) else first]


def _stages(level: CampaignLevel, rows: tuple[tuple[str, str, str], ...]) -> Iterator[Stage]:
    for number, (name, cells, question) in enumerate(rows, start=1):
        opening = tuple(parse_cell(cell, ClassicBoard.SHAPE) for cell in cells.split())
        yield Stage(
            on=level,
            number=number,
            name=name,
            question=question,
            opening=opening,
            player=_player(level, number, opening),
            most=scoring.most_stars(level.number, number),
            learn=LEARN.get((level.shown, number), LEARN_ON_LEVEL[level.shown]),
        )


STAGES = tuple(
    stage
    for level, rows in zip(LEVELS, (LEVEL_1, LEVEL_2, LEVEL_3), strict=True)
    for stage in _stages(level, rows)
)
"""The 45 designed stages."""

PLAIN_STAGES = tuple(
    stage
    for level, rows in zip(PLAIN_LEVELS, (PLAIN_1, PLAIN_2, PLAIN_3), strict=True)
    for stage in _stages(level, rows)
)
"""The 45 stages as printed."""

MAIN = Campaign(
    ClassicBoard.VARIANT,
    "Campaign",
    "Forty-five boards against three opponents.",
    LEVELS,
    STAGES,
    scoring.PRINTED_MAXIMUM,
)
APART = Campaign(
    catalog_apart.LEVEL.campaign,
    catalog_apart.LEVEL.title,
    "Ten boards that teach its three seats, counted apart.",
    (catalog_apart.LEVEL,),
    catalog_apart.STAGES,
)
PLAIN = Campaign(
    PLAIN_SLUG,
    PLAIN_TITLE,
    "The empty board, forty-five times, against the same three opponents. Counted apart.",
    PLAIN_LEVELS,
    PLAIN_STAGES,
    scoring.PRINTED_MAXIMUM,
)
SMALL_BOARDS = Campaign(
    catalog_small_boards.LEVEL.campaign,
    catalog_small_boards.LEVEL.title,
    "Ten endings that you can win by force, counted apart.",
    (catalog_small_boards.LEVEL,),
    catalog_small_boards.STAGES,
)
CAMPAIGNS = {one.slug: one for one in (MAIN, APART, SMALL_BOARDS, PLAIN)}

_LEVELS = {level.number: level for one in CAMPAIGNS.values() for level in one.levels}
_BY_KEY = {stage.key: stage for one in CAMPAIGNS.values() for stage in one.stages}

MAXIMUM = MAIN.maximum
"""The most stars anybody can have on the 45 boards."""


def find(level: int, number: int) -> Stage | None:
    """The stage with this key, if there is one."""
    return _BY_KEY.get((level, number))


def at(level: int, number: int) -> Stage:
    """The stage with this key, which must exist, as that of an attempt always does."""
    return _BY_KEY[level, number]


def find_in(slug: str, level: int | None, number: int) -> Stage | None:
    """The stage of a campaign by the numbers that pages print.

    A campaign of one level is asked without a level, as its addresses have none.
    """
    campaign = CAMPAIGNS.get(slug)
    if campaign is None or (len(campaign.levels) == 1) != (level is None):
        return None
    wanted = (campaign.levels[0].shown if level is None else level, number)
    return next((one for one in campaign.stages if (one.on.shown, one.number) == wanted), None)


def level(number: int) -> CampaignLevel:
    return _LEVELS[number]


def all_levels() -> list[CampaignLevel]:
    """Every level, those that count apart last."""
    return [*_LEVELS.values()]


def campaign_of(stage: Stage) -> Campaign:
    return CAMPAIGNS[stage.on.campaign]


def stages_on(level: CampaignLevel) -> list[Stage]:
    """The stages of one level, in order."""
    return [stage for stage in CAMPAIGNS[level.campaign].stages if stage.on == level]


def following(stage: Stage) -> Stage | None:
    """The stage after this one in the order of the map, into the next level too."""
    track = campaign_of(stage).stages
    place = track.index(stage) + 1
    return track[place] if place < len(track) else None
