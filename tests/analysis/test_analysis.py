"""The analysis board: every legal position has a page, every other text a reason."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.analysis import analysis_cache, variations, wording
from games.analysis.position import board, compare, facts, figures, setup
from games.engines import engine, engines_for, solution_of
from games.engines.answers import analyse
from games.engines.classic.tablebase import table
from games.rules import BadNotation, ClassicBoard, DstruBoard, read_notation

pytestmark = pytest.mark.django_db

TRAP = "X...O...X O"
ACTS = {"T": "TU.............._T", "U": "TU....T........._U", "D": "TU.............._D"}


def get(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_it_needs_no_login_and_shows_every_engine(client: Client) -> None:
    page = get(client, "/analysis/X...O...X_O/")
    for one in engines_for("classic").values():
        assert one.title in page
    assert "A draw with best play" in page
    assert "1,040 of 255,168: 2 orders of moves lead here" in page


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/analysis/", 200),
        ("/analysis/?variant=dstru", 200),
        ("/analysis/?variant=chess", 200),
        ("/analysis/X...O...X+O/", 200),
        ("/analysis/X...O...X%20O/", 200),
        ("/analysis/XX......._O/", 400),
        ("/analysis/XXX......_O/", 400),
        ("/analysis/hello/", 400),
        ("/analysis/T...........U..._D/", 200),
        ("/analysis/T...........U..._D_=/", 200),
        ("/analysis/setup/XX......._O/", 200),
        ("/analysis/setup/ABC/", 400),
        ("/analysis/setup/XX......._D/", 400),
    ],
)
def test_addresses(client: Client, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_bad_notation_is_quoted_in_the_form(client: Client) -> None:
    for path in ("/analysis/", "/analysis/XX......._O/"):
        answer = client.get(path, {"notation": "XX....... O"} if path == "/analysis/" else {})
        assert answer.status_code == 400
        assert "&#x27;XX....... O&#x27; cannot arise" in answer.content.decode()


@pytest.mark.parametrize("text", ["", " ", "x" * 300, "X...O...X O O", "\x00", "<script>", "🙂"])
def test_odd_notation_is_refused(client: Client, text: str) -> None:
    answer = client.get("/analysis/", {"notation": text})
    assert answer.status_code == 400
    assert b"<script>alert" not in answer.content


def test_notation_leads_to_its_own_address(client: Client) -> None:
    answer = client.get("/analysis/", {"notation": " X...O...X  O "})
    assert answer.status_code == 302
    assert answer["Location"] == "/analysis/X...O...X_O/"


@pytest.mark.long
def test_every_classic_position_has_a_page(client: Client) -> None:
    for position in Random(6).sample(table().boards(), 120):
        get(client, variations.address(position))


@pytest.mark.long
def test_positions_of_dstru_have_pages(client: Client) -> None:
    rng = Random(6)
    for exact in (False, True):
        position = DstruBoard.start(exact=exact)
        while not position.is_game_over():
            get(client, variations.address(position))
            position = position.make_move(rng.choice(position.available_moves()))
        get(client, variations.address(position))


def test_a_line_gives_undo_and_redo(client: Client) -> None:
    page = get(client, "/analysis/X........_O/?from=........._X&line=a1-b2-c3")
    assert '/analysis/X...O...._X/?from=........._X&amp;line=a1-b2-c3"' in page
    assert '/analysis/........._X/?from=........._X&amp;line=a1-b2-c3"' in page


@pytest.mark.parametrize(
    "query",
    ["from=nonsense&line=a1", "from=........._X&line=z9", "from=........._X&line=b1", "line=a1"],
)
def test_a_line_that_does_not_lead_here_is_left_alone(client: Client, query: str) -> None:
    page = get(client, f"/analysis/X........_O/?{query}")
    assert page.count('role="link" aria-disabled="true"') == 4


def test_playing_on_keeps_what_follows_only_if_it_begins_so() -> None:
    line = variations.played(ClassicBoard(), ["a1", "b2", "c3"])
    back = variations.Variation(line.boards, line.cells, 1)
    assert back.after(4).cells == (0, 4, 8)
    assert back.after(1).cells == (0, 1)
    assert back.after(1).board == ClassicBoard(1, 2)


def test_disagreement_is_told_from_the_exact_solution() -> None:
    variation = variations.read_variation(read_notation(TRAP))
    rows = compare.table(variation, analysis_cache.analysis_of(variation.board), "linear")
    faults = {row["slug"]: row["fault"] for row in rows}
    assert faults["linear"] == "gives away the draw"
    assert faults["random"] == "may give away the draw"
    assert not faults["linear-guarded"]
    assert not faults["perfect"]


def test_no_perfect_engine_is_ever_blamed_and_every_blame_is_true() -> None:
    solved = table()
    for position in Random(1).sample([b for b in solved.boards() if not b.is_game_over()], 150):
        variation = variations.read_variation(position)
        sight = analysis_cache.analysis_of(position)
        for row in compare.table(variation, sight, ""):
            candidates = sight["engines"][row["slug"]]["candidates"]
            best = max(-solved.score(position.make_move(m)) for m in position.available_moves())
            worst = min(-solved.score(position.make_move(m)) for m in candidates)
            loses_value = (best > 0) - (best < 0) > (worst > 0) - (worst < 0)
            assert bool(row["fault"]) == loses_value, (position.notation, row)


def test_games_through_all_positions_of_a_ply_add_up() -> None:
    for ply in (0, 1, 2, 3, 4):
        layer = [b for b in table().boards() if b.ply == ply]
        counts = [solution_of(b).games_through(b) for b in layer]
        assert sum(count.total for count in counts if count) == 255_168


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("......... X", "A draw with best play"),
        ("XX.OO.... X", "X wins in 1 ply"),
        (".X....... O", "A draw with best play"),
        ("XXXOO.... O", "X has won"),
        ("XOXXOOOXX O", "A draw"),
    ],
)
def test_verdicts(notation: str, words: str) -> None:
    assert facts.verdict(read_notation(notation)) == words


def test_flips_are_legal_positions() -> None:
    assert [flip.text for flip in board.flips(read_notation("X...O.... X"))] == [
        "X and O exchanged"
    ]
    assert board.flips(read_notation(TRAP)) == []
    found = board.flips(read_notation("T...........U... D"))
    assert {flip.text for flip in found} == {
        "Tres and Uno exchanged",
        "Tres to act",
        "Uno to act",
    }


def test_setting_up_goes_through_empty_and_both_marks() -> None:
    draft = setup.draft("........._X")
    first = draft.clicked(0)
    assert first.cells[0] == "X"
    assert first.clicked(0).clicked(0).cells == draft.cells
    with pytest.raises(BadNotation):
        first.board()
    assert setup.page(setup.draft("X........_O"))["url"] == "/analysis/X........_O/"
    for name in (f"T{'.' * 15}_T_=", f"X{'.' * 80}_O_1_most"):
        emptied = setup.draft(setup.page(setup.draft(name))["empty"].split("/")[3])
        assert emptied.tail.endswith(("=", "most"))
        assert set(emptied.cells) == {"."}
    assert "cannot arise" in setup.page(first)["fault"]


def test_the_figures_of_the_linear_engine_are_its_own_numbers() -> None:
    position = read_notation(TRAP)
    answers = analysis_cache.analysis_of(position)["engines"]
    [drawn] = figures.figures(position, answers["linear"])
    view = answers["linear"]["view"]
    assert [path["score"] for path in drawn["paths"]][:2] == ["1.5", "2"]
    total = sum(view["path_scores"][term["path"]] for term in drawn["terms"])
    assert total == view["cell_scores"][answers["linear"]["move"]]


@pytest.mark.parametrize("slug", engines_for("classic"))
def test_every_classic_engine_has_figures(client: Client, slug: str) -> None:
    assert '<figure class="fig">' in get(client, f"/analysis/X...O...X_O/?engine={slug}")


@pytest.mark.parametrize("slug", engines_for("dstru"))
def test_every_dstru_engine_has_figures(client: Client, slug: str) -> None:
    seat = engines_for("dstru")[slug].seats[0][0]
    page = get(client, f"/analysis/{ACTS[seat]}/?engine={slug}")
    assert "The position as sets" in page
    assert page.count('<figure class="fig">') >= 2


def test_a_position_is_analysed_in_time() -> None:
    """In processor time, since other tests run beside this one; the wall adds only waiting."""
    sample: list[tuple[Any, float]] = [
        (read_notation("X........ O"), 0.05),
        (read_notation(TRAP), 0.05),
        (read_notation("TU....T......... U"), 0.1),
    ]
    for position, allowed in sample:
        analysis_cache.analysis_of(position)
        began = time.thread_time()
        analyse(position, engines_for(position.VARIANT, position.to_move))
        assert time.thread_time() - began < allowed


def test_an_engines_bound_is_shown_and_spoken_as_one(client: Client) -> None:
    page = client.get("/analysis/XO......._X/", {"engine": "alphabeta"}).content.decode()
    answer = engine("classic", "alphabeta").choose(ClassicBoard(1, 2), Random(0))
    cell = next(cell for cell, known in answer.bounds.items() if known.bound == "upper")
    shown = f"≤ {wording.signed(answer.values[cell])}"
    assert f">{shown}</span>" in page
    reason = answer.bounds[cell].reason
    spoken = f"Alpha-beta {shown}, {reason}".replace("≤", "at most").replace("−", "minus ")
    assert spoken in page
    assert f'<td class="muted">{reason[0].upper()}{reason[1:]}</td>' in page


def test_the_ladder_beside_an_engine_is_that_of_the_tree(client: Client) -> None:
    counts = []
    for page in ("/analysis/X.O.X...O_X/?engine=alphabeta", "/analysis/X.O.X...O_X/search/"):
        table = client.get(page).content.decode().partition('class="tab ladder"')[2]
        counts.append(re.findall(r'<td class="n">([^<]*)</td>', table.partition("</table>")[0]))
    assert counts[0] == counts[1]
    assert counts[0][0::3] == ["186", "88", "120", "67", "52", "16"]


def test_no_page_shows_the_time_of_a_single_run(client: Client) -> None:
    assert ">ms<" not in client.get("/analysis/").content.decode()
    assert "seconds" not in analysis_cache.analysis_of(ClassicBoard())["engines"]["minimax"]
