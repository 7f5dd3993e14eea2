"""Ultimate tic-tac-toe once more, as plainly as it can be said: nine lists of nine marks."""

from __future__ import annotations

THREES = ("012", "345", "678", "036", "147", "258", "048", "246")


def holder(nine: list[str]) -> str:
    """Who has three in a row of nine marks: ``X``, ``O`` or nobody."""
    for three in THREES:
        first, second, third = (nine[int(place)] for place in three)
        if first in ("X", "O") and first == second == third:
            return first
    return ""


class NaiveUltimate:
    """A game in play. Moves are (small board, place), both from 0."""

    def __init__(self, *, most: bool = False) -> None:
        self.boards = [[""] * 9 for _ in range(9)]
        self.mover, self.sent, self.most = "X", -1, most

    def holders(self) -> list[str]:
        return [holder(board) for board in self.boards]

    def is_open(self, small: int) -> bool:
        return not holder(self.boards[small]) and "" in self.boards[small]

    def result(self) -> str:
        """``X``, ``O``, ``draw``, or nothing while the game goes on."""
        if winner := holder(self.holders()):
            return winner
        if any(map(self.is_open, range(9))):
            return ""
        lead = self.holders().count("X") - self.holders().count("O")
        return "draw" if not self.most or not lead else "X" if lead > 0 else "O"

    def moves(self) -> list[tuple[int, int]]:
        if self.result():
            return []
        return [
            (small, place)
            for small in range(9)
            if self.is_open(small) and self.sent in (small, -1)
            for place in range(9)
            if not self.boards[small][place]
        ]

    def play(self, small: int, place: int) -> None:
        self.boards[small][place] = self.mover
        self.mover = "O" if self.mover == "X" else "X"
        self.sent = place if self.is_open(place) and not self.result() else -1
