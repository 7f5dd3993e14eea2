"""One sentence or two about a game that is over. Whatever they claim is checked on its boards."""

from __future__ import annotations

from collections.abc import Sequence

from games.characters import character
from games.engines import solution_of
from games.engines.played import MoveFacts
from games.engines.sides import has_side
from games.engines.solution import EQUAL
from games.match import ENGINE, FINISHED, LOCAL, NEUTRAL, Match, Reason, rival
from games.presenters.endings.missed import Missed, is_faultless, missed, position_before
from games.presenters.positions import PlayedMove, moves_of, replay
from games.presenters.sentences import ending_sentence, seat_title
from games.rules import Board
from games.rules.shape import small_board_name

TIMES = {1: "once", 2: "twice", 3: "three times"}

ORDINALS = (
    *("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
)

SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
TEENS = (11, 12, 13)


def listed(names: Sequence[str]) -> str:
    """``a1, b2 and c3``."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def ordinal(number: int) -> str:
    """``third`` of 3, ``21st`` of 21."""
    if number < len(ORDINALS):
        return ORDINALS[number]
    return f"{number}{'th' if number % 100 in TEENS else SUFFIXES.get(number % 10, 'th')}"


def tale(match: Match, you: str | None) -> str:
    """What happened, told to the one who sits at ``you``; empty where nothing was played out."""
    if match.status != FINISHED or match.outcome is None or not match.moves:
        return ""
    teller = _Teller(match, None if match.kind == LOCAL else you)
    reason = match.outcome.reason
    if reason == Reason.LINE:
        return teller.line()
    if reason == Reason.FULL:
        return teller.full() if match.outcome.winner else teller.drawn()
    return teller.stopped(reason)


class _Teller:
    """Tells one game to one viewer; ``you`` is None for those who watch or share a screen."""

    def __init__(self, match: Match, you: str | None) -> None:
        self.match, self.you = match, you
        self.board = match.board
        self.moves = moves_of(match)
        assert match.outcome is not None
        self.outcome, self.winner = match.outcome, match.outcome.winner or ""

    # --- names -------------------------------------------------------------------------------

    def who(self, seat: str, *, start: bool = True) -> str:
        """What the sentence calls the holder of ``seat``."""
        if seat == self.you:
            return "You" if start else "you"
        return seat if self.match.kind == LOCAL else called(self.match, seat)

    def own(self, ply: int, seat: str | None) -> int:
        """How many moves ``seat`` had made by ``ply``; those of the opening are nobody's."""
        return sum(move.seat == seat for move in self.moves[self.match.opening : ply])

    def nth(self, gone: Missed) -> str:
        """The move at which something was missed, as its maker counts: ``third move``."""
        return f"{ordinal(self.own(gone.ply, gone.seat))} move"

    def is_known(self) -> bool:
        """Whether the exact solution is at hand: else no mistake found does not mean none made."""
        return solution_of(self.board).at_hand(self.board)

    def plain(self) -> str:
        """Why the game ended, where nothing more can be told."""
        return ending_sentence(self.board, self.outcome)

    def cells(self, cells: tuple[int, ...] | list[int]) -> str:
        return listed([self.board.cell_name(cell) for cell in cells])

    # --- a line ------------------------------------------------------------------------------

    def line(self) -> str:
        winner, loser = self.winner, rival(self.match, self.winner) or ""
        if self.board.CHANCE_SEAT:
            return self.pattern(winner, loser)
        gone = missed(self.match, loser)
        if self.you == loser:
            return self.lost(gone, winner)
        return self.won(winner, loser, gone)

    def won(self, winner: str, loser: str, gone: Missed | None) -> str:
        """A game of two that ``winner`` won, told to anybody but the loser."""
        if self.board.SHAPE.small:  # who is sent where decides more than what was left open
            return self.completed(winner)
        if gone and gone.wins:
            cell = self.board.cell_name(gone.cell)
            return f"{self.who(loser)} could have won at {cell}. {self.completed(winner)}"
        return self.fork(winner, loser) or self.left_open(winner, loser) or self.completed(winner)

    def lost(self, gone: Missed | None, winner: str) -> str:
        if gone is None:
            best = "There was nothing better: from where you began, best play loses."
            return best if self.match.opening and self.is_known() else self.completed(winner)
        played = self.board.cell_name(gone.played)
        return f"{self.should_have(gone)} You played {played}."

    def should_have(self, gone: Missed) -> str:
        better = f"Playing {self.board.cell_name(gone.cell)} would have"
        if gone.wins:
            return f"{better} won at once with your {self.nth(gone)}."
        if gone.blocks:
            theirs = self.who(rival(self.match, gone.seat) or "", start=False)
            return f"{better} closed {_possessive(theirs)} line."
        kept = "won by force" if gone.best > EQUAL else "held the draw"
        return f"{better} {kept} with your {self.nth(gone)}."

    def fork(self, winner: str, loser: str) -> str:
        """Two ways to win at once, of which the loser could close one; empty if there were not."""
        if len(self.moves) < self.match.opening + 3:
            return ""
        made = self.moves[-3]
        played = MoveFacts(position_before(self.match, made.ply), made.cell)
        if made.seat != winner or not played.makes_fork:
            return ""
        whose = "Your" if winner == self.you else _possessive(self.who(winner))
        two = "two threats" if len(played.own_after) == 2 else "three threats"
        return (
            f"{whose} mark at {made.name} made {two} at once."
            f" {self.who(loser)} could close only one."
        )

    def left_open(self, winner: str, loser: str) -> str:
        if len(self.moves) < self.match.opening + 2:
            return ""
        before = position_before(self.match, len(self.moves) - 1)
        last = self.moves[-1]
        if last.cell not in before.winning_cells(winner):
            return ""
        took = f"{self.who(winner, start=False)} took it"
        return f"{self.who(loser)} left {last.name} open, and {took}."

    def completed(self, winner: str) -> str:
        cells, shape = tuple(dict.fromkeys(self.outcome.cells)), self.board.SHAPE
        if shape.small:
            boards = sorted({shape.small_board(cell) for cell in cells})
            names = listed([small_board_name(one, shape) for one in boards])
            return f"{self.who(winner)} won the {names} boards."
        return f"{self.who(winner)} completed {self.cells(cells)}."

    def pattern(self, winner: str, loser: str) -> str:
        """A game with a chance seat, in two lines of a phone: to the loser what would have been
        better, to everybody else the pattern, which the board shows.
        """
        if self.you == loser and (better := self.better()):
            return better
        names = [
            name.lower()
            for name, line in zip(self.board.PATTERN_NAMES, self.board.LINES, strict=False)
            if set(line) <= set(self.outcome.cells)
        ]
        done = f"the {' and the '.join(names)}" if names else self.cells(list(self.outcome.cells))
        made = ordinal(self.own(len(self.moves), winner))
        own = f" with your {made} move" if winner == self.you else ""
        return f"{self.who(winner)} completed {done}{own}."

    def better(self) -> str:
        """What the viewer missed, or that it was nothing; empty if neither is known."""
        gone = missed(self.match, self.you) if self.you else None
        return self.expected(gone) if gone else self.luck()

    def luck(self) -> str:
        """That nothing better was there, and who was lucky; empty if neither is known."""
        if self.you is None or not is_faultless(self.match, self.you):
            return ""
        chance = [seat for seat in self.match.seats if seat.kind == NEUTRAL]
        foe = rival(self.match, self.you) or ""
        if chance:
            return "You made no mistake. Chance decided."
        return f"You made no mistake. {self.who(foe)} was lucky."

    def expected(self, gone: Missed) -> str:
        """What would have been better; the review has the numbers."""
        cell, played = self.board.cell_name(gone.cell), self.board.cell_name(gone.played)
        if gone.wins:
            nth = self.nth(gone)
            return f"{cell} would have won at once with your {nth}. You played {played}."
        return f"With your {self.nth(gone)}, {cell} was better than {played}."

    # --- a full board ------------------------------------------------------------------------

    def full(self) -> str:
        if self.board.SHAPE.small:  # won by most boards, and not for having filled it up
            return self.plain()
        return f"The board filled up first. {self.better()}".strip()

    def drawn(self) -> str:
        gone = {seat: missed(self.match, seat) for seat in self.board.RIVALS}
        own = gone.get(self.you or "")
        if own:
            played = self.board.cell_name(own.played)
            return f"{self.should_have(own)} You played {played}."
        for seat, one in gone.items():
            if one:
                cell = self.board.cell_name(one.cell)
                return f"{self.who(seat)} had a win with {cell} and passed it by."
        even = "Neither side gave anything away."
        held = self.held() or (even if self.is_known() else self.plain())
        return (self.luck() if self.plays_at_random() else "") or held

    def plays_at_random(self) -> bool:
        """Whether the viewer's rival is the character that only guesses."""
        foe = rival(self.match, self.you) if self.you else None
        seat = self.match.seat(foe) if foe else None
        one = character(self.board.VARIANT, seat.engine) if seat and seat.kind == ENGINE else None
        return one is not None and one.strokes == 1

    def held(self) -> str:
        """The threats that the viewer answered; empty if there were none."""
        answered = [move for move in self.moves if self.answers(move)]
        if not answered:
            return ""
        theirs = self.who(rival(self.match, self.you or "") or "")
        times = TIMES.get(len(answered), f"{len(answered)} times")
        where = self.cells([move.cell for move in answered])
        return f"{theirs} threatened {times}. You answered at {where}."

    def answers(self, move: PlayedMove) -> bool:
        before = position_before(self.match, move.ply)
        return (
            move.seat == self.you
            and move.ply > self.match.opening
            and move.cell in MoveFacts(before, move.cell).rival_wins
        )

    # --- off the board -----------------------------------------------------------------------

    def stopped(self, reason: str) -> str:
        """A game that did not end on the board: after how many moves, and how it stood."""
        after = self.after()
        loser = rival(self.match, self.winner)
        if reason == Reason.AGREEMENT:
            told = f"You agreed {after}." if self.you else f"Both sides agreed {after}."
        elif loser is None:
            told = f"The game stopped {after}."
        else:
            did = {Reason.RESIGN: "resigned", Reason.TIME: "ran out of time"}.get(
                Reason(reason), "left"
            )
            told = f"{self.who(loser)} {did} {after}."
        return f"{told} {self.standing()}".strip()

    def after(self) -> str:
        """When it stopped, as the viewer counts; in all moves for those who watch."""
        if self.you is not None:
            own = self.own(len(self.moves), self.you)
            return f"after your {ordinal(own)} move" if own else "before your first move"
        count = len(self.moves) - self.match.opening
        return f"after {count} {'move' if count == 1 else 'moves'}"

    def standing(self) -> str:
        """What the position was worth with best play; empty if that is not known."""
        board = replay(self.match, len(self.moves))
        solution = solution_of(board)
        if board.outcome is not None or not solution.at_hand(board):
            return ""
        value = (solution.value(board) or 0.0) / solution.win
        mover = board.to_move if has_side(board) else board.RIVALS[0]
        if abs(value) < 0.005:
            return "With best play it was a draw." if not board.CHANCE_SEAT else "It stood even."
        ahead = mover if value > 0 else _other(board, mover)
        verb = "were" if ahead == self.you else "was"
        how = "winning" if abs(value) > 1 - EQUAL else "ahead"
        return f"{self.who(ahead)} {verb} {how}."


def _other(board: Board, seat: str) -> str:
    first, second = board.RIVALS
    return second if seat == first else first


def called(match: Match, name: str) -> str:
    """What people call the holder of a seat: a character by its name."""
    seat = match.seat(name)
    if seat.kind in (ENGINE, NEUTRAL) and (one := character(match.board.VARIANT, seat.engine)):
        return one.name
    return seat_title(seat, match.board.VARIANT)


def _possessive(name: str) -> str:
    if name.lower() == "you":
        return "your"
    return f"{name}’" if name.endswith("s") else f"{name}’s"
