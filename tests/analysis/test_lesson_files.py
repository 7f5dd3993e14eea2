"""The file beside a lesson: short, graded, and the search that the player shows."""

from __future__ import annotations

import sys
from functools import cache
from html import unescape
from types import CodeType, FrameType
from typing import Any

import pytest
from django.test import Client

from games.analysis.learn import facts
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.learn.tictactoe import FILES, LessonFile, file_of
from games.analysis.tree import file_lines
from games.analysis.tree.search_show import SearchShow
from games.arena.grading.grade import grade
from games.arena.grading.result import Grade
from games.engines.classic.heuristic import evaluate
from games.engines.steps import SteppedSearch
from games.models import UploadedEngine
from games.rules import ClassicBoard

pytestmark = pytest.mark.django_db

each = pytest.mark.parametrize("slug", FILES)

LOSING = {"depth": 4238, "heuristics": 4420, "reward": 3692, "practice": 4373, "generalising": 4056}
"""The files that can lose, with their right moves of 4,520: those that look two plies ahead, and
those that learned from too little.
"""

RIGHT = LOSING | {"exploring": 4517}

ABOUT = {"generalising": 200}
"""By how many right moves a file may be off: sums of floats differ from machine to machine."""

LONG = ("exploring", "reward", "practice", "generalising")
"""Files that learn: they have a search or a game to play, and the learning besides."""

SEARCHES = {
    "minimax": facts.MINIMAX,
    "window": facts.ALPHA_BETA,
    "ordering": facts.LINES_FIRST,
}

BOARDS = ("X.O.X...O X", "XOXXO.O.. X", "O...X...X O", "X.O.X.X.O O", "XO..XO... X")


def file(slug: str) -> LessonFile:
    found = file_of(slug)
    assert found is not None
    return found


@cache
def graded(slug: str) -> Grade:
    return grade(file(slug).text.encode(), "classic")


def loaded(slug: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(file(slug).text, f"{slug}.py", "exec"), names)
    return names


def test_each_file_belongs_to_a_lesson() -> None:
    assert set(FILES) < set(BY_SLUG)


@each
def test_a_file_is_short_enough_to_be_read_at_once(slug: str) -> None:
    assert 15 <= file(slug).count <= (40 if slug in LONG else 25)


@pytest.mark.long
@each
def test_a_file_is_graded_as_its_lesson_says(slug: str) -> None:
    found = graded(slug)
    assert (found.interface, found.asked, found.illegal, found.crashes) == ("choose", 4520, 0, 0)
    assert abs(found.right - RIGHT.get(slug, 4520)) <= ABOUT.get(slug, 0)
    assert found.never_loses == (slug not in LOSING)
    assert found.notes == ()


@pytest.mark.long
def test_a_search_that_looks_far_enough_never_loses() -> None:
    deeper = file("depth").text.replace("depth=2", "depth=9")
    assert grade(deeper.encode(), "classic").never_loses


@pytest.mark.parametrize("notation", BOARDS)
@pytest.mark.parametrize("slug", SEARCHES)
def test_a_file_enters_the_positions_that_the_player_counts(slug: str, notation: str) -> None:
    names, entered = loaded(slug), 0
    value = names["value"]

    def counting(*args: Any) -> Any:
        nonlocal entered
        entered += 1
        return value(*args)

    names["value"] = counting
    move = names["choose"](notation)
    found = SEARCHES[slug].found(facts.position(notation))
    assert entered == found.nodes
    assert facts.points(facts.position(notation).make_move(move)) == found.value


def lines_run(slug: str, notation: str) -> list[int]:
    """The lines of ``value`` that Python runs, its calls included.

    A break after the last move is left out: it cuts nothing.
    """
    names, run = loaded(slug), []
    code: CodeType = names["value"].__code__
    first, lines = file(slug).function("value")
    cut = first + next((at for at, line in enumerate(lines) if "break" in line), -1000)

    def local(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            here = frame.f_locals
            if frame.f_lineno == cut:
                last = list(names["moves"](here["board"], here["side"]))[-1]
                if here["cell"] == last:
                    return local
            run.append(frame.f_lineno)
        return local

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code is not code:
            return None
        run.append(frame.f_lineno)
        return local

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        names["choose"](notation)
    finally:
        sys.settrace(before)
    return run


def steps_of(search: SteppedSearch, notation: str) -> list[tuple[str, int]]:
    board, first = facts.position(notation), file_lines.function_of(file_lines.lesson_of(search))[0]
    shown, lines = SearchShow(search, board), file_lines.code(search)
    events = [shown.event(step) for step in range(1, shown.steps + 1)]
    steps = [(event.kind, shown.running(event)) for event in events]
    return [(kind, first + at) for kind, at in steps if lines[at].split()[1:3] != ["if", "side"]]


@pytest.mark.long
@pytest.mark.parametrize("notation", BOARDS)
@pytest.mark.parametrize("slug", SEARCHES)
def test_the_player_names_the_lines_that_python_runs(slug: str, notation: str) -> None:
    """Step by step, but for comparisons that change nothing.

    A finished game is one step of the player, and of the returns after a loop it shows the last.
    """
    steps = steps_of(SEARCHES[slug], notation)
    named = {line for kind, line in steps if kind not in ("start", "enter", "done")}
    first = file(slug).function("value")[0]
    run = lines_run(slug, notation)
    ends = {line for kind, line in steps if kind == "end"}
    calls = {at for at, line in enumerate(run) if line == first}
    finished = {
        max(call for call in calls if call < at) for at, line in enumerate(run) if line in ends
    }
    kept = [
        line
        for at, line in enumerate(run)
        if (line == first and at not in finished) or line in named
    ]
    assert [line for kind, line in steps if kind != "done"] == kept
    assert steps[-1] == ("done", run[-1])


def test_the_search_with_an_order_has_the_same_function() -> None:
    assert file("ordering").function("value")[1] == file("window").function("value")[1]


def test_the_guess_is_the_heuristic_of_document_004() -> None:
    guess = loaded("heuristics")["guess"]
    for notation in ("X.O.X.... O", "X.O.X...O X", "XX.OO.... X", "......... X", "OX..X.O.. X"):
        board = facts.position(notation)
        assert isinstance(board, ClassicBoard)
        assert guess(notation.split()[0]) == evaluate(board.x, board.o)


@each
def test_a_lesson_shows_its_file_with_the_way_to_the_form(client: Client, slug: str) -> None:
    page = unescape(client.get(f"/learn/{slug}/").content.decode())
    assert f"The same in {file(slug).count} lines of Python" in page
    assert all(f"<li><code>{line}</code></li>" in page for line in file(slug).lines)
    assert f'href="/engines/mine/?lesson={slug}"' in page


def test_a_lesson_without_a_search_has_no_file(client: Client) -> None:
    assert "lines of Python" not in client.get("/learn/lines/").content.decode()


@each
def test_the_form_opens_with_the_file_and_takes_it(client: Client, slug: str) -> None:
    answer = client.get("/engines/mine/", {"lesson": slug})
    form = answer.context["form"]
    sent = {name: form.get_initial_for_field(form.fields[name], name) for name in form.initial}
    assert sent == {"name": f"Lesson {slug}", "variant": "classic", "source": file(slug).text}
    assert client.post("/engines/mine/", sent).status_code == 302
    assert UploadedEngine.objects.get().source == file(slug).text


def test_a_lesson_that_is_none_is_quoted(client: Client) -> None:
    answer = client.get("/engines/mine/", {"lesson": "chess"})
    assert answer.status_code == 404
    assert "'chess'" in unescape(answer.content.decode())


def test_the_player_shows_the_file_and_leads_to_it(client: Client) -> None:
    page = unescape(client.get("/analysis/X.O.X...O_X/search/", {"step": 9}).content.decode())
    assert "<code>15 def value(board, side, alpha, beta):</code>" in page
    assert 'href="/learn/window/#file"' in page
    minimax = {"method": "minimax", "step": 9}
    page = unescape(client.get("/analysis/X.O.X...O_X/search/", minimax).content.decode())
    assert 'href="/learn/minimax/#file"' in page
