"""``tables FOLDER``: the complete tables of the solved games as files."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from games.engines import SOLUTIONS
from games.engines.tables import FORMATS, table_file
from games.management.console import GameCommand, add_option, path
from games.rules import board_class, plays_option


class Command(GameCommand):
    help = "Write every position with its value and best moves: .npz, CSV, and what they mean."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=path, help="where the files go")
        parser.add_argument("--game", help=f"only this one: {', '.join(SOLUTIONS)}")
        add_option(parser)

    def run(self, *, folder: Path, game: str | None, option: str, **_: object) -> None:
        for variant in [game] if game else SOLUTIONS:
            for kind in FORMATS:
                name = f"{variant}-README.txt" if kind == "txt" else f"{variant}.{kind}"
                content = table_file(variant, kind, plays_option(board_class(variant), option))
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
                self.line(f"{folder / name}: {len(content):,} bytes")
