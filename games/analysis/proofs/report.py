"""The proofs and solutions as pages show them: computed once per release, then kept in files.

Nothing here is written down beforehand. The engines are pure, so a proof holds for the version
of the code that made it; the page says which, and when.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, TypeVar, TypeVarTuple

from games.analysis import compute_tasks, variations
from games.analysis.wording import cells, fixed, number
from games.compute.pool import LONGEST, Busy, Lost, compute_once
from games.compute.release_files import Computed
from games.compute.turns import TURNS
from games.engines import SOLUTIONS, engines_for
from games.engines.proofs import Record
from games.engines.solution import ReportLine
from games.rules import Board, board_class

SHOWN = 24
"""How many lost lines of a seat a page draws."""

TRIES, PAUSE = 30, 2.0
"""How often, and after how many seconds, a computation is asked for while the pool is busy."""

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

_waiter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="proofs")
"""Waits for one computation at a time, so that proofs leave workers to those who wait."""

_asked: dict[str, Future[Computed[Any]]] = {}
"""What has been asked for, of different types by name."""

_asking = Lock()


def proved_game() -> type[Board]:
    """The game whose engines are proved: an address names only the engine, so there is one."""
    found = (variant for variant, solution in SOLUTIONS.items() if solution.proves_engines)
    return board_class(next(found))


def solved_games() -> list[tuple[type[Board], bool]]:
    """The solved games, each by board and reading of "won" (``exact``)."""
    games = [board_class(variant) for variant in SOLUTIONS]
    return [(game, exact) for game in games for exact in sorted({False, game.HAS_EXACT})]


def ready(seconds: float, slug: str = "") -> bool:
    """Have everything computed, or the proof of the engine ``slug``; whether it was in time."""
    asked: list[Future[Computed[Any]]]
    if slug:
        asked = [_asked_proof(slug)]
    else:
        asked = [_asked_solution(*game) for game in solved_games()]
        asked += [_asked_proof(each) for each in engines_for(proved_game().VARIANT)]
    with TURNS.aside():
        return not wait(asked, timeout=seconds).not_done


def proof(slug: str) -> Computed[dict[str, Record]]:
    """Every game the engine ``slug`` can play, by the order in which it moves."""
    return _asked_proof(slug).result()


def _asked_proof(slug: str) -> Future[Computed[dict[str, Record]]]:
    return _ask(f"proof-{slug}", compute_tasks.prove_engine, proved_game().VARIANT, slug)


def _asked_solution(game: type[Board], exact: bool) -> Future[Computed[list[ReportLine]]]:
    name = f"solution-{game.VARIANT}{'-exact' if exact else ''}"
    return _ask(name, compute_tasks.report_solution, game, exact)


def _ask(
    name: str, function: Callable[[*Arguments], Result], *args: *Arguments
) -> Future[Computed[Result]]:
    """What is kept as ``name``, or will be. What failed is asked for again."""
    with _asking:
        future = _asked.get(name)
        if future is None or (future.done() and future.exception() is not None):
            future = _asked[name] = _waiter.submit(lambda: _computed(name, function, *args))
        return future


def _computed(
    name: str, function: Callable[[*Arguments], Result], *args: *Arguments
) -> Computed[Result]:
    for _ in range(TRIES):
        try:
            return compute_once(name, function, *args, patience=LONGEST)
        except (Busy, Lost):
            time.sleep(PAUSE)
    raise Busy(f"there was never time for {name}")


@dataclass(frozen=True, slots=True)
class EngineRow:
    """What an engine does in one seat, named by when it moves; ``holds`` if it never loses."""

    slug: str
    title: str
    ordinal: str
    wins: str
    draws: str
    losses: str
    holds: bool


def engine_rows(only: str = "") -> list[EngineRow]:
    """The engines, or ``only`` one of them, with their counts from either seat."""
    engines = engines_for(proved_game().VARIANT)
    return [
        EngineRow(
            slug=slug,
            title=engines[slug].title,
            ordinal=ordinal,
            wins=number(record.wins),
            draws=number(record.draws),
            losses=number(record.losses),
            holds=not record.losses,
        )
        for slug in ([only] if only else engines)
        for ordinal, record in proof(slug).result.items()
    ]


@dataclass(frozen=True, slots=True)
class LostLine:
    """A game that an engine can lose: its final board, and the address of its first position."""

    ordinal: str
    notation: str
    cells: tuple[int, ...]
    moves: str
    url: str


def lost_lines(slug: str) -> list[LostLine]:
    """The games an engine can lose, the first of them for each seat."""
    return [
        _lost_line(ordinal, moves)
        for ordinal, record in proof(slug).result.items()
        for moves in record.losing_lines[:SHOWN]
    ]


def _lost_line(ordinal: str, moves: tuple[int, ...]) -> LostLine:
    start = proved_game().start()
    line = variations.Variation((start,), (), 0).after(*moves)
    outcome = line.board.outcome
    return LostLine(
        ordinal=ordinal,
        notation=line.board.notation,
        cells=outcome.cells if outcome else (),
        moves=" ".join(start.cell_name(cell) for cell in moves),
        url=line.address(0),
    )


@dataclass(frozen=True, slots=True)
class SolutionTable:
    """A solved game in rows of (name, figure), with the command that computes them again."""

    title: str
    command: str
    at: datetime
    rows: list[tuple[str, str]]


def solution_tables() -> list[SolutionTable]:
    """Each solved game that has something to report."""
    tables = [_table(game, exact) for game, exact in solved_games()]
    return [table for table in tables if table.rows]


def _table(game: type[Board], exact: bool) -> SolutionTable:
    computed = _asked_solution(game, exact).result()
    return SolutionTable(
        title=f"{game.TITLE}, exact reading" if exact else game.TITLE,
        command=f"python manage.py solve {game.VARIANT}{' --exact' if exact else ''}",
        at=computed.at,
        rows=[(_name(line, game.start()), _figure(line.value)) for line in computed.result],
    )


def _name(line: ReportLine, start: Board) -> str:
    return f"{line.name} ({cells(start, line.cells)})" if line.cells else line.name


def _figure(value: int | float | str) -> str:
    """A count, an expectation, or words as they are."""
    if isinstance(value, str):
        return value
    return number(value) if isinstance(value, int) else fixed(value)
