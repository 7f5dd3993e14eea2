"""Ultimate tic-tac-toe: the rules against a plain second program, and what notation refuses."""

from __future__ import annotations

from itertools import starmap
from random import Random

import pytest

from games.rules import BadNotation, IllegalMove, Outcome, UltimateBoard
from games.rules.ultimate import ANYWHERE, PLACES, SMALL
from tests.rules.naive_ultimate import NaiveUltimate

EMPTY = "." * 81


def after(*names: str, most: bool = False) -> UltimateBoard:
    board = UltimateBoard.start(exact=most)
    for name in names:
        board = board.make_move("abcdefghi".index(name[0]) + 9 * (int(name[1]) - 1))
    return board


def cell(small: int, place: int) -> int:
    return SMALL[small][place]


def random_game(seed: int, *, most: bool = False) -> list[UltimateBoard]:
    rng, boards = Random(seed), [UltimateBoard.start(exact=most)]
    while moves := boards[-1].available_moves():
        boards.append(boards[-1].make_move(rng.choice(moves)))
    return boards


def assert_agrees_with_a_plain_program(seed: int, *, most: bool) -> str:
    rng, board, naive = Random(seed), UltimateBoard.start(exact=most), NaiveUltimate(most=most)
    while moves := board.available_moves():
        assert moves == tuple(sorted(starmap(cell, naive.moves())))
        assert board.to_move == naive.mover
        assert (-1 if board.sent == ANYWHERE else board.sent) == naive.sent
        assert list(board.small_boards.won) == naive.holders()
        move = rng.choice(moves)
        board = board.make_move(move)
        naive.play(*PLACES[move])
    assert (naive.moves(), board.outcome is None) == ([], False)
    result = naive.result()
    assert board.outcome is not None
    assert (board.outcome.winner or "draw") == result
    return result


@pytest.mark.parametrize("most", [False, True])
def test_random_games_go_as_in_a_plain_second_program(most: bool) -> None:
    results = {assert_agrees_with_a_plain_program(seed, most=most) for seed in range(25)}
    assert results >= {"X", "O"}


@pytest.mark.long
def test_random_play_is_drawn_as_often_as_known() -> None:
    """22.3 % of 20,000 games, 7.3 % where most boards win; three standard errors of 2,000."""
    ends = [random_game(seed)[-1] for seed in range(2_000)]
    drawn = [one for one in ends if one.outcome == Outcome(None, "full")]
    assert len(drawn) / 2_000 == pytest.approx(0.223, abs=0.028)
    level = [one for one in drawn if one._replace(most=True).outcome == Outcome(None, "full")]
    assert len(level) / 2_000 == pytest.approx(0.073, abs=0.018)
    assert sum(one.ply for one in ends) / 2_000 == pytest.approx(58.7, abs=0.7)


def turned(move: int) -> int:
    """The cell after a quarter turn of the whole board."""
    row, column = divmod(move, 9)
    return 9 * column + 8 - row


def mirrored(move: int) -> int:
    row, column = divmod(move, 9)
    return 9 * row + 8 - column


@pytest.mark.parametrize("image", [turned, mirrored])
def test_the_board_may_be_turned_and_mirrored(image: object) -> None:
    """The two generate all eight symmetries."""
    assert callable(image)
    for seed in range(5):
        rng, here, there = Random(seed), UltimateBoard.start(), UltimateBoard.start()
        while moves := here.available_moves():
            assert there.available_moves() == tuple(sorted(map(image, moves)))
            move = rng.choice(moves)
            here, there = here.make_move(move), there.make_move(image(move))
        assert here.outcome is not None
        assert there.outcome is not None
        assert here.outcome.winner == there.outcome.winner
        assert {image(at) for at in here.outcome.cells} == set(there.outcome.cells)


# --- where one is sent ---


def test_a_cell_sends_the_other_side_to_the_board_of_its_place() -> None:
    board = after("d4")  # the top left cell of the middle board
    assert board.available_moves() == SMALL[0]
    assert board.small_boards.live == (0,)
    assert board.notation == f"{'.' * 30}X{'.' * 50} O 1"


def test_where_each_move_sends_is_known_before_it_is_made() -> None:
    for board in random_game(3):
        found = board.small_boards
        moves = board.available_moves()
        assert len(found.sends) == len(moves)
        for move, sends in zip(moves, found.sends, strict=True):
            then = board.make_move(move)
            assert then.sent == (ANYWHERE if sends == -1 else sends)
            assert (move in found.takes) == (then.small_boards.won != found.won)


WON_TOP_LEFT = ("a1", "b2", "e5", "d4", "b1", "d1", "b3", "f9", "i8", "h5", "d5", "a4", "c1")
"""X takes the top left board with c1, which sends O to the top right one."""


def test_who_is_sent_to_a_won_board_chooses_among_the_open_ones() -> None:
    board = after(*WON_TOP_LEFT)
    assert board.small_boards.won[0] == "X"
    assert board.sent == 2
    board = board.make_move(6)  # g1, top left in its board
    assert board.sent == ANYWHERE
    assert board.small_boards.live == (1, 2, 3, 4, 5, 6, 7, 8)
    assert not set(board.available_moves()) & set(SMALL[0])


def test_a_move_in_the_wrong_board_says_which_and_why() -> None:
    with pytest.raises(IllegalMove) as refusal:
        after("d4", "h8")
    assert refusal.value.code == "wrong_board"
    assert str(refusal.value) == (
        "h8 is in the bottom right board: O must play in the top left board, "
        "where X's last move sent it"
    )


def test_a_move_in_a_closed_board_says_that_it_is_closed() -> None:
    with pytest.raises(IllegalMove) as refusal:
        after(*WON_TOP_LEFT, "g1", "a2")
    assert refusal.value.code == "wrong_board"
    assert str(refusal.value) == "a2 is in the top left board, which is won"


@pytest.mark.parametrize(
    ("move", "code"), [(30, "cell_taken"), (81, "bad_cell"), (-1, "bad_cell"), (True, "bad_cell")]
)
def test_other_moves_are_refused_with_their_reason(move: int, code: str) -> None:
    board = after("d4", "a1", "b2", "e5")
    assert board.sent == 4
    with pytest.raises(IllegalMove) as refusal:
        board.make_move(move)
    assert refusal.value.code == code


# --- ends ---


def end_of(winner: str | None, reason: str, *, most: bool = False) -> list[UltimateBoard]:
    """The first random game that ends so."""
    games = (random_game(seed, most=most) for seed in range(500))
    return next(
        one
        for one in games
        if (end := one[-1].outcome) is not None and (end.winner, end.reason) == (winner, reason)
    )


def test_three_boards_in_a_row_win_and_the_rows_in_them_are_told() -> None:
    board = end_of("X", "line")[-1]
    assert board.outcome is not None
    cells = board.outcome.cells
    assert {board.marks[at] for at in cells} == {"X"}
    assert len({PLACES[at][0] for at in cells}) >= 3
    assert all(board.small_boards.won[PLACES[at][0]] == "X" for at in cells)
    assert board.notation.split()[2] == "-"


def test_nine_closed_boards_without_a_row_are_a_draw() -> None:
    board = end_of(None, "full")[-1]
    assert board.outcome == Outcome(None, "full")
    assert board.small_boards.closed == tuple(range(9))


def test_nobody_stops_before_the_last_board_is_closed() -> None:
    """Not even where no row of three is possible any more."""
    before = end_of(None, "full")[-2]
    assert before.outcome is None
    assert len(before.small_boards.closed) == 8


def test_most_boards_win_where_that_is_the_rule() -> None:
    board = end_of("O", "full", most=True)[-1]
    won = board.small_boards.won
    assert won.count("O") > won.count("X")
    assert board._replace(most=False).outcome == Outcome(None, "full")
    assert board.notation.endswith(" most")


# --- notation ---


@pytest.mark.parametrize("most", [False, True])
def test_every_position_of_a_game_reads_back(most: bool) -> None:
    for seed in range(12):
        for board in random_game(seed, most=most):
            assert UltimateBoard.from_notation(board.notation) == board


def replaced(board: UltimateBoard, to: str) -> str:
    cells, side, _ = board.notation.split(" ")
    return f"{cells} {side} {to}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EMPTY} O -", "with these marks X is to move"),
        (f"X{'.' * 79}X O 1", "X has 2 marks and O 0"),
        (f"{EMPTY} X 5", "X begins in any cell: expected '-'"),
        (replaced(after("d4"), "2"), "no last move of X sends O to the top board: expected 1"),
        (replaced(after("d4"), "-"), "no last move of X leads to a free choice: expected 1"),
        (replaced(after(*WON_TOP_LEFT, "g1"), "1"), "the top left board is closed: expected '-'"),
        (replaced(after("a1", "b2", "e5"), "5") + " least", "expected 81 characters"),
        (f"{EMPTY} X", "expected 81 characters"),
        (f"{EMPTY} X 10", "expected 81 characters"),
        (f"{EMPTY[1:]} X -", "expected 81 characters"),
        (f"{EMPTY} x -", "expected 81 characters"),
        (
            "XXXO..O...........XXX................O...X............O..O..O.................... O 6",
            "no one move made both rows in the top left board",
        ),
        (
            f"X..X{'.' * 23}O{'.' * 52}O X 9",
            "O has answered in the top left board 0 times, and was sent there 2 times",
        ),
    ],
)
def test_a_position_that_cannot_arise_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        UltimateBoard.from_notation(text)
    assert reason in str(refusal.value)
    assert repr(text)[:40] in str(refusal.value)


def test_a_finished_game_sends_nobody_anywhere() -> None:
    board = end_of("X", "line")[-1]
    with pytest.raises(BadNotation, match="the game is over, so nobody is sent anywhere"):
        UltimateBoard.from_notation(replaced(board, "1"))


def test_play_that_went_on_after_the_end_is_refused() -> None:
    board = end_of("X", "line")[-1]
    free = next(at for at, mark in enumerate(board.marks) if not mark)
    cells = board.notation[:81]
    with pytest.raises(BadNotation, match="cannot arise"):
        UltimateBoard.from_notation(f"{cells[:free]}O{cells[free + 1 :]} X -")


def test_a_terminal_shows_small_boards_who_won_them_and_where_to_play() -> None:
    board = UltimateBoard.start()
    assert board.display().splitlines()[-1] == "X plays in any open board"
    for cell in UltimateBoard.EXAMPLE[:-4]:
        board = board.make_move(cell)
    assert board.display().splitlines() == [
        "  0 1 2    3 4 5    6 7 8",
        "0 O| |  ||  | |  ||  | | ",
        "1  | |X ||  | |  ||  | | ",
        "2  | |X ||  | |  ||  | | ",
        "  ======++=======++======",
        "3  | |  || O| |X ||  | | ",
        "4  |O|  ||  |X|  ||  | | ",
        "5  | |  ||  | |  ||  | |O",
        "  ======++=======++======",
        "6  | |  ||  | |  || X|-|-",
        "7  |O|  ||  | |  || X|-|-",
        "8  | |O || X| |  || X|O|-",
        "X has won: bottom right",
        "O plays in the top right board: rows 0 to 2, columns 6 to 8",
    ]
