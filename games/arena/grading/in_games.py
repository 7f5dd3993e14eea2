"""A program in a game that nobody has solved: games against engines of known strength, a rating."""

from __future__ import annotations

import platform
from collections import Counter
from random import Random

from games.arena.grading.answers import MOST_CASES, case, cell_of, failure
from games.arena.grading.asking import LoadedProgram
from games.arena.grading.play import SECONDS
from games.arena.grading.program import CannotGrade, Program
from games.arena.grading.result import Case, GamesAgainst, Grade, Refutation
from games.arena.grading.sandbox import Sandbox
from games.arena.grading.survey import CLOCK
from games.engines import engine, known_strengths
from games.engines.solution import Progress
from games.match import glicko
from games.rules import Board

GAMES = 40
"""How many games a program plays, in turn against each opponent and as each side."""

BUDGET = 240.0
"""Seconds of processor time for all its moves: less than the site gives a grading."""

SURE = 25.0
"""The deviation of the opponents' ratings."""

UNSOLVED = "Nobody has solved this game, so nothing is proven: it was rated by {} games."
FAILED = "A move that is not legal, and a crash, lose the game: that happened in {} of them."


def grade_in_games(program: Program, start: Board, progress: Progress) -> Grade:
    """The grade in an unsolved game. Raises SandboxError, and CannotGrade without opponents."""
    strengths = known_strengths(start.VARIANT)
    if not strengths:
        raise CannotGrade(f"{start.VARIANT} has no engines of known strength to rate a file by.")
    played = RatedGames(program, start)
    with Sandbox(SECONDS, numpy=program.numpy) as sandbox:
        played.asked = LoadedProgram(sandbox, program, budget=BUDGET)
        for number in range(GAMES):
            name = list(strengths)[number % len(strengths)]
            seat = start.RIVALS[number // len(strengths) % 2]
            played.play(name, strengths[name], seat, Random(number))
            progress(number + 1, GAMES)
    return played.grade()


class RatedGames:
    """The games of a program, one after the other, and its rating by now."""

    asked: LoadedProgram

    def __init__(self, program: Program, start: Board) -> None:
        self._program, self._start = program, start
        self._rating = glicko.GlickoRating()
        self._scores: dict[str, Counter[float]] = {}
        self._ratings: dict[str, int] = {}
        self._failures = Counter[str]()
        self._cases: list[Case] = []
        self._lost: Refutation | None = None
        self._moves = 0
        self._drawn = self._clock = False

    def play(self, name: str, rating: int, seat: str, rng: Random) -> None:
        """Play a game as ``seat`` against the engine ``name``, and rate it."""
        board, moves, opponent = self._start, list[int](), engine(self._start.VARIANT, name)
        while board.outcome is None:
            if board.to_move == seat:
                if (cell := self._move(board)) is None:
                    break
            else:
                cell = opponent.choose(board, rng).move
            moves.append(cell)
            board = board.make_move(cell)
        outcome = board.outcome
        score = (
            0.0 if outcome is None else 0.5 if outcome.winner is None else outcome.winner == seat
        )
        self._scores.setdefault(name, Counter())[float(score)] += 1
        self._ratings[name] = rating
        known = glicko.GlickoRating(rating, SURE)
        self._rating = glicko.rate(self._rating, [(known, float(score))])
        shorter = self._lost is None or len(moves) < len(self._lost.moves)
        if outcome is not None and not score and shorter:
            self._lost = Refutation(seat, tuple(moves))

    def _move(self, board: Board) -> int | None:
        [(_, reply)] = self.asked.replies([(board.notation, None)])
        self._moves += 1
        self._drawn, self._clock = self._drawn or reply.by_chance, self._clock or reply.clock
        cell = cell_of(board, reply.answer)
        if cell is None:
            self._failures[failure(reply.answer)] += 1
            self._cases.append(case(board, self._program, reply))
        return cell

    def grade(self) -> Grade:
        """What all games came to."""
        failed = self._failures.total()
        return Grade(
            interface=self._program.interface,
            asked=self._moves,
            right=0,
            wins_missed=0,
            draws_lost=0,
            illegal=self._failures["illegal"],
            crashes=self._failures["crashes"],
            never_loses=False,
            lines=sum(each.total() for each in self._scores.values()),
            refutation=self._lost,
            remembers=False,
            by_chance=self._drawn,
            doubts=(UNSOLVED.format(GAMES), *([CLOCK] if self._clock else [])),
            notes=(FAILED.format(failed),) if failed else (),
            cases=tuple(self._cases[:MOST_CASES]),
            python=f"{platform.python_implementation()} {platform.python_version()}",
            rating=round(self._rating.rating),
            margin=round(2 * self._rating.deviation),
            games=tuple(
                GamesAgainst(name, self._ratings[name], each[1.0], each[0.5], each[0.0])
                for name, each in self._scores.items()
            ),
        )
