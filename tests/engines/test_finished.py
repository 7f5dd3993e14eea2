"""The tree of a search that is done, opened anywhere, says what the search said on its way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.engines.finished import Node, at_path, below, root
from games.engines.steps import SteppedSearch, shared
from games.engines.subtrees import size
from tests.engines.positions import at, live

SEARCHES = (
    shared(pruning=False),
    shared(pruning=True),
    shared(pruning=True, ordered=True),
)
SAMPLE = Random(5).sample([board for board in live() if board.ply >= 4], 25)


def nodes(search: SteppedSearch, node: Node) -> Iterator[Node]:
    yield node
    for one in below(search, node):
        yield from nodes(search, one)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_position_was_entered_or_cut_at_the_step_it_says(search: SteppedSearch) -> None:
    for board in SAMPLE:
        for node in nodes(search, root(search, board)):
            moment = search.moment(board, node.step)
            if node.found is not None:
                assert moment.kind in ("start", "enter", "end")
                assert moment.hand.path == node.path
            elif node.cut:
                assert moment.kind == "cut"
                assert moment.hand.path == node.path[:-1]
                assert node.path[-1] in [one.cell for one in moment.hand.branches if one.cut]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_tree_holds_every_position_once(search: SteppedSearch) -> None:
    for board in SAMPLE:
        every = list(nodes(search, root(search, board)))
        assert len(every) == len({node.path for node in every}) == size(board)
        read = sum(node.found is not None for node in every)
        assert read == search.found(board).nodes


def test_a_line_that_cannot_be_played_is_refused() -> None:
    board = at("X.O.X...O X")
    assert at_path(SEARCHES[1], board, (1, 3))[-1].board.notation == "XXOOX...O X"
    with pytest.raises(ValueError, match="'a1' is no line of moves"):
        at_path(SEARCHES[1], board, (0,))
