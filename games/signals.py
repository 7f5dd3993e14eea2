"""Signals about games. ``games`` does not know who receives them.

``game_finished`` is sent inside the transaction that ends a game, with ``game`` (the row)
and ``match``; what a receiver writes stands or falls with the ending.
``game_annulled`` is sent with ``match``, and the match ``before``, inside the transaction that
takes away a game's result.
``swept`` is sent at the end of each round of ``manage.py sweep``; receivers return how many of
what they have done, by name.
``games_changed`` is sent after the commit, with the ``changes`` that it made; it may be lost.
``challenges_changed`` is sent after the commit, with ``people``, the ids of those whose challenges
have changed; it may be lost, too. So may ``remark_made``, with ``said``.
``lesson_taken`` is sent when somebody has answered in the course: with ``user_id``, the ``lesson``
by its slug, and ``right``, the exercises of a sheet that were right, None for the lesson's own
question. ``lessons_asked`` is sent with ``user_id``; receivers return a dict of ``LessonResult`` by
slug. ``exercises_marked`` is sent with ``user_id``, the ``lesson``, the ``seed`` of its sheet,
``marks`` (whether each was right, by number) and ``today``; to ``repeats_asked`` with ``user_id``,
receivers return a list of ``Repeat``, the exercises that come back.
``answer_given`` is sent with ``user``, somebody who is in a class, the ``kind`` of what was asked
(``lesson``, ``sheet`` or ``puzzle``), ``what`` by its slug or id, the ``seed`` of a sheet,
``answers``, a list of ``AnsweredQuestion``, and ``of``, how many questions there are. To
``answers_withheld``, sent with ``user_id`` (None for visitors), ``lesson`` and ``seed``, receivers
return whether the answers of a sheet are not to be shown to that person yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.dispatch import Signal

if TYPE_CHECKING:
    from games.match import Match


class GameChange(NamedTuple):
    """A committed change to ``match`` from the version ``before``, by the action id ``key``.

    ``before`` is None for a new game, ``key`` for what the server did by itself.
    """

    match: Match
    before: int | None = None
    key: str | None = None

    @property
    def action(self) -> str | None:
        """The id that the sender gave to the action."""
        return None if self.key is None else self.key.partition(":")[2]


class LessonResult(NamedTuple):
    """What a person has done of a lesson.

    ``answered`` is whether its question was, ``best`` the most exercises right on one of the
    ``sheets``.
    """

    answered: bool
    best: int
    sheets: int


class AnsweredQuestion(NamedTuple):
    """An answer in words to the question ``number``, and whether it was right."""

    number: int
    answer: str
    right: bool


game_finished = Signal()
game_annulled = Signal()
games_changed = Signal(use_caching=True)  # every move is in one
swept = Signal()
challenges_changed = Signal()
remark_made = Signal()
lesson_taken = Signal()
lessons_asked = Signal()
exercises_marked = Signal()
repeats_asked = Signal()
answer_given = Signal()
answers_withheld = Signal()
