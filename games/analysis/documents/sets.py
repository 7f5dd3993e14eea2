"""Document 002 on a board that is played by clicks: sets, variables, transitions, results."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from games.analysis.documents import boards, latex
from games.analysis.documents.address import BadAddress, Field, Value, one_of, quoted
from games.analysis.documents.boards import Option
from games.rules import Board, DstruBoard, IllegalMove
from games.rules.dstru import PATTERNS, coordinates, formal_sets, formal_variables, won
from games.rules.shape import parse_cell

READING = Value("won", (one_of("contains", "equals"),), "contains")
MOVES = Value("moves", (Field(r"([a-d][1-4])*", "names of cells from a1 to d4"),), "d1c2c2")
DIAGONAL = ((1, 1), (2, 2), (3, 3), (4, 4))
"""The relation T of the document, and the pattern of C that W leaves out."""

Line = tuple[DstruBoard, tuple[int, ...]]


def read(moves: str, reading: str) -> Line:
    """The position after ``moves`` (names of cells, ``d1c2``). Raises BadAddress."""
    (names,) = MOVES.read(moves)
    board = DstruBoard.start(exact=reading == "equals")
    cells = []
    for at in range(0, len(names), 2):
        cell = parse_cell(names[at : at + 2], board.SHAPE)
        try:
            board = board.make_move(cell)
        except IllegalMove as error:
            raise BadAddress(f"moves={quoted(moves)} cannot be played: {error}") from None
        cells.append(cell)
    return board, tuple(cells)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in LaTeX and in words; ``key`` tells it from others on the page."""

    key: str
    latex: str
    words: str


@dataclass(frozen=True, slots=True)
class State:
    """The sets and variables now."""

    sets: list[Formula]
    variables: list[Formula]


@dataclass(frozen=True, slots=True)
class Transition:
    """What ``seat`` does, under which condition (for the eye and the ear), with which effects.

    It can happen ``now`` with ``count`` cells; ``last`` says that it happened last.
    """

    seat: str
    condition: str
    words: str
    effects: tuple[str, ...]
    now: bool
    count: int
    last: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """A condition of the end as printed, and in the words of the reading in force.

    ``printed`` and ``holds`` say whether each is true now; ``decides`` marks the result of a game
    that is over. ``read_latex`` and ``read_words`` are empty where the reading is the print's.
    """

    latex: str
    words: str
    printed: bool
    holds: bool
    result: str
    decides: bool
    read_latex: str = ""
    read_words: str = ""


@dataclass(frozen=True, slots=True)
class SetsPage:
    """The page after some moves. ``back`` takes the last one back, ``empty`` all of them.

    ``example`` leads to one cycle, ``game`` to a whole game, ``readings`` to those of "won".
    """

    board: boards.LinkedBoard
    removing: bool
    back: str
    empty: str
    example: str
    game: str
    readings: list[Option]
    given: list[Formula]
    state: State
    transitions: list[Transition]
    endings: list[Ending]
    said: str


def page(board: DstruBoard, moves: tuple[int, ...]) -> SetsPage:
    """Everything the page shows after ``moves``."""
    reading = "equals" if board.exact else "contains"
    return SetsPage(
        board=boards.play(
            "board",
            board,
            lambda here, cell: address((*moves, cell), reading),
            last=moves[-1] if moves else None,
        ),
        removing=board.action == "remove",
        back=address(moves[:-1], reading) if moves else "",
        empty=address((), reading) if moves else "",
        example=address(_cells(MOVES.default), reading),
        game=address(DstruBoard.EXAMPLE, reading),
        readings=[
            Option(text, address(_playable(moves, word), word), on=word == reading)
            for word, text in (("contains", "contains a pattern"), ("equals", "equals a pattern"))
        ],
        given=_given(),
        state=_state(board),
        transitions=_transitions(board, moves),
        endings=_endings(board),
        said=_said(board),
    )


def _cells(names: str) -> tuple[int, ...]:
    return tuple(parse_cell(names[at : at + 2], DstruBoard.SHAPE) for at in range(0, len(names), 2))


def _playable(moves: tuple[int, ...], reading: str) -> tuple[int, ...]:
    """As many of ``moves`` as the other reading of "won" lets happen."""
    board, played = DstruBoard.start(exact=reading == "equals"), 0
    for cell in moves:
        if cell not in board.available_moves():
            break
        board, played = board.make_move(cell), played + 1
    return moves[:played]


def address(moves: tuple[int, ...], reading: str) -> str:
    query = {"moves": "".join(DstruBoard.cell_name(cell) for cell in moves)}
    if reading != READING.default:
        query["won"] = reading
    return f"?{urlencode(query)}#live"


def _given() -> list[Formula]:
    """What the document sets out once, and C − T as it stands and as it is meant."""
    written = {"C": (PATTERNS[0], DIAGONAL, *PATTERNS[1:]), "W": PATTERNS}
    found = [
        Formula("a", r"A=\{1,2,3,4\}", "A is the set of 1, 2, 3 and 4"),
        Formula("p", r"P=A\times A", "P is A times A, the sixteen cells x, y"),
        Formula("b", r"B=\{\text{true},\text{false}\}", "B is the set of true and false"),
        Formula("t", f"T={latex.pairs(DIAGONAL)}", f"T is {latex.pairs_in_words(DIAGONAL)}"),
    ]
    for name, members in written.items():
        rows = r",\\".join(latex.pairs(one) for one in members)
        source = rf"{name}=\left\{{\begin{{array}}{{l}}{rows}\end{{array}}\right\}}"
        words = "; ".join(latex.pairs_in_words(one) for one in members)
        found.append(Formula(name.lower(), source, f"{name} has the patterns {words}"))
    return found


def _name(name: str) -> str:
    return name if len(name) == 1 else rf"\text{{{name}}}"


def _state(board: DstruBoard) -> State:
    sets = [
        Formula(
            name.lower(),
            f"{_name(name)}={latex.pairs(cells)}",
            f"{name} is {latex.pairs_in_words(cells)}",
        )
        for name, cells in formal_sets(board).items()
    ]
    variables = [
        Formula(name, rf"\text{{{name}}}={latex.truth(value)}", f"{name} is {value}".lower())
        for name, value in formal_variables(board).items()
    ]
    return State(sets, variables)


POS = r"\text{pos}"
TRANSITIONS = (
    (
        "Tres",
        r"\text{turn}\land\neg\,\text{go}\land\text{pos}\in F",
        "turn and not go, and pos in F",
        (
            r"\text{Tres}\leftarrow\text{Tres}\cup\{\text{pos}\}",
            r"\text{go}\leftarrow\neg\,\text{go}",
        ),
    ),
    (
        "Uno",
        r"\text{turn}\land\text{go}\land\text{pos}\in F",
        "turn and go, and pos in F",
        (
            r"\text{Uno}\leftarrow\text{Uno}\cup\{\text{pos}\}",
            r"\text{turn}\leftarrow\neg\,\text{turn}",
            r"\text{go}\leftarrow\neg\,\text{go}",
        ),
    ),
    (
        "Dos",
        r"\neg\,\text{turn}\land\text{pos}\in\text{Uno}\cup\text{Tres}",
        "not turn, and pos in Uno or Tres",
        (
            r"\text{Uno}\leftarrow\text{Uno}-\{\text{pos}\}",
            r"\text{Tres}\leftarrow\text{Tres}-\{\text{pos}\}",
            r"\text{turn}\leftarrow\neg\,\text{turn}",
        ),
    ),
)
"""Who acts, under which condition (for the eye and the ear), with which effects."""


def _transitions(board: DstruBoard, moves: tuple[int, ...]) -> list[Transition]:
    """The three transitions: which can happen now, with how many cells, and which happened last."""
    before = board.SEATS[(len(moves) - 1) % len(board.SEATS)] if moves else ""
    count = len(board.available_moves())
    return [
        Transition(
            seat=seat,
            condition=condition,
            words=words,
            effects=tuple(one.replace(POS, _pair(moves[-1])) for one in effects)
            if seat == before
            else effects,
            now=seat == board.to_move and count > 0,
            count=count,
            last=seat == before,
        )
        for seat, condition, words, effects in TRANSITIONS
    ]


def _pair(cell: int) -> str:
    x, y = coordinates(cell)
    return f"({x},{y})"


def _endings(board: DstruBoard) -> list[Ending]:
    """The conditions of the end, in the order in which they are applied."""
    return [_win(board, "Uno", board.uno), _full(board), _win(board, "Tres", board.tres)]


def _full(board: DstruBoard) -> Ending:
    full = not board.free
    decides = _winner(board) == "Dos"
    return Ending(r"F=\varnothing", "F is empty", full, full, "Dos wins", decides)


def _win(board: DstruBoard, seat: str, own: int) -> Ending:
    meant = not board.exact
    return Ending(
        latex=rf"\text{{{seat}}}\in W",
        words=f"{seat} equals a pattern of W",
        printed=won(own, exact=True),
        holds=won(own, board.exact),
        result=f"{seat} wins",
        decides=_winner(board) == seat,
        read_latex=rf"\exists w\in W:\ w\subseteq\text{{{seat}}}" if meant else "",
        read_words=f"{seat} contains a pattern of W" if meant else "",
    )


def _winner(board: DstruBoard) -> str | None:
    return board.outcome.winner if board.outcome else None


def _said(board: Board) -> str:
    if (outcome := board.outcome) is not None:
        return f"over is true: {outcome.winner} wins."
    verb = "to place a piece" if board.action == "place" else "to take a piece away"
    return f"{board.to_move} {verb}: {len(board.available_moves())} cells can be chosen."
