"""What a client of the protocol makes of the news of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules import board_class

Game = Mapping[str, Any]


def followed(game: Game, news: Game) -> dict[str, Any] | None:
    """The next of the fields of ``game`` by which test clients play; None if news between is lost.

    The position is that of the rules after the moves that the news tells.
    """
    if news["version"] != game["version"] + 1:
        return None
    kind = board_class(game["variant"])
    board = kind.from_notation(game["position"])
    for seat, cell, verb in news["moves"]:
        assert (board.to_move, board.action) == (seat, verb)
        board = board.make_move(cell)
    last, cell, verb = news["moves"][-1]
    moves = [*game["moves"], *(cell for _, cell, _ in news["moves"])]
    return {
        **game,
        **{name: news[name] for name in ("version", "to_act", "action", "legal")},
        "clock": news.get("clock"),
        "offers": news.get("offers", game["offers"]),
        "position": board.notation,
        "moves": moves,
        "last": {"cell": cell, "seat": last, "ply": len(moves), "action": verb},
        "you": seat_in(game, news["to_act"]),
    }


def seat_in(game: Game, to_act: str) -> str | None:
    """The reader's seat: of several the one to act, if it is theirs."""
    if game["you"] is None:
        return None
    mine = game["seats"][game["you"]]
    own = [
        name
        for name, seat in game["seats"].items()
        if (seat["kind"], seat["name"]) == (mine["kind"], mine["name"])
    ]
    return to_act if to_act in own else own[0]


def answers(news: Game, act: Game | None, seat: str | None) -> bool:
    """Whether the news acknowledges the act that was sent from ``seat``."""
    if act is None or news.get("by") != act["id"]:
        return False
    return news["moves"][0][:2] == [seat, act.get("cell")]
