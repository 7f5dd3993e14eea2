"""Learning by playing: chance and reward, exploring, values, practice, and what a net never saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from random import Random

from games.analysis.learn import ask, texts
from games.analysis.learn.course import pool
from games.analysis.learn.facts import consequence, position
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import Question
from games.analysis.wording import cells, listed, number, signed
from games.engines import solution_of
from games.engines.learning.generalise import half_taught
from games.engines.learning.learner import LearnerSettings
from games.engines.learning.menace import Menace, box_of
from games.engines.learning.net import LAYERS
from games.engines.learning.tables import TemporalDifference
from games.rules import Board

EMPTY = "......... X"
REPLY = "....X.... O"
EXPLORED = "X...O.... X"
SEED = 1961
COLOURS = ("white", "lilac", "gold")
REWARDS = {"wins": 3, "draws": 1, "loses": -1}


@cache
def boxes_after(games: int, against: str = "half") -> Menace:
    """The machine of matchboxes of SEED after some games."""
    machine = Menace(SEED, LearnerSettings(against=against, refill=True))
    machine.train(games)
    return machine


@cache
def table_after(games: int, epsilon: float = 1.0, by_lot: bool = True) -> TemporalDifference:
    """The table of values after some games with itself."""
    table = TemporalDifference(1, LearnerSettings(epsilon=epsilon, equal_by_lot=by_lot))
    table.train(games)
    return table


def percent(share: float) -> str:
    """``34 %``."""
    return f"{round(100 * share)} %"


def _others(rng: Random, right: str, draw: Callable[[Random], str]) -> list[str]:
    """The right answer among three wrong ones that ``draw`` makes, in any order.

    Answers are ``a of b``; no wrong one is the same fraction as the right one.
    """
    found = [right]
    while len(found) < 4:
        if (one := draw(rng)) not in found and _fraction(one) != _fraction(right):
            found.append(one)
    rng.shuffle(found)
    return found


def _fraction(answer: str) -> Fraction:
    part, _, whole = answer.partition(" of ")
    return Fraction(int(part), int(whole))


Say = Callable[[Board, int], str]
"""What is said of a cell of a board when it is touched."""


def _content(
    slug: str,
    notation: str,
    say: Say,
    answers: Sequence[str],
    right: str,
    /,
    *,
    plays: bool = False,
    **found: object,
) -> Content:
    """A lesson on one board, that says something of each free cell, and asks for one of a few."""
    board = position(notation)
    asked = ask.choice(board, texts.question(slug, **found), answers, right)
    cells, told = board.available_moves(), partial(say, board)
    return texts.content(slug, asked, board, cells, told, plays=plays, **found)


# --- chance and reward ---

GAMES = 400


def _share(board: Board, cell: int) -> str:
    machine = boxes_after(GAMES)
    found = dict(machine.chances(machine.known.of(board)))
    share = found.get(machine.known.of(board.make_move(cell)), 0.0)
    return f"{board.cell_name(cell)}: {percent(share)} of its beads are for this kind of move."


def reward() -> Content:
    beads = boxes_after(GAMES).beads[0]
    return _content(
        "reward",
        EMPTY,
        _share,
        ["4 of 12", "7 of 12", "7 of 15", "5 of 13"],
        "7 of 15",
        games=number(GAMES),
        centre=number(beads[2]),
        total=number(sum(beads)),
    )


def _counts(rng: Random) -> dict[str, int]:
    return {colour: rng.randint(2, 9) for colour in COLOURS}


def bead_chance(rng: Random) -> Question:
    beads, colour = _counts(rng), rng.choice(COLOURS)
    total = sum(beads.values())
    words = texts.exercise("bead_chance", colour=colour, total=total, right=beads[colour], **beads)
    right = f"{beads[colour]} of {total}"
    answers = _others(
        rng, right, lambda r: f"{r.choice([*beads.values(), 1, 3])} of {total - r.randint(0, 5)}"
    )
    return ask.choice(position(EMPTY), words, answers, right)


def next_chance(rng: Random) -> Question:
    beads, colour = _counts(rng), rng.choice(COLOURS)
    result, gift = rng.choice(list(REWARDS.items()))
    had, total = beads[colour], sum(beads.values())
    right = f"{had + gift} of {total + gift}"
    words = texts.exercise(
        "next_chance",
        colour=colour,
        result=result,
        had=had,
        total=total,
        right=right,
        change="three more" if gift == 3 else "one more" if gift == 1 else "one less",
        **beads,
    )
    answers = _others(
        rng,
        right,
        lambda r: f"{had + r.choice([-1, 0, 1, 3])} of {total + r.choice([-1, 0, 1, 3])}",
    )
    return ask.choice(position(EMPTY), words, answers, right)


# --- explore or exploit ---

EXPLORES = 0.3
FEW, SELDOM = 5_000, 0.1


def _plays(board: Board, cell: int) -> str:
    table, moves = table_after(10_000), board.available_moves()
    best = set(table.choices(table.known.of(board)))
    good = [one for one in moves if table.known.of(board.make_move(one)) in best]
    share = EXPLORES / len(moves) + (1 - EXPLORES) / len(good) * (cell in good)
    looks = "looks best to it" if cell in good else "does not look best to it"
    return f"{board.cell_name(cell)} {looks}. It plays it in {percent(share)} of its games."


def exploring() -> Content:
    return _content(
        "exploring",
        EXPLORED,
        _plays,
        ["20 %", "80 %", "85 %", "95 %"],
        "85 %",
        explores=number(EXPLORES),
        seldom=number(SELDOM),
        games=number(FEW),
        ways=number(table_after(FEW, SELDOM, by_lot=False).loses()),
        ways_by_lot=number(table_after(FEW, SELDOM).loses()),
    )


def best_share(rng: Random) -> Question:
    return _share_of(rng, "best_share", looks_best=True)


def other_share(rng: Random) -> Question:
    return _share_of(rng, "other_share", looks_best=False)


def _share_of(rng: Random, name: str, *, looks_best: bool) -> Question:
    epsilon, free = rng.choice([10, 20, 30, 40, 50, 60]), rng.choice([2, 4, 5])
    each = epsilon / free
    right = 100 - epsilon + each if looks_best else each
    words = texts.exercise(
        name,
        epsilon=number(epsilon / 100),
        free=free,
        explores=epsilon,
        exploits=100 - epsilon,
        each=number(each),
        right=number(right),
    )
    wrong = [100 - epsilon, epsilon, 100 / free, right / 2, min(99, right + 5), right + 2]
    answers = dict.fromkeys(f"{number(one)} %" for one in (right, *wrong))
    picked = list(answers)[:4]
    rng.shuffle(picked)
    return ask.choice(position(EMPTY), words, picked, f"{number(right)} %")


# --- values of what comes after ---

ENDING = "XO.OXX..O X"
LEARNED = 10_000


def _value(board: Board, cell: int) -> str:
    table, after = table_after(LEARNED), board.make_move(cell)
    value = table.values[table.known.of(after)]
    return f"{board.cell_name(cell)} leads to a position of the value {signed(round(value, 2))}."


def afterstates() -> Content:
    return _content(
        "afterstates",
        ENDING,
        _value,
        ["0", "+0.25", "+0.5", "+1"],
        "+0.5",
        plays=True,
        games=number(LEARNED),
        start=number(table_after(0).loses()),
        some=number(table_after(1_000).loses()),
    )


def value_step(rng: Random) -> Question:
    seat = rng.choice(("X", "O"))
    steps = [one / 10 for one in range(-10, 11, 2)]
    old, after, step = rng.choice(steps), rng.sample(steps, 3), rng.choice([0.25, 0.5])
    best = max(after) if seat == "X" else min(after)
    new = old + step * (best - old)
    said: dict[str, object] = {
        "mover": seat,
        "old": signed(old),
        "after": listed([signed(one) for one in after]),
        "step": number(step),
        "best": signed(best),
        "most": "highest" if seat == "X" else "lowest",
        "new": signed(round(new, 3)),
        "gap": signed(round(best - old, 3)),
    }
    worst = min(after) if seat == "X" else max(after)
    guesses = [best, old + step * (worst - old), old + (0.75 - step) * (best - old), old]
    return _signed_choice(rng, "value_step", said, new, guesses)


def _signed_choice(
    rng: Random, name: str, said: dict[str, object], right: float, guesses: list[float]
) -> Question:
    found = {signed(round(one, 3)) for one in (right, *guesses)}
    text = signed(round(right, 3))
    wrong = sorted(found - {text})
    while len(wrong) < 3:
        more = signed(round(right + rng.choice([-0.3, -0.1, 0.15, 0.35]), 3))
        if more != text and more not in wrong:
            wrong.append(more)
    answers = [text, *wrong[:3]]
    rng.shuffle(answers)
    return ask.choice(position(EMPTY), texts.exercise(name, None, **said), answers, text)


# --- whom to practise with ---

PRACTICE = 1_000
NOBODY, SABLE, PIP = "nobody", "Sable", "Pip, who plays anywhere"


def _opened(board: Board, cell: int) -> str:
    machine = boxes_after(PRACTICE, "perfect")
    used = machine.used[box_of()[machine.known.of(board.make_move(cell))]]
    times = "never" if not used else "once" if used == 1 else f"{number(used)} times"
    return f"{board.cell_name(cell)}: it has opened the box after this reply {times}."


def practice() -> Content:
    machine = boxes_after(PRACTICE, "perfect")
    lost = {name: machine.results(name)[2] for name in ("perfect", "random")}
    assert lost["random"] > lost["perfect"], "who meets no beginner loses to one"
    return _content(
        "practice",
        REPLY,
        _opened,
        [NOBODY, SABLE, PIP],
        PIP,
        games=number(PRACTICE),
        lost=percent(lost["random"]),
        sable=percent(lost["perfect"]),
        ways=number(machine.loses()),
    )


def never_met(rng: Random) -> Question:
    board = pool.draw(rng, _has_mistakes)
    best = _faultless(board)
    right = [cell for cell in board.available_moves() if cell not in best]
    words = texts.exercise("never_met", board, best=cells(board, best), count=number(len(right)))
    return ask.cells(board, words, right, partial(consequence, board), several=True)


def _faultless(board: Board) -> list[int]:
    """The moves that keep the best result."""
    values = solution_of(board).values(board)
    return [cell for cell, value in values.items() if value == max(values.values())]


def _has_mistakes(board: Board) -> bool:
    return 3 <= pool.free(board) <= 5 and len(_faultless(board)) < pool.free(board)


# --- what a net never saw ---

NEW = "XO..X.... O"


def _said(board: Board, cell: int) -> str:
    taught, known = half_taught(), boxes_after(0).known
    at = known.of(board.make_move(cell))
    saw = "It saw this position" if at in taught.seen else "It never saw this position"
    return f"{board.cell_name(cell)}: {saw}. It says {signed(round(float(taught.values[at]), 2))}."


def generalising() -> Content:
    taught = half_taught()
    right = percent(taught.right[1])
    return _content(
        "generalising",
        NEW,
        _said,
        ["0 %", "33 %", right, "100 %"],
        right,
        right=right,
        weights=number(_weights(LAYERS)),
        positions=number(len(taught.seen)),
        saw=percent(taught.right[0]),
        unseen=right,
    )


def _weights(layers: tuple[int, ...]) -> int:
    return sum((wide + 1) * narrow for wide, narrow in pairwise(layers))


def count_weights(rng: Random) -> Question:
    layers = (rng.choice([2, 3, 4, 9]), rng.choice([2, 3, 4, 5]), 1)
    right = _weights(layers)
    first, second = layers[0] * layers[1], layers[1]
    words = texts.exercise(
        "count_weights",
        inputs=layers[0],
        hidden=layers[1],
        lines=first + second,
        first=first,
        extra=layers[1] + 1,
        right=right,
    )
    answers = ask.counts(right, [first, first + second, right + layers[0], sum(layers)])
    return ask.choice(position(EMPTY), words, answers, number(right))


def unit_output(rng: Random) -> Question:
    weights = [rng.choice([-2, -1, 1, 2, 3]) for _ in range(3)]
    inputs = rng.choice([(1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)])
    total = sum(w * one for w, one in zip(weights, inputs, strict=True))
    right = max(0, total)
    words = texts.exercise(
        "unit_output",
        weights=listed([signed(one) for one in weights]),
        inputs=listed([str(one) for one in inputs]),
        total=signed(total),
        right=number(right),
    )
    guesses = [total, sum(weights), right + 1, right + 2, abs(total)]
    wrong = [one for one in dict.fromkeys(guesses) if one != right][:3]
    answers = [number(one) for one in (right, *wrong)]
    rng.shuffle(answers)
    return ask.choice(position(EMPTY), words, answers, number(right))


COURSE: Course = {
    "reward": (reward, (bead_chance, next_chance, next_chance, next_chance, next_chance)),
    "exploring": (exploring, (best_share, best_share, other_share, best_share, other_share)),
    "afterstates": (afterstates, (value_step,) * 5),
    "practice": (practice, (never_met,) * 5),
    "generalising": (
        generalising,
        (unit_output, unit_output, count_weights, unit_output, count_weights),
    ),
}
