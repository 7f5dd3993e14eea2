"""The names and the terminal game of document 004, against its text."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engines.classic.document_004 import EMPTY, AIPlayer, Board, O, X
from games.main import play_game
from games.rules import IllegalMove
from tests.engines.positions import at, exact, live

CLASSES = {
    Board: ["make_move", "is_game_over", "display", "copy", "get_available_moves"],
    AIPlayer: [
        "get_move",
        "minimax",
        "minimax_alpha_beta",
        "_evaluate_terminal",
        "_heuristic_evaluation",
    ],
}


def board(notation: str) -> Board:
    return Board(at(notation))


def transcript(*answers: str) -> str:
    """What stands in a terminal after a game with these answers, the typed lines included."""
    lines: list[str] = []
    typed: Iterator[str] = iter(answers)

    def ask(prompt: str) -> str:
        answer = next(typed, None)
        lines.append(prompt + (answer or ""))
        if answer is None:
            raise EOFError
        return answer

    play_game(ask, lines.append)
    return "\n".join(lines) + "\n"


# --- the class diagram -----------------------------------------------------------------------


def test_the_classes_have_the_methods_of_the_diagram() -> None:
    for one, names in CLASSES.items():
        assert all(inspect.isfunction(getattr(one, name)) for name in names)
    assert inspect.isfunction(play_game)


def test_the_attributes_of_the_diagram() -> None:
    start = Board()
    assert start.board == [[EMPTY] * 3] * 3
    assert (start.current_player, start.winner) == (X, None)
    player = AIPlayer(O, use_alpha_beta=False, use_heuristics=False)
    assert (player.player, player.use_alpha_beta, player.use_heuristics) == (O, False, False)


def test_a_board_changes_with_each_move_and_its_copy_does_not() -> None:
    one = Board()
    one.make_move(0, 1)
    other = one.copy()
    other.make_move(1, 1)
    assert one.board == [[EMPTY, X, EMPTY], [EMPTY] * 3, [EMPTY] * 3]
    assert other.board == [[EMPTY, X, EMPTY], [EMPTY, O, EMPTY], [EMPTY] * 3]
    assert (one.current_player, other.current_player) == (O, X)
    assert len(one.get_available_moves()) == 8
    assert (1, 1) not in other.get_available_moves()


def test_a_line_ends_the_game_and_names_the_winner() -> None:
    won = board("XXXOO.... O")
    assert won.is_game_over()
    assert (won.winner, won.get_available_moves()) == (X, [])
    drawn = board("XOXXOOOXX O")
    assert drawn.is_game_over()
    assert drawn.winner is None


@pytest.mark.parametrize("cell", [(3, 0), (0, -1), (-1, 4), (0, 9)])
def test_a_cell_that_is_none_is_refused(cell: tuple[int, int]) -> None:
    with pytest.raises(IllegalMove, match="is no cell: expected rows and columns from 0 to 2"):
        Board().make_move(*cell)


def test_display_prints_the_board_with_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    one = Board()
    one.make_move(1, 1)
    one.display()
    assert capsys.readouterr().out == "  0 1 2\n0  | | \n1  |X| \n2  | | \n"


@pytest.mark.parametrize("player", [0, 2, "X", None])
def test_a_player_is_x_or_o(player: object) -> None:
    with pytest.raises(ValueError, match=r"is no side: expected 1 for X or -1 for O"):
        AIPlayer(player)  # type: ignore[arg-type]


def test_nobody_moves_out_of_turn_or_in_a_finished_game() -> None:
    for one in (board("X........ O"), board("XXXOO.... O")):
        with pytest.raises(ValueError, match="X has no move in"):
            AIPlayer(X).get_move(one)


# --- what the document computes --------------------------------------------------------------


@given(st.sampled_from(live()))
def test_both_searches_find_the_exact_value_for_the_computer(position: object) -> None:
    one = Board(position)  # type: ignore[arg-type]
    for player in (X, O):
        value = exact(one.position) * (1 if one.current_player == player else -1)
        computer = AIPlayer(player)
        assert computer.minimax_alpha_beta(one) == value
        if one.position.ply > 3:
            assert computer.minimax(one) == value


@pytest.mark.parametrize(
    ("notation", "player", "value"),
    [
        ("XXXOO.... O", X, 10),
        ("XXXOO.... O", O, -10),
        ("XOXXOOOXX O", X, 0),
        ("......... X", X, None),
    ],
)
def test_a_finished_game_counts_ten_minus_ten_or_nothing(
    notation: str, player: int, value: int | None
) -> None:
    assert AIPlayer(player)._evaluate_terminal(board(notation)) == value


def test_the_worked_heuristic_is_nine_where_the_text_adds_up_ten() -> None:
    assert AIPlayer(X)._heuristic_evaluation(board("X.O.X.... O")) == 9


def test_the_depth_limit_returns_the_heuristic() -> None:
    one = board("X.O.X.... O")
    shallow = AIPlayer(X, depth=1)
    replies = [one.copy() for _ in one.get_available_moves()]
    for reply, move in zip(replies, one.get_available_moves(), strict=True):
        reply.make_move(*move)
    assert shallow.minimax(one) == min(shallow._heuristic_evaluation(reply) for reply in replies)


def test_unbounded_the_printed_sum_may_outrank_a_win() -> None:
    one = board("XX.O.O... X")
    assert AIPlayer(X, depth=1).get_move(one) == (0, 2)
    assert AIPlayer(X, depth=1, unbounded=True).get_move(one) == (1, 1)


def test_in_the_worked_position_the_move_is_the_one_that_draws() -> None:
    one = board("X.O.X...O X")
    assert one.get_available_moves() == [(0, 1), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert AIPlayer(X).get_move(one) == (1, 2)


def test_switches_do_not_change_the_move() -> None:
    one = board("X........ O")
    plain = AIPlayer(O, False, False, None, False, False)
    assert plain.get_move(one) == AIPlayer(O, use_memoization=True).get_move(one) == (1, 1)


# --- the terminal game -----------------------------------------------------------------------

ROUND = (
    "Your move (row col): 1 1",
    "  0 1 2",
    "0  | | ",
    "1  |X| ",
    "2  | | ",
    "",
    "AI is thinking...",
    "AI played at (0, 0)",
    "  0 1 2",
    "0 O| | ",
    "1  |X| ",
    "2  | | ",
)


def test_the_example_round_is_played_line_for_line() -> None:
    said = transcript("1", "1 1")
    assert said.startswith(
        "1: play as X (you start first)\n2: play as O (the computer starts first)\n"
        "Your choice (1 or 2): 1\n  0 1 2\n0  | | \n1  | | \n2  | | \n\n" + "\n".join(ROUND) + "\n"
    )
    assert said.endswith("\nYour move (row col): \n\nGood-bye.\n")


def test_the_computer_starts_for_two() -> None:
    said = transcript("2")
    _, _, after = said.partition("2  | | \n\n")
    assert after.startswith("AI is thinking...\nAI played at (0, 0)\n  0 1 2\n0 X| | \n")


def test_bad_input_is_explained_and_asked_again() -> None:
    said = transcript("3", "1", "hello", "3 0", "1 1", "1 1", "0 0")
    for line in (
        "'3' is no choice: expected 1 or 2",
        "'hello' is no move: expected a row and a column from 0 to 2, as in '1 1'",
        "'3 0' is no move: expected a row and a column from 0 to 2, as in '1 1'",
        "'1 1' is taken: expected a free cell",
        "'0 0' is taken: expected a free cell",
    ):
        assert said.count(f"\n{line}\n") == 1


def test_the_first_free_cell_each_time_loses() -> None:
    answers = ["2"]
    while not (said := transcript(*answers)).endswith("AI wins.\n"):
        assert said.endswith("Good-bye.\n")
        rows = [line[2:].split("|") for line in said.splitlines() if line[:2] in ("0 ", "1 ", "2 ")]
        cells = [cell for row in rows[-3:] for cell in row]
        answers.append("{} {}".format(*divmod(cells.index(" "), 3)))
    assert said.count("AI played at") == said.count("AI is thinking...") <= 4
