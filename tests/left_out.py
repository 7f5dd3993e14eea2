"""A pytest plugin that says how many tests ``-m`` or ``-k`` left out, with xdist too."""

from __future__ import annotations

from typing import Any

import pytest

LEFT_OUT = pytest.StashKey[int]()


def pytest_deselected(items: list[pytest.Item]) -> None:
    config = items[0].config
    config.stash[LEFT_OUT] = config.stash.get(LEFT_OUT, 0) + len(items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that started this one, if it is one of xdist's workers."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Each worker has collected all tests, and left out the same ones."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{left_out} left out: make test-all runs them")
