"""What `make soak` makes of what it saw."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.soak.held import Held, Sample, below, held, named
from tests.soak.judging import OF_GAMES, PER_GAME, Hour
from tests.soak.leaks import leaked
from tests.soak.players import Figures
from tests.soak.prometheus import MONITORING, sooner

HOUR, DEPLOY = 3600.0, 1800.0
QUIET = {"p50": 2.0, "p99": 10.0, "waits": 6000, "moves": 36000, "lost": 0}
REPORT: dict[str, Any] = {**QUIET, "games": {}, "closed": {}, "refused": {}, "answers": {}}


def samples(name: str, held_at: Callable[[float], Held]) -> Iterator[Sample]:
    """One every five seconds; the process is another one after the new version came."""
    for at in range(0, int(HOUR), 5):
        yield Sample(float(at), name, 1 if at < DEPLOY else 2, held_at(at % DEPLOY))


def hour(*names: str, held_at: Callable[[float], Held] | None = None, **more: Any) -> Hour:
    steady = held_at or (lambda since: Held(200 + min(since, 600) / 10, 100, 20))
    sizes = dict.fromkeys(OF_GAMES, 0) | {"": 10_000_000}
    grown = sizes | {"games_game": 1000 * PER_GAME}
    found = [sample for name in names or ("oxo@1",) for sample in samples(name, steady)]
    given = {"reports": [REPORT] * 6, "sizes": [sizes, grown], "games": 1000, **more}
    return Hour(0.0, HOUR, found, **given)


def test_a_process_that_warms_up_and_stays_keeps_the_limits() -> None:
    assert list(hour("oxo@1", "oxo@2", "oxo-sweep").broken()) == []


def test_a_process_is_judged_from_ten_minutes_after_its_start() -> None:
    growing = hour(held_at=lambda since: Held(200 + since / 60, 100, 20))
    ((first, second),) = growing.growths().values()
    assert (round(first, 3), round(second, 3)) == (1.082, 1.082)
    assert list(growing.broken()) == [
        "memory of oxo@1 grew to 1.08 of what it was warmed up",
        "memory of oxo@1 grew to 1.08 of what it was warmed up",
    ]


def test_handles_that_are_not_given_back_are_noticed() -> None:
    leaking = [
        Sample(float(at), "oxo-sweep", 1, Held(100, at // 60, 10)) for at in range(0, int(HOUR), 5)
    ]
    seen = Hour(0.0, HOUR, leaking, [REPORT] * 6, [dict.fromkeys([*OF_GAMES, ""], 0)] * 2, 1)
    assert list(seen.broken()) == ["handles of oxo-sweep: 8 once warm, 58 at the end"]


def test_sockets_that_move_between_the_servers_are_no_leak() -> None:
    moving = [
        *samples("oxo@1", lambda _: Held(200, 300, 20)),
        *samples("oxo@2", lambda _: Held(200, 300, 20)),
    ]
    for number, sample in enumerate(moving):
        if sample.at > DEPLOY:
            handles = 500 if sample.name == "oxo@1" else 100
            moving[number] = Sample(sample.at, sample.name, 2, Held(200, handles, 20))
    seen = Hour(0.0, HOUR, moving, [REPORT] * 6, [dict.fromkeys([*OF_GAMES, ""], 0)] * 2, 1)
    assert list(seen.broken()) == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {"reports": [REPORT] * 5 + [{**REPORT, "p99": 13.0}]},
            "p99 was 10 ms in the first sixth and 13 in the last",
        ),
        (
            {"reports": [REPORT] * 2 + [{**REPORT, "waits": 0}] + [REPORT] * 3},
            "nobody moved in sixth 3",
        ),
        ({"games": 100}, "a game takes 13,580 bytes, 1,358 by docs/storage.md"),
        ({"reports": [{**REPORT, "lost": 1}] * 6}, "1 acknowledged moves are lost"),
        ({"fired": ["OxoDown"]}, "the alert OxoDown fired"),
        ({"complaints": ["oxo@1: ERROR"]}, "in a log: oxo@1: ERROR"),
        ({"leaks": ["SECRET_KEY (oxo@1.log)"]}, "SECRET_KEY (oxo@1.log) stands in a log"),
        (
            {"reports": [{**REPORT, "answers": {"page 200": 9, "page 500": 1, "page 503": 3}}] * 6},
            "answers of a site that is broken: {'page 500': 1}",
        ),
    ],
)
def test_a_limit_that_is_passed_is_said(more: dict[str, Any], said: str) -> None:
    assert list(hour(**more).broken()) == [said]


def test_the_table_has_the_figures_of_four_moments() -> None:
    lines = list(hour().table())
    assert lines[0] == "| | 0 min | 10 min | 30 min | 60 min | end to warm | of a core |"
    assert lines[2] == (
        "| oxo@1: MB, handles, threads | 208, 100, 20 | 252, 100, 20 | 260, 100, 20 "
        "| 260, 100, 20 | 1.00, 1.00 | 0% |"
    )
    assert "| 6 | 2.0 | 10.0 | 6,000 |" in lines


def test_figures_have_the_waits_since_they_were_last_asked_for() -> None:
    figures = Figures(waits=[number / 1000 for number in range(200)], moves=200)
    first, second = figures.report(), figures.report()
    assert (first["p50"], first["p99"], first["waits"]) == (100.0, 198.0, 200)
    assert (second["p50"], second["waits"], second["moves"]) == (0.0, 0, 200)


def test_what_this_process_holds() -> None:
    one = held([os.getpid()])
    assert one.memory > 10
    assert one.handles >= 3
    assert one.threads >= 1
    assert one.used > 0
    assert held([2**22 + 1]) == Held(0.0, 0, 0)


def test_processes_are_found_by_their_words_and_by_who_started_them() -> None:
    waiting = "import sys; print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", waiting, "held-by-a-test"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        assert child.pid in below(os.getpid())
        assert named("held-by-a-test") == [child.pid]
        child.communicate()


def test_rules_can_count_in_shorter_times() -> None:
    rules = sooner((MONITORING / "alerts.yml").read_text(), 10)
    assert "[5m]" not in rules
    assert rules.count("[30s]") == 4
    assert "for: 6s" in rules
    assert "time() - max(oxo_sweep_finished_timestamp_seconds) > 30" in rules


SECRETS = {"SECRET_KEY": "k" * 50}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("INFO oxo.access: GET /", []),
        (f"KeyError: {'k' * 50}", ["SECRET_KEY (site.log)"]),
        ("Authorization: Bearer oxo_" + "a" * 40, ["a token of a program (site.log)"]),
        ("Cookie: __Host-sessionid=abcdefghij", ["a cookie (site.log)"]),
        ("redis://:hunter2@127.0.0.1/0", ["a login in an address (site.log)"]),
        ("postgres://oxo:***@127.0.0.1/oxo", []),
        ("argon2$argon2id$v=19$m=102400", ["a hash of a password (site.log)"]),
    ],
)
def test_a_secret_in_a_log_is_found(tmp_path: Path, line: str, found: list[str]) -> None:
    log = tmp_path / "site.log"
    log.write_text(f"first\n{line}\nlast\n")
    assert leaked([log], SECRETS) == found
