"""How a program is asked inside the sandbox, for each interface, many positions at once.

The code below runs after the author's own, under names that begin with ``oxo_``. It turns a
notation into the board that the interface takes and the answer into an int (a cell), or into a
text: ``!`` and an exception, or ``?`` and an answer that is no cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter

from games.grading.program import CHOOSE, CS50, GET_MOVE, Program
from games.grading.sandbox import Sandbox, SandboxError

READING = """
def oxo_read(answer):
    if type(answer) is int:
        return answer
    if (type(answer) is tuple or type(answer) is list) and len(answer) == 2:
        row, column = answer[0], answer[1]
        if type(row) is int and type(column) is int and 0 <= row < 3 and 0 <= column < 3:
            return 3 * row + column
    if type(answer) is str:
        return "=" + answer[:20]
    return "?" + repr(answer)[:60]

def oxo_ask(positions):
    found = []
    for position in positions:
        try:
            found.append(oxo_read(oxo_move(position)))
        except Exception as error:
            found.append("!" + type(error).__name__ + ": " + str(error)[:120])
    return found
"""

BOARDS = {
    CS50: """
def oxo_board(position):
    return [
        [None if mark == "." else mark for mark in position[start:start + 3]]
        for start in (0, 3, 6)
    ]

def oxo_move(position):
    return minimax(oxo_board(position))
""",
    GET_MOVE: """
def oxo_board(position):
    side = {"X": 1, "O": -1, ".": 0}
    return [[side[mark] for mark in position[start:start + 3]] for start in (0, 3, 6)]

def oxo_move(position):
    return get_move(oxo_board(position))
""",
    CHOOSE: """
def oxo_move(position):
    return choose(position)
""",
}

PLAYER = """
def oxo_board(position):
    board = Board()
    cells = {{"X": [], "O": []}}
    for cell in range(9):
        if position[cell] != ".":
            cells[position[cell]].append(cell)
    for turn in range(len(cells["X"]) + len(cells["O"])):
        cell = cells["XO"[turn % 2]][turn // 2]
        board.make_move(cell // 3, cell % 3)
    return board

def oxo_move(position):
    return {player}(1 if position[10] == "X" else -1).get_move(oxo_board(position))
"""
"""A class with ``get_move``, as document 004 has it: beside ``Board``, made for one side."""

MEMO = """
def oxo_remember(function):
    known = {}
    def asked(*args, **kwargs):
        key = repr(args) + repr(kwargs)
        if " at 0x" in key:
            return function(*args, **kwargs)
        if key in known:
            return known[key]
        value = function(*args, **kwargs)
        if value is None or type(value) in (int, float, str, bool, tuple):
            known[key] = value
        return value
    return asked
"""
"""Objects are left out: a text such as ``<Board object at 0x12>`` may name another one later."""

CHECKING = """
def oxo_tried(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return "!" + type(error).__name__ + ": " + str(error)[:120]

def oxo_refused(board, action):
    try:
        result(board, action)
    except Exception:
        return True
    return False

def oxo_cells(actions):
    try:
        return sorted([oxo_read(action) for action in actions])
    except Exception:
        return "?" + repr(actions)[:60]

def oxo_check(positions):
    found = []
    for position in positions:
        board = oxo_board(position)
        over = oxo_tried(terminal, board)
        line = [oxo_tried(winner, board), over]
        if over is True:
            line.append(oxo_tried(utility, board))
        else:
            line += [oxo_tried(player, board), oxo_cells(oxo_tried(actions, board))]
        for cell in range(9):
            if position[cell] == "." and over is not True:
                line.append(repr(oxo_tried(result, board, (cell // 3, cell % 3))))
                break
        for cell in range(9):
            if position[cell] != ".":
                line.append(oxo_refused(board, (cell // 3, cell % 3)))
                break
        line.append(board == oxo_board(position))
        found.append(line)
    return found
"""
"""What the functions of tictactoe.py say of each position, to be compared with the rules."""

CHUNK = 50
"""Positions asked in one go: each go has the sandbox's time limit to itself."""

BUDGET = 60.0
"""Seconds for all that one load of a program is asked."""

Answer = int | str


class Asked:
    """A program loaded into a sandbox, to be asked for its moves."""

    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        count: Callable[[int], None] = lambda answers: None,
        budget: float = BUDGET,
    ) -> None:
        """Load the program. Raises SandboxError, quoting the line that fails.

        ``count`` is called with the number of answers, a few dozen at a time. ``budget`` are the
        seconds for all of them.
        """
        self._sandbox, self._count = sandbox, count
        self._budget, self._deadline = budget, perf_counter() + budget
        sandbox.run(program.source)
        player = program.player
        sandbox.run(
            READING + (PLAYER.format(player=player) if player else BOARDS[program.interface])
        )
        self._functions = program.functions

    def remember(self, besides: str = "") -> None:
        """Let every function at top level but ``besides`` remember its answers from now on."""
        names = (name for name in self._functions if name != besides)
        self._sandbox.run(MEMO + "\n".join(f"{name} = oxo_remember({name})" for name in names))

    def checks(self, positions: Sequence[str]) -> list[list[object]]:
        """What tictactoe.py's functions say of each position. Raises SandboxError."""
        self._sandbox.run(CHECKING)
        return [
            list(line) if isinstance(line, list) else []
            for line in self._in_chunks("oxo_check(oxo_positions)", positions)
        ]

    def moves(self, positions: Sequence[str]) -> Iterable[tuple[str, Answer]]:
        """Each position with its answer. Raises SandboxError when a limit is met."""
        answers = self._in_chunks("oxo_ask(oxo_positions)", positions)
        for number, (position, answer) in enumerate(zip(positions, answers, strict=True), 1):
            if number % CHUNK == 0:
                self._count(CHUNK)
            yield position, _plain(answer)
        self._count(len(positions) % CHUNK)

    def _in_chunks(self, code: str, positions: Sequence[str]) -> Iterator[object]:
        for start in range(0, len(positions), CHUNK):
            chunk = list(positions[start : start + CHUNK])
            found = self._sandbox.run(code, oxo_positions=chunk)
            if not isinstance(found, list) or len(found) != len(chunk):
                raise SandboxError("it replaced the functions that ask it", fatal=True)
            if perf_counter() > self._deadline:
                raise SandboxError(f"it took more than {self._budget:.0f} seconds for its answers")
            yield from found

    def why(self, position: str) -> str:
        """What goes wrong in a position, with its line."""
        try:
            self._sandbox.run("oxo_move(oxo_position)", oxo_position=position)
        except SandboxError as error:
            return str(error)
        return ""


LARGEST = 10**9


def _plain(answer: object) -> Answer:
    """Only whole numbers and texts are answers, whatever the sandbox gave back."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer if abs(answer) < LARGEST else f"?a number of {answer.bit_length()} bits"
    return answer if isinstance(answer, str) else f"?{answer!r:.60}"
