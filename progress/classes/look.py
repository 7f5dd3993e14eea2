"""Look here: a position, a search or a game that the teacher shows on all screens, and questions.

What is shown is one small object in the row of the class, so every screen draws the same. Answers
have no names, for the teacher neither: they are counted, and go with their question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import presenters
from games.analysis import variations
from games.analysis.player.methods import methods_for
from games.analysis.player.show import Frame
from games.analysis.position import board as drawing
from games.analysis.puzzles.feedback import asking
from games.analysis.variations import Variation
from games.engines import solution_of
from games.match import Match
from games.presenters.contexts import Cell
from games.rules import VARIANTS, Board, RulesError
from games.rules.shape import parse_cell
from progress.classes import ClassRefused
from progress.classes.make import note_change
from progress.models import ClassMember, Classroom, LookAnswer

POSITION, SEARCH, GAME = "position", "search", "game"
MODES = {POSITION: "A position", SEARCH: "A search", GAME: "A game"}
MOVE, WHO = "move", "who"
QUESTIONS = {MOVE: "Which cell?", WHO: "Who wins?"}
DRAW = "draw"
FOLLOWING = timedelta(hours=12)
LONGEST_LINE = 300


@dataclass(frozen=True, slots=True)
class Showing:
    """What all screens show: the moves from a position ``start``, at move or step ``at``.

    ``question`` is what is asked of all, and ``shown`` whether its answers are.
    """

    start: str
    moves: tuple[int, ...] = ()
    mode: str = POSITION
    at: int = 0
    question: str = ""
    shown: bool = False

    @property
    def line(self) -> Variation:
        """The position on the screens, and the moves that led there."""
        found = Variation((variations.read(self.start),), (), 0)
        if self.mode == SEARCH:
            return found.after(*_step(self.start, self.at).path)
        return found.after(*self.moves).at_ply(self.at)

    @property
    def board(self) -> Board:
        return self.line.board

    @property
    def frame(self) -> Frame | None:
        """The step of the search, where one is shown."""
        return _step(self.start, self.at).frame if self.mode == SEARCH else None

    @property
    def last(self) -> int:
        """The last move, or step, there is."""
        return _step(self.start, 1).steps if self.mode == SEARCH else len(self.moves)


class SearchStep(NamedTuple):
    """A step of the search in a position: the moves to where it is, and what it says."""

    path: tuple[int, ...]
    frame: Frame
    steps: int


@lru_cache(512)
def _step(start: str, at: int) -> SearchStep:
    board = variations.read(start)
    shown = methods_for(board)[0].show(board)
    return SearchStep(shown.event(at).path, shown.frame(at, "")[0], shown.steps)


@dataclass(frozen=True, slots=True)
class AnswerBar:
    """One answer, how many gave it, and that as a part of the most, in percent."""

    word: str
    count: int
    percent: int
    right: bool


def showing_of(classroom: Classroom) -> Showing | None:
    """What the class shows now; None while everybody has their own screen."""
    if not classroom.showing:
        return None
    found = Showing(**{**classroom.showing, "moves": tuple(classroom.showing["moves"])})
    return replace(found, at=min(found.at, found.last))  # however it was stored, it can be drawn


def usual() -> Showing:
    """The first position that is offered: the start of the first game."""
    return Showing(next(iter(VARIANTS.values())).start().notation)


def show(classroom: Classroom, showing: Showing | None) -> None:
    """Put something on all screens, or give the screens back. Another question begins anew."""
    with transaction.atomic():
        before = showing_of(Classroom.objects.select_for_update().get(pk=classroom.pk))
        if showing is None or _asked_in(showing) != _asked_in(before):
            LookAnswer.objects.filter(member__classroom=classroom).delete()
        classroom.showing = None if showing is None else asdict(showing)
        classroom.save(update_fields=["showing"])
        note_change(classroom.pk, for_all=True)


def _asked_in(showing: Showing | None) -> tuple[str, str, int] | None:
    """What tells one question from another."""
    return None if showing is None else (showing.question, showing.start, showing.at)


def at_position(text: str) -> Showing:
    """A position to show. Raises ClassRefused."""
    try:
        return Showing(variations.read(text[:200]).notation)
    except RulesError as error:
        raise ClassRefused(f"{error}.") from None


def of_game(match: Match) -> Showing:
    """A game to step through, at its end."""
    start = presenters.start_of(match)
    return Showing(start.notation, match.moves, GAME, len(match.moves))


def game_called(variant: str) -> type[Board]:
    """The board of a game. Raises ClassRefused."""
    if variant not in VARIANTS:
        raise ClassRefused(f"{variant[:20]!r} is no game.")
    return VARIANTS[variant]


def of_line(variant: str, line: str) -> Showing:
    """A game by the names of its moves, at its end. Raises ClassRefused."""
    start = game_called(variant).start()
    try:
        moves = variations.played(start, line[:LONGEST_LINE].split("-")).cells
    except RulesError as error:
        raise ClassRefused(f"{error}.") from None
    return Showing(start.notation, moves, GAME, len(moves))


def changed(showing: Showing, do: str, fields: Mapping[str, str]) -> Showing:
    """What is shown after the teacher did something. Raises ClassRefused."""
    calm = replace(showing, question="", shown=False)
    if do in ("on", "back"):
        least = 1 if showing.mode == SEARCH else 0
        at = max(least, min(showing.last, showing.at + (1 if do == "on" else -1)))
        moves = showing.moves[:at] if showing.mode == POSITION else showing.moves
        return replace(calm, at=at, moves=moves)
    if do == "mode":
        return _in_mode(calm, fields.get("mode", ""))
    if do == "cell":
        return _played(calm, fields.get("cell", ""))
    if do == "clear":
        return Showing(type(showing.board).start().notation)
    if do == "ask":
        return _asked(calm, showing, fields.get("question", ""))
    if do == "answers":
        return replace(showing, shown=not showing.shown)
    raise ClassRefused(f"{do[:20]!r} is nothing that can be shown.")


def _in_mode(showing: Showing, mode: str) -> Showing:
    if mode not in MODES:
        raise ClassRefused(f"{mode[:20]!r} cannot be shown: expected {', '.join(MODES)}.")
    if mode == showing.mode:
        return showing
    board = showing.board
    if mode == GAME:
        line = showing.line
        return Showing(showing.start, line.cells, GAME, line.at)
    if mode == SEARCH and not methods_for(board):
        raise ClassRefused(f"No search of {board.notation!r} can be shown.")
    return Showing(board.notation, mode=mode, at=1 if mode == SEARCH else 0)


def _played(showing: Showing, name: str) -> Showing:
    if showing.mode != POSITION:
        raise ClassRefused("Show a position to play on it.")
    try:
        cell = parse_cell(name, showing.board.SHAPE)
        showing.board.make_move(cell)
    except RulesError as error:
        raise ClassRefused(f"{error}.") from None
    return replace(showing, moves=(*showing.moves[: showing.at], cell), at=showing.at + 1)


def _asked(calm: Showing, before: Showing, question: str) -> Showing:
    if question not in QUESTIONS:
        raise ClassRefused(f"{question[:20]!r} is no question: expected {', '.join(QUESTIONS)}.")
    if calm.board.is_game_over():
        raise ClassRefused("The game is over here: there is nothing to ask.")
    if question not in may_ask(calm.board):
        seat = calm.board.CHANCE_SEAT
        raise ClassRefused(f"{seat} moves at random in this game: nobody can say.")
    return calm if before.question == question else replace(calm, question=question)


def may_ask(board: Board) -> set[str]:
    """The questions that have an answer in a position: chance may decide who wins."""
    if board.is_game_over():
        return set()
    if not board.CHANCE_SEAT:
        return {MOVE, WHO}
    return set() if board.to_move == board.CHANCE_SEAT else {MOVE}


def options(showing: Showing) -> dict[str, str]:
    """What can be answered, by key, in words."""
    board = showing.board
    if showing.question == WHO:
        first, second = board.RIVALS
        return {first: f"{first} wins", DRAW: "a draw", second: f"{second} wins"}
    return {board.cell_name(one): board.cell_name(one) for one in board.available_moves()}


def right_answers(showing: Showing) -> set[str]:
    """The keys that are right; empty where the solution is not known."""
    board = showing.board
    solution = solution_of(board)
    solution.make_ready(board)
    value = solution.value(board)
    if value is None:
        return set()
    if showing.question == MOVE:
        return {board.cell_name(one) for one in solution.keeping_moves(board)}
    first, second = board.RIVALS
    for_first = value if board.to_move == first else -value
    return {DRAW if not value else first if for_first > 0 else second}


def answer(member: ClassMember, showing: Showing | None, key: str) -> None:
    """Count the answer of a member, in place of an earlier one. Raises ClassRefused."""
    if showing is None or not showing.question or showing.shown:
        raise ClassRefused("No question is open now.")
    if key not in options(showing):
        raise ClassRefused(f"{key[:20]!r} is no answer.")
    with transaction.atomic():
        now = showing_of(Classroom.objects.select_for_update().get(pk=member.classroom_id))
        if now is None or now.shown or _asked_in(now) != _asked_in(showing):
            raise ClassRefused("This question is over.")
        LookAnswer.objects.update_or_create(member=member, defaults={"answer": key})
        note_change(member.classroom_id)


def bars(classroom: Classroom, showing: Showing) -> list[AnswerBar]:
    """The answers so far, one bar for each that there is."""
    rows = LookAnswer.objects.filter(member__classroom=classroom)
    counts = Counter(rows.values_list("answer", flat=True))
    most, right = max(counts.values(), default=1), right_answers(showing)
    return [
        AnswerBar(word, counts[key], 100 * counts[key] // most, showing.shown and key in right)
        for key, word in options(showing).items()
    ]


def following(classroom: Classroom) -> QuerySet[ClassMember]:
    """Whose screens follow: members who came in today."""
    return classroom.members.filter(came_at__gte=timezone.now() - FOLLOWING)


def sentence(showing: Showing) -> str:
    """What is said above the board, on every screen."""
    board = showing.board
    if showing.question == WHO:
        return "Who wins, if both play as well as they can?"
    if showing.question == MOVE:
        return f"{board.to_move} to move. Which cell?"
    if (frame := showing.frame) is not None:
        return frame.sentence
    if board.outcome is not None:
        winner = board.outcome.winner
        return f"{winner} has won." if winner else "The board is full: a draw."
    if showing.mode == GAME and showing.at:
        return f"Move {showing.at}: {board.cell_name(showing.moves[showing.at - 1])}."
    return f"{board.to_move} to move."


def rows(showing: Showing, *, legal: bool) -> list[Sequence[Cell]]:
    """The cells of the board; free ones can be pressed if ``legal``."""
    return [
        [asking(cell, tried=False, over=not legal) for cell in row]
        for row in drawing.rows(showing.line)
    ]
