"""What a lesson claims is true: each claim is computed from the stage's own position."""

from __future__ import annotations

from games.rules import ClassicBoard
from games.rules.shape import parse_cell
from progress import catalog
from tests.progress import oracle


def stage(level: int, number: int) -> catalog.Stage:
    found = catalog.find(level, number)
    assert found is not None
    return found


def board(level: int, number: int, *further: str) -> ClassicBoard:
    """A stage's position after some further moves, named as a lesson names them."""
    position = stage(level, number).board
    for name in further:
        position = position.make_move(parse_cell(name, ClassicBoard.SHAPE))
    return position


def wins(level: int, number: int) -> set[str]:
    return oracle.moves_worth(board(level, number), 1)


def holds(level: int, number: int, *further: str) -> set[str]:
    return oracle.moves_worth(board(level, number, *further), 0)


def loses(level: int, number: int, *further: str) -> set[str]:
    return oracle.moves_worth(board(level, number, *further), -1)


def lines_through(cell: str) -> list[tuple[int, ...]]:
    return [line for line in ClassicBoard.LINES if parse_cell(cell, ClassicBoard.SHAPE) in line]


def open_lines(position: ClassicBoard, cell: str) -> int:
    return sum(all(position.marks[c] != "O" for c in line) for line in lines_through(cell))


# --- level 1 -----------------------------------------------------------------------------


def test_a_third_mark_is_the_earliest_win() -> None:
    assert oracle.fewest_marks(ClassicBoard(), "random", forced=False) == 3


def test_lines_to_complete() -> None:
    """Stages 2 to 5, and 10: the cell that the lesson names wins, and it is the only one."""
    for number, cell in ((2, "c1"), (3, "c3"), (4, "c1"), (5, "b3"), (10, "c1"), (11, "b1")):
        assert oracle.winning(board(1, number), "X") == {cell}
    for number in (2, 3, 4, 5):
        assert oracle.winning(board(1, number), "O") == set()


def test_corner_edge_and_centre() -> None:
    assert len(lines_through("a1")) == 3
    assert open_lines(board(1, 6), "a1") == 3
    assert len(lines_through("b1")) == 2
    assert open_lines(board(1, 7), "b1") == 1
    assert len(lines_through("b2")) == 4
    assert open_lines(board(1, 8), "b2") == 3
    counts = {cell: len(lines_through(ClassicBoard.cell_name(cell))) for cell in range(9)}
    assert counts == {0: 3, 1: 2, 2: 3, 3: 2, 4: 4, 5: 2, 6: 3, 7: 2, 8: 3}


def test_open_lines_of_the_corner_are_its_row_and_column() -> None:
    still = [line for line in lines_through("a1") if all(board(1, 9).marks[c] != "O" for c in line)]
    assert still == [(0, 1, 2), (0, 3, 6)]


def test_win_first_blocking_would_let_it_off() -> None:
    position = board(1, 10)
    assert oracle.winning(position, "O") == {"c2"}
    assert "c2" in oracle.moves_worth(position, 0)


def test_two_uses() -> None:
    assert oracle.winning(board(1, 11), "O") == {"b1"}


def test_fork() -> None:
    assert wins(1, 13) == {"a2", "b2", "a3"}
    assert oracle.fewest_marks(board(1, 13), "smart", forced=True) == 4


def test_three_corners() -> None:
    assert oracle.winning(board(1, 14, "c1"), "X") == {"b1"}
    assert oracle.winning(board(1, 14, "c1", "b1", "a3"), "X") == {"a2", "b2"}
    assert wins(1, 14) == {"c1", "a3"}


def test_exam_of_level_1_is_not_forced() -> None:
    assert oracle.value(board(1, 15)) == 0
    assert board(1, 15).marks[4] == "O"


# --- level 2 -----------------------------------------------------------------------------


def test_race() -> None:
    position = board(2, 2)
    assert oracle.winning(position, "X") == {"a2"}
    assert oracle.winning(position, "O") == {"c2"}
    assert holds(2, 2) == {"c2"}
    assert loses(2, 2) == {"b1", "b2", "b3"}


def test_blocks_that_fork() -> None:
    for number, cell, threats in ((3, "b2", {"a3", "c3"}), (4, "c3", {"a3", "b2"})):
        position = board(2, number)
        assert oracle.winning(position, "X") == set()
        assert oracle.winning(position, "O") == {cell}
        assert oracle.winning(board(2, number, cell), "X") == threats
        assert wins(2, number) == {cell}
        assert len(loses(2, number)) == 4


def test_answers_that_lose() -> None:
    """Stages 5 to 9: an opponent's mistake, and the moves that punish it."""
    assert len(wins(2, 5)) == 6
    assert holds(2, 5) == {"a2"}
    assert (wins(2, 6), loses(2, 6)) == ({"a1", "b2", "c3"}, {"b3"})
    assert (wins(2, 7), loses(2, 7)) == ({"c2", "a3", "c3"}, {"b1"})
    assert wins(2, 8) == {"c1", "b2"}
    assert (wins(2, 9), len(holds(2, 9)), len(loses(2, 9))) == ({"c3"}, 2, 4)
    for number in range(5, 10):
        assert oracle.fewest_marks(board(2, number), "smart", forced=True) == 4


def test_key() -> None:
    assert wins(2, 10) == {"c3"}
    assert oracle.winning(board(2, 10, "c3"), "X") == {"b2", "c2"}
    assert oracle.winning(board(2, 10), "O") == set()


def test_most_room_to_go_wrong() -> None:
    """Stages 11 to 15 are drawn with best play; the lesson names the best tries."""
    tries = {
        11: {"b1", "b3", "c1", "c3"},
        12: {"a1"},
        13: {"a3"},
        14: {"b1", "b3"},
        15: {"a2", "b1"},
    }
    for number, cells in tries.items():
        assert oracle.value(board(2, number)) == 0
        assert oracle.best_tries(board(2, number), "smart") == cells
    assert loses(2, 12) == {"b1", "c2", "c3"}
    assert loses(2, 14) == {"a2"}


def test_threats_only_draw() -> None:
    """On stages 13 and 15 a move that threatens gives the chance away."""
    for number in (13, 15):
        position = board(2, number)
        for move in position.available_moves():
            after = position.make_move(move)
            if oracle.winning(after, "X"):
                assert oracle.fewest_marks(after, "smart", forced=False) == oracle.NEVER
    tempo = board(2, 13)
    tries = [m for m in tempo.available_moves() if oracle.chance(tempo.make_move(m), "smart") > 0]
    assert [tempo.cell_name(move) for move in tries] == ["a3"]


# --- level 3 -----------------------------------------------------------------------------


def test_answers_to_the_nine_first_moves() -> None:
    assert holds(3, 1) == {"b2"}
    assert holds(3, 2) == {"a1", "c1", "b2", "b3"}
    assert holds(3, 3) == {"b2"}
    assert len(holds(3, 3, "b2")) == 7
    assert any(
        loses(3, 3, "b2", second, reply)
        for second in holds(3, 3, "b2")
        for reply in holds(3, 3, "b2", second)
    )
    assert len(loses(3, 4, "a1")) == len(loses(3, 4, "a3")) == 3
    assert holds(3, 5) == {"a1", "c1", "a3", "c3"}
    assert all(len(holds(3, 5, corner)) == 7 for corner in holds(3, 5))
    assert len(holds(3, 6, "a2")) == 7
    assert loses(3, 8, "b2") == {"b1"}


def test_threats_and_quiet_moves_after_a_corner() -> None:
    for second in holds(3, 7, "b2"):
        threatens = bool(oracle.winning(board(3, 7, "b2", second), "X"))
        assert len(holds(3, 7, "b2", second)) == (1 if threatens else 4)


def test_a_block_that_threatens() -> None:
    assert holds(3, 9, "b2", "a3") == {"b3"}
    assert oracle.winning(board(3, 9, "b2", "a3", "b3"), "O") == {"b1"}


def test_two_corners() -> None:
    across = {"b1": "b3", "a2": "c2", "c2": "a2", "b3": "b1"}
    assert holds(3, 10, "c3") == set(across)
    for edge, block in across.items():
        assert holds(3, 10, "c3", edge) == {block}


def test_long_diagonal() -> None:
    assert holds(3, 11, "c3") == {"c1", "a3"}
    for corner in ("c1", "a3"):
        assert oracle.winning(board(3, 11, "c3", corner), "O")


def test_hook_pincer_and_quiet() -> None:
    assert loses(3, 12) == {"c1", "c2", "b3"}
    assert len(holds(3, 12)) == 4
    assert len(holds(3, 13)) == 7
    assert holds(3, 13, "b2") == {"a1", "c1", "a3", "c3"}
    assert loses(3, 14) == {"b3"}
    assert len(oracle.moves_worth(board(3, 14, "b3"), 1)) == 6
