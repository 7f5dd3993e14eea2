"""What is true of a position whichever engine looks at it: result, distance, class, games."""

from __future__ import annotations

from functools import cache

from games.engines.classic_solution import games_from
from games.engines.dstru.aims import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR
from games.engines.dstru.answers import representative
from games.engines.dstru.classes import classes
from games.engines.dstru.shelf import SHELF
from games.engines.dstru.table import end_ply
from games.engines.scores import plies_left, value_of
from games.engines.symmetry import SYMMETRIES, canonical, images
from games.engines.table import table
from games.glass import address
from games.glass.words import number, plies, signed
from games.rules import Board, ClassicBoard, DstruBoard

Fact = dict[str, str]

ALL_GAMES = 255_168


def facts(board: Board) -> list[Fact]:
    """Rows of name, text and perhaps an address."""
    if isinstance(board, ClassicBoard):
        return _classic(board)
    return _dstru(board) if isinstance(board, DstruBoard) else []


def verdict(board: Board) -> str:
    """The exact result in a few words; a headline."""
    if (outcome := board.outcome) is not None:
        return f"{outcome.winner} has won" if outcome.winner else "A draw"
    if isinstance(board, ClassicBoard):
        return _classic_verdict(board)
    return _dstru_verdict(board) if isinstance(board, DstruBoard) else ""


def _classic_verdict(board: ClassicBoard) -> str:
    score = table().score(board)
    if not (value := value_of(score)):
        return "A draw with best play"
    rival = "O" if board.to_move == "X" else "X"
    winner = board.to_move if value > 0 else rival
    return f"{winner} wins in {plies(plies_left(score, board.ply))}"


def _dstru_verdict(board: DstruBoard) -> str:
    solved = SHELF.get(board.exact)
    if solved is None:
        return f"{board.to_move} to {board.action}"
    value = solved.value(board, NEUTRAL)
    if abs(value) < 1e-9:
        return "Even between Tres and Uno"
    return f"{'Tres' if value > 0 else 'Uno'} is ahead by {number(abs(value))}"


def _classic(board: ClassicBoard) -> list[Fact]:
    alike = canonical(board)
    size = len(set(zip(images(board.x), images(board.o), strict=True)))
    x_wins, o_wins, draws = through(board)
    count = x_wins + o_wins + draws
    return [
        {"name": "Games through it", "text": f"{number(count)} of {number(ALL_GAMES)}"},
        {
            "name": "of which",
            "text": f"X wins {number(x_wins)}, O wins {number(o_wins)}, drawn {number(draws)}",
        },
        {
            "name": "Symmetry",
            "text": f"one of {size} that look alike"
            if size > 1
            else f"unchanged by all {len(SYMMETRIES)} turns and mirrors",
            "notation": alike.notation if alike != board else "",
            "url": address.address(alike) if alike != board else "",
        },
    ]


def through(board: ClassicBoard) -> tuple[int, int, int]:
    """Complete games that pass through ``board``: won by X, won by O, drawn."""
    x_wins, o_wins, draws = games_from(board, _games)
    ways = _ways().get(board, 0)
    return ways * x_wins, ways * o_wins, ways * draws


_games: dict[ClassicBoard, tuple[int, int, int]] = {}


@cache
def _ways() -> dict[ClassicBoard, int]:
    """In how many orders of moves each reachable position can arise."""
    ways = {ClassicBoard(): 1}
    for board in table().boards():
        for move in board.available_moves():
            after = board.make_move(move)
            ways[after] = ways.get(after, 0) + ways[board]
    return ways


def _dstru(board: DstruBoard) -> list[Fact]:
    alike = representative(board)
    size = int(classes().boards[classes().of(board.tres, board.uno)])
    rows = [
        {
            "name": "Symmetry",
            "text": f"one of {number(size)} boards that play alike",
            "notation": alike.notation if alike != board else "",
            "url": address.address(alike) if alike != board else "",
        }
    ]
    if not board.over and (solved := SHELF.get(board.exact)) is not None:
        return [
            {
                "name": "Expected with a neutral Dos",
                "text": f"{signed(solved.value(board, NEUTRAL), 4)} for Tres",
            },
            *(
                {"name": who, "text": _forced(solved.value(board, aim), good, bad)}
                for who, aim, good, bad in FORCES
            ),
            *rows,
        ]
    return rows


FORCES = (
    ("Tres with Dos as partner", FOR_TRES, "wins", "Uno wins"),
    ("Uno with Dos as partner", FOR_UNO, "wins", "Tres wins"),
    ("Dos alone for a full grid", SABOTEUR, "succeeds", "fails"),
)


def _forced(value: float, good: str, bad: str) -> str:
    if value == 0:
        return "can only hold a full grid"
    return f"{good if value > 0 else bad} by ply {end_ply(value)}"
