"""The enumerations that a match, the protocol and the database share."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How far a game has come."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"


class Kind(StrEnum):
    """How the players of a game met."""

    ENGINE = "engine"
    FRIEND = "friend"
    LOBBY = "lobby"
    LOCAL = "local"
    CAMPAIGN = "campaign"


class SeatKind(StrEnum):
    """What kind of player holds a seat."""

    PERSON = "person"
    ENGINE = "engine"
    NEUTRAL = "neutral"
    EMPTY = "empty"


class Verb(StrEnum):
    """What a player can ask for: ``action`` in the protocol."""

    PLACE = "place"
    REMOVE = "remove"
    RESIGN = "resign"
    ABORT = "abort"
    OFFER_DRAW = "offer_draw"
    ACCEPT_DRAW = "accept_draw"
    DECLINE_DRAW = "decline_draw"
    CLAIM_WIN = "claim_win"
    CLAIM_DRAW = "claim_draw"
    REPLACE = "replace"
    REMATCH = "rematch"
    ADD_NUMBER = "add_number"


class Event(StrEnum):
    """What an accepted request changed."""

    MOVED = "moved"
    FINISHED = "finished"
    ABORTED = "aborted"
    JOINED = "joined"
    STARTED = "started"
    LEFT = "left"
    STOOD_DOWN = "stood_down"
    HANDED_OVER = "handed_over"
    DRAW_OFFERED = "draw_offered"
    DRAW_DECLINED = "draw_declined"
    REPLACE_OFFERED = "replace_offered"
    REMATCH_OFFERED = "rematch_offered"
    REMATCH_AGREED = "rematch_agreed"
    NUMBER_ADDED = "number_added"


class Reason(StrEnum):
    """Why a game ended. The board itself shows the first two."""

    LINE = "line"
    FULL = "full"
    RESIGN = "resign"
    TIME = "time"
    AGREEMENT = "agreement"
    ABANDONED = "abandoned"
    ABORTED = "aborted"
    LAPSED = "lapsed"
    NO_FIRST_MOVE = "no_first_move"
    ANNULLED = "annulled"


class Phrase(StrEnum):
    """What players can say to each other: phrases, then signs."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    NICE = "nice_move"
    WELL_PLAYED = "well_played"
    OOPS = "oops"
    PHEW = "phew"
    THANKS = "thanks"
    GOOD_GAME = "good_game"
    ONE_MORE = "one_more"
    SMILES = "smiles"
    SURPRISED = "surprised"
    SAD = "sad"


PHRASE_WORDS = {
    Phrase.HELLO: "Hello",
    Phrase.GOOD_LUCK: "Good luck",
    Phrase.NICE: "Nice move",
    Phrase.WELL_PLAYED: "Well played",
    Phrase.OOPS: "Oops",
    Phrase.PHEW: "Phew",
    Phrase.THANKS: "Thank you",
    Phrase.GOOD_GAME: "Good game",
    Phrase.ONE_MORE: "One more?",
    Phrase.SMILES: "smiles",
    Phrase.SURPRISED: "is surprised",
    Phrase.SAD: "is sad",
}
"""Each phrase in words, and what a sign shows its player doing."""


class RefusalCode(StrEnum):
    """Why a request is refused. ``docs/protocol.md`` describes each; the last ones occur only over
    HTTP.
    """

    BAD_MESSAGE = "bad_message"
    LOGIN_REQUIRED = "login_required"
    NOT_SEATED = "not_seated"
    STALE_VERSION = "stale_version"
    GAME_OVER = "game_over"
    NOT_OPEN = "not_open"
    NOT_YOUR_TURN = "not_your_turn"
    BAD_CELL = "bad_cell"
    CELL_TAKEN = "cell_taken"
    CELL_EMPTY = "cell_empty"
    WRONG_BOARD = "wrong_board"
    NOT_ALLOWED = "not_allowed"
    KEY_REUSED = "key_reused"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    UNAVAILABLE = "unavailable"
    MAINTENANCE = "maintenance"
    BAD_METHOD = "bad_method"
    NO_SCOPE = "no_scope"
    BOTS_ONLY = "bots_only"
    CSRF_FAILED = "csrf_failed"
    NO_SUCH_ADDRESS = "no_such_address"
    NO_SUCH_GAME = "no_such_game"
    SERVER_ERROR = "server_error"
