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
    name: str
    removal: Sequence[Edit]


CACHE, STORE = "games/storage/match_cache.py", "games/storage/store.py"
STATEMENTS, WRITER = "games/storage/statements.py", "games/storage/writer.py"
ACT, SELECTORS = "games/services/act.py", "games/selectors.py"
BROADCAST, SOCKET = "games/live/broadcast.py", "games/live/consumers/game.py"
SESSION = "games/live/session.py"

SAFEGUARDS = (
    Safeguard(
        "the version in the WHERE clause (SQLite)",
        [Edit(STATEMENTS, " AND {GAMES}.version = json_extract(value, '$[0]')", "")],
    ),
    Safeguard(
        "one move for each action id",
        [
            Edit(
                "games/models.py",
                'models.UniqueConstraint(fields=["game", "action_id"], '
                'name="one_move_per_action_id"),',
                "",
            ),
            Edit(
                "games/migrations/0001_initial.py",
                "fields=('game', 'action_id'), name='one_move_per_action_id'",
                "fields=('id', 'action_id'), name='one_move_per_action_id'",
            ),
        ],
    ),
    Safeguard(
        "acknowledged after the commit",
        [Edit(WRITER, "        return await future\n", "        return True\n")],
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
        "the cache keeps the newer version",
        [Edit(CACHE, "held.match.version > cached.match.version", "not held")],
    ),
    Safeguard(
        "answers are kept over the server's own changes",
        [
            Edit(
                CACHE,
                "replace(held, match=after)",
                "replace(held, match=after, answers=held.answers if key else {})",
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
        "a move that lands between two reads is left out",
        [Edit(SELECTORS, "[one for one in stored if one.version <= game.version]", "stored")],
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
        [Edit(BROADCAST, 'processes.on("hint", self._hear)', "pass")],
    ),
    Safeguard(
        "a pong says the newest version that the database has",
        [
            Edit(
                SOCKET,
                "newest = max(await hub.newest.of(self.game_id), self.version)",
                "newest = self.version",
            )
        ],
    ),
    Safeguard(
        "what a socket finds out is told to the others of its process",
        [
            Edit(
                SOCKET,
                "        await hub.broadcast.deliver(match)\n\n    async def _act(",
                "        await self.tell(hub.broadcast.frames(match))\n\n    async def _act(",
            )
        ],
    ),
    Safeguard(
        "a socket is sent no older state",
        [Edit(SOCKET, "if frames.match.version <= self.version:", "if False:")],
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
        "the session is asked again",
        [Edit(SESSION, "if age > RENEWED and", 'if age == float("inf") and')],
    ),
)
