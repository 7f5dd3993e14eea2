"""Trees of numbers are searched as the definition of alpha-beta says, and what it skips is idle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from random import Random

import pytest

from games.analysis.learn.number_trees import (
    DEEP,
    FLAT,
    HIGHEST,
    TALL,
    NumberTree,
    alpha_beta,
    grown,
    made,
)

SHAPES = [FLAT, TALL, DEEP]


def minimax(tree: NumberTree) -> int:
    if not tree.children:
        return tree.value
    return (max if tree.maximises else min)(minimax(child) for child in tree.children)


def negamax(tree: NumberTree, alpha: float, beta: float, *, strict: bool, seen: list[str]) -> float:
    """A second implementation: one side only, with the signs turned at each ply."""
    if not tree.children:
        seen.append(tree.name)
        return tree.value if tree.maximises else -tree.value
    best = -inf
    for child in tree.children:
        best = max(best, -negamax(child, -beta, -alpha, strict=strict, seen=seen))
        alpha = max(alpha, best)
        if alpha > beta or (not strict and alpha == beta):
            break
    return best


def with_leaves(tree: NumberTree, values: Iterator[int]) -> NumberTree:
    if not tree.children:
        return replace(tree, value=next(values))
    return replace(tree, children=tuple(with_leaves(one, values) for one in tree.children))


def trees(shapes: tuple, count: int = 400) -> list[NumberTree]:  # type: ignore[type-arg]
    return [made(Random(seed), shapes) for seed in range(count)]


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("strict", [False, True])
def test_a_second_search_enters_the_same_leaves(shapes: tuple, strict: bool) -> None:  # type: ignore[type-arg]
    for tree in trees(shapes):
        seen: list[str] = []
        value = negamax(tree, -inf, inf, strict=strict, seen=seen)
        found = alpha_beta(tree, at_equality=not strict)
        assert found.value == minimax(tree) == (value if tree.maximises else -value)
        assert {*seen, *found.skipped} == {one.name for one in tree.leaves()}
        assert not {*seen} & {*found.skipped}


@pytest.mark.parametrize("shapes", SHAPES)
def test_what_is_skipped_changes_nothing_whatever_it_is(shapes: tuple) -> None:  # type: ignore[type-arg]
    """The window of every position is left as it is, so this holds at the top, too."""
    changed = 0
    for tree in trees(shapes, 200):
        skipped = alpha_beta(tree).skipped
        for other in (-HIGHEST - 1, HIGHEST + 1):
            values = (other if one.name in skipped else one.value for one in tree.leaves())
            assert minimax(with_leaves(tree, values)) == minimax(tree)
        changed += bool(skipped)
    assert changed > 60


def test_a_promise_at_the_top_cuts_three_plies_below() -> None:
    leaf, pair = (), ((), ())
    tree = grown((leaf, ((pair, leaf), pair)), iter((5, 2, 7, 8, 9, 4)), maximises=True)
    found = alpha_beta(tree)
    deep, last = found.visit("D"), found.visit("E")
    assert deep is not None
    assert last is not None
    assert (deep.alpha, deep.beta, deep.value) == (5, inf, 2)
    assert [one.name for one in deep.skipped] == ["3"]
    assert (last.alpha, last.beta, last.value) == (5, 8, 9)
    assert found.skipped == ("3", "6")
    assert found.value == 8


def test_equality_cuts_unless_it_is_told_not_to() -> None:
    pair = ((), ())
    tree = grown((pair, pair), iter((4, 6, 4, 9)), maximises=True)
    assert alpha_beta(tree).skipped == ("4",)
    assert alpha_beta(tree, at_equality=False).skipped == ()


def test_an_inner_node_that_is_skipped_has_no_visit() -> None:
    pair = ((), ())
    tree = grown(((pair, pair), (pair, pair)), iter((5, 3, 6, 7, 4, 2, 5, 9)), maximises=True)
    found = alpha_beta(tree)
    assert found.skipped == ("4", "7", "8")
    assert found.visit("G") is None
    assert tree.height() == 3
