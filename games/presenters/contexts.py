"""What templates can use: a class for each thing that a page of games draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.characters import Character
from games.match import Verb
from games.presenters.phrases import Phrases
from games.presenters.positions import PlayedMove
from games.rules import Board


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board on any page, with its ``label`` for screen readers.

    ``mark`` is the seat whose mark stands here, empty for none. Of the last move, ``taken`` is
    whose mark it removed here and ``taker`` who removed it. ``legal`` is whether the viewer can
    play here, ``won`` whether the cell is part of the winning pattern. ``url`` is where a click
    leads, on pages whose boards are links, and ``ghost`` the mark that it would put here. ``away``
    is whether its small board is not one to play in, ``spent`` whether that is closed.
    ``tried`` marks a wrong answer. ``number`` stands on the cell.

    ``move`` is what the analysis knows of a move here; ``why`` and ``chosen`` say where an engine's
    ``number`` comes from and whether it may move here. ``option`` is the answer that a question
    offers here.
    """

    index: int
    name: str
    mark: str
    label: str = ""
    taken: str = ""
    taker: str = ""
    legal: bool = False
    last: bool = False
    won: bool = False
    away: bool = False
    spent: bool = False
    url: str = ""
    ghost: str = ""
    tried: bool = False
    number: str = ""
    move: Any = None
    why: str = ""
    chosen: bool = False
    option: Any = None


@dataclass(frozen=True, slots=True)
class SeatStrip:
    """One seat beside the board, and who holds it.

    ``face`` names a character's drawing, empty for people. ``place`` is where the strip stands,
    ``mine`` or ``foes``; ``mood`` is how the face takes the end of the game.
    ``you`` is whether the viewer holds the seat. ``profile`` is the address of a member's page,
    empty for everybody else. ``other`` is the name of a person other than the
    viewer who can still be reached, empty for everybody else. ``says`` is what a character says
    as the page is drawn.
    """

    name: str
    title: str
    kind: str
    face: str
    mood: str
    engine: str
    rating: int | None
    you: bool
    place: str
    to_act: bool
    won: bool
    profile: str
    other: str
    says: str


@dataclass(frozen=True, slots=True)
class ListedMove:
    """A line in the list of moves; ``opening`` is whether it was made before play began."""

    opening: bool
    made: PlayedMove


@dataclass(frozen=True, slots=True)
class FormalRow:
    """A set or variable of a position by its definition, as text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class GamePage:
    """``page`` in the templates of a game: its board at ``ply`` and what stands around it.

    ``action`` is what the board waits for, ``place`` or ``remove``; ``removing`` whether a mark is
    to be removed right now. ``onward`` is the next opponent for somebody who has just won.
    ``yields`` is whether resigning leaves the viewer's seat to chance, ``leaves`` whether
    cancelling the game only frees a seat. ``actions`` are the verbs that the viewer can use
    besides moving. ``versus`` is where all games of the viewer and the other person are, once this
    one is over. ``third`` names the person on a seat without a rival. The texts ``absence``,
    ``handed_over``, ``invite_url`` and ``versus`` are empty where they do not apply.
    ``adds_number`` is whether the viewer can add a number to what is drawn.
    """

    title: str
    players: str
    variant: str
    headline: str
    detail: str
    notices: list[str]
    board: Board
    action: str
    removing: bool
    rows: list[Sequence[Cell]]
    seats: list[SeatStrip]
    moves: list[ListedMove]
    formal: list[FormalRow]
    phrases: Phrases
    actions: list[Verb]
    yields: bool
    leaves: bool
    absence: str
    third: str
    handed_over: str
    adds_number: bool
    free_seats: list[str]
    invite_url: str
    versus: str
    onward: Character | None
    ply: int
    last_ply: int

    stepping: bool
    """Whether the page steps through the moves of a finished game."""

    script: Mapping[str, Mapping[str, str]]
    """What each character says in this game, by its seat and the situation."""
    faultless: bool
    """Whether the viewer made moves and none of them gave anything away."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who holds a ``seat`` of a listed game; ``face`` names a character's drawing."""

    seat: str
    title: str
    kind: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list: its players, its result for the viewer, its last position.

    ``terms`` is the clock in words, and whether the game is rated; ``free`` are the seats that
    can be taken; ``cells`` are those of the winning pattern; ``mine`` is whether the viewer plays.
    """

    id: str
    url: str
    variant: str
    title: str
    event: str
    terms: str
    kind: str
    status: str
    players: list[Player]
    free: list[str]
    result: str
    winner: str
    when: datetime
    notation: str
    cells: tuple[int, ...]
    mine: bool
    rated: bool


@dataclass(frozen=True, slots=True)
class PairingRow:
    """The buttons of quick pairing for one game: (the value it sends, the clock in words)."""

    title: str
    buttons: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One of the games there are, with a position for its picture."""

    slug: str
    title: str
    summary: str
    notation: str


@dataclass(frozen=True, slots=True)
class RatingLine:
    """What a rated pair did to one player's rating; ``points`` are those of the two games."""

    name: str
    url: str
    points: str
    before: int
    after: int
    change: str
