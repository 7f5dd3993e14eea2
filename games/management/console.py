"""What the commands share: options, refusals, JSON, a progress bar, blocks side by side."""

from __future__ import annotations

import json
import shutil
from abc import ABC, abstractmethod
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from games.engines import EngineError, engine, engines_for, numbers
from games.engines.base import Engine
from games.rules import VARIANTS, Board, RulesError, board_class, plays_option


class GameCommand(BaseCommand, ABC):
    """A command about boards and engines, without a database.

    Refusals, and files that cannot be read or written, are one line with exit code 2.
    """

    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.run(**options)
        except BrokenPipeError:  # nobody reads any more: manage.py ends without a word
            raise
        except (RulesError, EngineError, OSError) as refusal:
            raise CommandError(str(refusal), returncode=2) from None

    @abstractmethod
    def run(self, *args: Any, **options: Any) -> None:
        """The command's work. RulesError and EngineError become the one-line refusal."""

    def line(self, text: str = "") -> None:
        self.stdout.write(text)

    def json(self, data: Mapping[str, object]) -> None:
        self.stdout.write(json.dumps(data))

    def bar(self, label: str) -> ProgressBar:
        return ProgressBar(self.stderr, label)


class ProgressBar:
    """Draws ``label ▕███   ▏ 42 %`` over itself; where nobody watches, only the last state."""

    WIDTH = 24

    def __init__(self, out: OutputWrapper, label: str) -> None:
        self._out = out
        self._label = label
        self._shown = -1

    def __call__(self, done: int, all_: int) -> None:
        percent = 100 * done // all_
        if percent == self._shown or (percent < 100 and not self._out.isatty()):
            return
        self._shown = percent
        full = "█" * (self.WIDTH * percent // 100)
        end = "\n" if percent == 100 else ""
        self._out.write(f"\r{self._label} ▕{full:<{self.WIDTH}}▏ {percent:3} %", ending=end)
        self._out.flush()


def add_game(parser: ArgumentParser) -> None:
    known, usual = ", ".join(VARIANTS), next(iter(VARIANTS))
    parser.add_argument("--game", default=usual, help=f"the game: {known} (default {usual})")


def add_third(parser: ArgumentParser) -> None:
    parser.add_argument("--third", help="who holds a third seat, such as Dos; default neutral")


def holder(board: Board, seat: str, name: str | None = None) -> Engine:
    """The engine called ``name``, or the first there is, for ``seat``."""
    found = engine(board.VARIANT, name or next(iter(engines_for(board.VARIANT, seat))))
    if not found.holds(seat):
        raise EngineError(f"{name!r} does not act for {seat}")
    return found


def add_option(parser: ArgumentParser) -> None:
    """A switch for the optional rule of each game; ``option`` is the one that was chosen."""
    parser.set_defaults(option="")
    for board in VARIANTS.values():
        if (rule := board.OPTION) is not None:
            said = f"{board.TITLE}: {rule.question.lower()}: {rule.chosen.lower()}"
            parser.add_argument(
                f"--{rule.slug}", dest="option", action="store_const", const=rule.slug, help=said
            )


def first_position(game: str, option: str) -> Board:
    """The start of a game, with an optional rule if one was chosen. Raises RulesError."""
    board = board_class(game)
    return board.start(exact=plays_option(board, option))


def path(text: str) -> Path:
    """The path ``text``; empty, as an unset variable of a shell leaves it, is refused."""
    if not text:
        raise ArgumentTypeError("'': expected a file or a folder")
    return Path(text)


def add_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object, nothing else")


def add_seed(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=0, help="seed of the choices among equal moves")


def named_engines(
    variant: str, names: Iterable[str] | None, seat: str | None = None
) -> dict[str, Engine]:
    """The engines called ``names``, options and all.

    For no names every engine of ``variant``, or every one that acts for ``seat``.
    """
    if not names:
        return engines_for(variant, seat)
    return {name: engine(variant, name) for name in names}


def at_least(least: int, value: int, name: str) -> int:
    """``value``, or a refusal that quotes it."""
    if value < least:
        raise EngineError(f"{name} {value} is too few: expected {least} or more")
    return value


def number(value: float | None) -> str:
    """A value for people, with four decimals at most."""
    return "?" if value is None else numbers.number(value, 4)


def side_by_side(blocks: Iterable[list[str]], gap: int = 3) -> list[str]:
    """Blocks of lines set next to each other, in as many rows as the terminal needs."""
    room = shutil.get_terminal_size().columns
    rows: list[list[list[str]]] = [[]]
    used = 0
    for block in blocks:
        width = max(map(len, block)) + gap
        if rows[-1] and used + width - gap > room:
            rows.append([])
            used = 0
        rows[-1].append([line.ljust(width) for line in block])
        used += width
    lines: list[str] = []
    for row in rows:
        lines += ["".join(parts).rstrip() for parts in _across(row)] + [""]
    return lines


def _across(row: list[list[str]]) -> Iterable[tuple[str, ...]]:
    blank = [" " * len(block[0]) for block in row]
    for parts in zip_longest(*row):
        yield tuple(part or empty for part, empty in zip(parts, blank, strict=True))


def outline(data: object, indent: int = 0) -> list[str]:
    """Nested plain data as an indented list for people."""
    pad = " " * indent
    if not isinstance(data, dict):
        return [pad + _flat(data)]
    width = max((len(str(key)) for key in data), default=0)
    lines = []
    for key, value in data.items():
        if _is_deep(value):
            lines += [f"{pad}{key}", *_deep(value, indent + 2)]
        else:
            lines.append(f"{pad}{key!s:<{width}}  {_flat(value)}")
    return lines


def _is_deep(value: object) -> bool:
    if isinstance(value, dict):
        return any(isinstance(inner, dict | list) for inner in value.values())
    return isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value)


def _deep(value: object, indent: int) -> list[str]:
    if isinstance(value, dict):
        return outline(value, indent)
    assert isinstance(value, list)
    return [" " * indent + _flat(item) for item in value]


def _flat(value: object) -> str:
    if isinstance(value, dict):
        return " · ".join(f"{key} {_flat(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(map(_flat, value)) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "–"
    return number(value) if isinstance(value, int | float) else str(value)
