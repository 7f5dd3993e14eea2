"""What is promised to players, held against what they were told and what is kept in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import Game
from games.services.verify import verify
from tests.faults.history import EXPLAINED, Record, faults, operations
from tests.faults.linearizability import Operation
from tests.faults.players import Player


@dataclass(frozen=True)
class Promises:
    """All games that ``players`` played, read from the database when nobody plays any more."""

    players: Sequence[Player]
    games: Mapping[str, Game]
    records: Mapping[str, Record]

    @classmethod
    def to(cls, players: Sequence[Player]) -> Promises:
        ids = {player.game_id for player in players}
        games = {game.id: game for game in Game.objects.filter(id__in=ids).order_by("id")}
        sent = {one: list[str]() for one in games}
        for player in players:
            sent[player.game_id] += player.history.invoked
        return cls(players, games, {key: Record.of(game, sent[key]) for key, game in games.items()})

    def broken(self) -> dict[str, list[str]]:
        """Every promise that was not kept, with the cases in words."""
        cases = {
            "lost": self.lost(),
            "denied": self.denied(),
            "unexplained": self.unexplained(),
            "unsound": self.unsound(),
            "differing": self.differing(),
            "stuck": self.stuck(),
            "impossible": self.impossible(),
        }
        return {name: found for name, found in cases.items() if found}

    def lost(self) -> list[str]:
        """Actions that were acknowledged and are not kept exactly once."""
        kept = {game_id: Counter(record.kept) for game_id, record in self.records.items()}
        return [
            f"{verb} {action_id} of {player.game_id}, kept {times}×"
            for player in self.players
            for action_id, (version, verb) in player.acked.items()
            if (times := kept[player.game_id][action_id, version]) != 1
        ]

    def denied(self) -> list[str]:
        """Accepted actions whose sender was ever refused them, or given another version."""
        found = []
        for player in self.players:
            accepted = self.records[player.game_id].versions
            found += [
                f"{action_id} of {player.game_id}: {code}"
                for action_id, code in player.turned_down.items()
                if action_id in accepted
            ]
            found += [f"{key} of {player.game_id}: another version" for key in player.changed]
        return found

    def unexplained(self) -> list[str]:
        """Refusals that nothing a player did or that happened to the game accounts for."""
        return [
            f"{action_id} of {player.game_id}: {code}"
            for player in self.players
            for action_id, code in player.turned_down.items()
            if code not in EXPLAINED
        ]

    def unsound(self) -> list[str]:
        """Games whose position is not the replay of their moves."""
        return [f"{game}: {error}" for game in self.games.values() for error in verify(game)]

    def differing(self) -> list[str]:
        """Players who have caught up and see something else than is kept."""
        kept = {game.id: (game.position, game.version) for game in self.games.values()}
        return [
            f"{player.game_id}: {type(player).__name__} sees {seen}, kept {kept[player.game_id]}"
            for player in self.players
            if (seen := (player.game.get("position"), player.game.get("version")))
            != kept[player.game_id]
        ]

    def stuck(self) -> list[str]:
        """Games that have not come to an end."""
        return [g.id for g in self.games.values() if g.status not in ("finished", "aborted")]

    def impossible(self) -> list[str]:
        """What players saw that cannot have happened in one order."""
        return faults((player.history for player in self.players), self.records)

    def operations(self) -> list[Operation]:
        """All calls that the checker places, of all games."""
        found = []
        for key, record in self.records.items():
            found += operations([p.history for p in self.players if p.game_id == key], record)
        return found
