"""Monte Carlo tree search: each game played out at random lets a tree grow by one move.

In the tree a move is chosen by UCB1, its share of the points so far and a bonus that falls as its
visits rise; below the tree all legal moves are equally likely.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from random import Random
from typing import Literal

from games.engines.base import Choice, Engine
from games.engines.options import Option
from games.engines.ultimate.position import BoardMove, SearchPosition, position
from games.engines.ultimate.small_boards import CLOSED, OPEN, SENT, WINS, Move, move_tables
from games.rules.ultimate import ANYWHERE, FULL, SMALL, WON, UltimateBoard

EXPLORATION = 0.7
"""The weight of the bonus."""

DRAWN = 2
"""The winner of a drawn playout; the others are 0 for X and 1 for O."""


Step = Literal["choose", "grow"]
"""A move of the tree is chosen by its value; a move joins the tree."""


@cache
def every_move() -> tuple[dict[int, tuple[Move, ...]], dict[int, tuple[Move, ...]]]:
    """The moves of X and of O by the state of a board."""
    of_x, of_o = ({state: moves.every for state, moves in table.items()} for table in move_tables())
    return of_x, of_o


class PlayoutNode:
    """A position of the tree: the ``moves`` that were tried, and in the same order what came.

    ``shares`` are the average points of the side to move, ``visits`` how often each was played,
    ``doubts`` one over the square root of that, ``below`` the positions after them. ``untried``
    are the other moves, None before the second visit; ``played`` is the sum of the visits.
    """

    __slots__ = ("below", "doubts", "moves", "played", "shares", "untried", "visits")

    def __init__(self) -> None:
        self.untried: list[BoardMove] | None = None
        self.moves: list[BoardMove] = []
        self.shares: list[float] = []
        self.visits: list[int] = []
        self.doubts: list[float] = []
        self.below: list[PlayoutNode] = []
        self.played = 0

    @property
    def bonus(self) -> float:
        """What is multiplied with a doubt."""
        return EXPLORATION * sqrt(log(self.played))

    def try_one(self, draw: float) -> int:
        """Take one of the untried moves into the tree; its place."""
        assert self.untried
        at = int(draw * len(self.untried))
        self.untried[at], self.untried[-1] = self.untried[-1], self.untried[at]
        self.moves.append(self.untried.pop())
        self.shares.append(0.0)
        self.visits.append(0)
        self.doubts.append(0.0)
        self.below.append(PlayoutNode())
        return len(self.moves) - 1

    def choose(self) -> int:
        """The place of the move with the highest share and bonus, the first of equals."""
        bonus = self.bonus
        worth = [
            share + bonus * doubt for share, doubt in zip(self.shares, self.doubts, strict=True)
        ]
        return worth.index(max(worth))

    def add(self, at: int, points: float) -> None:
        """Count a game in which the move at the place ``at`` brought so many ``points``."""
        self.played += 1
        self.visits[at] += 1
        self.shares[at] += (points - self.shares[at]) / self.visits[at]
        self.doubts[at] = 1 / sqrt(self.visits[at])


class PlayoutTree:
    """The tree of the position ``root``, and the game that goes through it."""

    def __init__(self, root: SearchPosition, rng: Random) -> None:
        self.root, self.rng = root, rng
        self.top = PlayoutNode()
        self.tables = every_move()
        self._begin()

    def _begin(self) -> None:
        root = self.root
        self.boards = [*root.boards, CLOSED]  # the last one is where no board is named
        self.won = [root.own, root.other] if root.turn == 0 else [root.other, root.own]
        self.closed, self.places, self.turn = root.closed, root.places, root.turn
        self.free = root.free

    def simulate(self) -> list[BoardMove]:
        """Play a game: through the tree, one move beyond it, then at random.

        The result are its moves in the tree, the new one included.
        """
        self._begin()
        node, path, winner = self.top, list[tuple[PlayoutNode, int]](), None
        while winner is None:
            if node.untried is None:
                table = self.tables[self.turn]
                node.untried = [
                    (board, move) for board in self.places for move in table[self.boards[board]]
                ]
            grows = bool(node.untried)
            at = node.try_one(self.rng.random()) if grows else node.choose()
            path.append((node, at))
            self.note("grow" if grows else "choose", node, at)
            winner = self._play(*node.moves[at])
            if winner is None and grows:
                winner = self.play_out()
            node = node.below[at]
        points = 0.5 if winner == DRAWN else float(winner == self.root.turn)
        for passed, at in path:
            passed.add(at, points)
            points = 1 - points
        return [passed.moves[at] for passed, at in path]

    def note(self, kind: Step, node: PlayoutNode, at: int) -> None:
        """Take note of a move in the tree before it is made; a tree that is traced does."""

    def _play(self, board: int, move: Move) -> int | None:
        """Make a move; the winner if it ends the game."""
        place, state, _, does = move
        self.free -= 1
        if does:
            self.free -= len(self.tables[0][self.boards[board]]) - 1
            self.closed |= 1 << board
            if does == WINS:
                self.won[self.turn] |= 1 << board
                if WON[self.won[self.turn]]:
                    return self.turn
            if self.closed == FULL:
                return self._ended()
        self.boards[board] = state
        self.places = SENT[self.closed][place]
        self.turn = 1 - self.turn
        return None

    def play_out(self) -> int:
        """Play at random to the end, every legal move equally likely; the winner.

        It does what ``_play`` does, in one loop: most of the time of a search is spent here.
        """
        boards, won, closed, free = self.boards, self.won, self.closed, self.free
        turn, own, other = self.turn, self.tables[self.turn], self.tables[1 - self.turn]
        here = self.places[0] if len(self.places) == 1 else ANYWHERE
        for draw in memoryview(self.rng.randbytes(2 * free)).cast("H"):
            if moves := own[boards[here]]:
                place, state, _, does = moves[draw % len(moves)]
            else:
                at = draw % free
                for here in OPEN[closed]:
                    moves = own[boards[here]]
                    if at < len(moves):
                        break
                    at -= len(moves)
                place, state, _, does = moves[at]
            boards[here] = state
            free -= 1
            if does:
                free -= len(moves) - 1
                closed |= 1 << here
                if does == WINS:
                    won[turn] |= 1 << here
                    if WON[won[turn]]:
                        return turn
                if closed == FULL:
                    break
            here = place
            own, other = other, own
            turn = 1 - turn
        return self._ended()

    def _ended(self) -> int:
        """The winner of a game without a row."""
        lead = self.won[0].bit_count() - self.won[1].bit_count() if self.root.most else 0
        return DRAWN if not lead else int(lead < 0)


SIMULATIONS = Option(
    "simulations",
    "Games played out",
    "2000",
    {"100": 100, "500": 500, "2000": 2_000, "10000": 10_000},
    {"100": "100 games", "500": "500 games", "10000": "10,000 games"},
    {"100": "100", "500": "500", "2000": "2,000", "10000": "10,000"},
)


class MctsEngine(Engine):
    """Plays games out at random and keeps to the moves that do best in them.

    The value of a move are the points more than the rival has, of a hundred.
    """

    slug = "mcts"
    title = "Monte Carlo"
    variant = "ultimate"
    idea = "Plays thousands of games to their end, and more of them where it goes well."
    strength = "strong"
    samples = True
    thinks_long = True
    OPTIONS = (SIMULATIONS,)

    @property
    def is_symmetric(self) -> bool:
        return False  # its games are drawn

    @property
    def is_slow(self) -> bool:
        return True

    def _choose(self, board: UltimateBoard, rng: Random) -> Choice:
        games = self.setting("simulations")
        assert isinstance(games, int)
        tree = PlayoutTree(position(board), rng)
        for _ in range(games):
            tree.simulate()
        top = tree.top
        cells = [SMALL[where][move[0]] for where, move in top.moves]
        shares = dict(zip(cells, top.shares, strict=True))
        visits = dict(zip(cells, top.visits, strict=True))
        move = max(visits, key=lambda cell: (visits[cell], shares[cell], -cell))
        return Choice(
            move,
            (move,),
            values={cell: round(200 * shares[cell] - 100) for cell in sorted(shares)},
            estimated=True,
            nodes=games,
            line=(move,),
            view={"rule": "search", "visits": {str(cell): visits[cell] for cell in sorted(visits)}},
        )
