"""The analysis board shows what is true; engines are a layer above it. Checked everywhere."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from django.test import Client

from games.analysis import analysis_cache, results, variations
from games.analysis.position import compare, figures, move_rows
from games.analysis.reasons import why
from games.analysis.review.judge import judge
from games.analysis.wording import shortfall
from games.engines import engines_for, solution_of
from games.engines.classic.tablebase import table
from games.rules import ClassicBoard, DstruBoard, read_notation
from games.rules.shape import parse_cell
from tests.markup import html_of

UNO = "TU....T......... U"
DOS = "TUT.U........... D"


@cache
def for_x(board: ClassicBoard) -> int:
    """1 if X wins with best play, -1 if O does, else 0: recursion on the rules alone."""
    if (outcome := board.outcome) is not None:
        return {"X": 1, "O": -1}.get(outcome.winner or "", 0)
    best = max if board.to_move == "X" else min
    return best(for_x(board.make_move(move)) for move in board.available_moves())


def live() -> list[ClassicBoard]:
    return [board for board in table().boards() if not board.is_game_over()]


def labels(client: Client, path: str) -> dict[str, str]:
    page = html_of(client.get(path))
    return dict(re.findall(r'aria-label="([a-d][1-4]), ([^"]+)"', page))


# --- the truth, absolute ---


def test_a_move_has_the_colour_of_who_wins_whoever_is_to_move() -> None:
    side = {1: "first", 0: "even", -1: "second"}
    for board in live():
        for cell, move in results.moves(board).items():
            assert move.result.side == side[for_x(board.make_move(cell))], board.notation


@pytest.mark.long
def test_best_marks_moves_no_other_beats_and_only_where_another_is_worse() -> None:
    for board in live():
        moves = results.moves(board)
        best = {cell for cell, move in moves.items() if move.best}
        labels = {cell: judge(board, cell).label for cell in moves}
        top = {c for c, label in labels.items() if label in ("best", "only move", "forced")}
        assert best == (top if len(top) < len(moves) else set()), board.notation


def test_the_sentence_names_the_moves_that_keep_the_result() -> None:
    for board in live():
        after = {c: for_x(board.make_move(c)) for c in board.available_moves()}
        keep = {c for c, won in after.items() if won == for_x(board)}
        said = results.sentence(board)
        mine = for_x(board) * (1 if board.to_move == "X" else -1)
        assert said.endswith(".")
        if len(keep) < len(after):
            first = re.split("[;]|, [^,]* soonest", said)[0]
            named = {parse_cell(name, board.SHAPE) for name in re.findall(r"[abc][123]", first)}
            assert named == keep or f"{len(keep)} of {len(after)} moves" in first
            assert ("the draw" in said, "win" in said) == (mine == 0, mine == 1)
            assert said.startswith("Only") == (len(keep) == 1)
        else:
            assert said.startswith(("Every move", "The only move"))
            assert ("loses" in said) == (mine == -1)


def test_a_value_of_dstru_is_that_of_tres_whoever_is_to_move() -> None:
    solution_of(DstruBoard.start()).make_ready(DstruBoard.start())
    for text in ("................ T", UNO, DOS):
        board = read_notation(text)
        for cell, move in results.moves(board).items():
            after = board.make_move(cell)
            exact = solution_of(after).value(after)
            assert exact is not None
            tres = -exact if after.to_move == "Uno" else exact
            assert move.result.value == pytest.approx(tres, abs=1e-12)


def test_a_neutral_dos_has_an_expectation_and_no_best_move() -> None:
    board = read_notation(DOS)
    solution_of(board).make_ready(board)
    moves = results.moves(board)
    mean = sum(move.result.value for move in moves.values()) / len(moves)
    assert results.level(board) == pytest.approx(mean, abs=1e-9)
    assert not any(move.best for move in moves.values())
    assert f"the expected result is {mean:+.2f} for Tres" in results.sentence(board)
    rows = compare.table(variations.read_variation(board), analysis_cache.analysis_of(board), "")
    assert compare.summary(board, rows) == ""
    assert [row["slug"] for row in rows if row["is_random"]] == ["neutral"]


# --- engines, a layer above it ---


@pytest.mark.parametrize("slug", ["search", "perfect"])
def test_an_engine_of_uno_is_read_from_the_side_of_tres(slug: str) -> None:
    board = read_notation(UNO)
    answer = analysis_cache.analysis_of(board)["engines"][slug]
    for cell, own in answer["values"].items():
        shown = float(compare.own_number(board, answer, int(cell)).replace("−", "-"))
        assert shown == pytest.approx(-own, abs=0.005)
    assert compare.number_note(board, answer) == "its own value, for Tres"


def test_dos_with_a_wish_names_the_ending_and_not_a_bare_number() -> None:
    board = read_notation(DOS)
    solution_of(board).make_ready(board)
    answers = analysis_cache.analysis_of(board)["engines"]
    drawn = {
        slug: figures.figures(board, answers[slug])[0]["rows"][0]["values"][0]
        for slug in ("dos-for-tres", "dos-for-uno", "dos-saboteur")
    }
    assert re.fullmatch(r"Tres wins, ply \d+", drawn["dos-for-tres"])
    assert drawn["dos-for-uno"] == "full grid, ply 44"
    assert re.fullmatch(r"a pattern, ply \d+", drawn["dos-saboteur"])
    assert re.fullmatch(r"ply \d+", compare.own_number(board, answers["dos-for-tres"], 0))


def test_every_engine_finds_a_best_move_is_said_exactly_where_it_is_so() -> None:
    said = 0
    sample = [board for board in live() if board.ply > 1]
    for board in Random(4).sample(sample, 150):
        sight = analysis_cache.analysis_of(board)
        best = set(solution_of(board).best_moves(board))
        every = all(set(one["candidates"]) <= best for one in sight["engines"].values())
        rows = compare.table(variations.read_variation(board), sight, "")
        says = compare.summary(board, rows) == "Every engine finds a best move here."
        assert says == every, board.notation
        said += every
    assert 0 < said < 150


# --- a win comes first ---


def test_beside_a_win_at_once_nothing_has_to_be_blocked() -> None:
    smart, both = engines_for("classic")["smart"], 0
    for board in live():
        choice = smart.choose(board, Random(0))
        answer = {"view": choice.view, "candidates": list(choice.candidates), "move": choice.move}
        [rule] = figures.figures(board, answer)
        names = [row["name"] for row in rule["found"]]
        wins = any(
            (end := board.make_move(cell).outcome) and end.winner
            for cell in board.available_moves()
        )
        assert names == ["Wins at", "No need to block at" if wins else "Must block at"]
        both += bool(wins and set(choice.view["blocks"]) - set(choice.view["wins"]))
    assert both == 1_044


@pytest.mark.long
def test_a_win_at_once_is_the_first_reason_everywhere() -> None:
    for board in live():
        ends = {cell: board.make_move(cell).outcome for cell in board.available_moves()}
        wins = [cell for cell, end in ends.items() if end and end.winner]
        for cell in ends:
            text = why(board, cell)
            if cell in wins:
                assert text.startswith("completes ")
            elif wins:
                assert text == "misses a win at " + " or ".join(
                    ", ".join(map(board.cell_name, wins)).rsplit(", ", 1)
                )


def test_a_pattern_that_can_be_completed_comes_first_on_the_4x4_board() -> None:
    board = read_notation("TTT.UUU.U....... T")
    solution_of(board).make_ready(board)
    assert why(board, 3) == "completes a1, b1, c1 and d1"
    assert why(board, 12) == "misses a win at d1"


# --- the page ---


def test_a_difference_is_that_of_the_values_as_they_are_written() -> None:
    board = DstruBoard.start()
    exact, written = solution_of(board).values(board), results.moves(board)
    cells = {name: parse_cell(name, board.SHAPE) for name in ("d1", "c2", "a1", "a2")}
    assert round(exact[cells["d1"]] - exact[cells["c2"]], 2) == 0.03
    assert {name: written[cell].result.number for name, cell in cells.items()} == {
        "d1": "+0.75",
        "c2": "+0.73",
        "a1": "+0.72",
        "a2": "+0.70",
    }
    assert why(board, cells["c2"]) == "is 0.02 short of the best cell"
    assert why(board, cells["a1"]) == "is 0.03 short of the best cell"
    assert why(board, cells["a2"]) == "gives away 0.05 of the expected result"
    assert shortfall(0.7549, 0.7451) == "less than 0.01"
    assert shortfall(0.7551, 0.7549) == "0.01"


@pytest.mark.django_db
def test_the_page_writes_differences_that_a_reader_can_check(client: Client) -> None:
    page = html_of(client.get("/analysis/................_T/"))
    assert "short of the best cell" in page
    assert "0.03 short" in page
    assert re.search(r"c2</a></th>.*?0\.73.*?Is 0\.02 short of the best cell", page, re.DOTALL)


@pytest.mark.django_db
def test_the_board_opens_on_the_truth_and_names_it_in_words(client: Client) -> None:
    page = html_of(client.get("/analysis/X.O.X...O_X/"))
    assert re.search(r'data-key="truth" aria-current="true">True result<', page)
    cells = labels(client, "/analysis/X.O.X...O_X/")
    assert cells["c2"] == "empty, draw, best"
    assert cells["b1"] == "empty, O wins"
    assert cells["a1"] == "X"
    assert "X to move. Only c2 keeps the draw; the others lose." in re.sub("</?b[^>]*>", "", page)


@pytest.mark.django_db
def test_the_address_chooses_the_layer_and_the_truth_stays_below_it(client: Client) -> None:
    cells = labels(client, "/analysis/X.O.X...O_X/?engine=linear")
    assert cells["c2"] == "empty, draw, best, Linear +12, Linear’s choice"
    assert cells["b1"] == "empty, O wins, Linear +2"
    cells = labels(client, "/analysis/X.O.X...O_X/?engine=smart")
    assert cells["c2"] == "empty, draw, best, Smart’s choice"
    page = html_of(client.get("/analysis/X.O.X...O_X/?engine=linear"))
    assert 'href="/analysis/X.O.X...O_X/" data-key="truth">True result<' in page
    assert html_of(client.get("/analysis/X.O.X...O_X/?engine=nobody")).count("True result</a>") == 1


@pytest.mark.django_db
def test_cells_of_dstru_say_for_whom_they_count(client: Client) -> None:
    assert labels(client, "/analysis/TU....T........._U/")["d1"] == (
        "empty, expected +0.66 for Tres, best"
    )
    assert labels(client, "/analysis/TUT.U..........._D/")["b1"] == "Uno, expected +0.81 for Tres"


@pytest.mark.django_db
def test_dos_gets_no_empty_praise(client: Client) -> None:
    page = html_of(client.get("/analysis/TUT.U..........._D/"))
    assert "Every engine" not in page
    assert "can go wrong" not in page
    assert "any piece, by chance" in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/puzzles/", "/analysis/setup/X........_O/"])
def test_boards_with_a_question_give_nothing_away(client: Client, path: str) -> None:
    assert "best" not in " ".join(labels(client, path).values())


def test_every_legal_move_is_listed_with_its_result_the_best_first() -> None:
    board = read_notation("X.O.X...O X")
    rows = move_rows.rows(variations.read_variation(board), results.moves(board))
    assert [(row["name"], row["result"].word, row["ends"]) for row in rows[:2]] == [
        ("c2", "draw", "5 plies"),
        ("b1", "O wins", "2 plies"),
    ]
    assert [row["why"] for row in rows[:2]] == [
        "blocks O at c2 and forces O to a2",
        "leaves c2 open to a win",
    ]
