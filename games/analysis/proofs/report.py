"""The proofs and solutions as pages show them: computed once per release, then kept in files.

Nothing here is written down beforehand. The engines are pure, so a proof holds for the version
of the code that made it; the page says which, and when.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, TypeVar, TypeVarTuple

from django.urls import reverse

from games.analysis import compute_tasks, variations
from games.analysis.wording import cells, fixed, large, number
from games.compute.pool import LONGEST, Busy, Lost, compute_once
from games.compute.release_files import Computed
from games.compute.turns import TURNS
from games.engines import SOLUTIONS, playing_engines
from games.engines.proofs import ORDINALS, ProofRecord
from games.engines.solution import ReportLine
from games.presenters.sentences import board_title
from games.rules import Board, board_class

SHOWN = 24
"""How many lost lines of a seat a page draws; of a game with two readings, a quarter for each."""

TRIES, PAUSE = 30, 2.0
"""How often, and after how many seconds, a computation is asked for while the pool is busy."""

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

_waiter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="proofs")
"""Waits for one computation at a time, so that proofs leave workers to those who wait."""

_asked: dict[str, Future[Computed[Any]]] = {}
"""What has been asked for, of different types by name."""

_asking = Lock()


def proved_games() -> list[type[Board]]:
    """The games whose engines are proved; ``/proofs/<engine>/`` is of the first."""
    proved = (variant for variant, solution in SOLUTIONS.items() if solution.proves_engines)
    return [board_class(variant) for variant in proved]


def proof_url(game: type[Board], slug: str) -> str:
    """The page of an engine's proof."""
    if game is proved_games()[0]:
        return reverse("analysis:proof", args=[slug])
    return reverse("analysis:proof_of", args=[game.VARIANT, slug])


def _flag(game: type[Board], exact: bool) -> str:
    return f" --{game.OPTION.slug}" if exact and game.OPTION else ""


def readings(game: type[Board]) -> list[bool]:
    """The readings of "won" in which a game can be played, as ``exact``."""
    return [False, True] if game.OPTION else [False]


def solved_games() -> list[tuple[type[Board], bool]]:
    """The solved games, each by board and reading of "won" (``exact``)."""
    games = [board_class(variant) for variant in SOLUTIONS]
    return [(game, exact) for game in games for exact in readings(game)]


def ready(seconds: float) -> bool:
    """Have the front page computed; return whether it was in time.

    It has the solutions of all games and the proofs of the first one. The proofs of others take
    two minutes, and are computed when they are asked for.
    """
    asked: list[Future[Any]] = [_asked_solution(*game) for game in solved_games()]
    return _in_time([*asked, *_asked_proofs(proved_games()[0])], seconds)


def proofs_ready(seconds: float, game: type[Board], slug: str = "") -> bool:
    """Have the engines of a game proved, or one of them; return whether it was in time."""
    return _in_time(_asked_proofs(game, slug), seconds)


def _in_time(asked: Iterable[Future[Any]], seconds: float) -> bool:
    with TURNS.aside():
        return not wait(list(asked), timeout=seconds).not_done


Proof = Computed[dict[str, ProofRecord]]
"""Every game an engine can play, by the order in which it moves."""


def proof(game: type[Board], slug: str, *, exact: bool = False) -> Proof:
    """The proof of the engine ``slug`` in one reading of "won"."""
    return _asked_proof(game, slug, exact).result()


def computed_proofs(game: type[Board], slug: str = "") -> dict[tuple[str, bool], Proof]:
    """The proofs of a game that are computed by now, by engine and reading."""
    found = {}
    for each in [slug] if slug else playing_engines(game.VARIANT):
        for exact in readings(game):
            future = _asked_proof(game, each, exact)
            if future.done() and future.exception() is None:
                found[each, exact] = future.result()
    return found


def _asked_proofs(game: type[Board], slug: str = "") -> list[Future[Proof]]:
    slugs = [slug] if slug else list(playing_engines(game.VARIANT))
    return [_asked_proof(game, each, exact) for each in slugs for exact in readings(game)]


def _asked_proof(game: type[Board], slug: str, exact: bool) -> Future[Proof]:
    name = f"proof-{game.VARIANT}-{slug}{'-exact' if exact else ''}"
    return _ask(name, compute_tasks.prove_engine, game.VARIANT, slug, exact)


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
class ProofRow:
    """What an engine does in one seat; ``holds`` if it never loses.

    ``moves`` names the seat, by when it moves where that is all that tells seats apart.
    ``reading`` is empty in a game of one. ``neither`` are the games that no rival wins.
    """

    title: str
    url: str
    moves: str
    reading: str
    wins: str
    neither: str
    losses: str
    holds: bool


def engine_rows(game: type[Board], only: str = "") -> list[ProofRow]:
    """The engines, or ``only`` one, with their counts from each seat, as computed by now."""
    engines = playing_engines(game.VARIANT)
    seats = dict(zip(ORDINALS, game.SEATS, strict=False))
    return [
        ProofRow(
            title=engines[slug].title,
            url=proof_url(game, slug),
            moves=seats[ordinal] if game.CHANCE_SEAT else ordinal,
            reading=reading_called(game, exact),
            wins=large(record.wins),
            neither=large(record.draws) if seats[ordinal] in game.RIVALS else "–",
            losses=large(record.losses),
            holds=not record.losses,
        )
        for (slug, exact), computed in computed_proofs(game, only).items()
        for ordinal, record in computed.result.items()
    ]


def reading_called(game: type[Board], exact: bool) -> str:
    """The reading of "won" in a word; empty in a game of one reading."""
    if game.OPTION is None:
        return ""
    return game.OPTION.title if exact else "usual"


@dataclass(frozen=True, slots=True)
class LostLine:
    """A game that an engine can lose: its final board, and the address of its first position."""

    moves_as: str
    notation: str
    cells: tuple[int, ...]
    moves: str
    url: str


def lost_lines(game: type[Board], slug: str) -> list[LostLine]:
    """The games an engine can lose, the first of them for each seat and reading."""
    seats = dict(zip(ORDINALS, game.SEATS, strict=False))
    return [
        _lost_line(game, exact, seats[ordinal] if game.CHANCE_SEAT else ordinal, moves)
        for (_, exact), computed in computed_proofs(game, slug).items()
        for ordinal, record in computed.result.items()
        for moves in record.losing_lines[: SHOWN // len(readings(game)) ** 2]
    ]


def _lost_line(game: type[Board], exact: bool, seat: str, moves: tuple[int, ...]) -> LostLine:
    start = game.start(exact=exact)
    line = variations.Variation((start,), (), 0).after(*moves)
    outcome = line.board.outcome
    return LostLine(
        moves_as=" ".join(filter(None, [seat, reading_called(game, exact)])),
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
        title=board_title(game, exact),
        command=f"python manage.py solve {game.VARIANT}{_flag(game, exact)}",
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
