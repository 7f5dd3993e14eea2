"""The symmetry of the patterns, and the classes it makes of boards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import factorial
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.dstru.classes import classes
from games.engines.dstru.objectives import FOR_TRES, NEUTRAL, SABOTEUR
from games.engines.dstru.symmetry import symmetry, symmetry_of
from games.rules import classic
from games.rules.dstru import LINES
from tests.engines.dstru.positions import READINGS, full_width, image, moved, random_boards

PATTERNS = {frozenset(line) for line in LINES}


def keeps_patterns(cells):
    return {frozenset(cells[cell] for cell in line) for line in LINES} == PATTERNS


def transposition(one, other):
    return tuple({one: other, other: one}.get(cell, cell) for cell in range(16))


def test_the_blocks_of_twins():
    assert symmetry().blocks == (
        (0, 1, 2),
        (3,),
        (4, 5, 7, 8, 10, 11),
        (6, 9),
        (12,),
        (13, 14, 15),
    )


def test_twins_are_the_pairs_that_may_be_exchanged():
    block = {cell: i for i, cells in enumerate(symmetry().blocks) for cell in cells}
    for one, other in combinations(range(16), 2):
        assert keeps_patterns(transposition(one, other)) == (block[one] == block[other])


def test_generators_keep_the_patterns():
    generators = list(symmetry().generators())
    assert len(generators) == 2 + 0 + 5 + 1 + 0 + 2 + 1
    for cells in generators:
        assert sorted(cells) == list(range(16))
        assert keeps_patterns(cells)


def test_the_half_turn_is_the_only_swap():
    half_turn = [15 - cell for cell in range(16)]
    blocks = symmetry().blocks
    target = [
        next(i for i, block in enumerate(blocks) if half_turn[cells[0]] in block)
        for cells in blocks
    ]
    assert symmetry().swaps == ((0, 1, 2, 3, 4, 5), tuple(target))


def count_automorphisms(lines, cells):
    """Permutations of ``cells`` that keep the patterns, tried out cell by cell."""
    sets = {frozenset(line) for line in lines}

    def extend(chosen):
        if len(chosen) == len(cells):
            return 1
        cell, total = cells[len(chosen)], 0
        for image_of_cell in set(cells) - set(chosen.values()):
            grown = {**chosen, cell: image_of_cell}
            done = [line for line in lines if cell in line and set(line) <= grown.keys()]
            if all(frozenset(grown[c] for c in line) in sets for line in done):
                total += extend(grown)
        return total

    return extend({})


def test_the_order_of_the_group():
    on_patterns = sorted({cell for line in LINES for cell in line})
    count = count_automorphisms(LINES, on_patterns)
    assert symmetry().order == count * factorial(16 - len(on_patterns)) == 103_680


def test_classic_has_the_eight_symmetries_of_the_square():
    alike = symmetry_of(classic.LINES, 9)
    assert all(len(block) == 1 for block in alike.blocks)
    assert alike.order == 8 == count_automorphisms(classic.LINES, range(9))


def test_patterns_of_other_sizes_do_not_swap():
    assert symmetry_of(((0, 1), (2, 3, 4)), 6).swaps == ((0, 1, 2),)


def random_sets(seed):
    marks = Random(seed).choices("TU.", k=16)
    return [sum(1 << i for i, mark in enumerate(marks) if mark == m) for m in "TU"]


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_images_of_a_board_share_its_class(seed):
    tres, uno = random_sets(seed)
    number = classes().of(tres, uno)
    for cells in symmetry().generators():
        assert classes().of(moved(cells, tres), moved(cells, uno)) == number


def test_classes_of_small_boards_by_hand():
    """Boards with up to three pieces, joined by trying all generators."""
    for n in range(4):
        boards = [
            tuple(sum(1 << c for c, m in zip(cells, marks, strict=True) if m == s) for s in "TU")
            for cells in combinations(range(16), n)
            for marks in product("TU", repeat=n)
        ]
        orbits = Counter(classes().of(*board) for board in boards)
        assert len(orbits) == orbit_count(boards) == (classes().pieces == n).sum()
        assert all(classes().boards[number] == count for number, count in orbits.items())


def orbit_count(boards):
    generators, left, count = list(symmetry().generators()), set(boards), 0
    while left:
        count, todo = count + 1, [left.pop()]
        while todo:
            tres, uno = todo.pop()
            images = {(moved(g, tres), moved(g, uno)) for g in generators} & left
            left -= images
            todo.extend(images)
    return count


def test_every_board_is_in_one_class():
    space = classes()
    assert len(space) == 78_120
    assert space.boards.sum() == 3**16
    assert space.number.max() == len(space) - 1


def test_representatives_stand_for_their_class():
    space = classes()
    tres, uno = space.representatives()
    np.testing.assert_array_equal(
        space.number[space.code[tres], space.code[uno]], range(len(space))
    )
    assert not (tres & uno).any()


@pytest.mark.long
@pytest.mark.parametrize("aim", [NEUTRAL, FOR_TRES, SABOTEUR], ids=lambda aim: aim.slug)
@READINGS
def test_values_are_invariant(exact, aim):
    """Values found from the laws alone, without symmetry, are those of every image."""
    generators = list(symmetry().generators())
    checked = 0
    for seed in range(40):
        late = [board for board in random_boards(seed, exact=exact) if 39 <= board.ply <= 41]
        for board in late[:1]:
            value = full_width(board, aim)
            for cells in Random(seed).sample(generators, 4):
                assert full_width(image(cells, board), aim) == pytest.approx(value, abs=1e-12)
                checked += 1
    assert checked > 40
