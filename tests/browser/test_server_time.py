"""The page's estimate of the server's time, with delays of known size on a clock of the test's."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

SCRIPTS = Path(__file__).parents[2] / "games/static/games/js"
MODULES = "server_time.js", "clock.js", "words.js"
KEPT, DRIFT = 8, 1e-4
AHEAD = 12_345
"""Milliseconds by which the server's clock is ahead of the machine's."""

LIVE = """async ([ahead, events]) => {
  const { ServerTime } = await import("oxo/server_time.js");
  let steady = 0, asleep = 0, set = 0;
  const server = () => 1e12 + steady + asleep + ahead;
  const local = () => 1e12 + steady + asleep + set;
  const time = new ServerTime(local, () => steady);
  return events.map(({ wait = 0, sleep = 0, clock = 0, up = 0, down = 0, frame = false }) => {
    steady += wait;
    asleep += sleep;
    set += clock;
    const sent = local();
    steady += up;
    const now = server();
    steady += down;
    if (frame) time.hint(now);
    else time.hear({ sent, now });
    return [time.now() - server(), time.error];
  });
}"""
"""Lives through events: frames and pongs, each ``down`` ms late; how wrong it is after each, and
how wrong it says it may be."""


def module(name: str) -> str:
    code = (SCRIPTS / name).read_bytes()
    return f"data:text/javascript;base64,{b64encode(code).decode()}"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    imports = {f"oxo/{name}": module(name) for name in MODULES}
    page = browser.new_page()
    page.set_content(f'<script type="importmap">{json.dumps({"imports": imports})}</script>')
    yield page
    page.close()


def live(page: Page, *events: dict[str, Any]) -> tuple[list[float], list[float | None]]:
    found = page.evaluate(LIVE, [AHEAD, list(events)])
    return [wrong for wrong, _ in found], [may_be for _, may_be in found]


def pong(up: float, down: float, **more: float) -> dict[str, float]:
    return {"up": up, "down": down, **more}


def frame(late: float) -> dict[str, Any]:
    return {"down": late, "frame": True}


def test_one_late_pong_is_forgotten_with_the_next_quick_one(page: Page) -> None:
    wrong, may_be = live(page, pong(5, 400), pong(5, 5), pong(300, 7))
    assert wrong == [-197.5, 0, 0]
    assert may_be[:2] == [202.5, 5]
    assert may_be[2] == pytest.approx(5 + 307 * DRIFT)


def test_the_shortest_round_trip_counts_whenever_it_was(page: Page) -> None:
    wrong, _ = live(page, pong(30, 20), pong(0, 300), pong(10, 14), pong(40, 0))
    assert wrong == [5, 5, -2, -2]


@pytest.mark.long
@given(
    st.lists(
        st.builds(pong, st.integers(0, 900), st.integers(0, 900), wait=st.integers(0, 5000)),
        min_size=1,
        max_size=30,
    )
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_is_never_wrong_by_more_than_half_the_shortest_of_the_last_round_trips(
    page: Page, pongs: list[dict[str, float]]
) -> None:
    wrong, may_be = live(page, *pongs)
    for number, (is_, at_most) in enumerate(zip(wrong, may_be, strict=True), start=1):
        assert at_most is not None
        last = pongs[max(0, number - KEPT) : number]
        oldest = sum(one["up"] + one["down"] + one["wait"] for one in last)
        half = min(one["up"] + one["down"] for one in last) / 2
        assert abs(is_) <= at_most + 1e-3
        assert half <= at_most + 1e-3
        assert at_most <= half + oldest * DRIFT + 1e-3


def test_a_good_pong_is_too_old_after_eight_others(page: Page) -> None:
    later = [pong(20, 20, wait=4000) for _ in range(KEPT)]
    wrong, _ = live(page, pong(1, 1), {**later[0], "clock": 100}, *later[1:])
    assert wrong == [0] + [100] * (KEPT - 1) + [0]


def test_after_a_sleep_the_next_pong_counts_whatever_it_took(page: Page) -> None:
    wrong, _ = live(page, pong(1, 1), pong(100, 60, sleep=60_000))
    assert wrong == [0, 20]


def test_after_the_clock_was_set_the_next_frame_counts(page: Page) -> None:
    wrong, _ = live(page, pong(1, 1), {**frame(30), "clock": 3_600_000}, pong(10, 10))
    assert wrong == [0, -30, 0]


def test_before_the_first_pong_the_frame_that_was_the_least_late_counts(page: Page) -> None:
    wrong, may_be = live(page, frame(300), frame(40), frame(200), pong(250, 350), frame(10))
    assert wrong == [-300, -40, -40, -50, -50]
    assert may_be[:3] == [float("inf")] * 3


def test_what_is_left_on_screen_never_grows_while_a_turn_lasts(page: Page) -> None:
    shown = page.evaluate("""async () => {
      const { Countdown } = await import("oxo/clock.js");
      const countdown = new Countdown();
      const left = [["x", 9000], ["x", 8900], ["x", 9100], ["x", 8800], ["o", 9500], ["o", 9600]];
      return left.map(([turn, ms]) => countdown.shown(turn, ms));
    }""")
    assert shown == [9000, 8900, 8900, 8800, 9500, 9500]
