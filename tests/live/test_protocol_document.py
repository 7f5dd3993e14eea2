"""docs/protocol.md says what the code does: each message, code, field and address is in both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from games import presenters
from games.api.urls import urlpatterns
from games.api.views import ClockSetting, NewGame, RulesSetting
from games.live import protocol
from games.match import Clock, Match, Phrase, Reason, RefusalCode, Seat, Verb
from games.presenters.remarks import remark_line
from games.rules import ClassicBoard, DstruBoard

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/protocol.md").read_text()

FROM_CLIENT = {
    "act": protocol.Act,
    "sync": protocol.Sync,
    "ping": protocol.Ping,
    "say": protocol.SayMessage,
}
FROM_SERVER = {
    "state": protocol.state({}),
    "news": protocol.news(dict.fromkeys(presenters.News.__annotations__)),
    "ack": protocol.ack("1", 1),
    "refused": protocol.refused("bad_cell", "…"),
    "pong": protocol.pong(0, 0, 0),
    "presence": protocol.presence({}, {}, 0),
    "lobby": protocol.lobby(),
    "challenges": protocol.challenges(1),
    "said": protocol.said(remark_line("ada", "X", "oops", 1), "oops", 1),
    "boards": protocol.boards(()),
    "class": {"type": "class", "revision": 1},
}


def section(start: str, end: str) -> str:
    """The document from ``start`` up to the next ``end``."""
    return TEXT.split(start, 1)[1].split(end, 1)[0]


def rows(table: str) -> list[list[str]]:
    """The cells of a table's rows; ``|`` separates nothing else in the document."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def names(text: str) -> list[str]:
    """Single words that are printed as code."""
    return re.findall(r"`([a-z_]+)`", text)


def fields(text: str) -> set[str]:
    """The names of fields in JSON, which may leave out values; seats have capital letters."""
    return set(re.findall(r'[{,]\s*"([a-z]\w*)"', text))


def messages(text: str) -> dict[str, set[str]]:
    """The type of each message shown in ``text``, and its fields."""
    shown = re.findall(r'`(\{"type":"(\w+)".*?\})`', text)
    return {kind: fields(re.sub(r":\{[^}]+\}", ":{}", example)) for example, kind in shown}


def classic() -> Match:
    """A won game with a clock."""
    board, moves = ClassicBoard.start(), (0, 3, 1, 4, 2)
    for cell in moves:
        board = board.make_move(cell)
    return Match(
        id="classic",
        board=board,
        seats=tuple(Seat(name, "person", number) for number, name in enumerate("XO")),
        kind="friend",
        status="finished",
        outcome=board.outcome,
        moves=moves,
        clock=Clock(60_000, 0, {"X": 60_000, "O": 60_000}, since=1),
        rated=True,
    )


def dstru() -> Match:
    """A game in which the server may come to draw."""
    seats = tuple(Seat(name, "person", 1) for name in DstruBoard.SEATS)
    return Match("dstru", DstruBoard.start(), seats, "local", status="active")


def reply() -> Match:
    """A game in which an engine has just answered."""
    board = ClassicBoard.start().make_move(4).make_move(0)
    seats = (Seat("X", "person", 1), Seat("O", "engine", engine="random"))
    return Match("reply", board, seats, "engine", status="active", moves=(4, 0))


def opening(status: str) -> Match:
    """A game against an engine before its first move."""
    seats = (Seat("X", "person", 1), Seat("O", "engine", engine="random"))
    return Match("opening", ClassicBoard.start(), seats, "engine", status=status)


def inner(value: object) -> set[str]:
    """The names of fields within ``value``, at any depth; seats and plies are none."""
    if not isinstance(value, Mapping):
        return set()
    names = {key for key in value if isinstance(key, str) and key[0].islower()}
    return names.union(*(inner(one) for one in value.values()))


def test_each_message_is_described_with_all_its_fields() -> None:
    shown = messages(TEXT.split("## Over HTTP")[0])
    ours = {kind: {"type", *shape.__struct_fields__} for kind, shape in FROM_CLIENT.items()}
    ours |= {kind: set(message) for kind, message in FROM_SERVER.items()}
    assert shown == ours


def test_the_actions_are_those_that_are_understood() -> None:
    listed = section("Actions: ", "\n\n").replace("`cell`", "")
    assert sorted(names(listed)) == sorted(Verb)


def test_the_codes_of_refusals_are_those_in_use() -> None:
    listed = section("### Codes of refusals", "\n\n**")
    assert set(names(listed)) == {*RefusalCode}
    assert set(protocol.HTTP_STATUS) <= {*RefusalCode}


def test_the_close_codes_are_those_in_use() -> None:
    listed = section("### Close codes", "\nWhat breaks")
    ours = [
        *(protocol.TOO_MANY_BAD, protocol.LOG_IN_AGAIN, protocol.NO_SUCH_GAME),
        *(protocol.TOO_FAST, protocol.TOO_MANY_SOCKETS, protocol.UNAVAILABLE, protocol.RESTART),
        protocol.TOO_SLOW,
    ]
    assert sorted(map(int, re.findall(r"\b\d{4}\b", listed))) == sorted(ours)
    assert str(protocol.MAX_FRAME) in section("## The socket", "From the client")


def test_each_field_of_the_snapshot_is_described_with_what_is_in_it() -> None:
    described: dict[str, set[str]] = {}
    for name, meaning in rows(section("## The snapshot", "\n## ")):
        inside = fields(" ".join(re.findall(r"`(\{.*?\})`", meaning)))
        for one in names(name):
            described[one] = inside
    ours: dict[str, set[str]] = {}
    for match in (classic(), dstru(), reply(), opening("active"), opening("aborted")):
        for name, value in presenters.snapshot(match, 1, 1).items():
            # The sets of a formal state are named by the document that defines the game.
            within = inner(value) if name != "formal" else set()
            ours[name] = ours.get(name, set()) | within
    assert described == ours


def test_the_reasons_of_endings_are_those_that_are_explained() -> None:
    listed = re.search(r"Reasons: ([^|]*?) \|", TEXT)
    assert listed is not None
    assert set(listed[1].split(", ")) == {*map(str, Reason)}


def test_the_addresses_over_http_are_those_that_answer() -> None:
    listed = set(re.findall(r"`(?:GET|POST) /api/([^`?]*)", section("## Over HTTP", "Refusals:")))
    ours = {re.sub(r"<\w+:\w+>", "<id>", str(pattern.pattern)) for pattern in urlpatterns}
    assert listed == {one for one in ours if one.startswith("games/") and one.endswith("/")}


def test_the_body_of_a_new_game_shows_every_field() -> None:
    example = re.search(r"A new game:\s+```json\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    body = msgspec.json.decode(example[1])
    assert set(body) == set(NewGame.__struct_fields__)
    assert set(body["clock"]) == set(ClockSetting.__struct_fields__)
    assert set(body["rules"]) == set(RulesSetting.__struct_fields__)
    msgspec.json.decode(example[1], type=NewGame)


def test_the_phrases_are_those_that_can_be_said() -> None:
    listed = section("can `say` something: ", "There is no")
    assert names(listed) == list(Phrase)
