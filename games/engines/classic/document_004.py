"""Document 004 in its own names: ``Board`` and ``AIPlayer``; its ``main.py`` is ``games.main``.

For those who read the document beside the code. The rules are ``ClassicBoard``'s and the search
is ``engines.ai_player``'s; here are only the document's words for them, cells as (row, column)
and sides as whole numbers, as in its class diagram.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.engines.classic import ai_player
from games.engines.classic.scores import LEAST, MOST
from games.engines.techniques import Techniques
from games.rules import ClassicBoard, IllegalMove

EMPTY, X, O = 0, 1, -1  # noqa: E741  the document's own name
"""What a cell of ``Board.board`` holds; the sides are called so, too (document 000, formula 15)."""

SEATS = {X: "X", O: "O"}
SIDES = {seat: side for side, seat in SEATS.items()}

Cell = tuple[int, int]


class Board:
    """A board that changes with each move."""

    def __init__(self, position: ClassicBoard | None = None) -> None:
        self.position = position or ClassicBoard.start()

    @property
    def board(self) -> list[list[int]]:
        """The cells row by row: X, O or EMPTY. Changing the lists does not change the board."""
        return [list(row) for row in self.position.matrix()]

    @property
    def current_player(self) -> int:
        """The side to move: X or O."""
        return SIDES[self.position.to_move]

    @property
    def winner(self) -> int | None:
        """The side that has a line, or None: the game goes on or is drawn."""
        outcome = self.position.outcome
        return SIDES[outcome.winner] if outcome and outcome.winner else None

    def copy(self) -> Board:
        """Another board with the same position."""
        return Board(self.position)

    def get_available_moves(self) -> list[Cell]:
        """The free cells as (row, column), none once the game is over."""
        return [divmod(cell, 3) for cell in self.position.available_moves()]

    def make_move(self, row: int, col: int) -> None:
        """Play a cell for the side to move. Raises IllegalMove, quoting what is not possible."""
        if not (row in range(3) and col in range(3)):
            raise IllegalMove(f"({row}, {col}) is no cell: expected rows and columns from 0 to 2")
        self.position = self.position.make_move(3 * row + col)

    def is_game_over(self) -> bool:
        """Whether a side has a line or the board is full."""
        return self.position.is_game_over()

    def display(self) -> None:
        """Print the board with its column and row numbers."""
        print(self)  # noqa: T201

    def __str__(self) -> str:
        return self.position.display()


@dataclass(frozen=True)
class AIPlayer:
    """The computer, playing for ``player``, X or O. Of equal moves it takes the first.

    ``depth`` limits the plies looked ahead; at the limit ``use_heuristics`` estimates, with
    ``unbounded`` by the sum as printed, which may outrank a win. The other switches change how
    many positions are visited and not the move.
    """

    player: int
    use_alpha_beta: bool = True
    use_heuristics: bool = True
    depth: int | None = None
    use_move_ordering: bool = True
    use_early_termination: bool = True
    use_memoization: bool = False
    unbounded: bool = False

    def __post_init__(self) -> None:
        if self.player not in SEATS:
            raise ValueError(f"{self.player!r} is no side: expected {X} for X or {O} for O")

    def get_move(self, board: Board) -> Cell:
        """The first of the best cells, as (row, column). Raises ValueError if it cannot move."""
        if board.is_game_over() or board.current_player != self.player:
            raise ValueError(f"{SEATS[self.player]} has no move in {board.position.notation!r}")
        return divmod(self._search.choose(board.position, Random(0)).candidates[0], 3)

    def minimax(self, board: Board, depth: int | None = None) -> int:
        """The value of ``board`` for the computer, every branch visited."""
        return self._search.minimax(board.position, depth)

    def minimax_alpha_beta(
        self, board: Board, depth: int | None = None, alpha: int = LEAST, beta: int = MOST
    ) -> int:
        """The same value, found between ``alpha`` and ``beta``; a bound if it lies outside."""
        return self._search.minimax_alpha_beta(board.position, depth, alpha, beta)

    def _evaluate_terminal(self, board: Board) -> int | None:
        """10 for a win of the computer, -10 for a loss, 0 for a draw, None while play goes on."""
        return self._search._evaluate_terminal(board.position)

    def _heuristic_evaluation(self, board: Board) -> int:
        """The heuristic for the computer: lines, blocks and the centre."""
        return self._search._heuristic_evaluation(board.position)

    @property
    def _search(self) -> ai_player.AIPlayer:
        techniques = Techniques(
            pruning=self.use_alpha_beta,
            heuristics=self.use_heuristics,
            ordering=self.use_move_ordering,
            early=self.use_early_termination,
            memo=self.use_memoization,
            depth=self.depth,
            unbounded=self.unbounded,
        )
        return ai_player.AIPlayer(SEATS[self.player], techniques=techniques)
