"""``make bench``: the engines against named yardsticks, as ratios measured in one run.

Each figure is processor time, the best of several runs, taken in turns so that all see the
same machine. A ratio above 1 means that the engine is that many times faster than the yardstick.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random
from time import process_time

import numpy as np

from games.analysis.documents.proving import prove_scores
from games.engines.classic import linear
from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.bitboard_engine import BitSearch
from games.engines.classic.guard import allowed
from games.engines.classic.tablebase import key_of, table
from games.engines.learning.tables import TemporalDifference
from games.engines.techniques import saving
from games.engines.ultimate.alphabeta import INFINITE, AlphaBetaSearch
from games.engines.ultimate.mcts import PlayoutTree
from games.engines.ultimate.position import position
from games.rules import ClassicBoard, UltimateBoard
from tests.bench import say, yardsticks

ROUNDS = 7
BATCH = 100_000
LOOKUPS = 100_000
TABLE_LIMIT_MS = 6.0
BOARDS_PER_SECOND = 1_000_000

EMPTY = ClassicBoard()

Job = Callable[[], object]


def best_times(jobs: dict[str, Job]) -> dict[str, float]:
    """Seconds of the quickest of ROUNDS runs of each job, the jobs in turns."""
    times = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            began = process_time()
            job()
            times[name] = min(times[name], process_time() - began)
    return times


def compare(title: str, ours: dict[str, Job], others: dict[str, Job]) -> None:
    """Print one block: our times, then each yardstick's with the ratio to our first."""
    times = best_times({**ours, **others})
    mine = times[next(iter(ours))]
    say(f"\n{title}")
    for name in ours:
        say(f"  {name:34}{times[name] * 1e3:10.3f} ms")
    for name in others:
        say(f"  {name:34}{times[name] * 1e3:10.3f} ms{times[name] / mine:9.1f} ×")


def searches() -> None:
    alpha_beta = AIPlayer("X", techniques=saving("pruning", "ordering", "early"))
    compare(
        "Full tree from the empty board, 549,946 nodes, no pruning",
        {"minimax": lambda: AIPlayer("X").minimax(EMPTY)},
        dict(yardsticks.FULL_TREE),
    )
    compare(
        "Alpha-beta from the empty board",
        {
            "bitboard": lambda: BitSearch().value(0, 0),
            "alphabeta": lambda: alpha_beta.minimax_alpha_beta(EMPTY),
        },
        dict(yardsticks.ALPHA_BETA),
    )
    compare(
        "All 5,478 positions (ours: values, best moves and distances; theirs: values)",
        {"table": table.__wrapped__},
        dict(yardsticks.ALL_POSITIONS),
    )


FIRST_USE = """
from time import process_time
from games.engines.classic.tablebase import table
began = process_time()
table()
print((process_time() - began) * 1e3)
"""


def first_use() -> float:
    """Milliseconds of the table's first building, the best of ROUNDS new processes."""
    command = [sys.executable, "-c", FIRST_USE]
    runs = [subprocess.run(command, capture_output=True, check=True) for _ in range(ROUNDS)]
    return min(float(run.stdout) for run in runs)


def lookups() -> None:
    """One best move from the table, against the same from a dictionary of tuples."""
    boards = [board for board in table().boards() if not board.is_game_over()]
    keys = [key_of(board) for board in boards] * (LOOKUPS // len(boards))
    best = table().best
    named = dict(zip(boards, map(best.__getitem__, map(key_of, boards)), strict=True))
    pairs = list(named) * (LOOKUPS // len(boards))

    def by_key() -> None:
        for key in keys:
            best[key]

    def by_board() -> None:
        for pair in pairs:
            named[pair]

    times = best_times({"ours": by_key, "dict": by_board})
    ours, other = (times[name] / len(keys) * 1e6 for name in ("ours", "dict"))
    say("\nA perfect move by look-up")
    say(f"  {'table, by key':34}{ours:10.3f} µs")
    say(f"  {'dict, by pair of integers':34}{other:10.3f} µs{other / ours:9.1f} ×")


def batches() -> None:
    """The linear engine on one batch, and how far that is from the machine's own limits."""
    live = [linear.state(board) for board in table().boards() if not board.is_game_over()]
    boards = np.resize(np.concatenate(live), (BATCH, 9))
    states = boards.astype(np.float32)
    paths = linear.evaluate(boards).paths
    guarded = boards[: BATCH // 20]
    times = best_times(
        {
            "scores": lambda: linear.evaluate(boards),
            "moves": lambda: linear.best_cells(boards),
            "arithmetic": lambda: (states @ linear.P.T, states @ linear.P.T, paths @ linear.P),
            "memory": lambda: (
                states.copy(),
                paths.copy(),
                paths.copy(),
                paths.copy(),
                states.copy(),
            ),
            "guard": lambda: allowed(guarded),
        }
    )
    say(f"\nThe linear engine on a batch of {BATCH:,} boards")
    for label, key, count in (
        ("cell scores c = Pᵀs", "scores", BATCH),
        ("best free cells", "moves", BATCH),
        ("guard alone (81 boards per board)", "guard", len(guarded)),
    ):
        say(f"  {label:34}{count / times[key] / 1e6:10.2f} million boards/s")
    for label, key in (("three products alone", "arithmetic"), ("copying its arrays", "memory")):
        share = times[key] / times["scores"]
        say(f"  {label:34}{times[key] * 1e3:10.3f} ms, {share:.0%} of the cell scores' time")
    moves = BATCH / times["moves"]
    say(
        f"  aim {BOARDS_PER_SECOND:,} boards/s: {'met' if moves >= BOARDS_PER_SECOND else 'MISSED'}"
    )


def laboratory() -> None:
    """Every game of both seats, as the laboratory of document 001 proves it for any table."""
    printed = tuple(linear.PRINTED.values())
    compare(
        "All games of a table of path scores (the laboratory)",
        {"the printed table": lambda: prove_scores(printed)},
        {"all scores 0: every free cell": lambda: prove_scores((0.0,) * len(printed))},
    )


ULTIMATE_DEPTH, ULTIMATE_GAMES = 4, 300


def ultimate() -> None:
    """The searches of Ultimate from the empty board."""
    root = position(UltimateBoard.start())

    def alpha_beta() -> int:
        search = AlphaBetaSearch(root)
        for option in root.moves.values():
            search.after(option, ULTIMATE_DEPTH, -INFINITE, INFINITE)
        return search.guesses

    def tree() -> None:
        grown = PlayoutTree(root, Random(1))
        for _ in range(ULTIMATE_GAMES):
            grown.simulate()

    compare(
        f"Ultimate: {ULTIMATE_GAMES} games of Monte Carlo tree search",
        {"mcts": tree},
        {"OpenSpiel": lambda: yardsticks.openspiel_ultimate_tree(ULTIMATE_GAMES)},
    )
    theirs = yardsticks.openspiel_ultimate_alpha_beta
    times = best_times({"ours": alpha_beta, "theirs": lambda: theirs(ULTIMATE_DEPTH)})
    rates = [alpha_beta() / times["ours"], theirs(ULTIMATE_DEPTH) / times["theirs"]]
    say(f"\nUltimate: alpha-beta over {ULTIMATE_DEPTH} plies, positions at the horizon")
    say(f"  {'alphabeta':34}{rates[0] / 1e6:10.3f} million a second")
    say(f"  {'OpenSpiel':34}{rates[1] / 1e6:10.3f} million a second{rates[0] / rates[1]:9.1f} ×")


LEARNED_GAMES = 3_000


def learners() -> None:
    """Games a second of a table that learns from itself, at random."""

    def table_of_values() -> None:
        TemporalDifference(1).train(LEARNED_GAMES)

    others: dict[str, Job] = {
        "plain Python": lambda: yardsticks.plain_td(LEARNED_GAMES),
        "OpenSpiel, tabular Q": lambda: yardsticks.openspiel_q(LEARNED_GAMES),
    }
    times = best_times({"td": table_of_values, **others})
    say(f"\nLearning from {LEARNED_GAMES:,} games with itself, games a second")
    for name, seconds in times.items():
        ratio = "" if name == "td" else f"{seconds / times['td']:9.1f} ×"
        say(f"  {name:34}{LEARNED_GAMES / seconds:10,.0f}{ratio}")


def main() -> None:
    cold = first_use()
    say(f"Best of {ROUNDS} runs; × says how many times slower than our first row.")
    searches()
    met = "met" if cold < TABLE_LIMIT_MS else "MISSED"
    say(f"  table at first use{cold:26.3f} ms  aim {TABLE_LIMIT_MS:.0f} ms: {met}")
    lookups()
    batches()
    laboratory()
    ultimate()
    learners()


if __name__ == "__main__":
    main()
