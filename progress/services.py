"""What people do in the campaign: start a stage; and what a finished game earns them."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction

from games.match import CAMPAIGN, ENGINE, FINISHED, PERSON, Match, Seat
from games.services import GameSetup, open_game
from progress import catalog, scoring, selectors
from progress.catalog import Stage
from progress.models import Attempt
from progress.puzzle_attempts import merge_tries


class StageRefused(Exception):
    """A stage that cannot be started. ``code`` is stable, the text is for people."""

    code = "not_allowed"


class NoSuchStage(StageRefused):
    code = "no_such_stage"

    def __init__(self, level: int, number: int) -> None:
        super().__init__(f"There is no stage {number} on level {level}.")


class StageLocked(StageRefused):
    """``stage`` is not open to this person yet; the text says what opens it."""

    code = "locked"

    def __init__(self, stage: Stage, why: str) -> None:
        super().__init__(why)
        self.stage = stage


def start_stage(*, user_id: int, level: int, number: int) -> str:
    """Open a stage for a person and return the id of its game.

    A stage that is being played goes on where it stands. Raises NoSuchStage or StageLocked.
    """
    stage = catalog.find(level, number)
    if stage is None:
        raise NoSuchStage(level, number)
    with transaction.atomic():
        # One start at a time per person: two tabs share one game instead of opening two.
        user = get_user_model().objects.select_for_update().get(pk=user_id)
        standing = selectors.standing(user_id)
        if not standing.is_open(stage):
            raise StageLocked(stage, standing.what_opens(stage))
        running = selectors.running_game(user_id, stage)
        return running or _open(stage, user_id, user.get_username())


def _open(stage: Stage, user_id: int, name: str) -> str:
    setup = GameSetup(
        by=user_id,
        variant=stage.variant,
        kind=CAMPAIGN,
        seats={
            stage.player: Seat(stage.player, PERSON, user_id, name),
            stage.opponent: Seat(stage.opponent, ENGINE, engine=stage.engine),
        },
        opening=stage.opening,
        event=stage.title,
    )
    match = open_game(setup)
    Attempt.objects.create(game_id=match.id, user_id=user_id, level=stage.level, stage=stage.number)
    return match.id


def merge_progress(*, guest_id: int, member_id: int) -> None:
    """Give a member the attempts and puzzles of the guest they were: of both, the best counts.

    To be called inside a transaction.
    """
    Attempt.objects.filter(user_id=guest_id).update(user_id=member_id)
    merge_tries(guest_id=guest_id, member_id=member_id)


def rate(match: Match, stage: Stage) -> int:
    """The stars that a match which is over earns the player of ``stage``."""
    outcome = match.outcome
    if outcome is None or match.status != FINISHED:
        return 0
    result = {None: "drawn", stage.player: "won"}.get(outcome.winner, "lost")
    moves = match.board.marks.count(stage.player)
    return scoring.stars_earned(stage.level, result=result, moves=moves)


def keep_result(match: Match) -> None:
    """Write what a finished match earned, if it was an attempt.

    To be called inside the transaction that ends the game. Every attempt has a row of its own,
    so two games that end at once have nothing to overwrite.
    """
    attempt = Attempt.objects.filter(game_id=match.id).first()
    if attempt is not None:
        attempt.stars = rate(match, catalog.at(attempt.level, attempt.stage))
        attempt.save(update_fields=["stars"])
