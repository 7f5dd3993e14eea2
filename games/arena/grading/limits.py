"""What a file may do, from ``limits.toml``: the upload page and docs/api.md show it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from games.arena.grading import in_games, play, program, sandbox
from games.arena.grading.asking import BUDGET
from games.arena.grading.survey import MOST_BRANCHES, SAMPLES, SEEDS
from games.arena.jail.inside import OUTPUT
from games.arena.jail.modules import ALLOWED

TEXT = Path(__file__).with_suffix(".toml")


def limits() -> list[dict[str, str]]:
    """Every limit of the grader, as it is set: ``about``, ``rule``, ``instead``."""
    numbers = {
        "modules": ", ".join(f"`{name}`" for name in ALLOWED if not name.startswith("_")),
        "seconds": sandbox.SECONDS,
        "budget": BUDGET,
        "move": play.SECONDS,
        "moves": in_games.BUDGET,
        "memory": sandbox.MEMORY >> 20,
        "size": program.MOST_BYTES >> 10,
        "output": OUTPUT >> 10,
        "branches": MOST_BRANCHES,
        "samples": SAMPLES,
        "seeds": 1 + len(SEEDS),
    }
    rows = tomllib.loads(TEXT.read_text(encoding="utf-8"))["limit"]
    return [{"instead": "", **row, "rule": row["rule"].format(**numbers)} for row in rows]


def as_markdown() -> str:
    """The table as docs/api.md has it."""
    rows = [f"| {one['about']} | {one['rule']} | {one['instead']} |" for one in limits()]
    return "\n".join(["| what | holds | way round |", "|---|---|---|", *rows])
