"""The proofs and solutions as pages show them: computed when first asked for, then kept.

Nothing here is written down beforehand. The engines are pure, so a proof holds for the version
of the code that made it; the page says which, and when.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from games.engines import engines_for
from games.engines.proofs import ORDINALS, Record, prove
from games.engines.solutions import solve
from games.glass import address
from games.glass.words import fixed, listed, number, signed
from games.rules import ClassicBoard, DstruBoard
from games.rules.dstru import cell_at

LINES = 200
"""More than any engine that is meant to hold loses; a lesser one gets its first ones listed."""

SHOWN = 24
"""How many lost lines of a seat a page draws."""

_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="proofs")
"""One computation at a time, apart from the threads that answer requests."""


@dataclass(frozen=True, slots=True)
class Made:
    """Something computed, and when."""

    what: Any
    at: datetime


def ready(seconds: float, slug: str = "") -> bool:
    """Have everything computed, or the proof of the engine ``slug``; whether it was in time."""
    if slug:
        asked = [_asked_proof(slug)]
    else:
        asked = [_asked_solution(*key) for key in SOLUTIONS]
        asked += [_asked_proof(each) for each in engines_for("classic")]
    return not wait(asked, timeout=seconds).not_done


SOLUTIONS = (("classic", False), ("dstru", False), ("dstru", True))


def proof(slug: str) -> Made:
    """Every game the classic engine ``slug`` can play, by the order in which it moves."""
    return _asked_proof(slug).result()


def solution(variant: str, exact: bool = False) -> Made:
    """What ``solve`` tells about a game."""
    return _asked_solution(variant, exact).result()


@cache
def _asked_proof(slug: str) -> Future[Made]:
    return _worker.submit(_prove, slug)


@cache
def _asked_solution(variant: str, exact: bool) -> Future[Made]:
    return _worker.submit(_solve, variant, exact)


def _prove(slug: str) -> Made:
    engine, start = engines_for("classic")[slug], ClassicBoard.start()
    seats = zip(ORDINALS, start.SEATS, strict=False)
    records = {ordinal: prove(engine, seat, start, LINES) for ordinal, seat in seats}
    return Made(records, datetime.now(UTC))


def _solve(variant: str, exact: bool) -> Made:
    return Made(solve(variant, exact=exact), datetime.now(UTC))


def engine_rows(only: str = "") -> list[dict[str, Any]]:
    """The classic engines, or ``only`` one of them, with their counts from either seat."""
    rows = []
    engines = engines_for("classic")
    for slug in [only] if only else engines:
        engine = engines[slug]
        for ordinal, record in proof(slug).what.items():
            rows.append({"slug": slug, "title": engine.title, **_counts(ordinal, record)})
    return rows


def _counts(ordinal: str, record: Record) -> dict[str, Any]:
    return {
        "ordinal": ordinal,
        "wins": number(record.wins),
        "draws": number(record.draws),
        "losses": number(record.losses),
        "holds": not record.losses,
    }


def lost_lines(slug: str) -> list[dict[str, Any]]:
    """The games an engine can lose, as final boards that lead to the line."""
    start, found = ClassicBoard.start(), []
    for ordinal, record in proof(slug).what.items():
        for cells in record.losing_lines[:SHOWN]:
            line = address.Trail((start,), (), 0).after(*cells)
            outcome = line.board.outcome
            found.append(
                {
                    "ordinal": ordinal,
                    "notation": line.board.notation,
                    "cells": outcome.cells if outcome else (),
                    "moves": " ".join(start.cell_name(cell) for cell in cells),
                    "url": line.address(0),
                }
            )
    return found


def solution_tables() -> list[dict[str, Any]]:
    """Each solved game in figures."""
    classic = solution("classic")
    tables = [_table(classic, ClassicBoard.TITLE, "classic", _classic_rows(classic.what))]
    for exact, title, arguments in (
        (False, DstruBoard.TITLE, "dstru"),
        (True, f"{DstruBoard.TITLE}, exact reading", "dstru --exact"),
    ):
        made = solution("dstru", exact)
        tables.append(_table(made, title, arguments, _dstru_rows(made.what)))
    return tables


def _table(made: Made, title: str, arguments: str, rows: list[tuple[str, str]]) -> dict[str, Any]:
    command = f"python manage.py solve {arguments}"
    return {"title": title, "command": command, "at": made.at, "rows": rows}


def _classic_rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    openings = {signed(value) for value in figures["openings"].values()}
    return [
        ("Value of the empty board", number(figures["value"])),
        ("Value of each first move", " or ".join(sorted(openings))),
        ("Positions that play can reach", number(figures["positions"])),
        ("of them finished", number(figures["final"])),
        ("Classes under the eight symmetries", number(figures["classes"])),
        ("Complete games", number(figures["games"])),
        ("won by X", number(figures["wins"]["X"])),
        ("won by O", number(figures["wins"]["O"])),
        ("drawn", number(figures["draws"])),
    ]


def _dstru_rows(figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    first = figures["neutral"]["first"]
    top, low = max(first.values()), min(first.values())
    return [
        ("Expected result for Tres, Dos neutral", fixed(figures["neutral"]["value"])),
        (f"after its best first cell ({_named(first, top)})", fixed(top)),
        (f"after its worst ({_named(first, low)})", fixed(low)),
        ("Wins by force alone", _who(figures["forces"])),
        ("Wins by force with Dos as partner", _partners(figures["forces_with_dos"])),
        ("Positions that play can reach", number(figures["positions"])),
        ("up to symmetry", number(figures["classes"])),
    ]


def _named(first: Mapping[str, float], value: float) -> str:
    """The cells of that value; ``first`` calls them (x, y), as document 002 does."""
    pairs = [name.split(",") for name, one in first.items() if abs(one - value) < 1e-12]
    return listed([DstruBoard.cell_name(cell_at(int(x), int(y))) for x, y in pairs])


def _who(forces: Mapping[str, bool]) -> str:
    return ", ".join(name for name, can in forces.items() if can) or "nobody"


def _partners(forces: Mapping[str, Mapping[str, bool]]) -> str:
    return ", ".join(name for name, results in forces.items() if results[name]) or "nobody"
