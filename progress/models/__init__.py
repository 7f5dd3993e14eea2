"""The tables of the campaign, puzzles, the course and classes, and of what people's games came to.

Imports the models of ``games``, to whose rows they lead.
"""

from progress.models.campaign import Attempt, Climber, ProgressReset, StageHints, Total
from progress.models.classes import (
    ClassArena,
    ClassMember,
    ClassPlayer,
    Classroom,
    ClassTask,
    LookAnswer,
    TaskAttempt,
)
from progress.models.days import Day
from progress.models.lessons import ExerciseToRepeat, LessonTaken
from progress.models.people import Meeting, Record, Tally
from progress.models.puzzles import OpenDay, PuzzleRating, PuzzleTry, Rush, SolverRating
from progress.models.schools import SchoolCourse, SchoolGrade, SchoolPupil, SchoolTeacher

__all__ = [
    "Attempt",
    "ClassArena",
    "ClassMember",
    "ClassPlayer",
    "ClassTask",
    "Classroom",
    "Climber",
    "Day",
    "ExerciseToRepeat",
    "LessonTaken",
    "LookAnswer",
    "Meeting",
    "OpenDay",
    "ProgressReset",
    "PuzzleRating",
    "PuzzleTry",
    "Record",
    "Rush",
    "SchoolCourse",
    "SchoolGrade",
    "SchoolPupil",
    "SchoolTeacher",
    "SolverRating",
    "StageHints",
    "Tally",
    "TaskAttempt",
    "Total",
]
