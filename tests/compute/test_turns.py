"""Dear pages take turns, and wait neither in crowds nor for ever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from games.compute.turns import Busy, Turns
from tests.wire import PATIENCE


class Page:
    """A thread that takes its turn, says so, and goes on when it is told to."""

    def __init__(self, turns: Turns, crowd: ThreadPoolExecutor) -> None:
        self.begun, self.go = Event(), Event()
        self.drawn = crowd.submit(self._draw, turns)

    def _draw(self, turns: Turns) -> str:
        with turns.turn():
            self.begun.set()
            assert self.go.wait(PATIENCE)
        return "drawn"


def test_one_page_is_drawn_at_a_time() -> None:
    turns = Turns()
    with ThreadPoolExecutor(2) as crowd:
        first = Page(turns, crowd)
        assert first.begun.wait(PATIENCE)
        second = Page(turns, crowd)
        assert not second.begun.is_set()
        first.go.set()
        assert second.begun.wait(PATIENCE)
        assert first.drawn.result(PATIENCE) == "drawn"
        second.go.set()


@pytest.mark.parametrize("turns", [Turns(waiting=0), Turns(patience=0.01)])
def test_a_crowd_is_turned_away_and_nobody_waits_for_ever(turns: Turns) -> None:
    with ThreadPoolExecutor(1) as crowd:
        page = Page(turns, crowd)
        assert page.begun.wait(PATIENCE)
        with pytest.raises(Busy), turns.turn():
            pass
        page.go.set()
        page.drawn.result(PATIENCE)
    with turns.turn():
        pass


def test_who_only_waits_lets_others_go_first() -> None:
    turns = Turns()
    with ThreadPoolExecutor(1) as crowd, turns.turn():
        with turns.aside():
            other = Page(turns, crowd)
            assert other.begun.wait(PATIENCE)
            other.go.set()
        assert other.drawn.result(PATIENCE) == "drawn"
        late = Page(turns, crowd)
        late.go.set()
        assert not late.begun.is_set(), "the turn is back"
    assert late.drawn.result(PATIENCE) == "drawn"


def test_a_page_that_breaks_gives_its_turn_back() -> None:
    turns = Turns(waiting=0, patience=0.01)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError
    with turns.aside():
        pass
