"""What a file may do and how much, in one table: the upload page and docs/api.md show it."""

from __future__ import annotations

from dataclasses import dataclass

from games.arena.grading import program, sandbox
from games.arena.grading.asking import BUDGET
from games.arena.grading.survey import MOST_BRANCHES, SAMPLES, SEEDS
from games.arena.jail.inside import OUTPUT
from games.arena.jail.modules import ALLOWED


@dataclass(frozen=True, slots=True)
class Limit:
    """``about`` is what one would like to do, ``rule`` what holds, ``instead`` a way round."""

    about: str
    rule: str
    instead: str = ""


def limits() -> tuple[Limit, ...]:
    """Every limit of the grader, as it is set."""
    modules = ", ".join(f"`{name}`" for name in ALLOWED if not name.startswith("_"))
    return (
        Limit(
            "Language",
            "the Python of this site, all of it: generators, classes, inheritance, decorators, "
            "exceptions; a grade says which version",
        ),
        Limit("Modules", f"{modules}, and `numpy`", "Copy what you need into the file"),
        Limit(
            "Time",
            f"{sandbox.SECONDS:g} seconds of processor time for an answer and for loading "
            f"the file, {BUDGET:g} for all answers of one run",
            "Remember what was computed, with `functools.lru_cache` or a dict; alpha-beta",
        ),
        Limit("Memory", f"{sandbox.MEMORY >> 20} MB beyond what Python uses", "Keep fewer objects"),
        Limit("Size", f"{program.MOST_BYTES >> 10} KB, one file"),
        Limit("`print`", f"{OUTPUT >> 10} kB an answer; nobody reads it", "Print less"),
        Limit(
            "`input()`",
            "nobody answers: EOFError",
            'Put it under `if __name__ == "__main__":`, which does not run here',
        ),
        Limit("`time.sleep`", "returns at once"),
        Limit("The clock", "can be read, but then a move is no proof", "Limit the depth"),
        Limit(
            "Chance",
            f"up to {MOST_BRANCHES} ways to draw a move are all followed; of more, "
            f"and of `random.random()`, {SAMPLES} samples; a file that draws is never proven",
            "The first of the best moves",
        ),
        Limit(
            "Sets of texts, None and objects",
            f"their order changes from run to run of Python: {1 + len(SEEDS)} hash seeds, no proof",
            "A list, a tuple or `sorted(…)`; sets of numbers and pairs have one order",
        ),
        Limit(
            "Variables outside functions",
            "a memory of answers may grow; what else changes is no proof",
            "Count in a variable of the function",
        ),
        Limit(
            "`exec`, `eval`, `__import__`",
            "refused, with the line; a function of your own may be called so",
            "Write the code into the file",
        ),
        Limit("Files, network, processes, threads", "none: PermissionError or RuntimeError"),
    )


def as_markdown() -> str:
    """The table as docs/api.md has it."""
    rows = [f"| {one.about} | {one.rule} | {one.instead} |" for one in limits()]
    return "\n".join(["| what | holds | way round |", "|---|---|---|", *rows])
