"""``manage.py campaign``: the stages of the campaign, with all that the solution says of them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TypedDict

from games.engines import EngineError
from games.management.console import GameCommand, add_json
from progress.campaign import catalog
from progress.campaign.catalog import Stage
from progress.campaign.facts import facts_of

GAMES = [one.slug for one in catalog.CAMPAIGNS.values() if one != catalog.PLAIN]
"""The campaigns by game; ``--plain`` is one more of the first."""


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
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--game",
            default=catalog.MAIN.slug,
            help=f"which campaign: {', '.join(GAMES)} (default: %(default)s)",
        )
        which.add_argument(
            "--plain", action="store_true", help="the 45 stages as printed, on an empty board"
        )
        add_json(parser)

    def run(self, *, json: bool, game: str, plain: bool, **_: object) -> None:
        if game not in GAMES:
            raise EngineError(f"There is no campaign of {game!r}: expected {' or '.join(GAMES)}.")
        campaign = catalog.PLAIN if plain else catalog.CAMPAIGNS[game]
        stages = [line_of(stage) for stage in campaign.stages]
        total = sum(stage["stars"] for stage in stages)
        if json:
            said = {"printed_total": campaign.printed} if campaign.printed else {"game": game}
            self.json({"total": total, **said, "stages": stages})
            return
        name = max(len(stage["name"]) for stage in stages)
        board = max(len(stage["position"]) for stage in stages)
        self.line(head(name, board))
        for stage in stages:
            self.line(row(stage, name, board))
        printed = f"the printed formula 13 counts {campaign.printed}" if campaign.printed else ""
        apart = "they count apart" if campaign != catalog.MAIN else ""
        self.line("; ".join(filter(None, (f"\n{total} stars can be had", printed, apart))) + ".")


def line_of(stage: Stage) -> StageLine:
    facts = facts_of(stage)
    return {
        "level": stage.on.shown,
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
