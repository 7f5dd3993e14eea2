"""The safeguards on the way of a move, each with the change that takes it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """Replace ``old``, which ``file`` has once, by ``new``."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Safeguard:
    """``postgresql`` says that only PostgreSQL needs it: there its removal is tried."""

    name: str
    removal: Sequence[Edit]
    postgresql: bool = False


CACHE, STORE = "games/storage/match_cache.py", "games/storage/store.py"
STATEMENTS, WRITER = "games/storage/statements.py", "games/storage/writer.py"
ACT, SELECTORS = "games/services/act.py", "games/queries/selectors.py"
BROADCAST, SOCKET = "games/live/broadcast.py", "games/live/consumers/game.py"
HUB, ROWS = "games/live/hub.py", "games/storage/rows.py"
SESSION, FRAMES = "games/live/session.py", "games/live/frames.py"

SAFEGUARDS = (
    Safeguard(
        "the version in the WHERE clause (SQLite)",
        [Edit(STATEMENTS, " AND {GAMES}.version = given.column1", "")],
    ),
    Safeguard(
        "the version in the WHERE clause (PostgreSQL)",
        [Edit(STATEMENTS, " AND {GAMES}.version = given.before", "")],
        postgresql=True,
    ),
    Safeguard(
        "of two changes of one game in a batch only the first (PostgreSQL)",
        [
            Edit(
                STORE,
                "first.setdefault(change.progress.before.id,",
                "first.setdefault(str(id(change)),",
            )
        ],
        postgresql=True,
    ),
    Safeguard(
        "the id of an action is stored with what it did",
        [
            Edit(
                ROWS,
                "progress.moves, after.board.SEATS, key)",
                "progress.moves, after.board.SEATS, None)",
            )
        ],
    ),
    Safeguard(
        "what happened is added to what had happened",
        [Edit(STATEMENTS, '"CAST({old} || {new} AS BLOB)"', '"{new}"')],
    ),
    Safeguard(
        "acknowledged after the commit",
        [
            Edit(
                WRITER,
                "            self._queue.put((item, future))\n",
                "            self._queue.put((item, future))\n"
                "            future.set_result(True)\n",
            )
        ],
    ),
    Safeguard(
        "news only after the commit",
        [
            Edit(
                STORE,
                "transaction.on_commit(lambda: _publish(kept), robust=True)",
                "_publish(kept)",
            )
        ],
    ),
    Safeguard(
        "a batch is kept whole or not at all",
        [
            Edit(
                STORE,
                "        with transaction.atomic():\n            return [*_write(",
                "        if changes:\n            return [*_write(",
            )
        ],
    ),
    Safeguard(
        "what fails in a batch fails alone",
        [
            Edit(
                STORE,
                "    return [answer for change in changes for answer in _together([change])]",
                "    return [False] * len(changes)",
            )
        ],
    ),
    Safeguard(
        "who lost a race in a batch is told so (SQLite)",
        [
            Edit(
                STATEMENTS,
                "    if _update_sqlite(database, changes) == len(changes):",
                "    if _update_sqlite(database, changes) >= 0:",
            )
        ],
    ),
    Safeguard(
        "the cache keeps the newer version",
        [Edit(CACHE, "held.match.version > cached.match.version", "not held")],
    ),
    Safeguard(
        "answers are kept over the server's own changes",
        [
            Edit(
                CACHE,
                "CachedMatch(after, held.answers, held.read)",
                "CachedMatch(after, held.answers if key else {}, held.read)",
            )
        ],
    ),
    Safeguard(
        "a match with commits of others in between is dropped",
        [
            Edit(
                CACHE,
                "            if held.match.version != before:\n",
                "            if held.match.version != before and not held:\n",
            )
        ],
    ),
    Safeguard(
        "what is read within a transaction is not remembered",
        [Edit(SELECTORS, "if not connection.in_atomic_block:", "if True:")],
    ),
    Safeguard(
        "a repeated action gets the answer of the database",
        [
            Edit(
                ACT,
                "        match = cached.match\n"
                "        if (version := cached.answer(action.key)) is not None:",
                "        match = cached.match\n        if version := 0:",
            )
        ],
    ),
    Safeguard(
        "the deadline is looked at before a move is decided from memory",
        [
            Edit(
                ACT,
                "if match.deadline is not None and now >= match.deadline:",
                "if False:",
            )
        ],
    ),
    Safeguard(
        "refusals of memory are decided again on the database",
        [
            Edit(
                ACT,
                "if refused.code == RefusalCode.STALE_VERSION and action.version < match.version:",
                "if True:",
            )
        ],
    ),
    Safeguard(
        "hints of other processes are heard",
        [Edit(BROADCAST, 'processes.on("news", self._hear)', "pass")],
    ),
    Safeguard(
        "what one socket is answered is told to all at its process",
        [
            Edit(
                SOCKET,
                "            hub.broadcast.deliver(match)\n        hub.broadcast.repeat",
                "            known = hub.broadcast._frames.get(self.game_id)\n"
                "            frames = Frames(match, {}, known)\n"
                "            hub.broadcast._frames[self.game_id] = frames\n"
                "            self.tell(frames)\n        hub.broadcast.repeat",
            )
        ],
    ),
    Safeguard(
        "a socket is sent no older state",
        [
            Edit(
                SOCKET,
                "if not self.joined or match.version <= self.version:",
                "if not self.joined:",
            )
        ],
    ),
    Safeguard(
        "a socket begins with what it read, not with late news",
        [
            Edit(
                SOCKET,
                "if not self.joined or match.version <= self.version:",
                "if match.version <= self.version:",
            )
        ],
    ),
    Safeguard(
        "news is for those who have the version before it",
        [
            Edit(
                FRAMES,
                "return self._news if version == self.match.version - 1 else None",
                "return self._news",
            )
        ],
    ),
    Safeguard(
        "news answers the seat that moved, not another's same id",
        [Edit(FRAMES, " and self.mover in seats", "")],
    ),
    Safeguard(
        "an older reading does not undo a newer one",
        [
            Edit(
                BROADCAST,
                "if known is not None and known.match.version > match.version:",
                "if False:",
            )
        ],
    ),
    Safeguard(
        "the database is compared every second",
        [Edit(HUB, "self._loop.spawn(self.broadcast.watch())", "pass")],
    ),
    Safeguard(
        "whoever joins is expected to be there",
        [Edit(BROADCAST, "self._attendance.track_seats(match)", "pass")],
    ),
    Safeguard(
        "a second press leads to the game that began",
        [
            Edit(
                "games/services/pair.py", "timezone.now() - ONE_PRESS", "timezone.now() + ONE_PRESS"
            )
        ],
    ),
    Safeguard(
        "streams look at the database every second",
        [Edit(HUB, "self._loop.spawn(self.streams.watch())", "pass")],
    ),
    Safeguard(
        "challenges are counted every second",
        [Edit(HUB, "self._loop.spawn(self._watch_people())", "pass")],
    ),
    Safeguard(
        "a board leaves the lobby when its flag falls",
        [
            Edit(
                "games/live/running.py",
                "return min(QUIET, (match.deadline - now_ms()) / 1000 + AFTER_A_FLAG)",
                "return QUIET",
            )
        ],
    ),
    Safeguard(
        "the session is asked again",
        [Edit(SESSION, "if age > RENEWED and", 'if age == float("inf") and')],
    ),
)
