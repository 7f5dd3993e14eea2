"""MENACE: 304 boxes of beads that learn to play X (Michie 1961).

A box stands for a position with X to move, up to symmetry, and holds beads of a colour for each
different move. It plays the colour of a bead that is drawn from it. After the game each box that
was opened gets three beads of its colour for a win, one for a draw, and loses one for a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import ClassVar

from games.engines.classic.symmetry import SYMMETRIES, images
from games.engines.learning.learner import Learner, LearnerSettings
from games.engines.learning.opponents import Opponent
from games.engines.learning.positions import X, positions
from games.rules import ClassicBoard

REWARD = {1: 3, 0: 1, -1: -1}
"""Beads by the result of a game for the machine."""

LAST_BOX_PLY = 6
"""Marks on the board when it opens its last box; the ninth cell needs none."""


@dataclass(frozen=True, slots=True)
class Matchbox:
    """One matchbox: its position, and its moves, each with the cells that are the same move.

    ``to`` are the positions after the moves, ``beads`` is how many of each colour it begins with.
    ``beaten`` counts for each move the replies that win at once, ``next`` has the boxes that are
    opened after the others, one for each reply.
    """

    number: int
    position: int
    board: ClassicBoard
    moves: tuple[tuple[int, ...], ...]
    to: tuple[int, ...]
    beads: int
    beaten: tuple[int, ...]
    next: tuple[tuple[int, ...], ...]

    @property
    def stage(self) -> int:
        """Which move of the machine it is for, from 0."""
        return self.board.ply // 2


@cache
def boxes() -> tuple[Matchbox, ...]:
    """The 304 boxes, first move to fourth."""
    known = positions(True)
    opened = [
        position
        for position, board in enumerate(known.boards)
        if known.result[position] is None and board.to_move == "X" and board.ply <= LAST_BOX_PLY
    ]
    opened.sort(key=lambda one: (known.boards[one].ply, known.boards[one].x, known.boards[one].o))
    number = {position: at for at, position in enumerate(opened)}
    return tuple(_box(at, position, number) for at, position in enumerate(opened))


def _box(at: int, position: int, number: dict[int, int]) -> Matchbox:
    known = positions(True)
    board = known.boards[position]
    moves = _different_moves(board)
    to = tuple(known.of(board.make_move(cells[0])) for cells in moves)
    return Matchbox(
        number=at + 1,
        position=position,
        board=board,
        moves=moves,
        to=to,
        beads=4 - board.ply // 2,
        beaten=tuple(sum(known.result[r] == -X for r in known.after[one]) for one in to),
        next=tuple(
            tuple(number[reply] for reply in known.after[one] if reply in number) for one in to
        ),
    )


def _different_moves(board: ClassicBoard) -> tuple[tuple[int, ...], ...]:
    """The cells in groups that a symmetry of ``board`` brings onto each other."""
    kept = [
        turn
        for turn, x, o in zip(SYMMETRIES, images(board.x), images(board.o), strict=True)
        if (x, o) == board
    ]
    groups: list[tuple[int, ...]] = []
    for cell in board.available_moves():
        if not any(cell in group for group in groups):
            groups.append(tuple(sorted({turn[cell] for turn in kept})))
    return tuple(groups)


def turning(board: ClassicBoard) -> tuple[int, ...]:
    """The symmetry that brings ``board`` onto the lid of its box: cell i goes to ``turning[i]``."""
    turned = list(zip(images(board.x), images(board.o), strict=True))
    return SYMMETRIES[turned.index(min(turned))]


@cache
def box_of() -> dict[int, int]:
    """The place of a position's box in ``boxes``."""
    return {box.position: at for at, box in enumerate(boxes())}


class Menace(Learner):
    """The machine: ``beads`` by box and colour, and how often each box was ``used``.

    It plays X. An empty box resigns the game, unless empty boxes are filled up again.
    """

    slug = "menace"
    FIELDS: ClassVar[tuple[str, ...]] = ("ties", "against")
    DEFAULTS: ClassVar[LearnerSettings] = LearnerSettings(against="half")
    EVERY: ClassVar[int] = 1
    MOST: ClassVar[int] = 20_000
    SEATS: ClassVar[Sequence[int]] = (X,)

    def __init__(self, seed: int, settings: LearnerSettings | None = None) -> None:
        super().__init__(seed, settings)
        self.beads = [[box.beads] * len(box.moves) for box in boxes()]
        self.used = [0] * len(self.beads)

    @property
    def total(self) -> int:
        """The beads in all boxes."""
        return sum(map(sum, self.beads))

    def train(self, games: int) -> None:
        opponent = Opponent(self.settings.against, symmetry=True)
        for _ in range(games):
            self.play(opponent)

    def play(self, opponent: Opponent) -> int:
        """Play a game, learn from it, and return its result for the machine: 1, 0 or -1."""
        known, of = self.known, box_of()
        drawn: list[tuple[int, int]] = []
        position = 0
        while (result := known.result[position]) is None:
            if known.side[position] != X:
                position = opponent.reply(position, self._rng)
            elif position in of:
                at = of[position]
                if (move := self.draw(at)) is None:
                    result = -1
                    break
                drawn.append((at, move))
                position = boxes()[at].to[move]
            else:
                position = known.after[position][0]
        self.learn(drawn, result)
        return result

    def draw(self, at: int, rng: Random | None = None) -> int | None:
        """The colour of a bead from a box, or None if the box is empty and stays so.

        With ``rng`` the machine's own chance is left as it is.
        """
        beads = self.beads[at]
        if not any(beads):
            if not self.settings.refill:
                return None
            self.fill(at)
        left = int((rng or self._rng).random() * sum(beads))
        for move, count in enumerate(beads):
            left -= count
            if left < 0:
                return move
        raise AssertionError("a bead lies in one of the colours")

    def fill(self, at: int) -> None:
        """Put the first beads into a box again."""
        self.beads[at][:] = [boxes()[at].beads] * len(self.beads[at])

    def learn(self, drawn: Sequence[tuple[int, int]], result: int) -> None:
        """Reward or punish the boxes of a game: ``drawn`` has each with the colour it gave."""
        for at, move in drawn:
            beads = self.beads[at]
            beads[move] = max(0, beads[move] + REWARD[result])
            self.used[at] += 1
        self.games += 1

    def favourites(self, at: int) -> list[int]:
        """The fullest colours of a box, all or the first of them; none if it is empty."""
        beads = self.beads[at]
        most = max(beads)
        if not most:
            return []
        if not self.settings.equal_by_lot:
            return [beads.index(most)]
        return [move for move, count in enumerate(beads) if count == most]

    def judged(self, position: int) -> dict[int, float]:
        return dict(self.chances(position))

    def choices(self, position: int) -> Sequence[int]:
        if (at := box_of().get(position)) is None:
            return self.known.after[position]
        return [boxes()[at].to[move] for move in self.favourites(at)]

    def chances(self, position: int) -> list[tuple[int, float]]:
        if (at := box_of().get(position)) is None:
            return [(to, 1.0) for to in self.known.after[position]]
        beads = self.beads[at]
        total = sum(beads)
        return [(to, n / total) for to, n in zip(boxes()[at].to, beads, strict=True) if n]

    def loses(self) -> int:
        """The same as for every learner, from box to box: it is counted after every game."""
        counted: dict[int, int] = {}
        all_boxes = boxes()

        def below(at: int) -> int:
            if (ways := counted.get(at)) is None:
                box = all_boxes[at]
                moves = self.favourites(at)
                ways = 0 if moves else 1
                for move in moves:
                    ways += box.beaten[move] + sum(map(below, box.next[move]))
                counted[at] = ways
            return ways

        return below(0)
