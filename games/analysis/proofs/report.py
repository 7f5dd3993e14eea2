"""The proofs and solutions as pages show them: computed once per release, then kept in files.

Nothing here is written down beforehand. The engines are pure, so a proof holds for the version
of the code that made it; the page says which, and when.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Any

from games.analysis import compute_tasks, variations
from games.analysis.wording import fixed, listed, number, signed
from games.compute.pool import LONGEST, Busy, Lost, compute_once
from games.compute.release_files import Made
from games.compute.turns import TURNS
from games.engines import engines_for
from games.engines.proofs import Record
from games.rules import ClassicBoard, DstruBoard
from games.rules.dstru import cell_at

SHOWN = 24
"""How many lost lines of a seat a page draws."""

TRIES, PAUSE = 30, 2.0
"""How often, and after how many seconds, a computation is asked for while the pool is busy."""

_waiter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="proofs")
"""Waits for one computation at a time, so that proofs leave workers to those who wait."""

_asked: dict[str, Future[Made]] = {}
_asking = Lock()


def ready(seconds: float, slug: str = "") -> bool:
    """Have everything computed, or the proof of the engine ``slug``; whether it was in time."""
    if slug:
        asked = [_asked_proof(slug)]
    else:
        asked = [_asked_solution(*key) for key in SOLUTIONS]
        asked += [_asked_proof(each) for each in engines_for("classic")]
    with TURNS.aside():
        return not wait(asked, timeout=seconds).not_done


SOLUTIONS = (("classic", False), ("dstru", False), ("dstru", True))


def proof(slug: str) -> Made:
    """Every game the classic engine ``slug`` can play, by the order in which it moves."""
    return _asked_proof(slug).result()


def solution(variant: str, exact: bool = False) -> Made:
    """What ``solve`` tells about a game."""
    return _asked_solution(variant, exact).result()


def _asked_proof(slug: str) -> Future[Made]:
    return _ask(f"proof-{slug}", compute_tasks.prove_engine, ClassicBoard.VARIANT, slug)


def _asked_solution(variant: str, exact: bool) -> Future[Made]:
    name = f"solution-{variant}{'-exact' if exact else ''}"
    return _ask(name, compute_tasks.solve_game, variant, exact)


def _ask(name: str, function: Callable[..., Any], *args: Any) -> Future[Made]:
    """What is kept as ``name``, or will be. What failed is asked for again."""
    with _asking:
        future = _asked.get(name)
        if future is None or (future.done() and future.exception() is not None):
            future = _asked[name] = _waiter.submit(_made, name, function, *args)
        return future


def _made(name: str, function: Callable[..., Any], *args: Any) -> Made:
    for _ in range(TRIES):
        try:
            return compute_once(name, function, *args, patience=LONGEST)
        except (Busy, Lost):
            time.sleep(PAUSE)
    raise Busy(f"there was never time for {name}")


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
            line = variations.Variation((start,), (), 0).after(*cells)
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
