"""Trainings: in pieces, one at a time, for those who look."""

from __future__ import annotations

import fcntl
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.analysis.machines import jobs, trainings
from games.analysis.machines.jobs import TrainingQueue, TrainingRun
from games.analysis.machines.trainings import (
    LearnerSnapshot,
    TrainingKey,
    TrainingPiece,
    judgements,
    stops,
    train_piece,
)
from games.compute.pool import Busy
from games.engines.learning.menace import boxes
from games.engines.learning.training import LEARNERS

START = boxes()[0].board


def key(slug: str = "td", seed: int = 1, games: int = 600) -> TrainingKey:
    return TrainingKey(slug, seed, games, LEARNERS[slug].DEFAULTS)


def trained(one: TrainingKey) -> TrainingRun[LearnerSnapshot]:
    run = TrainingRun(one)
    while not run.done:
        run.add(train_piece(one, run.learner))
    return run


@pytest.mark.parametrize("piece", [0.0, 60.0])
def test_pieces_make_the_same_training(piece: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainings, "PIECE", piece)
    run = trained(key())
    assert [games for games, _ in run.points] == list(stops("td", 600))
    assert run.points[0] == (0, 43_998)
    assert run.points[-1] == (600, 1_446)
    assert run.snapshots[-1].games == 600


@pytest.mark.parametrize(("slug", "games"), [("menace", 20), ("mcts", 4), ("net", 512), ("q", 100)])
def test_each_learner_can_be_watched(slug: str, games: int) -> None:
    run = trained(key(slug, games=games))
    assert run.games == games
    for view in judgements([one.stored for one in run.snapshots], START):
        assert view is not None
        assert set(view) == set(range(9))
        assert any(one.best for one in view.values())
        assert all(0 <= one.much <= 1 for one in view.values())
    for one in run.snapshots:
        assert all(sum(shares) == pytest.approx(1) for shares in one.results)


def test_the_boxes_think_nothing_of_the_other_side() -> None:
    run = trained(key("menace", games=2))
    stored = [run.snapshots[-1].stored]
    assert judgements(stored, START.make_move(0)) == [None]


def test_a_tree_that_goes_on_searching_judges_as_one_of_its_own() -> None:
    run = trained(key("mcts", games=20))
    together = judgements([one.stored for one in run.snapshots], START)
    assert together[-1] == judgements([run.snapshots[-1].stored], START)[0]


class Turns(TrainingQueue):
    """A queue whose thread does not run by itself."""

    def _work(self) -> None: ...


def test_who_begins_another_training_leaves_the_first() -> None:
    queue = Turns()
    first = queue.watch(key(seed=1), "ada")
    second = queue.watch(key(seed=2), "ada")
    assert first.watchers == {}
    assert queue._next() is second
    assert second.place == 0


def test_one_training_is_shared_and_goes_on_while_one_of_them_looks() -> None:
    queue = Turns()
    run = queue.watch(key(), "ada")
    assert queue.watch(key(), "grace") is run
    queue.watch(key(seed=2), "ada")
    assert set(run.watchers) == {"grace"}
    assert queue._next() is run


def test_who_came_first_is_first_and_all_say_their_place() -> None:
    queue = Turns()
    everybodys = queue.watch(key(seed=1), "")
    mine = queue.watch(key(seed=2), "ada")
    assert queue._next() is everybodys
    assert (everybodys.place, mine.place) == (0, 1)


def test_what_one_has_left_keeps_no_place() -> None:
    queue = Turns()
    for number in range(3 * jobs.MOST_WAITING):
        run = queue.watch(key(seed=number), "ada")
    assert queue._next() is run
    assert run.place == 0


def test_a_stopped_training_rests_until_it_is_asked_for() -> None:
    queue = Turns()
    run = queue.watch(key(), "ada")
    queue.watch(key(), "ada", resume=False)
    assert queue._next() is None
    assert run.stopped
    queue.watch(key(), "ada")
    assert queue._next() is run


def test_who_stops_a_training_leaves_it_to_those_who_go_on_looking() -> None:
    queue = Turns()
    run = queue.watch(key(), "ada")
    queue.watch(key(), "grace")
    queue.watch(key(), "ada", resume=False)
    assert set(run.watchers) == {"grace"}
    assert queue._next() is run


def test_a_training_rests_when_nobody_looks_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Turns()
    queue.watch(key(), "ada")
    later = time.monotonic() + jobs.LOOKED_AT
    monkeypatch.setattr(jobs.time, "monotonic", lambda: later)
    assert queue._next() is None


def test_engines_that_wait_for_a_worker_go_before_the_next_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done, engines = [], [2, 1, 0, 0, 0, 0]
    queue = Turns()
    queue.watch(key(), "ada")

    class Workers:
        def waiting(self) -> int:
            done.append(f"{engines[0]} waiting")
            return engines.pop(0)

    def piece(function: Any, task: Any, learner: bytes, patience: float) -> Any:
        done.append("piece")
        games = int(learner or b"0") + 300
        return TrainingPiece(str(games).encode(), games, [], [], games >= task.games)

    monkeypatch.setattr(jobs, "pool", Workers)
    monkeypatch.setattr(jobs, "compute", piece)
    monkeypatch.setattr(jobs.time, "sleep", lambda seconds: None)
    TrainingQueue._work(queue)
    assert done == ["piece", "2 waiting", "1 waiting", "0 waiting", "piece", "0 waiting"]


def test_a_training_that_fails_is_given_up_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full pool is no failure, and the failures of one count for no other."""
    troubles: dict[int, list[Exception]] = {
        1: [MemoryError() for _ in range(jobs.TRIES)],
        2: [MemoryError(), *(Busy() for _ in range(jobs.TRIES))],
    }

    def piece(function: Any, task: Any, learner: bytes, patience: float) -> Any:
        if troubles[task.seed]:
            raise troubles[task.seed].pop(0)
        return TrainingPiece(b"", task.games, [], [], True)

    queue = Turns()
    bad, good = (queue.watch(key(seed=seed), f"visitor {seed}") for seed in (1, 2))
    monkeypatch.setattr(jobs, "compute", piece)
    monkeypatch.setattr(jobs.time, "sleep", lambda seconds: None)
    TrainingQueue._work(queue)
    assert (bad.done, bad.stopped, good.done) == (False, True, True)


def test_another_process_of_the_machine_waits_while_one_trains(
    settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    at_once = fcntl.LOCK_EX | fcntl.LOCK_NB
    (tmp_path / "training.lock").touch()
    with (tmp_path / "training.lock").open() as other:
        with jobs.alone(), pytest.raises(BlockingIOError):
            fcntl.flock(other, at_once)
        fcntl.flock(other, at_once)


def test_after_a_restart_a_training_is_made_again_from_its_key() -> None:
    before, after = trained(key(seed=5)), trained(key(seed=5))
    assert after.points == before.points
    assert [one.memory for one in after.snapshots] == [one.memory for one in before.snapshots]


def test_too_many_trainings_are_busy() -> None:
    queue = Turns()
    for number in range(jobs.MOST_WAITING + 1):
        queue.watch(key(seed=number), f"visitor {number}")
    with pytest.raises(Busy):
        queue.watch(key(seed=99), "ada")
    assert len(queue._runs) == jobs.MOST_WAITING + 1


def test_the_oldest_trainings_are_forgotten() -> None:
    queue = Turns()
    for number in range(jobs.KEPT + 5):
        queue.watch(key(seed=number), "ada", resume=False)
    assert len(queue._runs) == jobs.KEPT


def test_a_training_runs_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    queue = TrainingQueue()
    run = queue.watch(replace(key(), games=200), "ada", resume=False)
    add = TrainingRun.add

    def noticed(one: TrainingRun[Any], piece: trainings.TrainingPiece[Any]) -> None:
        add(one, piece)
        if one.done:
            over.set()

    monkeypatch.setattr(TrainingRun, "add", noticed)
    queue.watch(run.key, "ada")
    assert over.wait(60)
    assert run.games == 200
