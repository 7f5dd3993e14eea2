"""What people do in the campaign: start a stage; and what a finished game earns them."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction

from games.match import CAMPAIGN, FINISHED, PERSON, Match, Seat
from games.services import GameSetup, open_game
from games.storage.rows import time_of
from progress.campaign import catalog, hints, scoring, selectors, totals
from progress.campaign.catalog import Stage
from progress.models import Attempt, StageHints
from progress.puzzles import lessons, rush
from progress.puzzles.puzzle_attempts import merge_tries


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


def start_stage(*, user_id: int, level: int, number: int, assigned: bool = False) -> str:
    """Open a stage for a person and return the id of its game.

    A stage that is being played goes on where it stands; one that a teacher has ``assigned`` is
    open, and stays open. Raises NoSuchStage or StageLocked.
    """
    stage = catalog.find(level, number)
    if stage is None:
        raise NoSuchStage(level, number)
    with transaction.atomic():
        # One start at a time per person: two tabs share one game instead of opening two.
        user = get_user_model().objects.select_for_update().get(pk=user_id)
        standing = selectors.standing(user_id)
        if not (assigned or selectors.may_play(user_id, stage, standing)):
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
            **stage.others,
        },
        opening=stage.opening,
        event=stage.title,
    )
    match = open_game(setup)
    Attempt.objects.create(game_id=match.id, user_id=user_id, level=stage.level, stage=stage.number)
    return match.id


def take_hint(*, user_id: int, stage: Stage, position: str, step: int) -> None:
    """Give a person the next step of the hint for ``position``, and count it.

    ``step`` is the one they ask for: asked for twice, as by two clicks, it is given once.
    """
    with transaction.atomic():
        rows = StageHints.objects.select_for_update()
        row, _ = rows.get_or_create(user_id=user_id, level=stage.level, stage=stage.number)
        if row.position != position:
            row.position, row.step = position, 0
        if step == row.step + 1 and step in hints.STEPS:
            row.step, row.taken = step, row.taken + 1
        row.save()


def merge_hints(*, guest_id: int, member_id: int) -> None:
    """Give a member the hints of the guest they were: what both took at a stage is added up."""
    there = {(row.level, row.stage): row for row in StageHints.objects.filter(user_id=member_id)}
    for row in StageHints.objects.filter(user_id=guest_id):
        kept = there.get((row.level, row.stage))
        if kept is None:
            StageHints.objects.filter(pk=row.pk).update(user_id=member_id)
        else:
            StageHints.objects.filter(pk=kept.pk).update(taken=kept.taken + row.taken)
            row.delete()


def merge_progress(*, guest_id: int, member_id: int) -> None:
    """Give a member the attempts and puzzles of the guest they were: of both, the best counts.

    To be called inside a transaction.
    """
    if Attempt.objects.filter(user_id=guest_id).update(user_id=member_id):
        totals.renew((guest_id, member_id))
    merge_hints(guest_id=guest_id, member_id=member_id)
    merge_tries(guest_id=guest_id, member_id=member_id)
    rush.merge(guest_id=guest_id, member_id=member_id)
    lessons.merge(guest_id=guest_id, member_id=member_id)


def rate(match: Match, stage: Stage) -> int:
    """The stars that a match which is over earns its player, as an attempt at ``stage``.

    The player's seat is the match's own: the stage may have had another board when it began.
    """
    outcome = match.outcome
    if outcome is None or match.status != FINISHED:
        return 0
    player = next(seat.name for seat in match.seats if seat.kind == PERSON)
    result = {None: "drawn", player: "won"}.get(outcome.winner, "lost")
    made = catalog.moves_made(match.board, player, match.opening)
    return scoring.stars_earned(*stage.key, result=result, moves=made)


def keep_result(match: Match) -> None:
    """Write what a finished match earned, if it was an attempt.

    To be called inside the transaction that ends the game. Of two games of one person that end at
    once the second waits for the first to have counted its stars.
    """
    attempt = Attempt.objects.filter(game_id=match.id).first()
    if attempt is not None:
        attempt.stars = rate(match, catalog.at(attempt.level, attempt.stage))
        attempt.save(update_fields=["stars"])
        totals.add(attempt, None if match.ended is None else time_of(match.ended))


def rate_again(match: Match) -> None:
    """Write what a match earned that ended while it was no attempt, or lost its result.

    A match that is being played, or that counts for nothing, has earned nothing yet.
    """
    attempt = Attempt.objects.filter(game_id=match.id).first()
    if attempt is not None:
        stage = catalog.at(attempt.level, attempt.stage)
        attempt.stars = rate(match, stage) if match.status == FINISHED else None
        attempt.save(update_fields=["stars"])
        totals.renew([attempt.user_id])
