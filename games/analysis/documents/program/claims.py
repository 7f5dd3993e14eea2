"""What document 004 claims, beside what the program computes.

``printed`` is the document's word. What holds is computed each time, never written down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.analysis import results, variations
from games.analysis.documents.program import calls, classes
from games.analysis.reasons import reason_of
from games.analysis.tree import savings
from games.analysis.wording import number, plies, signed
from games.engines import engine, engines_for, solution_of
from games.engines.classic import document_004, formulas, heuristic
from games.engines.classic.bitboards import ORDERED, cell_of, holdings
from games.engines.classic.document_004 import SIDES, AIPlayer, Cell
from games.engines.proofs import prove
from games.rules import ClassicBoard

START = ClassicBoard.start()
SEARCHES_ITSELF = "It searches on two whole numbers and asks the board nothing."
WINS, LOSES, DRAWS = "wins", "loses", "draws"


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim ``about`` something: as printed, and what holds.

    ``why`` is a sentence, ``url`` leads to where one sees it.
    """

    about: str
    printed: str
    holds: str
    wrong: bool
    why: str = ""
    url: str = ""


def compared(about: str, printed: object, holds: object, why: str = "", url: str = "") -> Checked:
    """A claim that is right if both say the same."""
    return Checked(about, str(printed), str(holds), str(printed) != str(holds), why, url)


def named(cell: int) -> str:
    """A cell as the document calls it, and as the boards here do: ``(1, 2) c2``."""
    row, col = divmod(cell, 3)
    return f"({row}, {col}) {ClassicBoard.cell_name(cell)}"


def value(board: ClassicBoard, cell: int) -> int:
    """What a move is worth to the side that makes it: 10, 0 or -10."""
    return round(solution_of(board).values(board)[cell])


def worth(amount: int) -> str:
    return f"{signed(amount)}, {WINS if amount > 0 else LOSES if amount < 0 else DRAWS}"


def moved(board: ClassicBoard, cell: int, printed: str, *, wrong: bool | None = None) -> Checked:
    """A claim about the worth of a move, with the reason for what it is."""
    holds = worth(value(board, cell))
    line = variations.played(board, [board.cell_name(cell)])
    return Checked(
        named(cell),
        printed,
        holds,
        printed != holds if wrong is None else wrong,
        f"{board.to_move} {reason_of(board, cell).text}.",
        line.address(line.at),
    )


def the_diagram() -> list[Checked]:
    """The printed class diagram beside the classes."""
    board, player = document_004.Board, AIPlayer
    taking = len(classes.methods_taking(player, board))
    known = [one for one in classes.members() if one.printed]
    private = [one.name for one in known if one.private]
    missing = {name for names in classes.PRINTED.values() for name in names}
    missing -= {one.name for one in known}
    return [
        Checked(
            "Who has whom",
            "a Board has an AIPlayer (the diamond)",
            "a Board has an AIPlayer" if classes.holds(board, player) else "neither has the other",
            not classes.holds(board, player),
            f"{taking} methods of AIPlayer take a Board when they are called.",
        ),
        compared("Printed members that are missing", 0, len(missing)),
        Checked(
            "Private members",
            " ".join(classes.PRIVATE),
            " ".join(private),
            sorted(private) != sorted(classes.PRIVATE),
            "In Python a line before the name says that others should not use it.",
        ),
    ]


def the_calls() -> list[Checked]:
    """The printed sequence diagram beside the recorded one."""
    messages = calls.example().messages
    search = [one for one in messages if one.text == calls.SEARCH]
    answers = [one for one in messages if one.answer and one.source == "AIPlayer"]
    over = sum(one.text.startswith("is_game_over") for one in messages)
    return [
        compared("AIPlayer searches by asking", "Board", search[0].target, SEARCHES_ITSELF),
        compared(
            "The best move comes back as", "nothing is drawn", answers[0].text if answers else ""
        ),
        compared("Whether the game is over is asked", "never", f"{over} times"),
    ]


def the_leaves() -> list[Checked]:
    """What finished games count, over all of them."""
    player = AIPlayer(SIDES["X"])
    final = [one for one in solution_of(START).positions() if one.is_game_over()]
    counts = {player._evaluate_terminal(document_004.Board(one)) for one in final}
    found = ", ".join(str(one) for one in sorted(counts, key=lambda one: (one == 0, -(one or 0))))
    return [
        compared(
            "A finished game counts",
            "10, -10, 0",
            found,
            f"All {number(len(final))} final positions that can be reached.",
        )
    ]


def the_order() -> str:
    """Groups of cells in the order that the search takes them: centre, corners, edges."""
    names = {1: "centre", 2: "corners", 3: "edges"}
    lines = [sum(cell_of(bit) in line for line in START.LINES) for bit in ORDERED[0]]
    return ", ".join(dict.fromkeys(names[5 - count] for count in lines))


def the_techniques() -> list[Checked]:
    """The techniques that the document lists. Raises Busy."""
    ladder = savings.table(START)
    assert ladder is not None
    usual = AIPlayer(SIDES["X"])
    return [
        compared(
            "Positions that alpha-beta searches",
            "÷ 2",
            ladder.rows[1].ratio,
            f"{ladder.rows[1].entered} positions of {ladder.rows[0].entered}, by itself.",
        ),
        compared("Move ordering", "centre, corners, edges", the_order()),
        compared("Early termination", "on", "on" if usual.use_early_termination else "off"),
        compared("Memo", "optional", "always on" if usual.use_memoization else "optional"),
    ]


def the_first_walkthrough(board: ClassicBoard) -> list[Checked]:
    """``X...O...X``, which the document plays with X to move."""
    free = board.available_moves()
    row, col = AIPlayer(SIDES[board.to_move]).get_move(document_004.Board(board))
    counts = {seat: board.marks.count(seat) for seat in board.SEATS}
    return [
        compared(
            "To move",
            "X",
            board.to_move,
            f"The board has {counts['X']} X and {counts['O']} O, and X moved first.",
        ),
        compared("Free cells", 5, len(free)),
        moved(board, 1, worth(-10)),
        moved(board, 3, worth(10)),
        compared("The AI chooses", "(1, 0)", f"({row}, {col})", results.sentence(board)),
    ]


def moving_twice(board: ClassicBoard) -> str:
    """What if X moved in ``board``, though it is not its turn."""
    free = board.available_moves()
    after = [formulas.apply(board.marks, cell, "X") for cell in free]
    won = sum(formulas.minimax_value(cells, "O", "X") > 0 for cells in after)
    return f"If X moved all the same, {won} of the {len(free)} cells would win."


def the_terms() -> list[Checked]:
    """What the heuristic gives for a line and for the centre."""
    printed = {(2, 0): 5, (1, 0): 1, (0, 2): -4}
    names = {
        (2, 0): "Two own marks and a free cell",
        (1, 0): "One own mark and two free cells",
        (0, 2): "Two of the opponent’s and a free cell",
    }
    lines = [
        compared(names[pair], signed(points), signed(heuristic.TERMS[pair]))
        for pair, points in printed.items()
    ]
    return [*lines, compared("The centre", signed(1), signed(heuristic.CENTRE_TERM))]


def the_sum(board: ClassicBoard) -> list[Checked]:
    """The worked heuristic for X, part by part."""
    found = heuristic.explain(*holdings(board, "X"))
    terms = [line["term"] for line in found["lines"]]
    parts = (
        ("Rows", (1, 1), terms[:3]),
        ("Columns", (1, 1), terms[3:6]),
        ("Diagonals", (5,), terms[6:]),
        ("Centre", (1,), [found["centre"]]),
    )
    url = variations.address(board, engine="alphabeta")
    return [
        *(compared(name, _added(printed), _added(points)) for name, printed, points in parts),
        compared("Sum", 10, found["total"], f"The print says 10; it is {found['total']}.", url),
    ]


def _added(points: Iterable[int]) -> str:
    """The points that are not 0."""
    return ", ".join(signed(one) for one in points if one) or "0"


def the_breakdown(board: ClassicBoard) -> list[Checked]:
    """``X.O.X...O`` with X to move, move by move."""
    free = document_004.Board(board).get_available_moves()
    printed: list[Cell] = [(0, 1), (1, 0), (1, 2), (2, 0), (2, 1)]
    others = [cell for cell in board.available_moves() if cell not in (5, 3)]
    top = max(value(board, cell) for cell in board.available_moves())
    return [
        compared("Available moves", _listed(printed), _listed(free)),
        moved(board, 5, f"{signed(10)}, wins at once"),
        moved(board, 3, f"{signed(10)}, wins by force"),
        *(
            moved(board, cell, "lower, or a draw", wrong=value(board, cell) >= max(top, 1))
            for cell in others
        ),
    ]


def _listed(free: Iterable[Cell]) -> str:
    return " ".join(f"({row}, {col})" for row, col in free)


def the_pruned_move(board: ClassicBoard, cell: int) -> list[Checked]:
    """What the document prunes in ``board``, and why."""
    after = board.make_move(cell)
    reply = solution_of(after).best_moves(after)[0]
    others = [value(board, one) for one in board.available_moves() if one != cell]
    counts = engine(board.VARIANT, "alphabeta").counts(board)
    read = counts[cell,]
    line = variations.played(board, [board.cell_name(cell), board.cell_name(reply)])
    return [
        Checked(
            f"After {named(cell)}",
            f"{after.to_move} can force a draw",
            f"{after.to_move} {WINS if value(after, reply) > 0 else DRAWS}",
            value(after, reply) != 0,
            f"{after.to_move} {reason_of(after, reply).text} at {named(reply)}.",
            line.address(line.at),
        ),
        compared("The best other move", WINS, worth(max(others)).partition(", ")[2]),
        Checked(
            "It is cut early",
            "yes",
            "yes" if read < sum(counts.values()) / len(counts) else "no",
            read >= sum(counts.values()) / len(counts),
            f"The search enters {number(read)} position{'s' * (read != 1)} below it, and "
            f"{number(max(counts.values()))} below the best move.",
        ),
    ]


def the_end() -> list[Checked]:
    """Whether the program loses, over every game that it can play."""
    whole = engines_for(START.VARIANT)["alphabeta"].equivalent.name
    printed = "alphabeta:depth=1,heuristics=printed"
    return [
        _never_loses("Games lost, searching to the end", whole),
        *(
            _never_loses(f"Games lost, looking {plies(depth)} ahead", f"alphabeta:depth={depth}")
            for depth in range(1, 5)
        ),
        _never_loses("Games lost, looking 1 ply ahead, with the sum as printed", printed),
    ]


def _never_loses(about: str, name: str) -> Checked:
    one = engine(START.VARIANT, name)
    records = [prove(one, seat, START, lines=0) for seat in START.RIVALS]
    first, second = (record.losses for record in records)
    games = sum(record.games for record in records)
    why = f"{number(first)} moving first, {number(second)} moving second, of {number(games)} games."
    return compared(about, 0, number(first + second), why)
