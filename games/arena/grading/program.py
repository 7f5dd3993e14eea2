"""A file that somebody wrote: which interface it offers."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from games.rules import VARIANTS, ClassicBoard, UltimateBoard

MOST_BYTES = 65_536
"""The largest file that is read."""

CS50, GET_MOVE, CHOOSE = "cs50", "get_move", "choose"

CS50_FUNCTIONS = (
    "initial_state",
    "player",
    "actions",
    "result",
    "winner",
    "terminal",
    "utility",
    "minimax",
)

GAMES_OF = {
    CS50: (ClassicBoard.VARIANT,),
    GET_MOVE: (ClassicBoard.VARIANT, UltimateBoard.VARIANT),
    CHOOSE: tuple(VARIANTS),
}
"""The games that can be played through each interface."""


LONGEST_REASON = 500
"""Characters of why a file cannot be graded: it may quote the file."""


HIDDEN = frozenset({"exec", "eval", "__import__", "__builtins__"})
"""What runs code that is not read here. A file's own function may be called so."""

NAMING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class CannotGrade(Exception):
    """A file that cannot be graded; the text is a sentence for its author."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence[:LONGEST_REASON])


@dataclass(frozen=True, slots=True)
class Program:
    """A file and how it is asked.

    ``functions`` are its functions at top level. ``player`` is the class whose ``get_move`` is
    asked, where the file has no such function. ``numpy`` says whether it imports that.
    """

    source: str
    interface: str
    functions: tuple[str, ...]
    player: str = ""
    numpy: bool = False


def read_program(data: bytes, game: str) -> Program:
    """The program in a file. Raises CannotGrade, with the line where there is one."""
    if len(data) > MOST_BYTES:
        raise CannotGrade(f"The file has {len(data):,} bytes; at most {MOST_BYTES:,} are read.")
    try:
        source = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise CannotGrade(f"The file is not UTF-8: {error}.") from None
    tree = _parsed(source)
    _refuse_hidden_code(tree)
    functions = tuple(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    interface, player = _interface(tree, functions)
    if game not in GAMES_OF[interface]:
        raise CannotGrade(
            f"A file with {_named(interface)} plays {' or '.join(GAMES_OF[interface])}, "
            f"not {game}: define choose(position) to play {game}."
        )
    return Program(source, interface, functions, player, _imports_numpy(tree))


def _parsed(source: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the file is told off for is no news of the site
            return ast.parse(source)
    except SyntaxError as error:
        where = f"Line {error.lineno}" if error.lineno else "The file is no Python source"
        raise CannotGrade(f"{where}: {error.msg}.") from None
    except ValueError as error:
        raise CannotGrade(f"The file is no Python source: {error}.") from None
    except (RecursionError, MemoryError):
        raise CannotGrade("The file is nested too deeply to be read.") from None


def _refuse_hidden_code(tree: ast.Module) -> None:
    """Raises CannotGrade, naming the line, for code that does not stand in the file."""
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, NAMING)}
    own |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and _binds(node)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in HIDDEN and node.id not in own:
            raise CannotGrade(
                f"Line {node.lineno} uses {node.id}, which is refused here: what runs must stand "
                "in the file."
            )


def _binds(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _interface(tree: ast.Module, functions: tuple[str, ...]) -> tuple[str, str]:
    """The interface and, for ``get_move`` in a class, the class's name."""
    if "choose" in functions:
        return CHOOSE, ""
    if "minimax" in functions and "get_move" not in functions:
        missing = [name for name in CS50_FUNCTIONS if name not in functions]
        if missing:
            line = next(n.lineno for n in tree.body if getattr(n, "name", "") == "minimax")
            raise CannotGrade(
                f"Line {line} defines minimax, but tictactoe.py needs {', '.join(missing)} as well."
            )
        return CS50, ""
    if "get_move" in functions:
        return GET_MOVE, ""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(inner, ast.FunctionDef) and inner.name == "get_move" for inner in node.body
        ):
            return GET_MOVE, node.name
    found = f"It defines {', '.join(functions)}." if functions else "It defines no function."
    raise CannotGrade(
        "The file offers none of the known interfaces: choose(position), get_move(board), or "
        f"minimax(board) with the functions of tictactoe.py. {found}"
    )


def _named(interface: str) -> str:
    return {CS50: "minimax(board)", GET_MOVE: "get_move(board)"}.get(interface, interface)


def _imports_numpy(tree: ast.Module) -> bool:
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module.partition(".")[0])
    return "numpy" in modules
