"""Builders of questions: from a position to everything that can be asked and said about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf

from games.analysis.learn import facts, texts
from games.analysis.learn.questions import (
    AnswerOption,
    Group,
    Limits,
    PaperTable,
    Question,
    QuestionText,
    TreePosition,
)
from games.analysis.wording import listed, number
from games.engines.sides import rival_of
from games.rules import Board


def cells(
    board: Board,
    words: QuestionText,
    right: Collection[int],
    why: Callable[[int], str],
    *,
    several: bool = False,
    table: PaperTable | None = None,
) -> Question:
    """Click a legal cell of ``board``; with ``several`` all cells that are right."""
    options = tuple(
        AnswerOption(
            board.cell_name(cell), board.cell_name(cell), cell in right, why(cell), cell=cell
        )
        for cell in board.available_moves()
    )
    if not words.because:
        words = words._replace(because=tuple(one.why for one in options if one.right))
    group = Group("", words.ask, options, several)
    return Question("cells", board, (group,), *words, table=table)


def choice(
    board: Board,
    words: QuestionText,
    answers: Sequence[str],
    right: str,
    table: PaperTable | None = None,
) -> Question:
    """Choose one of a few words or numbers, each of which is named once."""
    distinct = list(dict.fromkeys(answers))
    assert right in distinct, "the right answer must be one of the answers"
    options = tuple(
        AnswerOption(str(at), text, text == right) for at, text in enumerate(distinct, 1)
    )
    return Question("choice", board, (Group("", words.ask, options),), *words, table=table)


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
    entered, cut = facts.replies(board, order, limit)
    _, hints, _ = texts.exercise(
        "branches",
        board,
        has=facts.worth(limit),
        less="more" if _is_max(board.to_move, board) else "less",
        first=facts.worth(facts.points(board.make_move(order[0]))),
        last=board.cell_name(entered[-1]),
    )

    def why(cell: int) -> str:
        if cell in cut:
            return f"skipped: {facts.positions(facts.below(board, [cell]))}"
        return f"entered: {facts.worth(facts.points(board.make_move(cell)))}"

    because = [
        _reply(board, cell, limit, source, entered[: at + 1]) for at, cell in enumerate(entered)
    ]
    group = Group("", ask, cards(board, order, cut, why), several=True)
    return Question(
        "branches",
        board,
        (group,),
        ask,
        hints,
        (*because, _rest(board, cut, board.to_move)),
        limits=_limits(board, limit, source, entered),
    )


def cards(
    board: Board, order: Sequence[int], right: Collection[int], why: Callable[[int], str]
) -> tuple[AnswerOption, ...]:
    """The positions after moves of ``board`` as cards in this order."""
    return tuple(
        AnswerOption(
            name := board.cell_name(cell), name, cell in right, why(cell), board.make_move(cell)
        )
        for cell in order
    )


def _is_max(seat: str, board: Board) -> bool:
    return seat == board.SEATS[0]


def _best(board: Board, entered: Sequence[int]) -> int:
    """The best value that the side to move has found among the replies ``entered``."""
    values = [facts.points(board.make_move(cell)) for cell in entered]
    return max(values) if _is_max(board.to_move, board) else min(values)


def _limits(board: Board, limit: int, source: str, entered: Sequence[int]) -> tuple[Limits, Limits]:
    """α and β before the replies ``entered``, and after them."""
    best = _best(board, entered)
    name = board.cell_name(
        next(cell for cell in entered if facts.points(board.make_move(cell)) == best)
    )
    maximises = _is_max(board.to_move, board)
    held, sought, nothing = ("β", "α", "−∞") if maximises else ("α", "β", "+∞")
    has = f"{held} is {facts.worth(limit)}, from {source}."
    before: tuple[float, float] = (-inf, limit) if maximises else (limit, inf)
    alpha, beta = (best, limit) if maximises else (limit, best)
    end = "Nothing is left between them." if beta <= alpha else "There is room between them."
    return (
        Limits(*before, f"{has} No reply is entered yet: {sought} is {nothing}."),
        Limits(alpha, beta, f"{has} {sought} is {facts.worth(best)}, from {name}. {end}"),
    )


def _reply(board: Board, cell: int, limit: int, source: str, entered: Sequence[int]) -> str:
    replier, holder = board.to_move, rival_of(board)
    value, best = facts.points(board.make_move(cell)), _best(board, entered)
    said = f"{board.cell_name(cell)} is worth {facts.worth(value)}."
    cut = best >= limit if _is_max(replier, board) else best <= limit
    if cut:
        return (
            f"{said} {replier} can hold {holder} to {facts.worth(best)} here, and {holder} has "
            f"{facts.worth(limit)} from {source}: {holder} avoids this position."
        )
    better = "more" if _is_max(holder, board) else "less"
    more = f"{holder} could still get {better} than {facts.worth(limit)} here"
    last = len(entered) == len(board.available_moves())
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
            "difference: the move is refuted already."
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
            children.append(_leaf(board, cell))
            continue
        groups.append(_values(name, f"After {name}", facts.points(after)))
        because.append(_folded(after, f"After {name}"))
        leaves = tuple(_leaf(after, reply) for reply in after.available_moves())
        children.append(TreePosition(after, name, group=name, children=leaves))
    groups.insert(0, _values("top", "At the top", facts.points(board)))
    because.append(_folded(board, "At the top"))
    root = TreePosition(board, "", group="top", children=tuple(children))
    _, hints, _ = texts.exercise("tree", board, reason=because[0])
    return Question("tree", board, tuple(groups), ask, hints, tuple(because), tree=root)


def _values(key: str, label: str, right: int) -> Group:
    options = tuple(AnswerOption(str(value), text, value == right) for value, text in VALUES)
    return Group(key, label, options)


def _leaf(board: Board, cell: int) -> TreePosition:
    after = board.make_move(cell)
    return TreePosition(after, board.cell_name(cell), value=facts.worth(facts.points(after)))


def _folded(board: Board, where: str) -> str:
    """How the value of a position comes from those below it."""
    below = {cell: facts.points(board.make_move(cell)) for cell in board.available_moves()}
    told = [f"{board.cell_name(cell)} {facts.worth(value)}" for cell, value in below.items()]
    seat, best = board.to_move, facts.points(board)
    want = "highest" if seat == board.SEATS[0] else "lowest"
    if len(below) == 1:
        return f"{where} {seat} has only {told[0]}, so the value is {facts.worth(best)}."
    return f"{where} {seat} moves and takes the {want} of {listed(told)}: {facts.worth(best)}."
