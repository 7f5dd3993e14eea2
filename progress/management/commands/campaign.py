"""``manage.py campaign``: the stages of the campaign, with all that the solution says of them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TypedDict

from games.engines import EngineError
from games.management.console import GameCommand, add_json
from progress import catalog, scoring
from progress.catalog import Stage
from progress.facts import facts_of


class StageLine(TypedDict):
    """A stage in ``--json``.

    ``position`` is the board at take-over, ``first`` who moves on it (``player`` or ``engine``).
    ``win_in`` counts the player's own moves to a win by force against any defence (null if there
    is none), ``winning_moves`` the first moves that keep it. ``win_probability`` is that of best
    play against the stage's engine (on another game than classic, against the best defence),
    ``stars`` the most that can be had.
    """

    level: int
    stage: int
    name: str
    position: str
    engine: str
    first: str
    win_in: int | None
    winning_moves: int
    win_probability: float
    stars: int


class Command(GameCommand):
    help = "Print the stages of a campaign, as computed from the solution of the game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--game",
            default=catalog.LEVELS[0].variant,
            help=f"which campaign: {', '.join(catalog.TRACKS)} (default: %(default)s)",
        )
        add_json(parser)

    def run(self, *, json: bool, game: str, **_: object) -> None:
        if game not in catalog.TRACKS:
            known = " or ".join(catalog.TRACKS)
            raise EngineError(f"There is no campaign of {game!r}: expected {known}.")
        track = catalog.TRACKS[game]
        stages = [line_of(stage) for stage in track]
        total = sum(stage["stars"] for stage in stages)
        apart = track is not catalog.STAGES
        if json:
            printed = {"game": game} if apart else {"printed_total": scoring.PRINTED_MAXIMUM}
            self.json({"total": total, **printed, "stages": stages})
            return
        name = max(len(stage["name"]) for stage in stages)
        board = max(len(stage["position"]) for stage in stages)
        self.line(head(name, board))
        for stage in stages:
            self.line(row(stage, name, board))
        rest = "they count apart" if apart else printed_line()
        self.line(f"\n{total} stars can be had; {rest}.")


def printed_line() -> str:
    return f"the printed formula 13 counts {scoring.PRINTED_MAXIMUM}"


def line_of(stage: Stage) -> StageLine:
    facts = facts_of(stage)
    return {
        "level": stage.level,
        "stage": stage.number,
        "name": stage.name,
        "position": stage.board.notation,
        "engine": stage.engine,
        "first": stage.first,
        "win_in": facts.win_in,
        "winning_moves": len(facts.winning_moves),
        "win_probability": float(facts.win_probability),
        "stars": facts.stars,
    }


def head(name: int, board: int) -> str:
    columns = "engine   first   win in  winning  P(win)  stars"
    return f"stage  {'name':<{name}} {'board':<{board}}  {columns}"


def row(stage: StageLine, name: int, board: int) -> str:
    """A stage as a line; ``name`` and ``board`` are the widths of these columns."""
    win_in = "-" if stage["win_in"] is None else str(stage["win_in"])
    return (
        f"{stage['level']}-{stage['stage']:<4} {stage['name']:<{name}} "
        f"{stage['position']:<{board}}  {stage['engine']:<8} {stage['first']:<7} "
        f"{win_in:>6} {stage['winning_moves']:>8} "
        f"{stage['win_probability']:>7.4f} {stage['stars']:>6}"
    )
