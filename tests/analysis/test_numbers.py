"""Each number of an engine answers "why?" with the line, the sum or the average that gives it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from games.analysis.analysis_cache import analysis_of
from games.analysis.position.numbers import number_proof
from games.analysis.position.page import page
from games.analysis.position.proof import MoveProof
from games.analysis.variations import Variation
from games.analysis.wording import number
from games.engines import engines_for, solution_of
from games.engines.answers import Answer
from games.engines.base import Engine
from games.rules import VARIANTS, Board, ClassicBoard, DstruBoard, board_class
from games.rules.shape import parse_cell
from tests.conformance.positions import walk

Asked = tuple[Board, Engine, Answer, int, MoveProof]


def asked(board: Board) -> Iterator[Asked]:
    """Every number of every engine in ``board``, with its proof."""
    variation = Variation((board,), (), 0)
    for slug, answer in analysis_of(board)["engines"].items():
        engine = engines_for(board.VARIANT)[slug]
        for cell in map(int, answer["values"]):
            found = number_proof(variation, engine, answer, board.cell_name(cell))
            assert found is not None, (board.notation, slug, cell)
            yield board, engine, answer, cell, found


@pytest.fixture(scope="module")
def classic() -> list[Asked]:
    boards = {one for seed in range(12) for one in walk(ClassicBoard.start(), Random(seed))}
    boards |= {ClassicBoard.from_notation("X...O...X O"), ClassicBoard.from_notation("X........ O")}
    return [one for board in sorted(boards, key=str) for one in asked(board)]


@pytest.fixture(scope="module")
def dstru() -> list[Asked]:
    start = DstruBoard.start()
    solution_of(start).make_ready(start)
    boards = [one for seed in range(3) for one in walk(start, Random(seed))]
    return [one for board in boards for one in asked(board)]


def cells_of(board: Board, proof: MoveProof) -> list[int]:
    return [parse_cell(step.name, board.SHAPE) for step in proof.steps]


@pytest.mark.long
def test_a_search_proves_its_value_by_the_line_it_expects(classic: list[Asked]) -> None:
    lines = [one for one in classic if not one[4].terms]
    for board, engine, answer, cell, proof in lines:
        line, value = cells_of(board, proof), answer["values"][str(cell)]
        end, where = board, (board.notation, engine.slug, proof)
        for step in line:
            end = end.make_move(step)
        assert end.outcome is not None, where
        worth = {board.to_move: 10, None: 0}.get(end.outcome.winner, -10)
        bound = answer["bounds"][str(cell)]["bound"]
        assert worth == value if bound == "exact" else worth <= value, where
        if bound == "exact":
            far = answer["view"]["plies"][str(cell)]
            assert len(line) == far or not worth, where
        else:
            assert f"with {proof.steps[1].name}," in proof.said, where
            assert "So the search goes no further." in proof.said, where
        if cell == answer["move"]:
            assert line == answer["line"], where
    assert {one[1].slug for one in lines} == {"minimax", "alphabeta", "bitboard", "perfect"}


@pytest.mark.long
def test_the_linear_engine_proves_its_score_by_the_terms_of_its_lines(classic: list[Asked]) -> None:
    sums = [one for one in classic if one[4].terms]
    refused = 0
    for board, engine, answer, cell, proof in sums:
        terms = [float(term["score"].replace("−", "-")) for term in proof.terms]
        assert number(sum(terms)) == number(answer["values"][str(cell)])
        assert all(str(cell) in term["cells"].split() for term in proof.terms)
        forbidden = [one for cells in answer["view"].get("refused", {}).values() for one in cells]
        assert bool(proof.more) == (cell in forbidden), (board.notation, engine.slug, proof)
        refused += bool(proof.more)
    assert {one[1].slug for one in sums} == {"linear", "linear-guarded"}
    assert refused > 20


def test_a_cell_that_the_guard_refuses_names_the_reply_it_fears() -> None:
    board = ClassicBoard.from_notation("X...O...X O")
    found = {(one.slug, proof.name): proof for _, one, _, _, proof in asked(board)}
    feared = found["linear-guarded", "a3"]
    assert feared.more == "The guard refuses a3: X answers c1 and threatens b1 and c2."
    assert feared.shown is not None
    assert [move["cell"] for move in feared.shown["moves"]] == [6, 2]
    assert not found["linear", "a3"].more


@pytest.mark.long
def test_a_search_with_chance_proves_its_value_by_what_follows(dstru: list[Asked]) -> None:
    searched = [one for one in dstru if one[1].slug == "search"]
    for board, engine, answer, cell, proof in searched:
        after, replies = board.make_move(cell), engine.replies_to(board, cell)
        value = answer["values"][str(cell)] * (-1 if answer["values_for"] == "Uno" else 1)
        if replies is None:
            assert after.is_game_over()
            continue
        values = [one for group, one in replies.values.items() for _ in group]
        assert sorted(cell for group in replies.values for cell in group) == list(
            after.available_moves()
        )
        best = {"Tres": max, "Uno": min, "Dos": lambda all_: sum(all_) / len(all_)}
        folded = best[after.to_move](values)
        assert replies.delay * folded == pytest.approx(value, abs=1e-12)
        assert proof.said.endswith(f"= {proof.said.rsplit('= ', 1)[1]}")
        if after.to_move != "Dos":
            assert replies.values[first_group(proof, after, replies.values)] == folded
    assert len(searched) > 100


def first_group(
    proof: MoveProof, after: Board, values: dict[tuple[int, ...], float]
) -> tuple[int, ...]:
    """The cells that the first step of ``proof`` names."""
    cell = parse_cell(proof.steps[0].name[:2], after.SHAPE)
    return next(group for group in values if cell in group)


@pytest.mark.long
def test_an_engine_that_leaves_nothing_to_chance_proves_when_the_game_ends(
    dstru: list[Asked],
) -> None:
    found = [one for one in dstru if one[1].slug.startswith("dos-")]
    for board, engine, answer, cell, proof in found:
        end = board
        for step in cells_of(board, proof):
            end = end.make_move(step)
        ends = answer["view"]["wishes"][0]["ends_at_ply"][str(cell)]
        assert end.outcome is not None
        assert end.ply == ends, (board.notation, engine.slug, proof)
        assert not any(step.why for step in proof.steps[:-1]), "reasons are about a neutral Dos"
        assert proof.number == f"{engine.title} ply {ends}"
    assert {one[1].slug for one in found} == {"dos-saboteur", "dos-for-tres", "dos-for-uno"}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("engine=minimax&why=a3", "The line that Minimax expects, 4 moves, and then X wins."),
        ("engine=bitboard&why=a3", "allows a fork on c1"),
        ("engine=linear&why=a3", "The scores of the lines through a3, added up: 1.5 + 1.5 + 2."),
    ],
)
def test_the_page_answers_for_the_engine_in_focus(client: Client, query: str, said: str) -> None:
    page = client.get(f"/analysis/X...O...X_O/?{query}").text
    assert said in page
    assert 'data-shown="proof"' in page
    assert f'?{query.split("&")[0]}&amp;why=b1#proof"' in page


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_link_to_a_proof_leads_to_one(variant: str) -> None:
    board = board_class(variant).start()
    for cell in board.EXAMPLE[: len(board.EXAMPLE) // 2]:
        board = board.make_move(cell)
    here = Variation((board,), (), 0)
    for row in page(here, "")["engines"]:
        shown = page(here, row["slug"])
        linked = [one["url"] for one in shown["explanations"]]
        for url in filter(None, [row["why"], row["why_nodes"], *linked[:2]]):
            name = parse_qs(urlsplit(url).query)["why"][0]
            assert page(here, row["slug"], name)["proof"], (row["slug"], name)
    assert any(row["why"] for row in page(here, "")["engines"])


def test_games_played_out_are_not_called_positions(client: Client) -> None:
    answer = client.get("/analysis/", {"variant": "ultimate"}).text
    assert "(of Monte Carlo, the games it plays out)" in answer
    assert 'data-key="nodes-of-mcts"' not in answer
    assert "games it plays out" not in client.get("/analysis/").text


@pytest.mark.parametrize("query", ["engine=smart&why=a3", "engine=linear&why=a1"])
def test_where_there_is_no_number_there_is_no_proof(client: Client, query: str) -> None:
    answer = client.get(f"/analysis/X...O...X_O/?{query}")
    assert answer.status_code == 200
    assert 'id="proof"' not in answer.text
