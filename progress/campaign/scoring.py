"""Stars, locks and totals: the campaign's formulas of document 000, pure.

Levels 1 to 3 are the print's. Levels 4 and 8 are short campaigns of other games, and levels 5 to 7
are the three of the print once more, on the empty board. They count apart: their stars are in no
total of formula 13 and open no level of another campaign.

``stars`` arguments are mappings from (level, stage) to the most stars ever earned there; a
stage that is missing has none. Where nobody can win (``win_probability``) a draw clears the stage
and earns one star, which departs from the print.
"""

from __future__ import annotations

from collections.abc import Mapping

LEVELS = (1, 2, 3)
STAGES = tuple(range(1, 16))
FEWEST_APART = {4: 4, 8: 3}
"""The fewest moves that win on the levels of other games, as three are the fewest of formula 3."""

APART = tuple(FEWEST_APART)

STAGES_APART = tuple(range(1, 11))
MOST = 3
"""The most stars a game can earn (formula 3)."""

LAST = (3, 15)
"""The stage that formula 14 is about: nobody can win it, and a draw is all there is to have."""

EXAM = (1, 15)
"""The stage that one may take at any time, and that opens level 2 by itself."""

PLAIN = (5, 6, 7)
"""The three levels of the plain campaign: every stage is the empty board."""

FEWEST_AGAINST_BLOCKS = 4
"""The fewest moves that win from the empty board where every line of two is blocked at once."""

Stars = Mapping[tuple[int, int], int]


def stars_for_win(moves: int) -> int:
    """Formula 3: stars for a win in ``moves`` moves that the player made, the opening left out.

    Raises ValueError for fewer than no moves.
    """
    if moves < 0:
        raise ValueError(f"{moves} moves cannot be: expected 0 or more")
    return max(0, min(MOST, 6 - moves))


def stars_for_win_apart(level: int, moves: int) -> int:
    """Formula 3 for the games of levels 4 and 8, which can take any number of moves.

    Three stars for a win in the fewest moves, one less for each move more, and one for every win.
    Raises ValueError for fewer than no moves.
    """
    return max(1, stars_for_win(max(moves - FEWEST_APART[level] + MOST, min(moves, 0))))


def stages_of(level: int) -> tuple[int, ...]:
    """The numbers of a level's stages."""
    return STAGES_APART if level in APART else STAGES


def stars_earned(level: int, stage: int, *, result: str, moves: int) -> int:
    """What a finished game earns; ``result`` is the player's: ``won``, ``drawn`` or ``lost``.

    Formula 3 for a win in ``moves`` of the player's own. A draw earns one star where nobody can
    win (``draw_clears``), none elsewhere; a loss earns none. Raises ValueError for another result.
    """
    if result == "won":
        return stars_for_win_apart(level, moves) if level in APART else stars_for_win(moves)
    if result == "drawn":
        return int(draw_clears(level, stage))
    if result == "lost":
        return 0
    raise ValueError(f"{result!r} is no result: expected won, drawn or lost")


def is_cleared(stars: Stars, level: int, stage: int) -> bool:
    """``Win(l, s)`` of formula 7, ``Stars(l, s) > 0`` of formula 8.

    On nine cells both are one thing: X has five marks at most, so every win earns a star.
    """
    return stars.get((level, stage), 0) > 0


def next_stage(stage: int, *, cleared: bool) -> int | None:
    """Formula 7: the stage open after ``stage``, ``stage`` itself until cleared, None after 15."""
    if stage == STAGES[-1]:
        return None
    return stage + 1 if cleared else stage


def is_level_open(stars: Stars, level: int) -> bool:
    """Formula 8: level 1 always, then once every stage of the level before has a star.

    Level 1 is the first of its campaign; so are levels 4, 5 and 8.
    """
    if level in (LEVELS[0], *APART, PLAIN[0]):
        return True
    if level not in LEVELS + PLAIN:
        return False
    return all(is_cleared(stars, level - 1, stage) for stage in STAGES)


def is_level_reached(stars: Stars, level: int) -> bool:
    """Whether a level can be played: by formula 8, and level 2 sooner, which the print has not.

    Level 2 opens with the exam of level 1, too, or with the most stars on two stages in a row.
    """
    if is_level_open(stars, level):
        return True
    return level == LEVELS[1] and (
        is_cleared(stars, *EXAM)
        or any(stars.get((1, n)) == stars.get((1, n + 1)) == MOST for n in STAGES[:-1])
    )


def is_stage_open(stars: Stars, level: int, stage: int) -> bool:
    """Formulas 7 and 8 together: the level is open and the stage before leads on to this one.

    The exam is always open.
    """
    if stage not in STAGES or not is_level_reached(stars, level):
        return False
    if stage == 1 or (level, stage) == EXAM:
        return True
    return next_stage(stage - 1, cleared=is_cleared(stars, level, stage - 1)) == stage


def completion(stars: Stars, level: int) -> float:
    """Formula 12: the share of the level's stages that have a star, in percent."""
    numbers = stages_of(level)
    return 100 * sum(is_cleared(stars, level, stage) for stage in numbers) / len(numbers)


def total(stars: Stars) -> int:
    """Formula 13: all stars of all 45 stages."""
    return sum(stars.get((level, stage), 0) for level in LEVELS for stage in STAGES)


def engine_begins(level: int, stage: int) -> bool:
    """``MinimaxFirst`` of formula 9: whether the engine makes the first move of all."""
    return (level, stage) in (LAST, (PLAIN[-1], STAGES[-1]))


def win_probability(level: int, stage: int) -> float | None:
    """Formula 14: 0 on stage 15 of level 3; None where play decides.

    It is 0 on the whole last level of the plain campaign too: the empty board is a draw, whoever
    begins, against an opponent without mistakes.
    """
    return 0.0 if (level, stage) == LAST or level == PLAIN[-1] else None


def draw_clears(level: int, stage: int) -> bool:
    """Whether a draw clears a stage: where nobody can win."""
    return win_probability(level, stage) == 0


def most_stars(level: int, stage: int) -> int:
    """The most a stage can give: of a win in the fewest moves there are, or of the draw."""
    if draw_clears(level, stage):
        return stars_earned(level, stage, result="drawn", moves=0)
    return stars_for_win(FEWEST_AGAINST_BLOCKS) if level == PLAIN[1] else MOST


PRINTED_MAXIMUM = MOST * len(LEVELS) * len(STAGES)
"""Formula 13's maximum as printed: three stars on each of 45 stages.

Nobody can have it; ``Campaign.maximum`` is what can be had.
"""
