"""``solve classic``: the complete solution of a game, computed on the spot."""

from __future__ import annotations

from argparse import ArgumentParser

from games.engines import SOLUTIONS, solve
from games.management.console import GameCommand, add_json, add_option, outline
from games.rules import VARIANTS, plays_option


class Command(GameCommand):
    help = "Solve a game completely and print its counts and values."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help=f"the game: {', '.join(SOLUTIONS)}")
        add_option(parser)
        parser.add_argument("--save", action="store_true", help="store the table for the engines")
        add_json(parser)

    def run(self, *, game: str, option: str, save: bool, json: bool, **_: object) -> None:
        exact = game in VARIANTS and plays_option(VARIANTS[game], option)
        answer = solve(game, exact=exact, save=save, progress=self.bar("solving"))
        if json:
            self.json(answer)
        else:
            self.line("\n".join(outline(answer)))
