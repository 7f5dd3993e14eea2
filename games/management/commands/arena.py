"""``arena``: engines against engines, a cross table with intervals."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from random import Random
from typing import TypedDict

from games.arena.contestants import enrol
from games.arena.rounds import finish, next_fixture, submit
from games.arena.standings import standing
from games.engines import EngineError, solution_of
from games.engines.arena import ArenaScore, Crosstable, standings, tournament
from games.management.console import (
    GameCommand,
    add_game,
    add_json,
    add_option,
    add_seed,
    add_third,
    at_least,
    first_position,
    holder,
    named_engines,
    number,
)
from games.rules import drawn_word


class Command(GameCommand):
    help = "Let engines play each other and print a cross table with 95 % intervals."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--engine", action="append", help="an engine; default is all")
        parser.add_argument("--games", type=int, default=100, help="games per pair (default 100)")
        parser.add_argument(
            "--ladder",
            action="store_true",
            help="play --games games of the site's ladder instead, and store them",
        )
        add_third(parser)
        add_option(parser)
        add_game(parser)
        add_seed(parser)
        add_json(parser)

    def run(
        self,
        *,
        game: str,
        engine: list[str] | None,
        games: int,
        third: str | None,
        option: str,
        seed: int,
        json: bool,
        ladder: bool,
        **_: object,
    ) -> None:
        if ladder:
            at_least(1, games, "--games")
            self._play_ladder(game, games, seed, json=json)
            return
        start = first_position(game, option)
        solution_of(start).make_ready(start)
        engines = named_engines(game, engine, start.SEATS[0])
        if len(engines) < 2:
            raise EngineError(
                f"{', '.join(engines)!r} has no opponent: expected two engines or more"
            )
        at_least(1, games, "--games")
        rest = holder(start, start.SEATS[-1], third)
        table = tournament(start, engines, rest, games, seed, self.bar("playing"))
        if json:
            self.json({"game": game, "games": games, "seed": seed, **as_data(table)})
        else:
            self.line("\n".join(drawn(table, drawn_word(type(start)))))

    def _play_ladder(self, game: str, games: int, seed: int, *, json: bool) -> None:
        """Play the games that are due, one after the other, and print the table."""
        rng, progress = Random(seed), self.bar("playing")
        enrol()
        for done in range(games):
            fixture = next_fixture(rng, game)
            if fixture is None:
                raise EngineError(f"nobody plays {game} against another here")
            finish(fixture, submit(fixture))
            progress(done + 1, games)
        rows = standing(game)
        if json:
            self.json({"game": game, "games": games, "ladder": [asdict(row) for row in rows]})
            return
        width = max(len(row.name) for row in rows)
        self.line(f"   {'':{width}}  rating  margin   games   weak %   nodes      ms")
        for row in rows:
            figures = (f"{row.rating:>7}", f"{row.margin:>7}", f"{row.games:>7}")
            more = f"{row.weak:>8} {row.nodes:>8} {row.milliseconds:>7}"
            self.line(f"{row.rank:2} {row.name:{width}} {''.join(figures)} {more}")


class ScoreData(TypedDict):
    """A ``ArenaScore``; ``interval`` is its lower and its upper end."""

    wins: int
    draws: int
    losses: int
    points: float
    interval: list[float]


class CrosstableData(TypedDict):
    """Scores by engine and opponent, and the ``standings`` over all opponents, best first."""

    table: dict[str, dict[str, ScoreData]]
    standings: dict[str, ScoreData]


def as_data(table: Crosstable) -> CrosstableData:
    """The cross table and the standings, best first, ready for JSON."""
    return {
        "table": {
            name: {other: _score(score) for other, score in row.items()}
            for name, row in table.items()
        },
        "standings": {name: _score(score) for name, score in standings(table).items()},
    }


def _score(score: ArenaScore) -> ScoreData:
    low, high = score.interval
    return {
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
        "interval": [low, high],
    }


def drawn(table: Crosstable, neither: str = "drawn") -> list[str]:
    """Rows best first: points in per cent against each other engine, then the whole record.

    ``neither`` heads the column of games that no rival won.
    """
    ranks = standings(table)
    width = max(map(len, ranks))
    wide = max(8, len(neither) + 2)
    columns = "".join(f"{rank:>7}" for rank in range(1, len(ranks) + 1))
    lines = [f"   {'':{width}}{columns}     all  95 % interval       won{neither:>{wide}}    lost"]
    for rank, (name, total) in enumerate(ranks.items(), 1):
        cells = "".join(
            f"{100 * table[name][other].points:7.1f}" if other != name else f"{'–':>7}"
            for other in ranks
        )
        low, high = total.interval
        record = f"{number(total.wins):>8}{number(total.draws):>{wide}}{number(total.losses):>8}"
        lines.append(
            f"{rank:2} {name:{width}}{cells}  {100 * total.points:6.1f}"
            f"  {100 * low:5.1f} to {100 * high:5.1f} {record}"
        )
    return lines
