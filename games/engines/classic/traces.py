"""The traces of the classic engines that do not search a tree."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from typing import Any

import numpy as np

from games.engines.classic.bitboard_engine import BitSearch
from games.engines.classic.bitboards import FREE, WON, cell_of, sides
from games.engines.classic.guard import allowed, feared, judge
from games.engines.classic.heuristic import bounded, explain
from games.engines.classic.linear import best_cells, evaluate, numbers, state
from games.engines.classic.perfect import PerfectEngine
from games.engines.classic.scores import WIN, best_of, plies_left
from games.engines.sides import rival_of, sign
from games.engines.trace import EngineTrace, Item, TraceWriter
from games.rules import ClassicBoard
from games.rules.classic import FULL, LINES, MASKS, cells_of


def heuristic(board: ClassicBoard) -> EngineTrace:
    """A search one ply deep with document 004's heuristic, line by line."""
    own, other = sides(board)
    values: dict[int, int] = {}
    writer = TraceWriter(board)
    writer.draw_moves("moves")
    writer.tell("start", 0)
    for cell in board.available_moves():
        moved, outcome = own | 1 << cell, board.make_move(cell).outcome
        if outcome is not None:
            values[cell] = WIN if outcome.winner else 0
            writer.mark("moves", cell, "valued", value=values[cell])
            code = "wins" if outcome.winner else "fills"
            writer.tell("move", 1, code, begins=True, cell=cell, value=values[cell])
            continue
        terms = explain(moved, other)
        values[cell] = bounded(moved, other)
        writer.draw("lines", {at: Item(numbers=dict(one)) for at, one in enumerate(terms["lines"])})
        writer.mark("moves", cell)
        writer.tell("move", 0, begins=True, cell=cell)
        sums = list(accumulate(one["term"] for one in terms["lines"]))
        for at, one in enumerate(terms["lines"]):
            writer.mark("moves", cell)
            writer.mark("lines", at, "points")
            code = "line" if one["term"] else "no points"
            writer.tell("line", 2, code, **one, cell=cell, sum=sums[at])
        writer.mark("moves", cell, "valued", value=values[cell])
        writer.tell(
            "total",
            4,
            "total" if values[cell] == terms["total"] else "bounded",
            cell=cell,
            lines=sums[-1],
            centre="centre" if terms["centre"] else "",
            total=terms["total"],
            value=values[cell],
        )
        writer.draw("lines", {})
    candidates = best_of(values)
    for cell in candidates:
        writer.settle("moves", cell, "best")
    code = "done" if len(candidates) == 1 else "equals"
    writer.tell("done", 5, code, begins=True, best=values[candidates[0]], cells=candidates)
    return writer.finish(candidates)


def bitboard(board: ClassicBoard) -> EngineTrace:
    """An OR makes each move, a mask or a search values it."""
    own, other = sides(board)
    writer, scores, nodes, cutoffs = TraceWriter(board), dict[int, int](), 1, 0

    def draw(held: int, cell: int | None = None, kind: str = "") -> None:
        integers = {
            "own": Item("done", "own", {"bits": own}),
            "other": Item("done", "other", {"bits": other}),
        }
        if cell is not None:
            now = "now" if kind == "move" else "done"
            integers["moved"] = Item(now, "moved", {"bits": held, "bit": 1 << cell})
        masks = {
            mask: Item(
                "now"
                if kind == "won" and held & mask == mask
                else "later"
                if kind == "move"
                else "done",
                "mask",
                {"mask": mask, "line": cells_of(mask), "held": held & mask},
            )
            for mask in MASKS
        }
        writer.draw("integers", integers)
        writer.draw("masks", masks)

    draw(own)
    writer.draw_moves("moves")
    writer.tell("start", 0, own=own, other=other, entered=1)
    for bit in FREE[own | other]:
        cell, held, search = cell_of(bit), own | bit, BitSearch()
        scores[cell] = score = search.after(held, other)
        draw(held, cell, "move")
        writer.mark("moves", cell)
        writer.tell("move", 1, begins=True, cell=cell, bit=bit, before=own, own=held, entered=nodes)
        mask = next((one for one in MASKS if held & one == one), 0)
        kind = "won" if WON[held] else "full" if held | other == FULL else "search"
        nodes, cutoffs = nodes + search.nodes, cutoffs + search.cutoffs
        draw(held, cell, kind)
        code = "searched" if search.nodes else "ended"
        first = score * sign(board)
        writer.mark("moves", cell, code, nodes=search.nodes, score=score, first=first)
        writer.tell(
            kind,
            {"won": 2, "full": 3, "search": 4}[kind],
            own=held,
            mask=mask,
            line=cells_of(mask),
            score=score,
            nodes=search.nodes,
            cutoffs=search.cutoffs,
            cut="cuts" if search.cutoffs else "",
            foreseen="wins" if score else "draw",
            winner=board.to_move if score > 0 else rival_of(board),
            left=plies_left(score, board.ply),
            entered=nodes,
        )
    candidates = best_of(scores)
    draw(own)
    for cell in candidates:
        writer.settle("moves", cell, "best")
    writer.tell(
        "done",
        5,
        "done" if len(candidates) == 1 else "equals",
        begins=True,
        own=own,
        best=scores[candidates[0]],
        cells=candidates,
        nodes=nodes,
        cutoffs=cutoffs,
        cut="cut" if cutoffs else "",
        entered=nodes,
    )
    return writer.finish(candidates)


def linear(board: ClassicBoard, *, guarded: bool) -> EngineTrace:
    """The products c = Pᵀs sum by sum, then what the guard refuses."""
    boards, free = state(board), board.available_moves()
    seen = evaluate(boards)
    scores, own, taken = numbers(seen.paths), numbers(seen.own), numbers(seen.total)
    cells = numbers(seen.cells)
    open_to = allowed(boards) if guarded else boards == 0
    writer = TraceWriter(board)
    writer.draw("lines", {at: Item(numbers={"line": line}) for at, line in enumerate(LINES)})
    writer.draw_cells("cells")
    if guarded:
        writer.draw_moves("guard", lit=False)
    writer.tell("start", 0)
    for at, line in enumerate(LINES):
        terms = [int(boards[0][cell]) for cell in line]
        shown: dict[str, Any] = {"line": line, "terms": terms, "marks": [abs(one) for one in terms]}
        shown |= {"own": own[at], "taken": taken[at], "score": scores[at]}
        writer.mark("lines", at, "scored", **shown)
        writer.tell("line", 2, begins=not at, **shown)
    for cell in free:
        on = [at for at, line in enumerate(LINES) if cell in line]
        for count, at in enumerate(on, 1):
            added = [scores[one] for one in on[:count]]
            total = sum(added)
            writer.mark("lines", at)
            writer.mark("cells", cell, "sum", terms=added, total=total)
            writer.tell(
                "add",
                4,
                "sum" if count == len(on) else "add",
                begins=count == 1,
                cell=cell,
                line=LINES[at],
                score=scores[at],
                before=total - scores[at],
                total=total,
            )
    unsafe = _guard(writer) if guarded else 0
    candidates = tuple(np.flatnonzero(best_cells(boards, open_to)[0]).tolist())
    refused = [cell for cell in free if not open_to[0][cell]]
    for cell in refused:
        writer.settle("cells", cell, "refused")
    for cell in candidates:
        writer.settle("cells", cell, "best")
    writer.tell(
        "done",
        7 if guarded else 5,
        "done" if len(candidates) == 1 else "equals",
        begins=True,
        of="let through" if refused else "none safe" if unsafe == len(free) else "highest",
        best=cells[candidates[0]],
        cells=candidates,
    )
    return writer.finish(candidates)


def _guard(writer: TraceWriter) -> int:
    """What the guard sees after each move; how many moves it fears."""
    board = writer.board
    assert isinstance(board, ClassicBoard)
    boards = state(board)
    verdict, replies = judge(boards), feared(boards)
    unsafe = 0
    for number, cell in enumerate(board.available_moves()):
        code, reply = "wins" if verdict.wins[0][cell] else "safe", -1
        for fear, answers in zip(("loses", "forked"), replies, strict=True):
            if code == "safe" and answers[0][cell].any():
                code, reply = fear, int(np.flatnonzero(answers[0][cell])[0])
        after, refused = board.make_move(cell), reply >= 0
        unsafe += refused
        writer.redraw(
            "guard", cell, *((after.make_move(reply), reply) if refused else (after, cell))
        )
        writer.mark("guard", cell, code, "refused" if refused else "done", reply=reply)
        writer.tell("guard", 6, code, begins=not number, cell=cell, reply=reply)
    return unsafe


def perfect(board: ClassicBoard) -> EngineTrace:
    """The rows of the complete table, and how they decide."""
    choice = PerfectEngine().choose(board, Random(0))
    plies, losing = choice.view["plies"], choice.view["losing_replies"]
    replies = len(choice.values) - 1
    writer = TraceWriter(board)
    writer.draw_moves("table")
    writer.tell("start", 0)
    for cell, value in choice.values.items():
        result = "wins" if value > 0 else "loses" if value else "draws"
        over = board.make_move(cell).is_game_over()
        shown: dict[str, Any] = {
            "result": result,
            "left": plies[str(cell)],
            "losing": len(losing[str(cell)]),
        }
        code = "ends" if over else "far" if value else "even"
        writer.mark("table", cell, code, **shown, replies=replies, first=value * sign(board))
        verb = "loses" if len(losing[str(cell)]) == 1 else "lose"
        writer.tell("look", 0, code, **shown, cell=cell, replies=replies, verb=verb)
    top = max(choice.values.values())
    kept = tuple(cell for cell, value in choice.values.items() if value == top)
    best = "a win" if top > 0 else "a loss" if top else "a draw"
    code = (
        "keep all" if len(kept) == len(choice.values) else "keep one" if len(kept) == 1 else "keep"
    )
    for cell in choice.values:
        writer.settle("table", cell, "done" if cell in kept else "refused")
    writer.tell("keep", 1, code, best=best, cells=kept)
    first, found = choice.candidates[0], choice.candidates
    for cell in choice.values:
        writer.settle("table", cell, "best" if cell in found else "refused")
    code = "done" if len(found) == 1 else "equals"
    if board.make_move(first).is_game_over():
        code = "over"
    writer.tell("done", 3, code, cells=found, losing=len(losing[str(first)]), replies=replies)
    return writer.finish(found)
