"""What each sentence of a hint claims, worked out again from the rules and by exhaustion.

``SENTENCES`` has every sentence that a hint can say, as a pattern, with what has to be true where
it is said. The groups of a pattern are what the sentence names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from games.analysis.reasons import Claim
from games.analysis.wording import called
from games.engines import solution_of
from games.rules import Board, ClassicBoard
from games.rules.shape import parse_cell
from progress.campaign.hint_words import NUMBERS
from progress.campaign.hints import HintedMove
from progress.campaign.stages import Stage
from tests.analysis import opinions
from tests.analysis.opinions.shared import wins
from tests.progress import oracle

CELL = re.compile(r"\b[a-d][1-4]\b")


@dataclass(frozen=True)
class Said:
    """A hint, and the stage it is given in."""

    found: HintedMove
    stage: Stage

    @property
    def board(self) -> Board:
        return self.found.board

    @property
    def after(self) -> Board:
        return self.found.after

    @property
    def classic(self) -> bool:
        return isinstance(self.board, ClassicBoard)

    @property
    def own_after(self) -> frozenset[int]:
        return wins(self.after, self.found.seat)

    @property
    def rival_before(self) -> frozenset[int]:
        return wins(self.board, self.found.rival)

    @property
    def rival_after(self) -> frozenset[int]:
        return wins(self.after, self.found.rival)

    @property
    def gaps(self) -> frozenset[int]:
        """The cells on which one of the rivals would complete a line."""
        return frozenset().union(*(wins(self.board, seat) for seat in self.board.RIVALS))

    def cells(self, text: str) -> set[int]:
        return {parse_cell(name, self.board.SHAPE) for name in CELL.findall(text)}

    def chance(self, board: Board) -> float:
        """The probability that the player wins by best play."""
        if isinstance(board, ClassicBoard):
            return oracle.chance(board, self.stage)
        if board.outcome is not None:
            return float(board.outcome.winner == self.stage.player)
        return solution_of(board).win_chance(board, self.stage.player) or 0.0

    def nobody_forces(self) -> bool:
        board = self.board
        if isinstance(board, ClassicBoard):
            return oracle.value(board) == 0
        players = {*board.RIVALS, self.stage.player}  # chance plays for nobody
        return all(solution_of(board).forced_win(board, seat) is None for seat in players)


Holds = Callable[[Said, re.Match[str]], bool]


def lost(it: Said) -> bool:
    return isinstance(it.board, ClassicBoard) and oracle.value(it.board) == -1


def some_reply_spoils(it: Said) -> bool:
    """The rival wins after the move, but not with every reply."""
    after = it.after
    assert isinstance(after, ClassicBoard)
    replies = [-oracle.value(after.make_move(cell)) for cell in after.available_moves()]
    return max(replies) == 1 and min(replies) < 1


def every_reply_wins(it: Said) -> bool:
    after = it.after
    assert isinstance(after, ClassicBoard)
    return all(oracle.value(after.make_move(cell)) == -1 for cell in after.available_moves())


def lines_named(it: Said, text: str, seat: str, board: Board) -> bool:
    """Whether ``text`` names just the lines through the move on which all else is ``seat``'s."""
    cell = it.found.cell
    named = {
        called(board, line)
        for line in board.LINES
        if cell in line and all(board.marks[one] == seat for one in line if one != cell)
    }
    return set(text.split(" and the ")) == named


def patterns_through(it: Said, text: str) -> bool:
    """Whether ``text`` names just the patterns that the move lies on."""
    named = {called(it.board, line) for line in it.board.LINES if it.found.cell in line}
    if text == "on no pattern":
        return not named
    return set(text.removeprefix("on the ").split(" and the ")) == named


def forced_more(it: Said, count: str) -> bool:
    number = NUMBERS.index(count) if count in NUMBERS else int(count)
    after = it.after
    if isinstance(after, ClassicBoard):
        return oracle.forced_in(after, it.found.seat) == number
    plies = solution_of(after).forced_win(after, it.found.seat)
    own = [0]  # the player's moves among those that are left
    here = after
    while plies is not None and len(own) <= plies:
        own.append(own[-1] + (here.to_move == it.found.seat))
        here = here.make_move(here.available_moves()[0]) if not here.is_game_over() else here
    return plies is not None and own[min(plies, len(own) - 1)] == number


def best_chance(it: Said) -> bool:
    """No move that does not lose by force has a better one."""
    board = it.board
    rest = [board.make_move(cell) for cell in board.available_moves()]
    if isinstance(board, ClassicBoard):
        rest = [after for after in rest if -oracle.value(after) == oracle.value(board)]
    return abs(it.chance(it.after) - max(map(it.chance, rest))) < 1e-9


def reason_holds(it: Said, text: str) -> bool:
    """The reason is said as in reviews, and the second opinion on it agrees."""
    reason, board = it.found.reason, it.board
    if reason is None or reason.text != text or reason.claim == Claim.MISSES:
        return False
    found = opinions.CHECKERS[bool(board.CHANCE_SEAT)][reason.name](board, it.found.cell)
    return found is not None and opinions.names(text, board, found)


def must_answer(it: Said) -> bool:
    """The rival has no win of its own, and any other reply than on the one cell loses at once."""
    return len(it.own_after) == 1 and not it.rival_after and it.classic


KINDS = {4: "the centre", **dict.fromkeys((0, 2, 6, 8), "a corner")}

ANY = r"(?:X|O|Tres|Uno|Dos)"

SENTENCES: dict[str, Holds] = {
    # --- what to look for ---
    r"You can win at once": lambda it, _: bool(wins(it.board, it.found.seat)),
    r"Which (?:line|pattern) lacks only one of your (?:marks|pieces)": lambda it, _: bool(
        wins(it.board, it.found.seat)
    ),
    rf"({ANY}) can win next, so block": lambda it, m: (
        m[1] == it.found.rival and it.found.cell in it.rival_before
    ),
    r"Your block can do more than that": lambda it, _: len(it.own_after) > 1,
    r"Your block also threatens": lambda it, _: len(it.own_after) == 1,
    rf"({ANY}) can win with the next move": lambda it, m: (
        m[1] == it.found.rival and it.found.cell in it.rival_before
    ),
    r"What comes first": lambda it, _: it.found.cell in it.rival_before,
    rf"With best play ({ANY}) wins from here": lambda it, m: m[1] == it.found.rival and lost(it),
    r"Make a threat, and hope for a mistake": lambda it, _: lost(it) and some_reply_spoils(it),
    r"Look for a move that makes two threats at once": lambda it, _: len(it.own_after) > 1,
    r"Look for a threat that must be answered, and for what it prepares": lambda it, _: (
        must_answer(it) and it.found.win_in is not None
    ),
    r"Nobody can force a win (?:yet|here)": lambda it, _: it.nobody_forces(),
    r"A threat still asks for an answer": lambda it, _: len(it.own_after) == 1,
    r"Which moves keep the draw": lambda it, _: it.chance(it.after) == 0,
    r"Which cell gives you the best chance": lambda it, _: best_chance(it),
    r"A full board is your win": lambda it, _: it.found.seat == "Dos",
    r"Which pattern lacks only one cell": lambda it, _: bool(it.gaps),
    r"A full board is your win, and no pattern lacks just one cell": lambda it, _: (
        it.found.seat == "Dos" and not it.gaps
    ),
    r"Plan ahead": lambda it, _: not it.gaps,
    # --- where to look ---
    r"Take a piece of (Tres|Uno)’s (on .*)": lambda it, m: (
        m[1] == it.board.marks[it.found.cell] and patterns_through(it, m[2])
    ),
    rf"Look at the (.*), where ({ANY}) lacks one cell": lambda it, m: (
        m[2] == it.found.rival and lines_named(it, m[1], it.found.rival, it.board)
    ),
    r"Look at the ([^,]*)": lambda it, m: lines_named(it, m[1], it.found.seat, it.after),
    r"The cell lies (on .*)": lambda it, m: patterns_through(it, m[1]),
    r"It is (a corner|the centre|the middle of a side)": lambda it, m: (
        m[1] == KINDS.get(it.found.cell, "the middle of a side")
    ),
    # --- the move ---
    r"([a-d][1-4])": lambda it, m: it.cells(m[1]) == {it.found.cell},
    r"You have no chance to win against the best defence": lambda it, _: it.chance(it.board) == 0,
    rf"How do you stop ({ANY})": lambda it, m: m[1] == it.found.rival,
    r"Look for a threat, and for what it prepares": lambda it, _: len(it.own_after) == 1,
    r"No other cell gives you a better chance": lambda it, _: best_chance(it),
    r"It (.*)": lambda it, m: reason_holds(it, m[1]),
    # --- what best play makes of it ---
    r"Then the board fills up, and you win": lambda it, _: forced_more(it, "no"),
    r"From there you win in (\w+) more, whatever comes": lambda it, m: forced_more(it, m[1]),
    r"From there best play wins at least (\d+) times in a hundred": lambda it, m: (
        int(m[1]) == int(100 * it.chance(it.after) + 1e-9)
    ),
}


RARE = {r"Look for a threat, and for what it prepares"}
"""Sentences for boards with chance that few games come to."""


def sentences(text: str) -> list[str]:
    """The sentences of a step of a hint, without their ends."""
    return [one for one in re.split(r"[.?!](?:\s+|$)", text) if one]


def untrue(it: Said, text: str) -> list[str]:
    """The sentences of ``text`` that no pattern knows, or that do not hold."""
    return [one for one in sentences(text) if not any(_holds(it, one, p) for p in SENTENCES)]


def patterns_of(text: str) -> set[str]:
    """The patterns that the sentences of ``text`` have."""
    return {p for one in sentences(text) for p in SENTENCES if re.fullmatch(p, one)}


def _holds(it: Said, sentence: str, pattern: str) -> bool:
    match = re.fullmatch(pattern, sentence)
    return match is not None and SENTENCES[pattern](it, match)
