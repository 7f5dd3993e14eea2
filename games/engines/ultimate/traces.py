"""The traces of the engines of Ultimate: alpha-beta over two plies, a tree that grows."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from games.engines.trace import EngineTrace, Item, TraceWriter
from games.engines.ultimate.alphabeta import INFINITE, WIN
from games.engines.ultimate.mcts import DRAWN, PlayoutNode, PlayoutTree, Step
from games.engines.ultimate.position import evaluation, position
from games.engines.ultimate.small_boards import OPEN
from games.rules import UltimateBoard
from games.rules.ultimate import ANYWHERE, SMALL

GAMES = 40
"""Games that are played out step by step, beside one for each move."""

SEED = 1

SHOWN = 12
"""Moves of a position that are drawn; of more those that were played most."""


@lru_cache(maxsize=4)  # 7.5 MB each
def playouts(board: UltimateBoard) -> EngineTrace:
    """Monte Carlo tree search in a live ``board``, game by game."""
    tree = TracedTree(board)
    writer, moves = tree.writer, board.available_moves()
    games = GAMES + len(moves)
    tree.draw_moves()
    writer.tell("start", 0, count=len(moves), games=games, played=0)
    for _ in range(games):
        tree.play_one()
    most = max(tree.top.visits)
    best = [cell for cell, visits in tree.visits.items() if visits == most]
    tree.draw_moves(*best)
    for cell in best[:SHOWN]:
        writer.settle("tree", cell, "best")
    writer.draw("formula", {})
    writer.draw("end", {})
    writer.tell("done", 6, begins=True, cells=tuple(best), visits=most, played=games)
    return writer.finish(tuple(sorted(best)))


class TracedTree(PlayoutTree):
    """A tree that writes down each of its games."""

    def __init__(self, board: UltimateBoard) -> None:
        super().__init__(position(board), Random(SEED))
        self.board = self.here = board
        self.writer = TraceWriter(board)
        self.way: list[int] = []

    @property
    def visits(self) -> dict[int, int]:
        """How often each move of the root was played, by cell."""
        cells = (SMALL[board][move[0]] for board, move in self.top.moves)
        return dict(zip(cells, self.top.visits, strict=True))

    def play_one(self) -> None:
        """Play a game and tell of it."""
        self.here, self.way = self.board, []
        self.simulate()
        first = self.way[0]
        self.draw_moves(first)
        self.writer.mark("tree", first)
        outcome = self.here.outcome
        numbers: dict[str, Any] = {"cells": tuple(self.way), "played": self.top.played}
        code = "count" if outcome and outcome.winner else "count draw"
        self.writer.tell("count", 5, code, **numbers, winner=outcome and outcome.winner)

    def draw_moves(self, *always: int) -> None:
        """Draw the root's moves, ``always`` among them, with what the games of each brought."""
        known = dict(zip(self.visits.items(), self.top.shares, strict=True))
        items = {
            cell: Item("done", "played", {"cell": cell, "visits": visits, "share": round(share, 2)})
            for (cell, visits), share in known.items()
        }
        rest = {one: Item(numbers={"cell": one}) for one in self.board.available_moves()}
        self.writer.draw("tree", _few(rest | items, *always))

    def note(self, kind: Step, node: PlayoutNode, at: int) -> None:
        cells = [SMALL[board][move[0]] for board, move in node.moves]
        cell, bonus = cells[at], node.bonus if kind == "choose" else 0
        writer, played = self.writer, self.top.played
        items = {}
        for place, one in enumerate(cells):
            share, extra = round(node.shares[place], 2), round(bonus * node.doubts[place], 2)
            code, state = ("worth", "done") if node.visits[place] else ("", "later")
            numbers = {"cell": one, "share": share, "extra": extra, "visits": node.visits[place]}
            numbers["worth"] = round(node.shares[place] + bonus * node.doubts[place], 2)
            items[one] = Item(state, code if kind == "choose" else "", numbers)
        rest = (SMALL[board][move[0]] for board, move in node.untried or ())
        items |= {one: Item(numbers={"cell": one}) for one in rest}
        writer.draw("formula", _few(items, cell))
        writer.draw("end", {})
        writer.mark("formula", cell)
        self.way.append(cell)
        seat = self.here.to_move
        after = self.here.make_move(cell)
        if kind == "choose":
            writer.tell(
                "choose",
                2,
                begins=len(self.way) == 1,
                mover=seat,
                **items[cell].numbers,
                played=played,
            )
        else:
            writer.draw("end", {0: Item("done", "", {"moves": 0}, after, cell)})
            writer.tell("grow", 3, begins=len(self.way) == 1, mover=seat, cell=cell, played=played)
        self.here = after

    def play_out(self) -> int:
        began, turn, boards = self.rng.getstate(), self.turn, list(self.boards)
        here, winner = self.here, super().play_out()
        moves = self._drawn_moves(began, turn, boards)
        for cell in moves:
            self.here = self.here.make_move(cell)
        name = "" if winner == DRAWN else here.SEATS[winner]
        self.writer.draw("end", {0: Item("done", "", {"moves": len(moves)}, self.here, moves[-1])})
        code = "playout" if name else "playout draw"
        played = self.top.played
        self.writer.tell("playout", 4, code, winner=name, moves=len(moves), played=played)
        return winner

    def _drawn_moves(self, began: tuple[Any, ...], turn: int, boards: list[int]) -> list[int]:
        """The cells of a playout that began with this state of the generator."""
        rng, here, found = Random(0), self.here, list[int]()
        rng.setstate(began)
        free = sum(len(self.tables[0][state]) for state in boards)
        for draw in memoryview(rng.randbytes(2 * free)).cast("H"):
            if here.is_game_over():
                break
            places = OPEN[here.closed] if here.sent == ANYWHERE else (here.sent,)
            moves = [(at, move) for at in places for move in self.tables[turn][boards[at]]]
            board, (place, state, _, _) = moves[draw % len(moves)]
            boards[board] = state
            found.append(SMALL[board][place])
            here = here.make_move(found[-1])
            turn = 1 - turn
        return found


def _few(items: dict[int, Item], *always: int) -> dict[int, Item]:
    """``items``; of more than ``SHOWN`` the moves ``always`` and those that were played most."""
    if len(items) <= SHOWN:
        return items
    known = [cell for cell, item in items.items() if "visits" in item.numbers]
    known.sort(key=lambda cell: (cell not in always, -items[cell].numbers["visits"]))
    return {cell: item for cell, item in items.items() if cell in known[:SHOWN]}


@lru_cache(maxsize=4)
def alphabeta(board: UltimateBoard) -> EngineTrace:
    """Alpha-beta over two plies in a live ``board``: its moves, and the replies to each."""
    writer, best, values = TraceWriter(board), -INFINITE, dict[int, int]()
    cells = list(position(board).moves)
    writer.draw("moves", {cell: Item(numbers={"cell": cell}) for cell in cells})
    writer.tell("start", 0, count=len(cells), valued=0)
    valued = 0
    for cell in cells:
        after = board.make_move(cell)
        if after.outcome is not None:
            valued += 1
            values[cell] = _value(board, after)
            writer.draw("replies", {})
            writer.mark("moves", cell, "valued", value=values[cell])
            writer.tell("end", 2, begins=True, cell=cell, value=values[cell], valued=valued)
        else:
            values[cell], count = _replies(writer, board, after, cell, best, valued)
            valued += count
        best = max(best, values[cell])
    candidates = tuple(sorted(cell for cell in cells if values[cell] == best))
    for cell in candidates:
        writer.settle("moves", cell, "best")
    writer.draw("replies", {})
    code = "done" if len(candidates) == 1 else "equals"
    writer.tell("done", 7, code, begins=True, cells=candidates, best=best, valued=valued)
    return writer.finish(candidates)


def _replies(
    writer: TraceWriter,
    board: UltimateBoard,
    after: UltimateBoard,
    cell: int,
    best: int,
    valued: int,
) -> tuple[int, int]:
    """The value of the move ``cell`` by the replies to it, and how many of them were valued."""
    replies = list(position(after).moves)
    writer.draw(
        "replies", {reply: Item(numbers={"cell": reply, "move": cell}) for reply in replies}
    )
    writer.settle("moves", cell, "done")
    writer.tell("move", 0, begins=True, cell=cell, count=len(replies), valued=valued)
    lowest = INFINITE
    for count, reply in enumerate(replies, 1):
        there = after.make_move(reply)
        value = _value(board, there)
        lowest = min(lowest, value)
        numbers: dict[str, Any] = {
            "cell": reply,
            "move": cell,
            "value": value,
            "valued": valued + count,
        }
        writer.mark("replies", reply, "valued", value=value)
        if lowest < best:
            for rest in replies[count:]:
                writer.settle("replies", rest, "refused", "skipped")
            skipped = len(replies) - count
            writer.mark("moves", cell, "bounded", value=lowest)
            writer.tell(
                "cut", 5, "cut" if skipped else "worse", **numbers, best=best, skipped=skipped
            )
            return lowest, count
        code = "guess" if there.outcome is None else "over"
        writer.tell("guess", 4, code, **numbers, rival=after.to_move)
    writer.mark("moves", cell, "valued", value=lowest)
    writer.tell("back", 6, cell=cell, value=lowest, valued=valued + len(replies))
    return lowest, len(replies)


def _value(board: UltimateBoard, there: UltimateBoard) -> int:
    """What a position up to two plies after ``board`` is worth for the seat to move in that."""
    if (outcome := there.outcome) is None:
        return evaluation(position(there))
    win = WIN - (there.ply - board.ply)
    return 0 if outcome.winner is None else win if outcome.winner == board.to_move else -win
