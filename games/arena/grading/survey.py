"""Ask a program for its move in every position, and find out what its moves depend on.

A move that is drawn among a few values is asked for with each of them. Whatever cannot be followed
to its end is sampled, and said: then the games that follow are no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from random import SystemRandom

from games.arena.grading.answers import MOST_CASES
from games.arena.grading.asking import LoadedProgram, Reply
from games.arena.grading.functions import faults
from games.arena.grading.program import CS50, Program
from games.arena.grading.result import Case
from games.arena.grading.sandbox import Sandbox, SandboxError
from games.engines.solution import Progress

PLAIN_PLIES = 5
"""From so many marks on, programs are asked without a memory of their own answers, too."""

MOST_BRANCHES = 150
"""Ways in which the draws of one move can end that are all followed."""

SAMPLES = 12
"""How often a move is asked for whose draws cannot all be followed."""

SEEDS = (1, 2, 3, 4)
"""Other orders of its sets in which a program is asked, if its moves may depend on them."""

SAMPLED = (
    "Its moves are drawn in more ways than can be followed, so each was asked for {:,} times. "
    "Samples find losing games, but they cannot show that there is none."
)
CLOCK = "It looks at the clock, so a move may be another one on a faster or slower machine."
ORDER = (
    "Line {} reads a set whose order Python does not fix: that of texts, None and objects changes "
    "from run to run. It was asked under {} hash seeds. With a list, a tuple or sorted(…) in its "
    "place there is one order to follow."
)
KEEPS = (
    "It keeps {} from one move to the next, so a move may depend on the moves before it. Only "
    "what the board decides can be proven."
)
KEEPS_DRAWS = "It keeps what it has drawn in {}, so not all draws can be followed."
AT_LOAD = "It draws when the file is loaded, and that was done only a few times."
LIMIT = "It met a limit in {}, so it was not asked everything."
OTHERWISE = "It depends on what it was asked before: in another order it plays otherwise in {}."
WRONG = "Its moves are not the whole game: {} is wrong, as shown below."


@dataclass(slots=True)
class Survey:
    """``replies`` by position, all that were seen; ``first`` is the first of each.

    ``remembers`` says whether its functions may remember their answers.
    """

    program: Program
    replies: dict[str, set[Reply]] = field(default_factory=dict)
    first: dict[str, Reply] = field(default_factory=dict)
    remembers: bool = True
    doubts: list[str] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    loose_line: int = 0
    limit: SandboxError | None = None
    """What ended the survey before all positions were asked about."""

    @property
    def by_chance(self) -> bool:
        return any(one.by_chance for one in self.first.values())

    def add(self, found: Iterable[tuple[str, Reply]]) -> None:
        for position, reply in found:
            self.replies[position].add(reply)

    def confirm(self) -> tuple[str, Reply, Reply] | None:
        """Ask everything again twice, in other processes and orders that nobody can foresee.

        Returns a position in which another answer came, with both. What a program keeps is then
        another thing, and so are addresses and, the second time, hashes.
        """
        for seed in (0, SEEDS[0]):
            positions = list(self.first)
            SystemRandom().shuffle(positions)
            again: dict[str, Reply] = {}
            try:
                with self._sandbox(seed) as sandbox:
                    asked = LoadedProgram(sandbox, self.program)
                    if self.remembers:
                        asked.remember()
                    again.update(asked.replies([(one, ()) for one in positions]))
            except SandboxError as error:
                self._stop(error)
                return None
            other = [one for one in again if again[one].answer != self.first[one].answer]
            if other:
                self.add((one, again[one]) for one in other)
                position = min(other)
                self.doubts.append(OTHERWISE.format(position))
                return position, self.first[position], again[position]
        return None

    def _sandbox(self, seed: int = 0) -> Sandbox:
        return Sandbox(seed=seed, numpy=self.program.numpy)

    # --- the first time -------------------------------------------------------------------

    def ask(self, positions: list[str], count: Callable[[int], None]) -> None:
        """Ask in every position, or up to where a limit is met.

        Raises SandboxError where nothing was answered.
        """
        try:
            self._ask_everywhere(positions, count)
        except SandboxError as error:
            if not (error.position and self.first):
                raise
            for position, reply in self.first.items():
                self.replies.setdefault(position, {reply})
            self._stop(error)

    def _stop(self, error: SandboxError) -> None:
        self.limit = error
        self.doubts.append(LIMIT.format(error.position))

    def _ask_everywhere(self, positions: list[str], count: Callable[[int], None]) -> None:
        """Ask in every position. Raises SandboxError.

        Unpruned minimax enters half a million positions from the empty board. So functions are made
        to remember their answers, which is right for pure ones: positions with many marks are
        asked without that first, and if an answer is another one then, everything is asked
        without it.
        """
        late = late_of(positions)
        with self._sandbox() as sandbox:
            asked = LoadedProgram(sandbox, self.program, count)
            if self.program.interface == CS50:
                self.cases = faults(asked)
            asked.note()
            plain = self._first_replies(asked, late)
            asked.remember()
            remembered = self._first_replies(asked, positions)
            kept = asked.changed()
            self.remembers = all(_alike(remembered[one], plain[one]) for one in late)
            if self.remembers:
                self._follow_draws(asked)
            at_load, self.loose_line = asked.draws_at_load, asked.loose_line()
        if not self.remembers:
            self.first = plain
            with self._sandbox() as sandbox:
                asked = LoadedProgram(sandbox, self.program, count)
                self._first_replies(asked, [one for one in positions if one not in plain])
                self._follow_draws(asked)
        self._doubt(at_load, *kept)
        if self.loose_line:
            self._other_orders(positions)

    def _first_replies(self, asked: LoadedProgram, positions: Sequence[str]) -> dict[str, Reply]:
        """The replies with the first value of every draw; those before a limit are kept, too."""
        found: dict[str, Reply] = {}
        for position, reply in asked.replies([(one, ()) for one in positions]):
            self.first[position] = found[position] = reply
        return found

    def _doubt(self, at_load: bool, caches: list[str], others: list[str]) -> None:
        wrong = list(dict.fromkeys(one.function for one in self.cases if not one.harmless))
        if wrong:
            self.doubts.append(WRONG.format(" and ".join(wrong[:3])))
        if any(one.clock for one in self.first.values()):
            self.doubts.append(CLOCK)
        if at_load:
            self.doubts.append(AT_LOAD)
        if others:
            self.doubts.append(KEEPS.format(", ".join(others[:MOST_CASES])))
        elif caches and self.by_chance:
            self.doubts.append(KEEPS_DRAWS.format(", ".join(caches[:MOST_CASES])))

    def _other_orders(self, positions: Sequence[str]) -> None:
        self.doubts.append(ORDER.format(self.loose_line, 1 + len(SEEDS)))
        for seed in SEEDS:
            with self._sandbox(seed) as sandbox:
                asked = LoadedProgram(sandbox, self.program)
                if self.remembers:
                    asked.remember()
                self.add(asked.replies([(one, ()) for one in positions]))

    def _follow_draws(self, asked: LoadedProgram) -> None:
        """Ask for each move that is drawn with every value that can be drawn, or sample it."""
        self.replies = {position: {reply} for position, reply in self.first.items()}
        ways: dict[str, list[tuple[int, int]]] = {}
        tried: dict[str, int] = {}
        sampled: list[str] = []
        for position, reply in self.first.items():
            if reply.endless or prod(reply.draws) > MOST_BRANCHES:
                sampled.append(position)
            elif reply.draws:
                ways[position] = [(0, among) for among in reply.draws]
        while ways:
            questions = []
            for position, way in list(ways.items()):
                tried[position] = tried.get(position, 0) + 1
                if not _advance(way):
                    del ways[position]
                elif tried[position] > MOST_BRANCHES:
                    del ways[position]
                    sampled.append(position)
                else:
                    questions.append((position, [value for value, _ in way]))
            for (position, script), (_, reply) in zip(
                questions, asked.replies(questions), strict=True
            ):
                self.replies[position].add(reply)
                if reply.endless or len(reply.draws) < len(script):
                    del ways[position]
                    sampled.append(position)
                else:
                    ways[position] += [(0, among) for among in reply.draws[len(script) :]]
        if sampled:
            self.doubts.append(SAMPLED.format(SAMPLES))
            for _ in range(SAMPLES):
                self.add(asked.replies([(one, None) for one in sampled]))


def _advance(way: list[tuple[int, int]]) -> bool:
    """Go on to the next way in which draws can end; False if that was the last."""
    while way:
        value, among = way.pop()
        if value + 1 < among:
            way.append((value + 1, among))
            return True
    return False


def _alike(one: Reply, other: Reply) -> bool:
    """Whether two replies are the same as far as they can be: numbers without end never are."""
    if one.endless or other.endless or one.clock or other.clock:
        return one.endless == other.endless
    return (one.answer, one.draws) == (other.answer, other.draws)


def late_of(positions: Sequence[str]) -> list[str]:
    return [one for one in positions if 9 - one.count(".", 0, 9) >= PLAIN_PLIES]


class AnswerCount:
    """Tells ``progress`` of each answer; that nothing is left is for others to say."""

    def __init__(self, progress: Progress, of_all: int) -> None:
        self._progress, self._of_all, self._done = progress, of_all, 0

    def __call__(self, answers: int) -> None:
        self._done = min(self._of_all - 1, self._done + answers)
        self._progress(self._done, self._of_all)


def survey(program: Program, positions: list[str], progress: Progress) -> Survey:
    """The survey of a program without the confirmation. Raises SandboxError."""
    found = Survey(program)
    found.ask(positions, AnswerCount(progress, len(positions) + len(late_of(positions))))
    return found


def answers_of(replies: Mapping[str, set[Reply]]) -> dict[str, list[Reply]]:
    """By position the replies, one for each answer."""
    return {
        position: list({reply.answer: reply for reply in found}.values())
        for position, found in replies.items()
    }
