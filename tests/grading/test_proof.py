"""What is proven, and what only looks so: order, chance, clocks, and what a file keeps."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache

import pytest

from games.arena.grading.answers import case
from games.arena.grading.asking import Reply
from games.arena.grading.grade import grade
from games.arena.grading.program import CHOOSE, CS50, CannotGrade, Program
from games.arena.grading.result import Grade
from games.arena.grading.sandbox import Sandbox
from games.arena.grading.survey import SAMPLES, SEEDS
from games.arena.grading.table import move_in
from games.arena.report import _proof
from games.engines import solution_of
from games.rules import ClassicBoard, UltimateBoard
from tests.grading import files, wrong_files


@cache
def graded(source: str) -> Grade:
    return grade(source.encode(), "classic")


RUNNER = """
import sys
sys.argv = ["tictactoe.py"]
exec(compile(sys.stdin.read(), "tictactoe.py", "exec"))
board = initial_state()
for cell in MOVES:
    if player(board) == "O" if SEAT == "O" else player(board) == "X":
        assert minimax(board) == (cell // 3, cell % 3), (board, cell, minimax(board))
    board = result(board, (cell // 3, cell % 3))
print(winner(board))
"""
"""A game of a tictactoe.py as its author would play it, with the opponent's moves given."""


def played(source: str, seat: str, moves: tuple[int, ...], seed: str) -> str:
    """Who wins when a student runs the file and its opponent makes these moves."""
    code = RUNNER.replace("MOVES", repr(moves)).replace("SEAT", repr(seat))
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=source,
        env={"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 4])
def test_a_lost_game_is_lost_in_python_too(depth: int) -> None:
    """The order of a set decides among equal moves, so it must be that of CPython."""
    source = wrong_files.SHALLOW.replace("DEPTH", str(depth))
    lost = graded(source).refutation
    assert lost is not None
    winner = "O" if lost.seat == "X" else "X"
    for seed in ("0", "1", "random"):
        assert played(source, lost.seat, lost.moves, seed) == winner


@pytest.mark.long
@pytest.mark.parametrize(
    "source",
    [
        files.CS50,
        wrong_files.RIGHT,
        wrong_files.CACHED,
        wrong_files.CACHED_BY_PYTHON,
        wrong_files.LISTS,
    ],
    ids=["a set of pairs", "one move", "a cache", "lru_cache", "a list of pairs"],
)
def test_what_the_board_alone_decides_is_proven(source: str) -> None:
    found = graded(source)
    assert (found.never_loses, found.doubts, found.refutation) == (True, (), None)
    assert len(found.table) == found.asked


@pytest.mark.long
def test_every_value_of_a_draw_is_followed() -> None:
    """One way of fifty loses, and that is found every time."""
    found = graded(wrong_files.RARELY_WRONG)
    assert found.refutation is not None
    assert found.refutation.seat == "O"
    assert found.refutation.moves[:2] == (0, 1)
    assert found.by_chance
    drawn = graded(wrong_files.BY_CHOICE)
    assert drawn.lines > graded(wrong_files.RIGHT).lines
    assert (drawn.never_loses, drawn.refutation, drawn.table) == (False, None, "")
    [doubt] = drawn.doubts
    assert doubt.startswith("It draws some of its moves. Every value that can be drawn was")


@pytest.mark.long
def test_answers_that_depend_on_what_was_asked_before_are_shown() -> None:
    found = graded(wrong_files.BEGINS_A_GAME)
    assert not found.never_loses
    assert found.table == ""
    [doubt] = found.doubts
    assert doubt.startswith("It depends on what it was asked before")
    [case] = [case for case in found.cases if case.function == "two answers"]
    assert case.position in doubt
    first, again = case.came.split(", and asked in another order ")
    board = ClassicBoard.from_notation(case.position)
    cells = [board.cell_name(cell) for cell in board.available_moves()]
    assert first in cells
    assert again in cells
    assert first != again


@pytest.mark.long
def test_what_is_proven_is_the_table_whatever_a_file_hides() -> None:
    """More questions than these would show it, but what plays on the site is the table."""
    found = graded(wrong_files.HIDES_A_COUNT)
    assert found.never_loses
    for position in ("......... X", "X...O.... X", "X........ O"):
        board = ClassicBoard.from_notation(position)
        assert move_in(found.table, board) in solution_of(board).keeping_moves(board)


def test_a_clock_stands_still_while_a_file_is_graded() -> None:
    source = """
import datetime, time
def choose(position):
    return f"{time.time():.3f} {datetime.datetime.now().year} {time.localtime().tm_year}"
"""
    with Sandbox() as box:
        box.ask("load", source, "choose", "")
        first, again = (box.ask("ask", "......... X", []) for _ in range(2))
        free = box.ask("ask", "......... X", None)
    assert first == again
    assert first["clock"]
    assert first["answer"] != free["answer"]


@pytest.mark.parametrize(
    ("look", "noted"),
    [
        ("time.strftime('%H:%M:%S')", "clock"),
        ("time.asctime()", "clock"),
        ("time.clock_gettime(time.CLOCK_REALTIME)", "clock"),
        ("time.clock_gettime_ns(time.CLOCK_REALTIME)", "clock"),
        ("time.thread_time_ns()", "clock"),
        ("datetime.date.today()", "clock"),
        ("len(os.getrandom(4))", "endless"),
        ("time.strftime('%Y', (2026, 1, 1, 0, 0, 0, 3, 1, 0))", None),
    ],
)
def test_every_look_at_a_clock_or_at_chance_is_noted(look: str, noted: str | None) -> None:
    source = f"import datetime, os, time\ndef choose(position):\n    return str({look})\n"
    with Sandbox() as box:
        box.ask("load", source, "choose", "")
        first, again = (box.ask("ask", "......... X", []) for _ in range(2))
    assert first == again
    assert {kind for kind in ("clock", "endless") if first.get(kind)} == ({noted} - {None})


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "said"),
    [
        (wrong_files.BY_SHUFFLE, f"each was asked for {SAMPLES} times"),
        (wrong_files.BY_FRACTION, f"each was asked for {SAMPLES} times"),
        (wrong_files.BY_TEXTS, f"It was asked under {1 + len(SEEDS)} hash seeds"),
        (wrong_files.COUNTS, "It keeps asked from one move to the next"),
        (wrong_files.COUNTS_GAMES, "It keeps games from one move to the next"),
        (wrong_files.COUNTS_INSIDE, "It keeps asked in play from one move to the next"),
        (wrong_files.TURNS, "It keeps turns from one move to the next"),
        (wrong_files.CLOCK, "It looks at the clock"),
        (wrong_files.ALIASED, "initial_state is wrong"),
    ],
    ids=[
        "shuffle",
        "random",
        "a set of texts",
        "a counter",
        "games",
        "a closure",
        "turns",
        "the clock",
        "rows that are one",
    ],
)
def test_what_cannot_be_followed_to_the_end_is_no_proof(source: str, said: str) -> None:
    found = graded(source)
    assert not found.never_loses
    assert found.refutation is None
    assert found.right == found.asked
    [doubt] = found.doubts
    assert said in doubt


@pytest.mark.long
def test_a_set_of_texts_is_named_with_its_line() -> None:
    line = wrong_files.BY_TEXTS.split("\n").index("    for name in names:") + 1
    assert graded(wrong_files.BY_TEXTS).doubts[0].startswith(f"Line {line} reads a set")


LOOKS = {
    "for": ("for one in {'a', 'b'}: pass", 1),
    "a list": ("x = {'a', 'b'}\nlist(x)", 2),
    "a comprehension": ("[one for one in {None, 1}]", 1),
    "stars": ("print(*{'a', 'b'})", 1),
    "unpacking": ("a, b = {'a', 'b'}", 1),
    "pop": ("x = {'a', 'b'}\nx.pop()", 2),
    "text": ("f\"{ {'a', 'b'} }\"", 1),
    "join": ("''.join({'a', 'b'})", 1),
    "next": ("next(iter({(1, 'a'), (2, 'b')}))", 1),
    "key": ("max({'a', 'b'}, key=len)", 1),
    "an address": ("id(x := [])", 1),
    "a hash": ("hash('a')", 1),
    "views": ("x = {'a': 1, 'b': 2}.keys() & {'a', 'b'}\nlist(x)", 2),
    "numbers": ("list({3, 1, 2}); [one for one in {(1, 2), (0, 1)}]", 0),
    "sorting": ("sorted({'a', 'b'}); max({'a', 'b'}); len({'a', 'b'})", 0),
    "one element": ("{'a'}.pop(); list({None})", 0),
    "asking": ("'a' in {'a', 'b'}; {'a', 'b'} == {'b', 'a'}", 0),
    "dicts": ("list({'a': 1, 'b': 2}); dict(a=1).items()", 0),
}


@pytest.mark.parametrize(("code", "line"), LOOKS.values(), ids=LOOKS.keys())
def test_sets_whose_order_changes_are_seen_where_they_are_read(code: str, line: int) -> None:
    with Sandbox() as box:
        box.ask("load", f"{code}\ndef choose(position): return 0\n", "choose", "")
        assert box.ask("state")["order"] == line


DRAWS = {
    "choice": ("random.choice('abc')", [3], False),
    "randrange": ("random.randrange(2, 9, 2)", [4], False),
    "randint": ("random.randint(1, 6)", [6], False),
    "shuffle": ("random.shuffle([1, 2, 3])", [3, 2], False),
    "sample": ("random.sample([1, 2, 3], 2)", [3, 2], False),
    "choices": ("random.choices([1, 2, 3], k=2)", [3, 3], False),
    "a generator of its own": ("random.Random(7).choice('ab')", [2], False),
    "the system's": ("random.SystemRandom().choice('ab')", [2], False),
    "secrets": ("secrets.choice('ab') + str(secrets.randbelow(5))", [2, 5], False),
    "one value": ("random.choice('a')", [], False),
    "random": ("random.random()", [], True),
    "gauss": ("random.gauss(0, 1)", [], True),
    "urandom": ("os.urandom(1)", [], True),
    "numpy's": ("numpy.random.default_rng().integers(3)", [], True),
}


@pytest.mark.long
@pytest.mark.parametrize(("code", "among", "endless"), DRAWS.values(), ids=DRAWS.keys())
def test_draws_are_seen_where_they_happen(code: str, among: list[int], endless: bool) -> None:
    top = "import numpy, os, random, secrets"
    source = f"{top}\ndef choose(position):\n    {code}\n    return 0\n"
    with Sandbox(numpy=True) as box:
        box.ask("load", source, "choose", "")
        found = box.ask("ask", "......... X", [])
    assert (found.get("draws", []), found.get("endless", False)) == (among, endless)


@pytest.mark.long
def test_a_file_that_draws_has_the_same_grade_every_time() -> None:
    random.seed(5)
    again = [grade(files.CHANCE.encode(), "classic") for _ in range(2)]
    assert again[0].refutation == again[1].refutation
    assert again[0].lines == again[1].lines
    assert again[0].right == again[1].right


@pytest.mark.long
def test_messages_are_in_the_terms_of_the_author() -> None:
    value = next(c for c in graded(wrong_files.ANSWERS_VALUE).cases if c.function == "illegal move")
    assert (value.came, value.advice) == ("0", "It returned the value, not a move.")
    swapped = graded(wrong_files.SWAPPED).cases
    [case] = [c for c in swapped if c.function == "illegal move"][:1]
    row, column = case.came.strip("()").split(", ")
    assert case.advice == (
        f"({row}, {column}) is not among the free cells. Did you swap row and column?"
    )
    board = ClassicBoard.from_notation(case.position)
    assert 3 * int(column) + int(row) in board.available_moves()


@pytest.mark.parametrize(
    ("interface", "answer", "came"),
    [(CS50, 0, "(0, 0)"), (CHOOSE, 0, "0"), (CHOOSE, "=a1", "'a1'")],
)
def test_a_move_in_another_small_board_is_refused_in_the_words_of_the_rules(
    interface: str, answer: int | str, came: str
) -> None:
    board = UltimateBoard.start().make_move(40)
    found = case(board, Program("", interface, ()), Reply(answer))
    assert found.came == came
    assert found.advice == (
        "a1 is in the top left board: O must play in the middle board, where X's last move sent it."
    )
    taken = case(board, Program("", CS50, ()), Reply(40))
    assert taken.advice == "(4, 4) is not among the free cells."


@pytest.mark.long
def test_a_list_where_a_set_is_specified_is_told_and_harmless() -> None:
    cases = {case.function: case for case in graded(wrong_files.LISTS).cases}
    assert cases["actions"].came == "a list of the right cells"
    assert cases["actions"].expected.startswith("the set {(0, 0), (0, 1)")


@pytest.mark.long
def test_a_limit_names_the_position_and_leaves_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.arena.grading.sandbox.SECONDS", 1.0)
    body = "    while position == '......... X': pass\n    return position.index('.')\n"
    found = grade(f"def choose(position):\n{body}".encode(), "classic")
    assert (found.asked, found.met_limit, found.never_loses) == (4519, True, False)
    [case] = found.cases
    assert case.position == "......... X"
    assert case.came == "nothing: line 2: it took more than 1 seconds"
    assert "functools.lru_cache" in case.advice
    assert found.doubts == ("It met a limit in ......... X, so it was not asked everything.",)
    # No game of it as X reaches its end.
    assert (
        _proof(found) == f"It loses some of the {found.lines:,} games that it played to their ends."
    )


@pytest.mark.long
def test_a_limit_at_the_first_question_leaves_no_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.arena.grading.sandbox.SECONDS", 1.0)
    with pytest.raises(CannotGrade, match=r"more than 1 seconds\. It was asked about .{9} [XO]\. "):
        grade(files.choosing("while True: pass"), "classic")


@pytest.mark.long
def test_a_class_with_get_move_needs_no_board_class() -> None:
    source = """
class Player:
    def get_move(self, board):
        return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)
"""
    assert graded(source).right == graded(files.FIRST_FREE).right
    assert (
        graded(source.replace("def get", "def __init__(self, side): ...\n    def get")).crashes == 0
    )
    two = graded(source.replace("def get", "def __init__(self, name, side): ...\n    def get"))
    assert two.crashes == two.asked
    assert two.cases[0].call == "Player.get_move(board)"
    assert two.cases[0].advice.startswith(
        "The grader makes Player(side), with 1 for X and -1 for O"
    )
