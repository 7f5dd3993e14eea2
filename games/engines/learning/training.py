"""Trainings: a learner by its name, trained game by game, with the curve of what it still loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from games.engines.learning.learner import SELF, Learner, LearnerSettings
from games.engines.learning.menace import Menace, boxes
from games.engines.learning.net import Net
from games.engines.learning.opponents import OPPONENTS
from games.engines.learning.tables import QTable, TemporalDifference
from games.engines.learning.uct import Uct
from games.engines.options import EngineError
from games.rules.errors import quoted

LEARNERS: dict[str, type[Learner]] = {
    one.slug: one for one in (Menace, TemporalDifference, QTable, Uct, Net)
}

MOST_SEED = 2**31 - 1
LEAST_ALPHA = 0.05


class CurvePoint(TypedDict):
    """After how many games a learner loses in how many ways."""

    games: int
    loses: int


@dataclass(frozen=True, slots=True)
class LearnerOptions:
    """Settings as people write them; None for the default of the learner."""

    epsilon: str | None = None
    alpha: str | None = None
    symmetry: str | None = None
    ties: str | None = None
    against: str | None = None


def learner_class(name: str) -> type[Learner]:
    """The learner called ``name``. Raises EngineError, quoting it."""
    if name not in LEARNERS:
        known = ", ".join(LEARNERS)
        raise EngineError(f"{quoted(name)} is no learner: expected one of {known}")
    return LEARNERS[name]


def new_learner(name: str, seed: int, options: LearnerOptions) -> Learner:
    """The learner called ``name``, untrained. Raises EngineError, quoting what does not fit."""
    kind = learner_class(name)
    if not 0 <= seed <= MOST_SEED:
        raise EngineError(f"seed {seed} does not fit: expected 0 to {MOST_SEED}")
    return kind(seed, settings_from(kind, options))


def games_allowed(name: str, games: int) -> int:
    """``games``, if the learner called ``name`` may be trained with so many.

    Raises EngineError, quoting them.
    """
    most = learner_class(name).MOST
    if not 1 <= games <= most:
        raise EngineError(f"games {games} do not fit {name}: expected 1 to {most}")
    return games


def settings_from(kind: type[Learner], options: LearnerOptions) -> LearnerSettings:
    """The settings of a kind of learner with some changed; one that it does not have is refused."""
    usual = kind.DEFAULTS
    chosen = replace(
        usual,
        epsilon=_between("epsilon", options.epsilon, usual.epsilon, 0),
        alpha=_between("alpha", options.alpha, usual.alpha, LEAST_ALPHA),
        symmetry=_either("symmetry", options.symmetry, usual.symmetry, "on", "off"),
        equal_by_lot=_either("ties", options.ties, usual.equal_by_lot, "lot", "first"),
        against=usual.against if options.against is None else _opponent(kind, options.against),
    )
    words, usual_words = written(chosen), written(usual)
    for name, word in words.items():
        if word != usual_words[name] and name not in kind.FIELDS:
            raise EngineError(f"{name} {word} does not fit {kind.slug}: it has no such setting")
    return chosen


def written(settings: LearnerSettings) -> dict[str, str | float]:
    """All settings by the names and words that people use."""
    return {
        "epsilon": settings.epsilon,
        "alpha": settings.alpha,
        "symmetry": "on" if settings.symmetry else "off",
        "ties": "lot" if settings.equal_by_lot else "first",
        "against": settings.against,
    }


def settings_of(learner: Learner) -> dict[str, str | float]:
    """The settings that ``learner`` has, the usual step of a table left out."""
    found = {
        name: word for name, word in written(learner.settings).items() if name in learner.FIELDS
    }
    if found.get("alpha") == learner.DEFAULTS.alpha:
        del found["alpha"]
    return found


def _between(name: str, text: str | None, usual: float, least: float) -> float:
    if text is None:
        return usual
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not least <= value <= 1:
        raise EngineError(
            f"{name} {quoted(text)} does not fit: expected a number from {least} to 1"
        )
    return value


def _either(name: str, text: str | None, usual: bool, yes: str, no: str) -> bool:
    if text is None:
        return usual
    if text not in (yes, no):
        raise EngineError(f"{name} {quoted(text)} does not fit: expected {yes} or {no}")
    return text == yes


def _opponent(kind: type[Learner], text: str) -> str:
    known = OPPONENTS if kind is Menace else (SELF, *OPPONENTS)
    if text not in known:
        expected = ", ".join(known)
        raise EngineError(f"against {quoted(text)} does not fit {kind.slug}: expected {expected}")
    return text


def curve(learner: Learner, games: int) -> Iterator[CurvePoint]:
    """Train ``learner`` up to ``games`` and yield its points, the first before any training."""
    if not learner.games:
        yield {"games": 0, "loses": learner.loses()}
    while learner.games < games:
        learner.train(min(learner.EVERY - learner.games % learner.EVERY, games - learner.games))
        yield {"games": learner.games, "loses": learner.loses()}


def never_loses_after(points: Sequence[CurvePoint]) -> int | None:
    """The game from which on it cannot be beaten, up to the last point; None if it still can."""
    since = None
    for point in reversed(points):
        if point["loses"]:
            break
        since = point["games"]
    return since


def report(learner: Learner, points: Sequence[CurvePoint]) -> dict[str, object]:
    """A training as ``manage.py learn --json`` prints it."""
    found: dict[str, object] = {
        "learner": learner.slug,
        "games": learner.games,
        "seed": learner.seed,
        "settings": settings_of(learner),
        "curve": list(points),
        "never_loses_after": never_loses_after(points),
    }
    if isinstance(learner, Menace):
        found |= {
            "boxes": len(boxes()),
            "beads": sum(box.beads * len(box.moves) for box in boxes()),
        }
    return found
