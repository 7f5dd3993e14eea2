"""The bitboard engine in the player: moves as ORs of integers, wins as masks that fit."""

from __future__ import annotations

from games.analysis.player.bands import Band, BandShow, Item, Told, over
from games.analysis.position.figures.bits import digits
from games.analysis.tree.rows import side_of
from games.analysis.tree.sentences import positions
from games.analysis.wording import cells, line_name, number, plies, signed
from games.engines.classic.bitboard_steps import BitStep, BitTrace, trace
from games.engines.classic.scores import plies_left
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard
from games.rules.classic import MASKS

CODE = (
    "for each free bit:",
    "  own = {own} | bit",
    "  if own & mask = mask for any mask: a win",
    "  if no bit is left free: a draw",
    "  else: the score of alpha-beta on ({rival}, own), turned",
    "play the bit with the highest score",
)
LINE = {"start": 0, "move": 1, "won": 2, "full": 3, "search": 4, "done": 5}
HEADING = {
    "start": "The board as integers",
    "move": "A move is an OR",
    "won": "A mask fits",
    "full": "No bit is free",
    "search": "The search below it",
    "done": "The move is found",
}


def show(board: Board, title: str) -> BandShow:
    """The engine in a live ``board``."""
    assert isinstance(board, ClassicBoard)
    found = trace(board)
    code = [line.format(own=board.to_move, rival=rival_of(board)) for line in CODE]
    told = [
        Told(
            kind=step.kind,
            heading=HEADING[step.kind],
            sentence=sentence(found, step),
            line=LINE[step.kind],
            bands=_bands(found, at),
            count=f"{number(_read(found, at))} entered",
            over=over(found.steps, at, "move", "done"),
        )
        for at, step in enumerate(found.steps)
    ]
    return BandShow(board, title, code, told, signs=True)


def _read(found: BitTrace, at: int) -> int:
    """Positions entered by now, the one on the board included."""
    return 1 + sum(step.nodes for step in found.steps[: at + 1])


def sentence(found: BitTrace, step: BitStep) -> str:
    """What happens at ``step``."""
    board = found.board
    own, rival, name = board.to_move, rival_of(board), _name(board, step.cell)
    match step.kind:
        case "start":
            return (
                f"A mark on a1 is bit 0, on c3 bit 8. {own} is {found.own}, {rival} is "
                f"{found.other}; a line is a mask."
            )
        case "move":
            bit = 1 << step.cell
            return f"{name} is the bit {bit}: {found.own} | {bit} = {step.own}."
        case "won":
            mask = step.mask
            return (
                f"{step.own} & {mask} = {mask}, the mask of {_line(board, mask)}: {own} wins. "
                f"The score is {signed(step.score)}."
            )
        case "full":
            return f"No mask fits in {step.own} and no bit is free: a draw, 0."
        case "search":
            return (
                f"No mask fits in {step.own}. The search enters {positions(step.nodes)}"
                f"{_left_out(step.cutoffs, 'cuts')} and finds {signed(step.score)}: "
                f"{_foreseen(board, step.score)}."
            )
        case "done":
            return _done(found)


def _left_out(moves: int, verb: str) -> str:
    return f", {verb} {number(moves)} {'move' if moves == 1 else 'moves'}" if moves else ""


def _name(board: Board, cell: int) -> str:
    return board.cell_name(cell) if cell >= 0 else ""


def _line(board: Board, mask: int) -> str:
    return line_name(board, [cell for cell in range(board.CELLS) if mask >> cell & 1])


def _foreseen(board: ClassicBoard, score: int) -> str:
    """What a score says of the game: who wins, and when."""
    if not score:
        return "a draw"
    winner = board.to_move if score > 0 else rival_of(board)
    return f"{winner} wins in {plies(plies_left(score, board.ply))}"


def _done(found: BitTrace) -> str:
    board, best = found.board, found.scores[found.candidates[0]]
    counts = f"The engine entered {positions(found.nodes)}{_left_out(found.cutoffs, 'cut')}."
    named = cells(board, found.candidates)
    if len(found.candidates) == 1:
        return f"The highest score is {signed(best)}: {board.to_move} plays {named}. {counts}"
    return f"The highest score is {signed(best)}, at {named}: one is drawn by lot. {counts}"


def _bands(found: BitTrace, at: int) -> list[Band]:
    board, here = found.board, found.steps[at]
    done = {step.cell: step for step in found.steps[: at + 1] if step.kind not in ("start", "move")}
    moves = [_move(found, cell, here, done) for cell in board.available_moves()]
    own = here.own
    masks = [_mask(board, mask, own, here) for mask in MASKS]
    return [
        Band("Integers", "lines", _integers(found, here)),
        Band(f"The eight masks in {own}", "lines", tuple(masks)),
        Band("Moves", "boards", tuple(moves)),
    ]


def _integers(found: BitTrace, here: BitStep) -> tuple[Item, ...]:
    board = found.board
    own = Item(board.to_move, "done", digits(found.own), str(found.own))
    other = Item(rival_of(board), "done", digits(found.other), str(found.other))
    if here.cell < 0:
        return own, other
    name = f"{board.to_move} | {1 << here.cell}"
    state = "now" if here.kind == "move" else "done"
    return own, other, Item(name, state, digits(here.own), str(here.own))


def _mask(board: Board, mask: int, own: int, here: BitStep) -> Item:
    fits = own & mask == mask
    state = "now" if fits and here.kind == "won" else "done" if here.kind != "move" else "later"
    return Item(str(mask), state, _line(board, mask), f"& {own & mask}")


def _move(found: BitTrace, cell: int, here: BitStep, done: dict[int, BitStep]) -> Item:
    board, step = found.board, done.get(cell)
    after = board.make_move(cell)
    outcome = after.outcome
    item = Item(
        board.cell_name(cell),
        "now" if here.cell == cell else "later",
        notation=after.notation,
        lines=outcome.cells if outcome else (),
        last=cell,
    )
    if step is None:
        return item
    absolute = step.score if board.to_move == board.SEATS[0] else -step.score
    state = "now" if step is here else "done"
    if here.kind == "done" and cell in found.candidates:
        state = "best"
    return Item(
        item.name,
        state,
        sum=f"{number(step.nodes)} entered" if step.nodes else "",
        value=signed(step.score),
        side=side_of(absolute),
        notation=item.notation,
        lines=item.lines,
        last=cell,
    )
