"""What was asked in a task: the position, and what is wrong with an answer to it."""

from __future__ import annotations

from typing import NamedTuple

from games.analysis.learn.lessons import BY_SLUG
from games.analysis.learn.questions import Question
from games.analysis.puzzles import collection, feedback
from games.rules import Board, RulesError
from games.rules.shape import parse_cell
from progress.models import ClassTask

Kind = ClassTask.Kind


class AskedOnce(NamedTuple):
    """A question of a task. ``learned`` is that of a lesson or a sheet, None at a puzzle."""

    ask: str
    board: Board
    hint: str
    learned: Question | None = None


def question_of(task: ClassTask, seed: str, ref: str) -> AskedOnce | None:
    """What a try answered, by its reference; None of a game."""
    if task.kind == Kind.PUZZLES:
        try:
            puzzle = collection.find(ref)
        except collection.NoSuchPuzzle:
            return None
        return AskedOnce(puzzle.question, puzzle.board, puzzle.theme.about)
    lesson = BY_SLUG.get(task.what)
    if lesson is None or task.kind not in (Kind.LESSON, Kind.SHEET):
        return None
    sheet = [lesson.content.question] if task.kind == Kind.LESSON else lesson.sheet(seed)
    number = 1 if task.kind == Kind.LESSON else int(ref) if ref.isdigit() else 0
    if not 0 < number <= len(sheet):
        return None
    asked = sheet[number - 1]
    return AskedOnce(asked.ask, asked.board, asked.hints[0] if asked.hints else "", asked)


def why(question: AskedOnce, answer: str) -> str:
    """What is wrong with an answer, in a sentence; empty where nothing can be said."""
    if question.learned is not None:
        options = (one for group in question.learned.groups for one in group.options)
        return next((one.why for one in options if one.label == answer and not one.right), "")
    cell = cell_of(question, answer)
    if cell is None:
        return ""
    return f"{answer} {feedback.fault(question.board, cell)}."


def cell_of(question: AskedOnce, answer: str) -> int | None:
    """The cell of the position that an answer names, if it is one that can be played."""
    try:
        cell = parse_cell(answer, question.board.SHAPE)
        question.board.make_move(cell)
    except RulesError:
        return None
    return cell
