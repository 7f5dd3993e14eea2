"""The rules of each game and their registry: a new game is one module and one line here.

It imports the standard library alone, and everything of ``games`` may import it.
"""

from __future__ import annotations

from games.rules.board import Board, Outcome
from games.rules.classic import ClassicBoard
from games.rules.dstru import DstruBoard
from games.rules.errors import BadNotation, IllegalMove, RulesError, quoted
from games.rules.shape import Shape
from games.rules.ultimate import UltimateBoard

VARIANTS: dict[str, type[Board]] = {
    ClassicBoard.VARIANT: ClassicBoard,
    DstruBoard.VARIANT: DstruBoard,
    UltimateBoard.VARIANT: UltimateBoard,
}


def board_class(variant: str) -> type[Board]:
    """The class of boards of the game ``variant``. Raises RulesError for an unknown name."""
    try:
        return VARIANTS[variant]
    except KeyError:
        known = ", ".join(VARIANTS)
        raise RulesError(f"{quoted(variant)} is no game here: expected one of {known}") from None


def plays_option(board: type[Board], rule: str) -> bool:
    """Whether to play the optional rule of a game, which has to be the one called ``rule``; not to
    if that is empty. Raises RulesError for a rule that the game does not have.
    """
    if rule and (board.OPTION is None or board.OPTION.slug != rule):
        raise RulesError(f"{board.VARIANT} has no {rule!r} rule")
    return bool(rule)


def third_seats() -> list[str]:
    """The seats beyond the two rivals, of all games: ``["Dos"]``."""
    return [seat for board in VARIANTS.values() for seat in board.SEATS if seat not in board.RIVALS]


def third_won(board: type[Board], winner: str | None, seat: str) -> bool:
    """Whether ``seat`` is a rival's and the third seat won, by which no rival is ahead."""
    return seat in board.RIVALS and bool(winner) and winner not in board.RIVALS


def drawn_word(board: type[Board]) -> str:
    """What a game is between engines that neither rival won: drawn, or won by the third seat."""
    third = [seat for seat in board.SEATS if seat not in board.RIVALS]
    return f"won by {third[0]}" if third else "drawn"


def read_notation(text: str) -> Board:
    """Read a position of any game; its notation shows which. Raises BadNotation."""
    return game_of(text).from_notation(text)


def game_of(text: str) -> type[Board]:
    """The game whose boards have as many cells as ``text`` has; of several, the first that reads
    it, or else the last. Raises BadNotation.
    """
    cells = text.partition(" ")[0]
    if found := [board for board in VARIANTS.values() if len(cells) == board.CELLS]:
        return next((board for board in found[:-1] if _reads(board, text)), found[-1])
    examples = " or ".join(repr(board.start().notation) for board in VARIANTS.values())
    raise BadNotation(f"{quoted(text)} is no position: expected something like {examples}")


def _reads(board: type[Board], text: str) -> bool:
    try:
        board.from_notation(text)
    except BadNotation:
        return False
    return True


__all__ = [
    "VARIANTS",
    "BadNotation",
    "Board",
    "ClassicBoard",
    "DstruBoard",
    "IllegalMove",
    "Outcome",
    "RulesError",
    "Shape",
    "UltimateBoard",
    "board_class",
    "drawn_word",
    "game_of",
    "plays_option",
    "read_notation",
    "third_seats",
    "third_won",
]
