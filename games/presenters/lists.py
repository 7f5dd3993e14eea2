"""Games in lists, and what stands around them: pairing, the games there are, ratings."""

from __future__ import annotations

from collections.abc import Mapping

from games import models
from games.characters import character
from games.match import ABORTED, ACTIVE, EMPTY, ENGINE, LOCAL, NEUTRAL, OPEN, PERSON, Seat, SeatKind
from games.models import Challenge, Game, RatingChange
from games.presenters.addresses import address
from games.presenters.contexts import GameCard, GameSummary, PairingRow, Player, RatingLine
from games.presenters.phrases import phrase
from games.presenters.positions import played
from games.presenters.sentences import board_title, clock_words, seat_title
from games.rules import VARIANTS, Board, board_class, third_won

PAGES: dict[str, str] = {}
"""URL names of pages that other apps register: of a game by its kind, of a person by PROFILE, of
two people by VERSUS, of a game's board of the day by DAILY and the game."""

PROFILE, VERSUS, DAILY = "profile", "versus", "daily"


def game_url(game_id: str, kind: str = "") -> str:
    """The page of a game; with its ``kind`` known, the one that suits it best."""
    return address(PAGES.get(kind, "games:game"), game_id)


def profile_url(name: str) -> str:
    """The page of the person called ``name``; empty where no app has registered one."""
    return address(PAGES[PROFILE], name) if PROFILE in PAGES else ""


def versus_url(name: str, other: str) -> str:
    """The page of two people; empty where no app has registered one."""
    return address(PAGES[VERSUS], name, other) if VERSUS in PAGES else ""


def daily_url(variant: str) -> str:
    """The board of the day that a game has to itself; empty where no app has registered one."""
    page = PAGES.get(f"{DAILY} {variant}", "")
    return address(page, variant) if page else ""


def card(game: Game, viewer: int | None) -> GameCard:
    """``game`` in a list, as ``viewer`` sees it. Its seats must have been fetched."""
    seats = list(game.seats.all())
    own = next((seat for seat in seats if viewer is not None and seat.user_id == viewer), None)
    board = board_class(game.variant)
    return GameCard(
        id=game.id,
        url=game_url(game.id, game.kind),
        variant=game.variant,
        title=board_title(board, game.exact),
        event=_event(game, board, seats),
        terms=terms(game),
        kind=game.kind,
        status=game.status,
        players=[_player(game, seat, viewer) for seat in seats],
        free=[seat.name for seat in seats if seat.kind == EMPTY and game.status == OPEN],
        result=_result_for(game, own.name if own else None),
        winner=game.winner,
        when=game.finished_at or game.updated_at,
        notation=game.position,
        cells=_winning_cells(game, board),
        mine=own is not None,
        rated=game.rated,
    )


def _event(game: Game, board: type[Board], seats: list[models.Seat]) -> str:
    """On what occasion a game was played; one of three people has words of its own."""
    if game.event or game.rated:
        return game.event or "rated"
    people = [seat.name for seat in seats if seat.kind in (PERSON, EMPTY)]
    if game.kind != LOCAL and len(people) == len(board.SEATS) > len(board.RIVALS):
        return "three players"
    return game.get_kind_display()


def terms(game: Game | Challenge) -> str:
    """The clock of a game, and whether it is rated: ``1 min + 2 s, rated``."""
    if game.base_ms is None:
        return "no clock"
    words = clock_words(game.base_ms // 1000, (game.increment_ms or 0) // 1000)
    return f"{words}, rated" if game.rated else words


def _winning_cells(game: Game, board: type[Board]) -> tuple[int, ...]:
    outcome = board.from_notation(game.position).outcome if game.winner else None
    return outcome.cells if outcome else ()


def seat_name(game: Game, seat: models.Seat) -> str:
    """The name of the holder of a seat, whose person must have been fetched."""
    return _player(game, seat).title


def _player(game: Game, seat: models.Seat, viewer: int | None = None) -> Player:
    if viewer is not None and seat.user_id == viewer and game.kind != LOCAL:
        return Player(seat.name, phrase("who.you"), seat.kind, "")
    bot = seat.user is not None and seat.user.is_bot
    kind = SeatKind(seat.kind)
    place = Seat(seat.name, kind, seat.user_id, seat.person_name, seat.engine, bot=bot)
    known = character(game.variant, seat.engine) if seat.kind in (ENGINE, NEUTRAL) else None
    face = known.face if known else ""
    return Player(seat.name, seat_title(place, game.variant), seat.kind, face)


def _result_for(game: Game, own: str | None) -> str:
    if game.status in (OPEN, ACTIVE):
        return "open" if game.status == OPEN else "in play"
    if game.status == ABORTED:
        return "cancelled"
    if not game.winner:
        return "drawn"
    if own is None or game.kind == LOCAL:
        return f"{game.winner} won"
    if third_won(board_class(game.variant), game.winner, own):
        return f"{game.winner} won"
    return "won" if game.winner == own else "lost"


def quick(clocks: Mapping[str, str]) -> list[PairingRow]:
    """The buttons of quick pairing, a row for each game."""
    offered = [(clock, words) for clock, words in clocks.items() if clock]
    return [
        PairingRow(board.TITLE, [(f"{variant} {clock}", words) for clock, words in offered])
        for variant, board in VARIANTS.items()
    ]


def showcase() -> list[GameSummary]:
    """Every game there is, with a position of its example for a picture."""
    return [
        GameSummary(
            slug=board.VARIANT,
            title=board.TITLE,
            summary=board.SUMMARY,
            notation=played(board, board.EXAMPLE[:-2]).notation,
        )
        for board in VARIANTS.values()
    ]


HALVES = ("0", "½", "1", "1½", "2")
"""Points of two games as people write them, by half points."""


def rating_change(change: RatingChange) -> RatingLine:
    """A line of a rated pair's result: name, points of two, rating before, after and between."""
    before, after = round(change.before), round(change.after)
    return RatingLine(
        name=change.user.get_username(),
        url=profile_url(change.user.get_username()),
        points=HALVES[round(change.score * 2)],
        before=before,
        after=after,
        change=f"{'+' if after >= before else '−'}{abs(after - before)}",
    )
