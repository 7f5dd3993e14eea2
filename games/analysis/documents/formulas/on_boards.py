"""Live examples of the formulas about a board, 2, 6, 11 and 15, and of formula 10."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.analysis.documents import boards, latex
from games.analysis.documents.address import marks
from games.analysis.documents.formulas.example import (
    Choices,
    Detail,
    Live,
    ResultRow,
    boolean,
    choice,
    listed,
)
from games.analysis.documents.formulas.values import Examples
from games.analysis.wording import number as figure
from games.engines.classic import formulas
from games.rules import ClassicBoard
from games.rules.classic import LINES

SEATS = ClassicBoard.SEATS


def cell(at: int) -> str:
    return ClassicBoard.cell_name(at)


def named(cells: Iterable[int]) -> str:
    return listed([cell(at) for at in cells])


def editor(examples: Examples, number: int) -> boards.LinkedBoard:
    """The board of formula ``number``: its first field, changed by a click on a cell."""
    cells, *rest = examples.states[number]
    won = {at for line in _complete(cells) for at in line}
    return boards.draft(
        f"f{number}", cells, lambda after: examples.url(number, after, *rest), won=won
    )


def _complete(cells: str) -> list[tuple[int, ...]]:
    held = [{cells[at] for at in line} for line in LINES]
    return [line for line, letters in zip(LINES, held, strict=True) if letters in ({"X"}, {"O"})]


def seats(
    examples: Examples, number: int, at: int, name: str, options: tuple[str, ...] = SEATS
) -> Choices:
    """A choice for field ``at`` of formula ``number``."""
    fields = examples.states[number]
    return choice(
        name,
        f"f{number}-{at}",
        [
            (one, examples.url(number, *fields[:at], one, *fields[at + 1 :]), one == fields[at])
            for one in options
        ],
    )


def win(examples: Examples) -> Live:
    """Formula 2 for both sides, and line by line."""
    (cells,) = examples.states[2]
    board = marks(cells)
    won = {seat: formulas.win(board, seat) for seat in SEATS}
    rows = tuple(
        ResultRow(
            rf"\operatorname{{Win}}(b,\text{{{seat}}})", f"Win of b and {seat}", "", boolean(found)
        )
        for seat, found in won.items()
    )
    body = tuple(
        (
            " ".join(cell(at) for at in line),
            *(boolean(all(board[at] == seat for at in line)) for seat in SEATS),
        )
        for line in LINES
    )
    winners = [seat for seat in SEATS if won[seat]]
    return Live(
        f"{' and '.join(winners) or 'Neither side'} has a line here.",
        rows,
        board=editor(examples, 2),
        details=(Detail("The eight lines", ("Line", "all X", "all O"), body),),
    )


def draw(examples: Examples) -> Live:
    """Formula 6 and its three conditions."""
    (cells,) = examples.states[6]
    board = marks(cells)
    drawn = formulas.draw(board)
    rows = (
        ResultRow(
            r"\forall i:\ b_i\neq\text{empty}",
            "for all i",
            "no cell is empty",
            boolean("." not in cells),
        ),
        *(
            ResultRow(
                rf"\neg\operatorname{{Win}}(b,\text{{{seat}}})",
                f"not Win of b and {seat}",
                "",
                boolean(not formulas.win(board, seat)),
            )
            for seat in SEATS
        ),
        ResultRow(r"\operatorname{Draw}(b)", "Draw of b", "", boolean(drawn)),
    )
    return Live(f"This is {'a draw' if drawn else 'no draw'}.", rows, board=editor(examples, 6))


def valid_move(examples: Examples) -> Live:
    """Formula 11 as printed and with the condition it forgets."""
    cells, index, role, turn = examples.states[11]
    board, at = marks(cells), int(index)
    holds = formulas.valid_move(at, role, turn, board)
    printed = formulas.valid_move_printed(at, role, turn, board)
    place = cell(at) if at < 9 else "outside the board"
    row = ResultRow(
        rf"\operatorname{{ValidMove}}({at},\text{{{role}}},\text{{{turn}}},b)",
        f"ValidMove of {at}, {role}, {turn} and b",
        f"cell {at} is {place}",
        boolean(holds),
        boolean(printed),
    )
    said = (
        "The game is over, and the print would let it go on."
        if printed and not holds
        else f"{role} {'may' if holds else 'may not'} play {at} ({place})."
    )
    return Live(
        said,
        (row,),
        board=editor(examples, 11),
        choices=(
            seats(examples, 11, 1, "Cell i", tuple(map(str, range(10)))),
            seats(examples, 11, 2, "Role r"),
            seats(examples, 11, 3, "Turn t"),
        ),
    )


def board_matrix(examples: Examples) -> Live:
    """Formula 15: the matrix of the board and which of its conditions hold."""
    (cells,) = examples.states[15]
    board = _bits(cells)
    matrix = formulas.board_matrix(board)
    rows = tuple(
        ResultRow(
            rf"\exists\ \text{{line of {seat}}}",
            f"a line of {seat}",
            "a row, a column or a diagonal",
            boolean(formulas.matrix_win(matrix, mark)),
        )
        for seat, mark in (("X", 1), ("O", -1))
    )
    body = tuple(
        (name, boolean(bool((line == 1).all())), boolean(bool((line == -1).all())))
        for name, line in (
            *((f"row {i}", matrix[i]) for i in range(3)),
            *((f"col {j}", matrix[:, j]) for j in range(3)),
            ("diag 1", matrix.diagonal()),
            ("diag 2", matrix[:, ::-1].diagonal()),
        )
    )
    return Live(
        "X is 1, O is −1, an empty cell 0.",
        rows,
        board=editor(examples, 15),
        matrix="B=" + latex.matrix(matrix.tolist()),
        details=(Detail("The eight conditions", ("Line", "all 1", "all −1"), body),),
    )


def sync(examples: Examples) -> Live:
    """Formula 10: which of two states stays, by clock and by version."""
    local_version, local_time, remote_version, remote_time = map(int, examples.states[10])
    holds = formulas.sync_takes_remote(local_version, remote_version)
    printed = formulas.sync_takes_remote_printed(local_time, remote_time)
    words = {True: "remote", False: "local"}
    row = ResultRow(
        r"\operatorname{Sync}(g_l,g_r)",
        "Sync of the two states",
        "the one that stays",
        words[holds],
        words[printed],
    )
    said = (
        f"Two clocks disagree: by time the {words[printed]} state would stay, "
        f"and the {words[holds]} one is right."
        if holds != printed
        else f"Both ways the {words[holds]} state stays."
    )
    fields = ("Local version", "Local time, ms", "Remote version", "Remote time, ms")
    return Live(
        said, (row,), choices=tuple(_steps(examples, at, name) for at, name in enumerate(fields))
    )


def _steps(examples: Examples, at: int, name: str) -> Choices:
    """Links that lower and raise a number of formula 10."""
    fields = list(examples.states[10])
    low, high, by = (0, 999_999, 10) if at % 2 else (1, 99, 1)
    here = int(fields[at])
    shown = sorted({max(low, here - by), here, min(high, here + by)})
    return choice(
        name,
        f"f10-{at}",
        [
            (
                figure(value),
                examples.url(10, *fields[:at], value, *fields[at + 1 :]),
                value == here,
            )
            for value in shown
        ],
    )


def _bits(cells: str) -> ClassicBoard:
    """Any nine marks as two integers: what formula 15 asks does not depend on how they arose."""
    x, o = (sum(1 << at for at, letter in enumerate(cells) if letter == seat) for seat in SEATS)
    return ClassicBoard(x, o)


ON_BOARDS: dict[int, Callable[[Examples], Live]] = {
    2: win,
    6: draw,
    10: sync,
    11: valid_move,
    15: board_matrix,
}
