"""Builders of questions: from a position to everything that can be asked and said about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf

from games.analysis.learn import facts
from games.analysis.learn.questions import Group, Limits, Node, Option, Question, Table
from games.analysis.wording import listed, number
from games.rules import Board

Hints = tuple[str, str, str]
Say = Callable[[int], str]


def cells(
    board: Board,
    ask: str,
    right: Collection[int],
    why: Say,
    hints: Hints,
    *,
    because: Sequence[str] = (),
    several: bool = False,
    among: Collection[int] | None = None,
    table: Table | None = None,
) -> Question:
    """Click a cell of ``board``; with ``several`` all cells that are right."""
    legal = board.available_moves() if among is None else sorted(among)
    options = tuple(
        Option(board.cell_name(cell), board.cell_name(cell), cell in right, why(cell), cell=cell)
        for cell in legal
    )
    told = tuple(because) or tuple(one.why for one in options if one.right)
    group = Group("", ask, options, several)
    return Question("cells", ask, board, (group,), hints, told, table=table)


def choice(
    board: Board,
    ask: str,
    answers: Sequence[str],
    right: str,
    hints: Hints,
    because: Sequence[str],
    why: Callable[[str], str] = lambda answer: "",
    table: Table | None = None,
) -> Question:
    """Choose one of a few words or numbers, each of which is named once."""
    distinct = list(dict.fromkeys(answers))
    assert right in distinct, "the right answer must be one of the answers"
    options = tuple(
        Option(str(at), text, text == right, why(text)) for at, text in enumerate(distinct, 1)
    )
    group = Group("", ask, options)
    return Question("choice", ask, board, (group,), hints, tuple(because), table=table)


def counts(true: int, others: Sequence[int]) -> list[str]:
    """A count among plausible wrong ones, rising, as answers."""
    wrong = [one for one in dict.fromkeys(others) if one > 0 and one != true][:3]
    more = 2
    while len(wrong) < 3:
        if true * more not in wrong:
            wrong.append(true * more)
        more += 1
    return [number(one) for one in sorted([true, *wrong])]


def branches(board: Board, ask: str, order: Sequence[int], limit: int, source: str) -> Question:
    """Mark the replies that are cut in ``board`` when they are entered in ``order``.

    The side that moved before has ``limit`` already from the move ``source``.
    """
    read, cut = facts.replies(board, order, limit)
    seat, holder = board.to_move, _other(board)
    has, less = facts.worth(limit), "less" if _is_max(holder, board) else "more"

    def why(cell: int) -> str:
        value = facts.points(board.make_move(cell))
        if cell in cut:
            count = facts.positions(facts.below(board, [cell]))
            return f"skipped: {count}"
        return f"entered: {facts.worth(value)}"

    options = tuple(
        Option(
            board.cell_name(cell),
            board.cell_name(cell),
            cell in cut,
            why(cell),
            board=board.make_move(cell),
        )
        for cell in order
    )
    because = [_reply(board, cell, limit, source, read[: at + 1]) for at, cell in enumerate(read)]
    because.append(_rest(board, cut, seat))
    hints = (
        f"{holder} has {has} already. A reply that leaves {holder} nothing better settles it: "
        f"{holder} will not come this way.",
        f"Go through the replies in order and stop at the first one that is worth {has} or {less}. "
        "Everything after it is cut.",
        f"The first reply is worth {facts.worth(facts.points(board.make_move(order[0])))}, the "
        f"last one that is entered is {board.cell_name(read[-1])}.",
    )
    group = Group("", ask, options, several=True)
    limits = _limits(board, limit, source, read)
    return Question("branches", ask, board, (group,), hints, tuple(because), limits=limits)


def _is_max(seat: str, board: Board) -> bool:
    return seat == board.SEATS[0]


def _best(board: Board, read: Sequence[int]) -> int:
    """The best value that the side to move has found among the replies ``read``."""
    values = [facts.points(board.make_move(cell)) for cell in read]
    return max(values) if _is_max(board.to_move, board) else min(values)


def _limits(board: Board, limit: int, source: str, read: Sequence[int]) -> tuple[Limits, Limits]:
    """α and β before the replies ``read``, and after them."""
    best = _best(board, read)
    name = board.cell_name(
        next(cell for cell in read if facts.points(board.make_move(cell)) == best)
    )
    if _is_max(board.to_move, board):
        has = f"β is {facts.worth(limit)}, from {source}."
        before = Limits(-inf, limit, f"{has} No reply is entered yet: α is −∞.")
        alpha, beta, found = best, limit, f"α is {facts.worth(best)}, from {name}."
    else:
        has = f"α is {facts.worth(limit)}, from {source}."
        before = Limits(limit, inf, f"{has} No reply is entered yet: β is +∞.")
        alpha, beta, found = limit, best, f"β is {facts.worth(best)}, from {name}."
    end = "Nothing is left between them." if beta <= alpha else "There is room between them."
    return before, Limits(alpha, beta, f"{has} {found} {end}")


def _reply(board: Board, cell: int, limit: int, source: str, read: Sequence[int]) -> str:
    replier, holder = board.to_move, _other(board)
    value, best = facts.points(board.make_move(cell)), _best(board, read)
    said = f"{board.cell_name(cell)} is worth {facts.worth(value)}."
    cut = best >= limit if _is_max(replier, board) else best <= limit
    if cut:
        return (
            f"{said} {replier} can hold {holder} to {facts.worth(best)} here, and {holder} has "
            f"{facts.worth(limit)} from {source}. {holder} will not come this way."
        )
    better = "more" if _is_max(holder, board) else "less"
    more = f"{holder} could still get {better} than {facts.worth(limit)} here"
    last = len(read) == len(board.available_moves())
    return f"{said} {more}{'.' if last else ', so the next reply is entered.'}"


def _rest(board: Board, cut: Sequence[int], seat: str) -> str:
    if not cut:
        return f"All {number(len(board.available_moves()))} replies are entered: nothing is cut."
    names = [board.cell_name(cell) for cell in cut]
    count = facts.positions(facts.below(board, cut))
    wins = [cell for cell in cut if cell in board.winning_cells(seat)]
    said = f"{listed(names)} {'is' if len(cut) == 1 else 'are'} cut: {count} skipped."
    if wins:
        said += (
            f" {board.cell_name(wins[0])} would even win for {seat} on the spot. It makes no "
            "difference: the move is refused already."
        )
    return said


VALUES = ((10, "+10"), (0, "0"), (-10, "−10"))


def tree(board: Board, ask: str) -> Question:
    """Put values up the tree of ``board``, two plies deep; the positions below show theirs."""
    groups: list[Group] = []
    because: list[str] = []
    children = []
    for cell in board.available_moves():
        after, name = board.make_move(cell), board.cell_name(cell)
        if after.is_game_over():
            children.append(Node(after, name, value=facts.worth(facts.points(after))))
            continue
        groups.append(_values(name, f"After {name}", facts.points(after)))
        because.append(_folded(after, f"After {name}"))
        leaves = tuple(_leaf(after, reply) for reply in after.available_moves())
        children.append(Node(after, name, group=name, children=leaves))
    groups.insert(0, _values("top", "At the top", facts.points(board)))
    because.append(_folded(board, "At the top"))
    root = Node(board, "", group="top", children=tuple(children))
    first, second = board.to_move, _other(board)
    hints = (
        "Begin at the bottom. The values there are known.",
        f"Where {second} moves, {second} takes what is worst for {first}; at the top {first} takes "
        f"what is best for {first}. X wants +10, O wants −10.",
        because[0],
    )
    return Question("tree", ask, board, tuple(groups), hints, tuple(because), tree=root)


def _values(key: str, label: str, right: int) -> Group:
    options = tuple(Option(str(value), text, value == right) for value, text in VALUES)
    return Group(key, label, options)


def _leaf(board: Board, cell: int) -> Node:
    after = board.make_move(cell)
    return Node(after, board.cell_name(cell), value=facts.worth(facts.points(after)))


def _folded(board: Board, where: str) -> str:
    """How the value of a position comes from those below it."""
    below = {cell: facts.points(board.make_move(cell)) for cell in board.available_moves()}
    told = [f"{board.cell_name(cell)} {facts.worth(value)}" for cell, value in below.items()]
    seat, best = board.to_move, facts.points(board)
    want = "highest" if seat == board.SEATS[0] else "lowest"
    if len(below) == 1:
        return f"{where} {seat} has only {told[0]}, so the value is {facts.worth(best)}."
    return f"{where} {seat} moves and takes the {want} of {listed(told)}: {facts.worth(best)}."


def _other(board: Board) -> str:
    return next(seat for seat in board.RIVALS if seat != board.to_move)
