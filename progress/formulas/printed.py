"""The fifteen formulas as data: as printed, as they have to be, and what the project computes.

``printed.txt`` is document 000's own LaTeX, a formula a line, character by character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from progress.campaign.catalog import MAXIMUM

PRINTED = tuple(
    line.removeprefix("$$ ").removesuffix(" $$")
    for line in Path(__file__).with_name("printed.txt").read_text(encoding="utf-8").splitlines()
)
_WHERE = re.compile(r" (?=\\text\{ where)")


class Copy(NamedTuple):
    """A text to copy: its ``key`` on the page and the name of what it is."""

    key: str
    what: str
    source: str


@dataclass(frozen=True, slots=True)
class Formula:
    """``words`` say the formula for the ear; ``computes`` what Oxo does with it.

    ``mended`` are the parts of the print that cannot stand, each with what has to be there, and
    ``fault`` says why.
    """

    number: int
    title: str
    words: str
    computes: str
    mended: tuple[tuple[str, str], ...] = ()
    fault: str = ""

    @property
    def anchor(self) -> str:
        return f"formula-{self.number}"

    @property
    def printed(self) -> str:
        """The LaTeX of the document, every "where" included."""
        return PRINTED[self.number - 1]

    @property
    def holds(self) -> str:
        """The LaTeX as it has to be: the printed one where that is right."""
        text = self.printed
        for wrong, right in self.mended:
            text = text.replace(wrong, right)
        return text

    @property
    def copies(self) -> tuple[Copy, ...]:
        """What a tap copies, each in one line ``$$ … $$``: the print, and what has to be there."""
        name = f"formula {self.number}"
        printed = Copy(str(self.number), f"{name} as printed", f"$$ {self.printed} $$")
        if not self.mended:
            return (printed,)
        return printed, Copy(f"{self.number}-m", f"{name} as it has to be", f"$$ {self.holds} $$")

    @property
    def statements(self) -> tuple[str, ...]:
        """The printed formula in the parts that a page sets below each other."""
        return tuple(_parts(self.printed))

    @property
    def mended_statements(self) -> tuple[str, ...]:
        """The parts of ``holds`` that differ from the print."""
        return tuple(part for part in _parts(self.holds) if part not in self.statements)


def _parts(source: str) -> Iterator[str]:
    """The formula, then each clause of its "where": cut at the commas outside all brackets."""
    head, *where = _WHERE.split(source, maxsplit=1)
    yield head
    for clauses in where:
        depth = start = 0
        for at, letter in enumerate(clauses):
            depth += (letter in "{[(") - (letter in "}])")
            if depth == 0 and clauses.startswith(", ", at):
                yield clauses[start:at]
                start = at + 2
        yield clauses[start:]


def as_markdown(formulas: Iterable[Formula]) -> str:
    """All of them as printed, for a document of Markdown: a heading, then a line of LaTeX."""
    return "\n\n".join(
        f"## {one.number}. {one.title}\n\n{one.copies[0].source}" for one in formulas
    )


def as_latex(formulas: Iterable[Formula]) -> str:
    """All of them as printed, for a document of LaTeX with the package amsmath."""
    return "\n\n".join(f"\\section{{{one.title}}}\n\\[ {one.printed} \\]" for one in formulas)


FORMULAS = (
    Formula(
        1,
        "Minimax value",
        "V of s and p is plus ten if the AI has a line, minus ten if the player has one, zero on a "
        "full board without a line; else the maximum over all moves m of the value after m when "
        "the AI is to move, and the minimum when the player is.",
        "Exactly this, without a term for depth. A win put off has the same value as a win on the "
        "spot, so Oxo chooses among equals by a second number: sooner wins, later losses.",
    ),
    Formula(
        2,
        "Win",
        "Win of b and p: for some line c of C, every cell i of c holds p.",
        "The same question, asked of the eight lines; the boards of play ask it of integers.",
    ),
    Formula(
        3,
        "Stars",
        "Stars of m: three for at most three moves, two for four, one for five, none for six or "
        "more.",
        "Stars for a win with m moves of the player’s own: marks of the opening are not counted, "
        "as on every stage. A loss earns none. Six or more cannot happen on nine cells in turn, so "
        "in play each win earns a star.",
    ),
    Formula(
        4,
        "State evaluation",
        "E of s is the sum over all lines c of the weight of c times the AI’s marks on it less the "
        "player’s. The weight is 100 or minus 100 for a full line, 10 or minus 10 for two on an "
        "open line, else 1.",
        "The size of the weight, so that the difference in marks alone decides the sign.",
        ((r"w_c \cdot", r"|w_c| \cdot"),),
        "A negative weight times a negative difference is a gain: the player’s two or three in a "
        "line count for the AI.",
    ),
    Formula(
        5,
        "Best move",
        "m star is the move m that maximises the minimum, over the player’s replies m prime, of V "
        "of the position after both, with the player to move.",
        "After a move and a reply it is the AI’s turn. A move that ends the game has no reply and "
        "counts as what it is.",
        (
            (r"V(s'', \text{player})", r"V(s'', \text{AI})"),
            (
                r"V = \text{minimax value function}",
                r"V = \text{minimax value function}, V(s', \text{player}) "
                r"\text{ in place of the minimum if } s' \text{ is finished}",
            ),
        ),
        "As printed the player moves twice in a row, and a last move has no reply to take the "
        "minimum of (here: plus infinity).",
    ),
    Formula(
        6,
        "Draw",
        "Draw of b: no cell is empty, and neither side has won.",
        "Exactly this.",
    ),
    Formula(
        7,
        "Next stage",
        "Unlock of level l and stage s: s plus one after a win before stage 15, null on stage 15, "
        "s itself without a win.",
        "Exactly this, each case once.",
        (
            (
                r"s & \text{if } \neg \text{Win}(l, s)",
                r"s & \text{if } \neg \text{Win}(l, s) \land s < 15",
            ),
        ),
        "On a lost stage 15 two cases fit, null and 15. It is null: there is nothing after it to "
        "open.",
    ),
    Formula(
        8,
        "Next level",
        "UnlockLevel of l: level 1 always; level 2 and 3 once every stage of the level before has "
        "a star.",
        "Exactly this, from the stars each stage has earned at best.",
    ),
    Formula(
        9,
        "Opponent of a level",
        "AIMove of level, stage and board: a random free cell on level 1, Smart on level 2, "
        "minimax on level 3, and minimax moving first on its stage 15. Smart wins if it can, else "
        "blocks if it must, else plays at random.",
        "The engines random, smart and minimax. As printed, the player begins everywhere but on "
        "level 3, stage 15, and does so on Oxo’s stages too: the marks that some of them open with "
        "are on the board before anybody plays.",
    ),
    Formula(
        10,
        "Synchronisation",
        "Sync of a local and a remote state: the remote one if its timestamp is later, else the "
        "local one. Polling every 500 milliseconds.",
        "The state with the higher version, a whole number that the server raises with every "
        "change. Changes come by WebSocket as they happen; the browser polls every 500 ms only "
        "while no WebSocket can be had.",
        (
            (r"t_{\text{remote}} > t_{\text{local}}", r"v_{\text{remote}} > v_{\text{local}}"),
            (
                r"t = \text{lastUpdate timestamp}",
                r"v = \text{version, raised by the server with every change}",
            ),
            (
                r"\text{polling interval} = 500\text{ms}",
                r"\text{polling interval} = 500\text{ms, only where no WebSocket can be had}",
            ),
        ),
        "Clocks of two machines differ: a state written later may carry the earlier time.",
    ),
    Formula(
        11,
        "Valid move",
        "ValidMove of cell i, role r, turn t and board b: the cell is empty, the role is the one "
        "to move, and i is one of 0 to 8.",
        "The range first, then the rest, on the server for every move, and only while the game is "
        "on.",
        (
            (
                r"i \in \{0,1,...,8\} \\",
                r"i \in \{0,1,...,8\} \land \neg \text{Win}(b, \text{X}) "
                r"\land \neg \text{Win}(b, \text{O}) \\",
            ),
        ),
        "Nothing asks whether the game is over: after a complete line play could go on.",
    ),
    Formula(
        12,
        "Completion",
        "P of l is the number of stages of level l with a star, divided by 15, in percent.",
        "Exactly this.",
    ),
    Formula(
        13,
        "Total score",
        "S total is the sum of the stars of all fifteen stages of all three levels; its maximum as "
        "printed is 135.",
        "The same sum, of the best that each stage has brought.",
        (
            (
                r"3 \times 3 \times 15 = 135 \text{ stars}",
                rf"{MAXIMUM} \text{{ stars on the boards of the campaign}}",
            ),
        ),
        "135 asks for what formula 14 forbids: nobody beats perfect play from the empty board.",
    ),
    Formula(
        14,
        "Winning probability",
        "The probability that the player wins level 3, stage 15, where the AI moves first, is "
        "zero. A draw and a win of the AI add up to one, and a draw is nearly certain for a player "
        "without a mistake.",
        "0, from the complete table; and the exact odds of a player who moves at random. A draw "
        "clears the stage.",
        ((r"P(\text{draw}) \approx 1", r"P(\text{draw}) = 1"),),
        "What is printed as “about 1” is exactly 1: the value of the empty board is 0.",
    ),
    Formula(
        15,
        "Board matrix",
        "B is the board as a matrix of three rows and columns. A side wins with a row, a column or "
        "one of the two diagonals of its own marks.",
        "A view of the same position as an array of whole numbers: 1 for X, −1 for O, 0 for an "
        "empty cell.",
    ),
)

BY_NUMBER = {formula.number: formula for formula in FORMULAS}
