"""What ``make check-hosts`` does is on the page, in commands that it can run."""

from __future__ import annotations

import pytest

from tests.hosts import runbook

HEADINGS = (
    "On both hosts",
    "The replica",
    "The replica follows",
    "The replica is away",
    "The primary is lost",
    "The lost one comes back",
)


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_step_is_a_block_of_whole_commands(heading: str) -> None:
    for command in runbook.commands(heading):
        assert command.count('"') % 2 == 0
        assert command.count("'") % 2 == 0
        assert "<<" not in command


def test_a_comment_is_no_command_and_a_continued_line_is_one() -> None:
    first, *_ = runbook.commands("On both hosts")
    assert first == "mkdir -p /etc/systemd/system/oxo@.service.d"
    assert sum("pg_basebackup" in one for one in runbook.commands("The replica")) == 1
    assert "--create-slot" in next(c for c in runbook.commands("The replica") if "pg_base" in c)


def test_a_heading_that_is_not_there_is_named() -> None:
    with pytest.raises(AssertionError, match="no heading 'Nowhere'"):
        runbook.block("Nowhere")


def test_the_upstream_of_the_page_has_each_process_once() -> None:
    upstream = runbook.block("The upstream of both", "nginx")
    assert upstream.count("server ") == 4
    assert upstream.startswith("upstream oxo {\n")
