"""Exactly once, as a law: any earlier action, repeated at any later time, gets its first answer.

``Repeats`` is a Hypothesis state machine. A subclass names the ``ways`` an action can take.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any, ClassVar, TypeVar

from django.test import Client
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from accounts.models import User
from games import services
from games.match import ABORTED, FINISHED, LOCAL, Match, Seat
from games.models import Game
from games.queries import selectors
from games.services.verify import verify
from games.storage.log import digest
from tests import logs
from tests.conftest import logged_in

SMART, NEUTRAL = Seat("", "engine", engine="smart"), Seat("", "neutral", engine="neutral")
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "persons": ("classic", {"X": 0, "O": 1}),
    "engine": ("classic", {"X": 0, "O": SMART}),
    "engine first": ("classic", {"X": SMART, "O": 0}),
    "local": ("classic", {"X": 0, "O": 0}),
    "neutral third": ("dstru", {"Tres": 0, "Uno": 1, "Dos": NEUTRAL}),
    "engine and neutral third": ("dstru", {"Tres": 0, "Uno": SMART, "Dos": NEUTRAL}),
    "third person": ("dstru", {"Tres": 0, "Uno": 1, "Dos": 2}),
    "local three": ("dstru", {"Tres": 0, "Uno": 0, "Dos": 0}),
}
"""Kinds of games: who holds each seat, people by their number."""

SHORT = settings(
    stateful_step_count=10,
    deadline=None,
    phases=[Phase.generate],  # every step writes to a database: shrinking would take minutes
    suppress_health_check=list(HealthCheck),
)

VERBS = ("offer_draw", "decline_draw") * 4 + ("rematch", "accept_draw", "resign")
"""Tried beside moves: seldom what ends the game."""


def seats_of(kind: str, people: Sequence[User]) -> dict[str, Seat]:
    """The seats of a kind of game, with ``people`` on those that persons hold."""
    return {name: _seat(name, holder, people) for name, holder in KINDS[kind][1].items()}


def _seat(name: str, holder: Any, people: Sequence[User]) -> Seat:
    if isinstance(holder, Seat):
        return Seat(name, holder.kind, engine=holder.engine)
    return Seat(name, "person", people[holder].pk, people[holder].name)


_numbers = count()
T = TypeVar("T")


@dataclass(frozen=True)
class Sent:
    """An action as a person sent it, and the version it was acknowledged with."""

    user: User
    body: Mapping[str, Any]
    version: int


def posted(user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to an act that is sent to this process over HTTP."""
    url = f"/api/games/{game_id}/actions/"
    client = _client(user.name)
    return client.post(url, json.dumps(body), content_type="application/json").json()


@lru_cache(8)
def _client(name: str) -> Client:
    return logged_in(User.objects.get(name=name))


Way = Callable[[User, str, Mapping[str, Any]], Mapping[str, Any]]
"""Sends the body of an act to a game as a person: the ``ack`` or ``refused`` that came back.

When it returns, whatever the server owes the game is done.
"""


def one_of(choices: Sequence[T], data: Any) -> T:
    """One of ``choices``, whose number may differ from run to run without confusing Hypothesis."""
    return choices[data.draw(st.integers(0, 719)) % len(choices)]


def begun(machine: Repeats) -> bool:
    """Hypothesis leaves rules out at random; an example without moves would show nothing."""
    return bool(machine.done)


class Repeats(RuleBasedStateMachine):
    """One game, played by people and the server; its accepted actions are sent again and again."""

    kind: ClassVar[str]
    ways: Mapping[str, Way]
    clock: ClassVar[tuple[int, int] | None] = None

    @initialize()
    def open(self) -> None:
        number = next(_numbers)
        self.people = [User.objects.create_user(f"p{number}-{seat}") for seat in range(3)]
        local = self.kind.startswith("local")
        match = services.open_game(
            services.GameSetup(
                by=self.people[0].pk,
                variant=KINDS[self.kind][0],
                kind=LOCAL if local else "friend",
                seats=seats_of(self.kind, self.people),
                clock=None if local else self.clock,
            )
        )
        self.game_id, self.done = match.id, list[Sent]()
        self.opened()

    def opened(self) -> None:
        """For subclasses that connect to the game."""

    def way(self, data: Any) -> Way:
        return self.ways[data.draw(st.sampled_from(sorted(self.ways)), label="way")]

    def match(self) -> Match:
        return services.advance(selectors.load(self.game_id)[0])

    # --- new actions -------------------------------------------------------------------------

    @rule(data=st.data(), most=st.integers(1, 3))
    def move(self, data: Any, most: int) -> None:
        """Whoever is to act plays one of the legal cells, ``most`` times unless the game ends."""
        for _ in range(most):
            match = self.match()
            if (acting := match.acting_seat) is None or acting.user is None:
                return
            user = next(user for user in self.people if user.pk == acting.user)
            cell = one_of(match.board.available_moves(), data)
            answer = self._send(data, user, match, action=match.board.action, cell=cell)
            assert answer["type"] == "ack", answer

    @precondition(begun)
    @rule(data=st.data(), verb=st.sampled_from(VERBS))
    def other(self, data: Any, verb: str) -> None:
        """A player may try anything; what the table refuses is not repeated."""
        match = self.match()
        seated = {seat.user for seat in match.seats}
        players = [user for user in self.people if user.pk in seated]
        self._send(data, one_of(players, data), match, action=verb)

    def _send(self, data: Any, user: User, match: Match, **what: Any) -> Mapping[str, Any]:
        body = {"type": "act", "id": f"a{next(_numbers)}", "version": match.version, **what}
        answer = self.way(data)(user, self.game_id, body)
        if answer["type"] == "ack":
            self.done.append(Sent(user, body, answer["version"]))
        return answer

    # --- the law -----------------------------------------------------------------------------

    @precondition(begun)
    @rule(data=st.data())
    def repeat(self, data: Any) -> None:
        """The same answer as the first time, whichever way is taken, and nothing is done."""
        before = self.match()
        sent = one_of(self.done, data)
        for way in data.draw(st.permutations(sorted(self.ways)), label="ways"):
            self._again(sent, self.ways[way])
        assert selectors.load(self.game_id)[0] == before

    def _again(self, sent: Sent, way: Way) -> None:
        answer = way(sent.user, self.game_id, sent.body)
        expected = {"type": "ack", "id": sent.body["id"], "version": sent.version}
        assert {key: answer.get(key) for key in expected} == expected, answer

    @invariant()
    def each_move_is_there_once(self) -> None:
        moves = [sent for sent in getattr(self, "done", []) if "cell" in sent.body]
        if moves:
            ids = [f"{sent.user.pk}:{sent.body['id']}" for sent in moves]
            kept = [(one.sent, one.cell) for one in logs.moves(self.game_id) if one.sent]
            cells = [sent.body["cell"] for sent in moves]
            assert kept == list(zip(map(digest, ids), cells, strict=True))

    def teardown(self) -> None:
        if hasattr(self, "game_id"):
            for sent in self.done:
                self._again(sent, self.ways["socket"])
            game = Game.objects.get(id=self.game_id)
            assert verify(game) == []
            assert game.status in (FINISHED, ABORTED) or game.version == self.match().version
