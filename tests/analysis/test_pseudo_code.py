"""The pseudo-code of document 003 in the player: its own names, O as the maximiser."""

from __future__ import annotations

import re
from html import unescape
from math import inf

import pytest
from django.test import Client

from games.analysis.tree.search_show import pseudo_code
from games.engines.classic.tablebase import table
from games.engines.subtrees import size
from games.rules import ClassicBoard
from tests.engines.positions import at, live

LATE = [board for board in live() if len(board.available_moves()) <= 3]
LESSON = "XXO.OOX.. X"


PRINTED = """function minimax(node, currentPlayer) {
if (isLeaf(node)){
return heuristic(node);
}
var value;
var children= getChildren(node);
var childrenCount= children.length;
if (currentPlayer == 'O') {
value = -inf;
for (var i = 0; i < childrenCount; i++) {
value = Math.max(value, minimax(children[i], 'X'));
}
} else if (currentPlayer == 'X') {
value = +inf;
for (var i = 0; i < childrenCount; i++) {
value = Math.min(value, minimax(children[i], 'O'));
}
}
return value;
}"""


def test_the_code_is_the_printed_one_but_for_its_lines() -> None:
    assert "".join("".join(pseudo_code(at(LESSON)).code).split()) == "".join(PRINTED.split())


def minimax(node: ClassicBoard, current: str) -> float:
    """The pseudo-code itself, on boards."""
    if node.outcome is not None:
        return {"O": 10, "X": -10, None: 0}[node.outcome.winner]
    children = [node.make_move(cell) for cell in node.available_moves()]
    if current == "O":
        value = -inf
        for child in children:
            value = max(value, minimax(child, "X"))
    else:
        value = inf
        for child in children:
            value = min(value, minimax(child, "O"))
    return value


def told(board: ClassicBoard) -> list[tuple[str, str, str]]:
    """Kind, sentence and running line of every step."""
    shown = pseudo_code(board)
    frames = [shown.frame(step, "?")[0] for step in range(1, shown.steps + 1)]
    return [(one.kind, one.sentence, shown.code[one.line].strip()) for one in frames]


def test_o_maximises_whoever_moves_in_every_late_position() -> None:
    assert len(LATE) > 1000
    for board in LATE:
        shown = pseudo_code(board)
        value = shown.search.found(board).value
        assert value == minimax(board, board.to_move)
        own, other = (board.x, board.o) if board.to_move == "X" else (board.o, board.x)
        score = table().scores[own << 9 | other]
        assert value * (1 if board.to_move == "O" else -1) == 10 * ((score > 0) - (score < 0))


def test_each_kind_of_step_is_told_in_the_names_of_the_document() -> None:
    first: dict[str, tuple[str, str]] = {}
    for kind, sentence, line in told(at(LESSON)):
        first.setdefault(kind, (sentence, line))
    assert first == {
        "start": (
            "minimax(node, 'X') is called. childrenCount is 3, and since currentPlayer is X, value "
            "begins at +inf. A leaf counts +10 if O has won, −10 if X has, 0 for a draw.",
            "} else if (currentPlayer == 'X') { value = +inf;",
        ),
        "end": (
            "minimax(children[0], 'O') is called for a2. isLeaf: X has a1–a2–a3. "
            "heuristic(node) returns −10.",
            "if (isLeaf(node)) { return heuristic(node); }",
        ),
        "back": (
            "children[0], a2, returned −10. value = Math.min(+inf, −10) = −10.",
            "value = Math.min(value, minimax(children[i], 'O')); }",
        ),
        "enter": (
            "minimax(children[1], 'O') is called for b3. childrenCount is 2, and since "
            "currentPlayer is O, value begins at −inf.",
            "if (currentPlayer == 'O') { value = -inf;",
        ),
        "done": (
            "minimax(node, 'X') returns −10 after 9 positions. It returns no move: X plays "
            "children[0], a2, the first with this value.",
            "} return value; }",
        ),
    }
    (_, full, _), *_ = [one for one in told(at("XOXXOO.X. O")) if "no square" in one[1]]
    assert full.endswith("isLeaf: no square is free. heuristic(node) returns 0.")


def test_every_call_enters_once_and_returns_once() -> None:
    steps = told(at(LESSON))
    calls = [sentence for kind, sentence, _ in steps if kind in ("start", "enter", "end")]
    returns = [sentence for kind, sentence, _ in steps if kind in ("back", "done")]
    assert len(calls) == len(returns) == size(at(LESSON))
    assert all(
        re.match(r"minimax\((node|children\[\d\]), '[XO]'\) is called", one) for one in calls
    )


@pytest.mark.long
def test_the_values_that_are_compared_are_those_that_come_out() -> None:
    sums = re.compile(r"value = Math\.(max|min)\((\S+), (\S+)\) = (\S+)\.$")
    for board in LATE[::40]:
        for kind, sentence, line in told(board):
            if kind != "back":
                continue
            found = sums.search(sentence)
            assert found, sentence
            values = [float(text.replace("−", "-")) for text in found.groups()[1:]]
            assert values[2] == (max if found[1] == "max" else min)(values[:2])
            assert line.startswith(f"value = Math.{found[1]}(value, minimax(children[i]")


@pytest.mark.django_db
def test_the_page_shows_the_printed_lines_and_the_way_of_each_step(client: Client) -> None:
    path = "/analysis/XXO.OOX.._X/search/"
    page = client.get(path, {"method": "pseudo-code", "step": 3}).content.decode()
    assert "Minimax as it is printed" in page
    lines = re.findall(r"<li[^>]*><code>(.*?)</code>", page)
    assert len(lines) == len(pseudo_code(at(LESSON)).code)
    assert "currentPlayer == &#x27;O&#x27;" in page
    answer = client.get(f"{path}steps/", {"method": "pseudo-code", "from": 1, "count": 24}).json()
    assert answer["total"] == 2 * size(at(LESSON))
    assert "O takes the highest" in " ".join(answer["pieces"].values())
    assert "X takes the lowest" in " ".join(answer["pieces"].values())


@pytest.mark.django_db
def test_the_bit_workbench_leads_to_it(client: Client) -> None:
    page = client.get("/formulas/bits/").content.decode()
    link = re.search(r'<a href="([^"]*method=pseudo-code[^"]*)">step by step</a>', page)
    assert link
    assert "Minimax as it is printed" in client.get(unescape(link[1])).content.decode()
