"""The perfect engine in the player: the rows of its table, and how they decide."""

from __future__ import annotations

from random import Random

from games.analysis.player.bands import Band, BandShow, Item, Told
from games.analysis.tree.rows import side_of
from games.analysis.wording import cells, plies
from games.engines.base import Choice
from games.engines.classic.perfect import PerfectEngine
from games.engines.sides import rival_of
from games.rules import Board

CODE = (
    "for each move: look up the position after it",
    "keep the moves with the best value",
    "of these, keep those with most losing replies",
    "of these, play what wins soonest or loses latest",
)
RESULT = {10: "wins", 0: "draws", -10: "loses"}
BEST = {10: "a win", 0: "a draw", -10: "a loss"}


def show(board: Board, title: str) -> BandShow:
    """The table in a live ``board``."""
    choice = PerfectEngine().choose(board, Random(0))
    moves = board.available_moves()
    told = [Told("start", "The solved game", _start(board), 0, _bands(board, choice, 0, None))]
    for at, cell in enumerate(moves, 1):
        bands = _bands(board, choice, at, None)
        told.append(Told("look", "A row of the table", row(board, choice, cell), 0, bands))
    kept = keeping(choice)
    keep = _keep(board, choice, kept)
    told.append(Told("keep", "The best value", keep, 1, _bands(board, choice, len(moves), kept)))
    done = _done(board, choice)
    last = _bands(board, choice, len(moves), list(choice.candidates), ended=True)
    told.append(Told("done", "The move is found", done, 3, last))
    return BandShow(board, title, CODE, told, signs=True)


def keeping(choice: Choice) -> list[int]:
    """The moves with the best value."""
    top = max(choice.values.values())
    return [cell for cell, value in choice.values.items() if value == top]


def _start(board: Board) -> str:
    return (
        f"{board.to_move} to move. Every position of the game is in the table, so none is searched."
    )


def row(board: Board, choice: Choice, cell: int) -> str:
    """What the table says of a move."""
    name, value = board.cell_name(cell), round(choice.values[cell])
    far = choice.view["plies"][str(cell)]
    if board.make_move(cell).is_game_over():
        return f"{name} ends the game: {board.to_move} {RESULT[value]}."
    losing = choice.view["losing_replies"][str(cell)]
    rival = rival_of(board)
    replies = len(board.available_moves()) - 1
    said = f"{len(losing)} of {rival}'s {replies} replies {'lose' if len(losing) != 1 else 'loses'}"
    when = f" in {plies(far)}" if value else ""
    return f"{name}: the table says that {board.to_move} {RESULT[value]}{when}. {said}."


def _keep(board: Board, choice: Choice, kept: list[int]) -> str:
    best = BEST[round(max(choice.values.values()))]
    if len(kept) == len(choice.values):
        return f"Every move comes to {best}, so all of them stay."
    verb = "stays" if len(kept) == 1 else "stay"
    return f"The best that can be had is {best}: {cells(board, kept)} {verb}."


def _done(board: Board, choice: Choice) -> str:
    named = cells(board, choice.candidates)
    first = choice.candidates[0]
    if board.make_move(first).is_game_over():
        return f"{board.to_move} plays {named} and the game is over."
    replies = len(board.available_moves()) - 1
    losing = len(choice.view["losing_replies"][str(first)])
    which = "is hardest to answer" if len(choice.candidates) == 1 else "are hardest to answer"
    what = "it" if len(choice.candidates) == 1 else "one of them by lot"
    return f"{named} {which}: {losing} of {replies} replies lose. {board.to_move} plays {what}."


def _bands(
    board: Board, choice: Choice, known: int, kept: list[int] | None, *, ended: bool = False
) -> list[Band]:
    items = [
        _item(board, choice, cell, at < known, now=kept is None and at == known - 1, kept=kept)
        for at, cell in enumerate(board.available_moves())
    ]
    if ended:
        items = [
            _item(board, choice, cell, True, now=False, kept=kept, best=cell in choice.candidates)
            for cell in board.available_moves()
        ]
    return [Band("The table", "boards", tuple(items))]


def _item(
    board: Board,
    choice: Choice,
    cell: int,
    known: bool,
    *,
    now: bool,
    kept: list[int] | None,
    best: bool = False,
) -> Item:
    after, name = board.make_move(cell), board.cell_name(cell)
    outcome = after.outcome
    lines = outcome.cells if outcome else ()
    if not known:
        return Item(name, "later", notation=after.notation, lines=lines, last=cell)
    value = round(choice.values[cell])
    absolute = value if board.to_move == board.SEATS[0] else -value
    state = "best" if best else "now" if now else "done"
    if kept is not None and cell not in kept:
        state = "refused"
    losing = choice.view["losing_replies"][str(cell)]
    far = choice.view["plies"][str(cell)]
    return Item(
        name=name,
        state=state,
        value=RESULT[value] if not value or outcome else f"{RESULT[value]}, {far}",
        sum="" if outcome else f"{len(losing)} of {len(choice.values) - 1} lose",
        side=side_of(absolute),
        notation=after.notation,
        lines=lines,
        last=cell,
    )
