"""A program's grade: how its moves compare with the solution, and whether it can lose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Costly:
    """A move that is not best: ``cost`` is what it takes from the expected result."""

    position: str
    move: int
    best: int
    cost: float


@dataclass(frozen=True, slots=True)
class PlyCount:
    """Of the positions after ``ply`` moves: how many were ``asked``, how many answers are right."""

    ply: int
    asked: int
    right: int


@dataclass(frozen=True, slots=True)
class Refutation:
    """A game that the program loses in ``seat``: all its moves from the empty board, as cells."""

    seat: str
    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A call whose answer is not what it should be, in a position.

    ``function`` names what is wrong; the first case of each is kept. ``harmless`` says that no game
    goes otherwise for it.
    """

    function: str
    position: str
    call: str
    came: str
    expected: str = ""
    advice: str = ""
    harmless: bool = False

    @property
    def sentence(self) -> str:
        """The case in a line, for those who see no board."""
        expected = f", expected {self.expected}" if self.expected else ""
        advice = f" {self.advice}" if self.advice else ""
        return f"In {self.position}, {self.call} gives {self.came}{expected}.{advice}"


@dataclass(frozen=True, slots=True)
class GamesAgainst:
    """The games of a program against the engine ``engine``, whose strength is ``rating``."""

    engine: str
    rating: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Grade:
    """What a program does in the positions it was ``asked`` about.

    ``right``        positions in which its move keeps their value.
    ``wins_missed``  won positions from which its move does not win any more.
    ``draws_lost``   drawn positions that its move loses.
    ``illegal``, ``crashes``  positions without a legal move as answer, or with an exception.
    ``lines``        complete games that were followed, from both seats.
    ``never_loses``  whether that is proven: none of them is lost or ends with an illegal move or a
                     crash, and ``doubts`` is empty.
    ``doubts``       sentences that say why the games that were followed are no proof.
    ``cases``        calls that were answered wrongly, each in a position.
    ``expected``     in a game of chance: by seat, the expected result against perfect play.
    ``costliest``    in a game of chance: the moves that cost most, dearest first. There a win is
                     missed by any move that costs something where its side stands better than
                     even, and ``draws_lost`` counts the other costly ones.
    ``notes``        sentences for its author.
    ``by_ply``       its right answers, ply by ply.
    ``by_cell``      for each cell, how many of its mistakes are moves there.
    ``mistakes``     its first mistakes, each with the right move.
    ``by_chance``    whether it asks for chance, so that it may play otherwise the next time.
    ``remembers``    whether it plays the same when its functions remember their answers.
    ``rating``       in a game that nobody has solved: its strength by ``games``, plus or minus
                     ``margin``. Nothing is proven there: no answer counts as right or wrong.
    ``python``       the version of Python that ran it.
    ``table``        if it is proven, its move in every position (``games.arena.grading.table``).
    """

    interface: str
    asked: int
    right: int
    wins_missed: int
    draws_lost: int
    illegal: int
    crashes: int
    never_loses: bool
    lines: int
    refutation: Refutation | None
    seconds: float = 0.0
    expected: Mapping[str, float] | None = None
    costliest: tuple[Costly, ...] = ()
    notes: tuple[str, ...] = ()
    by_ply: tuple[PlyCount, ...] = ()
    by_cell: tuple[int, ...] = ()
    mistakes: tuple[Costly, ...] = ()
    remembers: bool = True
    by_chance: bool = False
    doubts: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    python: str = ""
    table: str = ""
    rating: int | None = None
    margin: int | None = None
    games: tuple[GamesAgainst, ...] = ()

    @property
    def met_limit(self) -> bool:
        """Whether a limit ended the grading before all was asked."""
        return any(one.function == "limit" for one in self.cases)
