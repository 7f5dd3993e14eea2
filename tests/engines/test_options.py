"""Engines named with options: one spelling, read back the same, refused with what is possible."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engines import ENGINES, Engine, EngineError, engine, is_known
from games.engines.classic.search_engines import AlphaBetaEngine
from games.engines.options import parse
from games.engines.proofs import prove
from games.engines.techniques import Techniques
from games.rules import ClassicBoard, DstruBoard
from tests.engines.positions import at, holding, live

ALL = [one for engines in ENGINES.values() for one in engines.values()]
WITH_OPTIONS = [one for one in ALL if one.OPTIONS]
USUAL = Techniques(pruning=True, heuristics=True, ordering=True, early=True)
HAVE_TIES = {
    "classic": ["linear", "linear-guarded", "minimax", "alphabeta", "bitboard", "perfect"],
    "dstru": ["search", "perfect", "dos-for-tres", "dos-for-uno", "dos-saboteur"],
    "ultimate": ["alphabeta"],
}


def test_a_plain_slug_is_the_registered_engine() -> None:
    assert engine("classic", "alphabeta") is ENGINES["classic"]["alphabeta"]


def test_options_set_the_techniques_and_leave_the_registered_engine_alone() -> None:
    made = engine("classic", "alphabeta:depth=2,memo=yes,ordering=no")
    assert isinstance(made, AlphaBetaEngine)
    assert made.techniques == replace(USUAL, depth=2, memo=True, ordering=False)
    registered = engine("classic", "alphabeta")
    assert isinstance(registered, AlphaBetaEngine)
    assert registered.techniques == USUAL


def test_options_reach_the_search() -> None:
    board = ClassicBoard()
    plain = "alphabeta:pruning=no,ordering=no,early=no"
    assert engine("classic", plain).choose(board, Random(0)).nodes == 549_946
    assert engine("classic", "alphabeta:depth=1").choose(board, Random(0)).values[4] == 5
    assert engine("classic", "alphabeta:depth=none").choose(board, Random(0)).depth == 9


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("alphabeta", "alphabeta", "Alpha-beta"),
        (
            "alphabeta:depth=2,heuristics=off",
            "alphabeta:depth=2,heuristics=off",
            "Alpha-beta (depth 2, no heuristics)",
        ),
        (
            "alphabeta:heuristics=NO,depth=02,ties=random",
            "alphabeta:depth=2,heuristics=off",
            "Alpha-beta (depth 2, no heuristics)",
        ),
        ("alphabeta:memo=yes,pruning=on", "alphabeta:memo=on", "Alpha-beta (memo)"),
        ("alphabeta:depth=none", "alphabeta", "Alpha-beta"),
        ("minimax:ties=first", "minimax:ties=first", "Minimax (first of equals)"),
        ("hard:ties=first", "linear-guarded:ties=first", "Linear, guarded (first of equals)"),
    ],
)
def test_a_name_has_one_spelling_and_says_what_is_changed(text: str, name: str, label: str) -> None:
    found = engine("classic", text)
    assert (found.name, found.label) == (name, label)
    assert engine("classic", found.name).changed == found.changed


@pytest.mark.long
@given(st.sampled_from(WITH_OPTIONS), st.data())
def test_every_combination_of_settings_reads_back_the_same(
    one: Engine, data: st.DataObject
) -> None:
    words = {o.name: data.draw(st.sampled_from(sorted(o.settings))) for o in one.OPTIONS}
    made = one.with_options(**words)
    assert all(made.setting(o.name) == o.settings[words[o.name]] for o in one.OPTIONS)
    again = engine(one.variant, made.name)
    assert (again.name, again.label, dict(again.changed)) == (
        made.name,
        made.label,
        dict(made.changed),
    )
    assert len(made.name) <= 120


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nobody:depth=1", "'nobody' is no engine for classic: expected one of random, smart,"),
        ("minimax:depth=1", "'depth' is no option of minimax: expected ties$"),
        ("random:ties=first", "'ties' is no option of random: expected none, it has no options"),
        ("alphabeta:width=1", "'width' is no option of alphabeta: expected depth, pruning, heur"),
        ("alphabeta:depth=0", "'depth=0' does not fit: expected none or 1 to 9$"),
        ("alphabeta:depth=10", "'depth=10' does not fit: expected none or 1 to 9$"),
        ("alphabeta:depth=yes", "'depth=yes' does not fit"),
        ("alphabeta:memo=2", "'memo=2' does not fit: expected on or off$"),
        ("alphabeta:ties=last", "'ties=last' does not fit: expected random or first$"),
        ("alphabeta:depth=-1", "'depth=-1' does not fit"),
        ("alphabeta:depth=１", "'depth=１' does not fit"),
        ("alphabeta:depth", "'depth' in 'alphabeta:depth' sets nothing: expected option=setting"),
        ("alphabeta:", "'' in 'alphabeta:' sets nothing"),
        ("alphabeta:depth=2,", "'' in 'alphabeta:depth=2,' sets nothing"),
        ("alphabeta:depth=2,depth=3", "'depth=3' in 'alphabeta:depth=2,depth=3' sets 'depth' aga"),
        ("alphabeta:depth=" + "9" * 5000, "'depth=9{54}…' does not fit"),
        ("x" * 5000, "'x{60}…' is no engine"),
    ],
)
def test_what_does_not_fit_is_refused_and_quoted(text: str, expected: str) -> None:
    with pytest.raises(EngineError, match=expected):
        engine("classic", text)
    assert not is_known("classic", text)


def test_the_protocol_names_every_switch() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    _, _, table = page.partition("| engines | switches, the default first |")
    rows = table.partition("\n\n")[0].splitlines()
    for one in WITH_OPTIONS:
        slug = "dos-…" if one.slug.startswith("dos-") else one.slug
        row = next(row for row in rows if f"`{slug}`" in row)
        assert all(re.search(rf"`{o.name}[`=]", row) for o in one.OPTIONS), one.slug


@pytest.mark.long
@given(st.text(max_size=40))
def test_no_text_does_worse_than_a_refusal(text: str) -> None:
    for variant in ENGINES:
        for name in (text, f"alphabeta:{text}", f"search:depth={text}"):
            try:
                found = engine(variant, name)
            except EngineError:
                continue
            assert engine(variant, found.name).name == found.name


def test_document_001s_levels_are_three_engines() -> None:
    levels = {word: engine("classic", word).slug for word in ("easy", "medium", "hard")}
    assert levels == {"easy": "random", "medium": "linear", "hard": "linear-guarded"}
    with pytest.raises(EngineError, match="'easy' is no engine for dstru"):
        engine("dstru", "easy")


# --- ties ----------------------------------------------------------------------------------


def test_engines_that_draw_among_equals_have_the_option() -> None:
    found: dict[str, list[str]] = {variant: [] for variant in ENGINES}
    for one in ALL:
        if any(option.name == "ties" for option in one.OPTIONS):
            found[one.variant].append(one.slug)
    assert {variant: sorted(slugs) for variant, slugs in found.items()} == {
        variant: sorted(slugs) for variant, slugs in HAVE_TIES.items()
    }


@pytest.mark.parametrize("slug", HAVE_TIES["classic"])
def test_ties_first_takes_one_of_the_best_cells_whatever_the_generator(slug: str) -> None:
    first = engine("classic", f"{slug}:ties=first")
    for board in [board for board in live() if board.ply >= 3][::23]:
        one, other = (first.choose(board, Random(seed)) for seed in (1, 2))
        assert one.candidates == other.candidates == (one.move,) == one.line[:1]


SEARCHES = ["bitboard", "perfect", "alphabeta", "alphabeta:find=value", "alphabeta:memo=on"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["minimax", *SEARCHES])
def test_ties_first_is_the_argmax_of_formula_5_in_every_position(name: str) -> None:
    """The first cell of the highest bare value, however many plies away the end is."""
    first = engine("classic", f"{name},ties=first" if ":" in name else f"{name}:ties=first")
    boards = live() if name != "minimax" else [board for board in live() if board.ply >= 2]
    wrong = [
        board.notation
        for board in boards
        if first.choose(board, Random(0)).candidates != (min(holding(board)),)
    ]
    assert wrong == []


def test_ties_first_puts_a_win_off_where_the_print_does() -> None:
    board = at("..X.O.O.X X")
    assert engine("classic", "minimax").choose(board, Random(0)).move == 5
    assert engine("classic", "minimax:ties=first").choose(board, Random(0)).move == 0


@pytest.mark.long
@pytest.mark.parametrize("slug", ["linear", "linear-guarded"])
def test_ties_first_is_the_first_of_the_highest_scores(slug: str) -> None:
    usual, first = engine("classic", slug), engine("classic", f"{slug}:ties=first")
    for board in live():
        equal = usual.choose(board, Random(0)).candidates
        assert first.choose(board, Random(1)).candidates == equal[:1]


@pytest.mark.parametrize("slug", ["search", "perfect"])
def test_ties_first_holds_for_dstru_too(slug: str) -> None:
    board = DstruBoard.start()
    equal = engine("dstru", slug).choose(board, Random(0)).candidates
    assert len(equal) > 1
    assert engine("dstru", f"{slug}:ties=first").choose(board, Random(3)).candidates == equal[:1]


def test_a_proof_counts_only_the_first_of_equals() -> None:
    start = ClassicBoard.start()
    usual = prove(engine("classic", "linear"), "O", start, 0)
    first = prove(engine("classic", "linear:ties=first"), "O", start, 0)
    assert usual.losses == 16
    assert first.games < usual.games
    assert first.losses == 4


def test_a_proof_that_needs_the_broken_symmetry_is_refused() -> None:
    with pytest.raises(EngineError, match="'search:ties=first' breaks the symmetry"):
        prove(engine("dstru", "search:ties=first"), "Tres", DstruBoard.start())


# --- playing -------------------------------------------------------------------------------

SPELLINGS: list[str] = [
    "minimax",
    "minimax:ties=first",
    "alphabeta",
    "alphabeta:pruning=off",
    "alphabeta:pruning=off,ordering=off,early=off",
    "alphabeta:depth=1,early=off",
    "alphabeta:depth=2,heuristics=off",
    "alphabeta:depth=2,pruning=off,early=off,ordering=off",
    "alphabeta:depth=3,memo=on",
    "alphabeta:find=value,ordering=off",
    "alphabeta:depth=2,pruning=off,find=value",
    "alphabeta:depth=4,ordering=off,ties=first",
]


@pytest.mark.long
@pytest.mark.parametrize("name", SPELLINGS)
def test_the_equivalent_engine_chooses_the_same_everywhere(name: str) -> None:
    one = engine("classic", name)
    boards = [board for board in live() if board.ply >= 2]
    for board in boards[::3] if "depth" in name else boards[::7]:
        usual: Any = one.choose(board, Random(5))
        quick: Any = one.equivalent.choose(board, Random(5))
        assert (quick.move, quick.candidates) == (usual.move, usual.candidates)


def test_the_equivalent_engine_visits_far_fewer_positions() -> None:
    board = ClassicBoard.start()
    for name in ("minimax", "alphabeta:pruning=off,early=off"):
        assert engine("classic", name).equivalent.choose(board, Random(0)).nodes < 2_000


def test_only_long_searches_are_too_slow_for_games_on_a_site() -> None:
    for plies in (4, 5):
        assert engine("dstru", f"search:depth={plies}").too_slow == ""
    for plies in (6, 44):
        assert engine("dstru", f"search:depth={plies}").too_slow == (
            f"'depth={plies}' takes too long in games here: expected 1 to 5"
        )
    assert not any(one.too_slow for one in ALL)


def test_parts_are_read_in_the_order_given() -> None:
    assert list(parse("alphabeta:memo=on,depth=2")) == [("memo", "on"), ("depth", "2")]


@pytest.mark.parametrize("name", ["self", "name", "slug"])
def test_no_word_of_python_passes_for_an_option(name: str) -> None:
    with pytest.raises(EngineError, match=f"'{name}' is no option of alphabeta"):
        engine("classic", f"alphabeta:{name}=1")
