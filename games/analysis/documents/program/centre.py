"""The centre opening of document 004: what each reply costs, and who is on the defence."""

from __future__ import annotations

from games.analysis import variations
from games.analysis.documents.program.claims import Checked, compared, named, value, worth
from games.analysis.reasons import reason_of
from games.analysis.wording import listed, names, number, plies
from games.engines import solution_of
from games.rules import ClassicBoard

ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}

OPENING = ClassicBoard.from_notation("....X.... O")


def replies() -> list[dict[str, str]]:
    """Every reply to the opening, in the order of cells: what it costs, and best play after it."""
    return [_reply(cell) for cell in OPENING.available_moves()]


def _reply(cell: int) -> dict[str, str]:
    top = max(solution_of(OPENING).values(OPENING).values())
    cost = round(top) - value(OPENING, cell)
    line = variations.played(OPENING, [OPENING.cell_name(cell)])
    while not line.board.is_game_over():
        line = line.after(solution_of(line.board).best_moves(line.board)[0])
    return {
        "name": named(cell),
        "worth": worth(value(OPENING, cell)),
        "costs": f"{number(cost)} points" if cost else "nothing",
        "ends": plies(len(line.cells)),
        "why": reason_of(OPENING, cell).text,
        "line": names(OPENING, line.cells[1:]),
        "url": line.address(1),
    }


def claims() -> list[Checked]:
    """What the document says of the play after the opening, counted over all drawn games."""
    solution = solution_of(OPENING)
    asked = [board for board in _without_mistakes() if board.to_move == "X"]
    double = sum(len(board.winning_cells("O")) > 1 for board in asked)
    forced = sum(len(board.winning_cells("O")) == 1 for board in asked)
    total = number(len(asked))
    lost = all(_loses_or_holds(board) for board in asked)
    return [
        Checked(
            "O sets up double threats",
            "always",
            f"in {number(double)} of {total} positions",
            double < len(asked),
            "Counted over all positions with X to move while nobody has made a mistake.",
        ),
        Checked(
            "X has to defend",
            "always",
            f"in {number(forced)} of {total} positions",
            forced < len(asked),
            "There O threatens one line, and X has to block it.",
        ),
        compared("One wrong move of X loses", "yes", "yes" if lost else "no", _chances(asked)),
        compared("With perfect play", "draws", worth(round(solution.value(OPENING) or 0))[3:]),
    ]


def _loses_or_holds(board: ClassicBoard) -> bool:
    """Whether every move that does not hold the draw loses: nothing lies between."""
    return {value(board, cell) for cell in board.available_moves()} <= {0, -10}


def _chances(asked: list[ClassicBoard]) -> str:
    """How many moves of X are wrong, by the number of its mark."""
    found = []
    for mark in sorted({board.marks.count("X") + 1 for board in asked}):
        here = [board for board in asked if board.marks.count("X") + 1 == mark]
        moves = [value(board, cell) for board in here for cell in board.available_moves()]
        wrong = sum(one < 0 for one in moves)
        found.append(f"{number(wrong)} of {number(len(moves))} with its {ORDINALS[mark]} mark")
    return f"Its moves that lose: {listed(found)}."


def _without_mistakes() -> list[ClassicBoard]:
    """All live positions after the opening, itself included, in which both have held the draw."""
    solution, found = solution_of(OPENING), [OPENING]
    known = {OPENING}
    for board in found:
        for cell in solution.keeping_moves(board):
            after = board.make_move(cell)
            if after not in known and not after.is_game_over():
                known.add(after)
                found.append(after)
    return found
