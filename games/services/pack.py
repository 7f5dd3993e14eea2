"""Pack the moves of games that ended long ago, after replaying each; and unpack them."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games import models
from games.services.verify import verify
from games.storage import packing
from games.storage.outage import is_outage

logger = logging.getLogger(__name__)

ROWS = 4_000
"""Rows of moves that are looked at together: some 200 games."""

AT_A_TIME = 200
"""Packed games that are unpacked together."""

PATIENCE = 3.0
"""Seconds after which a round of the sweep leaves the rest to the next."""

CAN_GO_BACK = timedelta(days=7)
"""How long after the update the sweep packs nothing: the release before cannot read it."""

MIGRATION = ("games", "0015_packed_games")


def pack_games(ended_before: datetime, counts: Counter[str], after: int = 0) -> Iterator[int]:
    """Pack the games that ended before a moment, from the move with id ``after`` on.

    Each batch is a transaction of its own, after which the id of the last move is yielded.
    ``counts`` adds up the games ``packed``, and the ``unsound`` ones, which are left as they are
    and logged.
    """
    while rows := _moves_after(after):
        after = rows[-1][0]
        _pack(dict.fromkeys(game_id for _, game_id in rows), ended_before, counts)
        yield after


def unpack_games(counts: Counter[str]) -> Iterator[None]:
    """Give all packed moves rows again, some games at a time; ``counts`` adds up ``unpacked``."""
    ids = models.PackedGame.objects.order_by("pk").values_list("pk", flat=True)
    while batch := list(ids[:AT_A_TIME]):
        counts["unpacked"] += packing.unpack(batch)
        yield


class Packer:
    """Packs in the sweep: a few seconds a round, going through all rows of moves over and over."""

    def __init__(self) -> None:
        self._after = 0

    def sweep(self) -> dict[str, int]:
        """Pack for a few seconds what ended ``PACK_AFTER_DAYS`` ago; return how many games."""
        counts: Counter[str] = Counter()
        if settings.PACK_AFTER_DAYS and _is_here_to_stay():
            ended_before = timezone.now() - timedelta(days=settings.PACK_AFTER_DAYS)
            begun = time.monotonic()
            for after in pack_games(ended_before, counts, self._after):
                self._after = after
                if time.monotonic() - begun > PATIENCE:
                    break
            else:
                self._after = 0
        return {"packed": counts["packed"]}


def _is_here_to_stay() -> bool:
    """Whether this release has run for long enough that nobody goes back to the one before."""
    applied = MigrationRecorder.Migration.objects.filter(
        **dict(zip(("app", "name"), MIGRATION, strict=True))
    )
    return applied.filter(applied__lt=timezone.now() - CAN_GO_BACK).exists()


def _moves_after(number: int) -> list[tuple[int, str]]:
    rows = models.Move.objects.filter(pk__gt=number).order_by("pk")
    return list(rows.values_list("pk", "game_id")[:ROWS])


def _pack(game_ids: dict[str, None], ended_before: datetime, counts: Counter[str]) -> None:
    over = models.Game.objects.filter(id__in=list(game_ids), finished_at__lt=ended_before)
    games = {game.id: game for game in over.order_by().prefetch_related("seats")}
    moves = packing.moves_of(list(games))
    sound = {one: moves[one] for one, game in games.items() if _is_sound(game, moves[one], counts)}
    if sound:
        counts["packed"] += packing.pack(sound)


def _is_sound(game: models.Game, moves: list[packing.StoredMove], counts: Counter[str]) -> bool:
    try:
        wrong = verify(game, moves)
    except Exception as error:  # whatever is wrong with one game, the others go on
        if is_outage(error):
            raise
        wrong = [f"{type(error).__name__}: {error}"]
    if wrong:
        counts["unsound"] += 1
        logger.warning("game %s is not packed: %s", game.id, "; ".join(wrong))
    return not wrong
