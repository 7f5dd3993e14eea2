"""Stars, locks and totals: the campaign's formulas of document 000, pure.

Levels 1 to 3 are the print's. Level 4 is a short campaign of another game, which counts apart:
its stars are in no total of formula 13 and open no other level.

``stars`` arguments are mappings from (level, stage) to the most stars ever earned there; a
stage that is missing has none. One stage departs from the print: by formula 14 nobody can win
stage 15 of level 3, so there a draw clears the stage and earns one star.
"""

from __future__ import annotations

from collections.abc import Mapping

LEVELS = (1, 2, 3)
STAGES = tuple(range(1, 16))
APART = 4
"""The level that counts apart."""

STAGES_APART = tuple(range(1, 11))
MOST = 3
"""The most stars a game can earn (formula 3)."""

DRAW_CLEARS = (3, 15)
"""The stage that nobody can win (formula 14), so that a draw is all there is to have."""

Stars = Mapping[tuple[int, int], int]


def stars_for_win(moves: int) -> int:
    """Formula 3: stars for a win in ``moves`` moves that the player made, the opening left out.

    Raises ValueError for fewer than no moves.
    """
    if moves < 0:
        raise ValueError(f"{moves} moves cannot be: expected 0 or more")
    return max(0, min(MOST, 6 - moves))


FEWEST_APART = 4
"""The fewest marks that win on level 4, as three are the fewest of formula 3."""


def stars_for_win_apart(moves: int) -> int:
    """Formula 3 for a game with longer lines and no limit of moves: level 4.

    Three stars for a win in as few moves as there are cells in a line, one less for each move
    more. Every win earns one, because a game there can take any number of moves. Raises
    ValueError for fewer than no moves.
    """
    return max(1, stars_for_win(max(moves - FEWEST_APART + MOST, min(moves, 0))))


def stages_of(level: int) -> tuple[int, ...]:
    """The numbers of a level's stages."""
    return STAGES_APART if level == APART else STAGES


def stars_earned(level: int, stage: int, *, result: str, moves: int) -> int:
    """What a finished game earns; ``result`` is the player's: ``won``, ``drawn`` or ``lost``.

    Formula 3 for a win in ``moves`` of the player's own. A draw earns one star where nobody can
    win (``DRAW_CLEARS``), none elsewhere; a loss earns none. Raises ValueError for another result.
    """
    if result == "won":
        return stars_for_win_apart(moves) if level == APART else stars_for_win(moves)
    if result == "drawn":
        return int((level, stage) == DRAW_CLEARS)
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

    The level that counts apart is always open.
    """
    if level == APART:
        return True
    if level not in LEVELS:
        return False
    return level == 1 or all(is_cleared(stars, level - 1, stage) for stage in STAGES)


def is_stage_open(stars: Stars, level: int, stage: int) -> bool:
    """Formulas 7 and 8 together: the level is open and the stage before leads on to this one."""
    if stage not in STAGES or not is_level_open(stars, level):
        return False
    return stage == 1 or next_stage(stage - 1, cleared=is_cleared(stars, level, stage - 1)) == stage


def completion(stars: Stars, level: int) -> float:
    """Formula 12: the share of the level's stages that have a star, in percent."""
    numbers = stages_of(level)
    return 100 * sum(is_cleared(stars, level, stage) for stage in numbers) / len(numbers)


def total_apart(stars: Stars) -> int:
    """The stars of the level that counts apart."""
    return sum(stars.get((APART, stage), 0) for stage in STAGES_APART)


def total(stars: Stars) -> int:
    """Formula 13: all stars of all 45 stages."""
    return sum(stars.get((level, stage), 0) for level in LEVELS for stage in STAGES)


def win_probability(level: int, stage: int) -> float | None:
    """Formula 14: 0 on stage 15 of level 3; None where play decides."""
    return 0.0 if (level, stage) == DRAW_CLEARS else None


def most_stars(level: int, stage: int) -> int:
    """The most a stage can give once formula 14 is taken seriously."""
    lost_cause = win_probability(level, stage) == 0
    return stars_earned(level, stage, result="drawn", moves=0) if lost_cause else MOST


PRINTED_MAXIMUM = MOST * len(LEVELS) * len(STAGES)
"""Formula 13's maximum as printed: three stars on each of 45 stages.

Nobody can have it; ``catalog.MAXIMUM`` is what can be had.
"""
