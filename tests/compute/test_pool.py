"""Long computations happen elsewhere, and no more of them than there is time for."""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import games
from games.analysis import analysis_cache
from games.analysis.proofs import report
from games.analysis.puzzles import collection
from games.analysis.tree import savings
from games.arena.grading.contest import PlayedGame, Work
from games.arena.grading.play import CannotPlay
from games.arena.grading.program import CannotGrade
from games.arena.grading.result import Case, Grade
from games.compute import answers, pool, release_files
from games.compute.pool import Busy, ComputePool, Lost
from games.compute.worker import NICENESS, YIELD
from games.drawing import pictures
from games.rules import ClassicBoard, RulesError
from tests.compute import computations
from tests.site import ROOT
from tests.wire import PATIENCE


@pytest.fixture
def workers() -> Iterator[ComputePool]:
    """One worker, before which one computation may wait."""
    made = ComputePool(1, waiting=1, longest=30)
    yield made
    made.close()


@pytest.fixture
def fifo(tmp_path: Path) -> str:
    os.mkfifo(tmp_path / "fifo")
    return str(tmp_path / "fifo")


class EndsAsTheWaitDoes(Future[int]):
    """A computation that ends between the end of a wait for it and the next look at it."""

    def result(self, timeout: float | None = None) -> int:
        if timeout is None:
            return super().result()
        self.set_result(42)
        raise TimeoutError


def wait_until_gone(pid: int) -> None:
    """Returns when process ``pid`` has ended; fails if it never does."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([handle], [], [], PATIENCE)[0], f"process {pid} still runs"
    finally:
        os.close(handle)


def test_a_computation_happens_in_another_process_that_gives_way(workers: ComputePool) -> None:
    pid, niceness, has_django = workers.compute(computations.worker, patience=PATIENCE)
    assert pid != os.getpid()
    assert niceness == min(19, os.nice(0) + NICENESS)
    assert not has_django
    assert workers.compute(computations.worker, patience=PATIENCE)[0] == pid, "workers stay"


def test_what_ends_in_the_moment_in_which_patience_does_is_the_result(
    workers: ComputePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "submit", lambda *args: EndsAsTheWaitDoes())
    assert workers.compute(os.getpid) == 42


def test_while_a_worker_computes_it_lets_others_run_again_and_again(workers: ComputePool) -> None:
    assert workers.compute(computations.times_others_ran, 50 * YIELD, patience=PATIENCE) >= 5


def test_a_worker_computes_with_one_thread(workers: ComputePool) -> None:
    found = workers.compute(computations.environment, patience=PATIENCE)
    assert found["OPENBLAS_NUM_THREADS"] == "1"


def test_it_gives_what_the_function_gives(workers: ComputePool) -> None:
    assert workers.compute(computations.double, 21, patience=PATIENCE) == 42
    with pytest.raises(RulesError, match="no such cell"):
        workers.compute(computations.refuse, "no such cell", patience=PATIENCE)


def test_what_is_more_than_may_wait_is_refused_at_once(workers: ComputePool, fifo: str) -> None:
    running = workers.submit(computations.read, fifo)
    waiting = workers.submit(computations.double, 1)
    with pytest.raises(Busy):
        workers.compute(computations.double, 2, patience=PATIENCE)
    Path(fifo).write_text("go")
    assert running.result(PATIENCE)[1] == "go"
    assert waiting.result(PATIENCE) == 2
    assert workers.compute(computations.double, 2, patience=PATIENCE) == 4, "and later it is not"


def test_who_asks_for_the_same_gets_the_same_computation(workers: ComputePool, fifo: str) -> None:
    asked: list[Future[Any]] = [workers.submit(computations.read, fifo) for _ in range(5)]
    Path(fifo).write_text("once")
    assert len({future.result(PATIENCE) for future in asked}) == 1
    assert len({id(future) for future in asked}) == 1


def test_who_waited_long_enough_is_told_so_and_takes_no_worker(
    workers: ComputePool, fifo: str
) -> None:
    running = workers.submit(computations.read, fifo)
    with pytest.raises(Busy):
        workers.compute(computations.die, patience=0.01)
    Path(fifo).write_text("go")
    first = running.result(PATIENCE)[0]
    assert workers.compute(computations.worker, patience=PATIENCE)[0] == first, (
        "what nobody waited for was not begun"
    )


@pytest.mark.long
def test_every_worker_gets_ready_and_one_that_is_busy_is_left_out(tmp_path: Path) -> None:
    two = ComputePool(2, waiting=1, longest=30)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    try:
        two.in_each(computations.sign, tmp_path / "all")
        ready = {int(pid) for pid in (tmp_path / "all").read_text().split()}
        assert len(ready) == 2
        under_way = two.submit(computations.read, str(fifo))
        with fifo.open("w") as end:  # opens once a worker reads
            two.in_each(computations.sign, tmp_path / "rest")
            end.write("on")
        busy = under_way.result(PATIENCE)[0]
        rest = {int(pid) for pid in (tmp_path / "rest").read_text().split()}
        assert rest == ready - {busy}
    finally:
        two.close()


def test_a_pool_that_is_closed_gets_nobody_ready(workers: ComputePool) -> None:
    workers.close()
    with pytest.raises(Lost, match="the pool is closed"):
        workers.in_each(computations.die)


@pytest.mark.long
def test_a_worker_that_dies_is_replaced(workers: ComputePool) -> None:
    first = workers.compute(computations.worker, patience=PATIENCE)[0]
    with pytest.raises(Lost, match="die"):
        workers.compute(computations.die, patience=PATIENCE)
    assert workers.compute(computations.worker, patience=PATIENCE)[0] != first


def test_a_computation_without_end_is_given_up(
    workers: ComputePool, fifo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = workers.compute(computations.worker, patience=PATIENCE)[0]
    monkeypatch.setattr(workers, "_longest", 0.05)
    with pytest.raises(Lost, match="read"):
        workers.compute(computations.read, fifo)
    wait_until_gone(pid)


def test_a_pool_that_is_closed_leaves_no_process(workers: ComputePool, fifo: str) -> None:
    pid = workers.compute(computations.worker, patience=PATIENCE)[0]
    running = workers.submit(computations.read, fifo)
    writing = os.open(fifo, os.O_WRONLY)  # waits until the worker reads
    workers.close()
    wait_until_gone(pid)
    os.close(writing)
    assert isinstance(running.exception(PATIENCE), Lost)
    with pytest.raises(Busy):
        workers.submit(computations.double, 1)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_process_that_started_them(number: signal.Signals) -> None:
    script = (
        "import django; django.setup()\n"
        "from games.compute.pool import compute\n"
        "from tests.compute.computations import worker\n"
        "print(compute(worker)[0], flush=True)\n"
        "input()\n"
    )
    command = [sys.executable, "-c", script]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        owner.send_signal(number)
        owner.wait(PATIENCE)
        wait_until_gone(pid)


# --- the pages ---------------------------------------------------------------------------


PAGES = (
    "/analysis/X.OX....._O/export.png",
    "/analysis/X.OX....._O/preview-position.png",
    "/analysis/X.OX....._O/",
    "/analysis/X.OX....._O/search/",
    "/puzzles/",
)


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_would_have_to_wait_too_long_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    for cached in (pictures.png, analysis_cache._pickled, savings.counted, collection.pool):
        cached.cache_clear()

    def busy(*args: Any, **kwargs: Any) -> Any:
        raise Busy("18 computations are waiting")

    for module in (pictures, analysis_cache, savings):
        monkeypatch.setattr(module, "compute", busy)
    monkeypatch.setattr(collection, "compute_once", busy)
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "no-store" in answer["Cache-Control"]
    assert "The server has a lot to compute right now." in answer.content.decode()
    assert f'href="{path}">Try again' in answer.content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_proofs_are_computed_once_whatever_process_asks(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(report, "_asked", {})
    assert report.proofs_ready(60, ClassicBoard, "random")
    made = report.proof(ClassicBoard, "random")
    monkeypatch.setattr(report, "_asked", {})  # as in another process
    again = pool.compute_once("proof-classic-random", computations.die)
    assert set(again.result) == {"first", "second"}
    assert report.proof(ClassicBoard, "random") == again == made


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of ``games`` of its own, in whose place the true ones are not looked for."""
    monkeypatch.setattr(games, "__file__", str(tmp_path / "__init__.py"))
    release_files.release.cache_clear()
    folder = tmp_path / "engines" / "learning"
    folder.mkdir(parents=True)
    yield folder
    release_files.release.cache_clear()


@pytest.mark.parametrize("name", ["net.py", "net.json"])
def test_another_file_of_code_or_of_weights_is_another_release(package: Path, name: str) -> None:
    (package / name).write_text("1")
    before = release_files.release(("engines",))
    release_files.release.cache_clear()
    assert release_files.release(("engines",)) == before
    (package / name).write_text("2")
    release_files.release.cache_clear()
    assert release_files.release(("engines",)) != before


def test_what_python_compiles_is_no_release_of_its_own(package: Path) -> None:
    before = release_files.release(("engines",))
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "net.cpython-314.pyc").write_bytes(b"compiled")
    release_files.release.cache_clear()
    assert release_files.release(("engines",)) == before


@pytest.mark.parametrize("packages", [release_files.PACKAGES, release_files.GRADING])
def test_a_release_is_made_of_packages_that_there_are(packages: tuple[str, ...]) -> None:
    root = Path(games.__file__).parent
    assert all(any((root / one).glob("*.py")) for one in packages)


@pytest.mark.parametrize("left", [b"", b"\x80\x05\x95", b"not a pickle"])
def test_a_file_that_was_cut_off_is_computed_again(tmp_path: Path, left: bytes) -> None:
    (tmp_path / release_files.release()).mkdir()
    (tmp_path / release_files.release() / "half.pickle").write_bytes(left)
    assert release_files.once(tmp_path, "half", computations.double, 2).result == 4
    kept = release_files.read(tmp_path, "half")
    assert kept is not None
    assert kept.result == 4


@pytest.mark.long
def test_who_wants_the_same_at_the_same_time_waits_for_it(tmp_path: Path, fifo: str) -> None:
    workers = ComputePool(2)
    asked = [
        workers.submit(release_files.once, tmp_path, "shared", computations.read, fifo),
        workers.submit(release_files.once, tmp_path, "shared", computations.read, fifo, 0),
    ]
    Path(fifo).write_text("once")  # for one reader; a second one would wait for ever
    assert len({future.result(PATIENCE).result for future in asked}) == 1
    workers.close()


# --- workers that handle strangers' files --------------------------------------------------


@pytest.fixture
def fenced() -> Iterator[ComputePool]:
    made = ComputePool(1, longest=30, memory=pool.MEMORY)
    yield made
    made.close()


def test_no_worker_has_a_secret_of_its_owner_in_its_environment(
    workers: ComputePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "hush-hush")
    found = workers.compute(computations.environment, patience=PATIENCE)
    assert "hush-hush" not in str(found)
    assert "PATH" in found


@pytest.mark.long
def test_a_fenced_worker_reaches_no_secret_and_no_network(
    fenced: ComputePool, tmp_path: Path, settings: Any
) -> None:
    def ask(function: Any, *args: Any) -> Any:
        return fenced.compute(function, *args, patience=PATIENCE)

    secret = tmp_path / "secret-key"
    secret.write_text("hush-hush")
    refused: tuple[tuple[Any, ...], ...] = (
        (Path.read_text, secret),
        (Path.read_bytes, Path(f"/proc/{os.getpid()}/environ")),
        (Path.write_text, secret, "x"),
        (os.mkdir, tmp_path / "here"),
        (socket.socket,),
    )
    for function, *args in refused:
        with pytest.raises(PermissionError):
            ask(function, *args)
    with pytest.raises(MemoryError):
        ask(bytearray, pool.MEMORY)
    assert len(ask(bytearray, 1 << 20)) == 1 << 20
    with pytest.raises(pool.Lost):
        ask(bytearray, answers.MOST)
    with pytest.raises(pool.Lost):
        ask(computations.call_of_the_other_table)
    assert "NoNewPrivs:\t1" in ask(Path.read_text, Path("/proc/self/status"))
    kept = settings.VAR_DIR / "grading" / "note"
    ask(Path.write_text, kept, "x")
    assert ask(Path.read_text, kept) == "x"


def test_code_that_decides_on_a_grade_is_in_the_name_of_its_release() -> None:
    names = [release_files.release((package,)) for package in release_files.GRADING]
    assert release_files.release(()) not in names


class Harm:
    """Calls something where it is read."""

    def __reduce__(self) -> Any:
        return os.putenv, ("OXO_HARM", "1")


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps((True, Harm())),
        b"cos\nsystem\n(S'true'\ntR.",
        b"cgames.arena.grading.program\nast.parse\n(S'1'\ntR.",
        b"cbuiltins\neval\n(S'1'\ntR.",
        b"",
        b"\x80\x05.",
    ],
)
def test_an_answer_that_acts_is_not_read(data: bytes) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        answers.read(data)


def test_an_answer_comes_back_as_it_was() -> None:
    case = Case("f", "........._X", "f()", "None")
    grade = Grade("choose", 1, 1, 0, 0, 0, 0, True, 1, None, expected={"Tres": 0.5}, cases=(case,))
    for answer in ((True, grade), (True, (4, 0.1)), (True, PlayedGame((4,), {"X": Work()}))):
        assert answers.read(pickle.dumps(answer)) == answer
    for error in (CannotGrade("Line 1: no."), CannotPlay("no"), MemoryError(), KeyError(1, 2)):
        _, found = answers.read(pickle.dumps((False, error)))
        assert (type(found), found.args) == (type(error), error.args)
