"""How play could have come to a board, in a game where the third seat takes pieces away."""

from __future__ import annotations

from collections.abc import Iterator, Set

from games.rules import Board


def opening_of(board: Board) -> tuple[int, ...]:
    """Moves that lead from the empty board to ``board``, always the same ones.

    In each round one rival places a piece that stays, and the other one that the third seat takes
    away again. The pieces of the round under way come last.
    """
    first, second = board.RIVALS
    pieces = {
        seat: [cell for cell, mark in enumerate(board.marks) if mark == seat]
        for seat in board.RIVALS
    }
    placed = board.SEATS[: board.SEATS.index(board.to_move)]
    last = [pieces[seat].pop() for seat in placed]
    wanted = {*pieces[first], *pieces[second], *last}
    moves: list[int] = []
    there = type(board).start()
    for seat, cell in _in_turns(pieces, board.RIVALS):
        spare = _spare(there, cell, seat, wanted)
        pair = (cell, spare) if seat == first else (spare, cell)
        for move in (*pair, spare):
            there = there.make_move(move)
            moves.append(move)
    return (*moves, *last)


def _in_turns(pieces: dict[str, list[int]], rivals: tuple[str, str]) -> Iterator[tuple[str, int]]:
    for at in range(max(map(len, pieces.values()))):
        for seat in rivals:
            if at < len(pieces[seat]):
                yield seat, pieces[seat][at]


def _spare(board: Board, cell: int, seat: str, wanted: Set[int]) -> int:
    """A free cell for the piece that is taken away again: it must complete nothing."""
    other = next(rival for rival in board.RIVALS if rival != seat)
    free = [one for one, mark in enumerate(board.marks) if not mark and one != cell]
    completing = board.winning_cells(other)
    fitting = [one for one in free if one not in completing]
    return next((one for one in fitting if one not in wanted), fitting[0])
