"""The game page: the board with its cells, the seats, and what may be done beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games import characters
from games.characters import Past
from games.engines import is_known
from games.match import (
    ACTIVE,
    EMPTY,
    ENGINE,
    FINISHED,
    LOCAL,
    NEUTRAL,
    OPEN,
    PERSON,
    Kind,
    Match,
    Seat,
    Verb,
    allowed,
    missing_engines,
    rival,
)
from games.match.fairness import may_add_number
from games.presenters import side_panels
from games.presenters.contexts import Cell, GamePage, ListedMove, SeatStrip
from games.presenters.endings import ending, faces, is_faultless
from games.presenters.lists import profile_url, versus_url
from games.presenters.phrases import cell_labels, phrases
from games.presenters.positions import moves_of, replay
from games.presenters.sentences import (
    absence,
    board_title,
    detail,
    formal_title,
    handed_over,
    headline,
    notices,
    place_title,
    players,
    third_person,
)
from games.presenters.small_boards import pale_cells
from games.presenters.speech import script, speech
from games.rules import Board

OFFERED = (
    Verb.CLAIM_WIN,
    Verb.REPLACE,
    Verb.CLAIM_DRAW,
    Verb.RESIGN,
    Verb.OFFER_DRAW,
    Verb.ACCEPT_DRAW,
    Verb.DECLINE_DRAW,
    Verb.ABORT,
    Verb.REMATCH,
)
"""The actions beside the board, in the order a page shows them."""

ORDER = {verb: at for at, verb in enumerate((Verb.PLACE, Verb.REMOVE, *OFFERED))}


def page_context(
    match: Match,
    viewer: int | None,
    ply: int | None = None,
    invite: str = "",
    gone: frozenset[str] = frozenset(),
    past: Past | None = None,
) -> GamePage:
    """What the game page draws for ``viewer``, at ``ply`` or at the last one.

    ``gone`` are the seats whose people have left for longer than their grace, ``past`` is what
    the viewer has played before.
    """
    last_ply = len(match.moves)
    shown = last_ply if ply is None else max(0, min(ply, last_ply))
    board = replay(match, shown)
    you = match.seat_of(viewer)
    available = available_actions(match, viewer, gone)
    actions = [verb for verb in available if verb in OFFERED]
    lines = script(match, viewer, past or Past())
    said = _said_now(match, you, lines)
    return GamePage(
        title=board_title(type(board), board.exact),
        players=players(match),
        variant=board.VARIANT,
        formal=side_panels.formal_rows(board),
        notices=notices(match),
        board=board,
        action=board.action,
        removing=shown == last_ply and match.status == ACTIVE and board.action == "remove",
        yields=you is not None and rival(match, you) is None,
        leaves=match.status == OPEN and sum(seat.kind == PERSON for seat in match.seats) > 1,
        rows=_rows(match, board, shown, you),
        seats=[_seat_strip(match, seat, you, viewer, said) for seat in match.seats],
        moves=[ListedMove(move.ply <= match.opening, move) for move in moves_of(match)],
        phrases=phrases(type(board)),
        headline=headline(match, you),
        detail=detail(match, you),
        actions=actions,
        absence=absence(match, gone, actions),
        third=third_person(match),
        handed_over=handed_over(match),
        adds_number=may_add_number(match, viewer),
        free_seats=_free_seats(match, viewer),
        onward=_onward(match, you),
        versus=_versus(match, you),
        invite_url=invite if you and match.status == OPEN else "",
        ply=shown,
        last_ply=last_ply,
        stepping=match.status == FINISHED,
        script=lines,
        faultless=match.status == FINISHED and you is not None and is_faultless(match, you),
    )


def available_actions(
    match: Match, viewer: int | None, gone: frozenset[str] = frozenset()
) -> list[Verb]:
    """The actions that ``viewer`` may take now, moves first."""
    verbs = allowed(match, viewer, gone)
    if Verb.REMATCH in verbs and missing_engines(match, is_known):
        verbs.remove(Verb.REMATCH)
    return sorted(verbs, key=ORDER.__getitem__)


def _said_now(
    match: Match, you: str | None, lines: Mapping[str, Mapping[str, str]]
) -> Mapping[str, str]:
    """What a character says as the page is drawn, by its seat."""
    over, going_on = ending(match, you), speech(match)
    if over is not None:
        seat, about = over["speaker"] or "", over["situation"] or ""
    elif going_on is not None:
        seat, about = going_on["seat"], going_on["situation"]
    else:
        return {}
    said = lines.get(seat, {}).get(about, "")
    return {seat: said} if said else {}


def _rows(match: Match, board: Board, ply: int, you: str | None) -> list[Sequence[Cell]]:
    marks = board.marks
    current = ply == len(match.moves)
    playable = current and you is not None and match.to_act == you
    legal = set(board.available_moves()) if playable else set()
    last = match.moves[ply - 1] if ply else None
    outcome = board.outcome
    won = set(outcome.cells) if outcome else set()
    made = moves_of(match)[ply - 1] if ply else None
    taken, taker = (made.taken, made.seat) if made else ("", "")
    labels = cell_labels(board, last=last, taken=taken, acts=playable)
    away, spent = pale_cells(board)
    cells = [
        Cell(
            index=cell,
            name=board.cell_name(cell),
            mark=marks[cell],
            label=labels[cell],
            taken=taken if cell == last else "",
            taker=taker if taken and cell == last else "",
            legal=cell in legal,
            last=cell == last,
            won=cell in won,
            away=cell in away,
            spent=cell in spent,
        )
        for cell in range(board.CELLS)
    ]
    return board.SHAPE.in_rows(cells)


def _side(match: Match, seat: Seat, you: str | None) -> str:
    """Where ``seat`` is shown: the viewer's below the board, a spectator's view has the last."""
    below = you if you and match.kind != LOCAL else match.seats[-1].name
    return "mine" if seat.name == below else "foes"


def _face(match: Match, seat: Seat) -> str:
    """The drawing of the character in ``seat``; "" for people and engines without one."""
    slug = {ENGINE: seat.engine, NEUTRAL: NEUTRAL}.get(seat.kind)
    known = characters.character(match.board.VARIANT, slug) if slug else None
    return known.face if known else ""


def _onward(match: Match, you: str | None) -> characters.Character | None:
    """Whom to play after a win against a character: the next one on the ladder."""
    if match.kind != Kind.ENGINE or you is None or match.outcome is None:
        return None
    foe = rival(match, you)
    if match.status != FINISHED or match.outcome.winner != you or foe is None:
        return None
    beaten = characters.character(match.board.VARIANT, match.seat(foe).engine)
    return characters.next_up(beaten) if beaten else None


def _versus(match: Match, you: str | None) -> str:
    """Where the games of two members are, for either of them at the end of one."""
    if match.status != FINISHED or you is None or match.kind == LOCAL:
        return ""
    foe = rival(match, you) or match.board.RIVALS[0]
    own, other = match.seat(you), match.seat(foe)
    members = all(one.user is not None and not one.guest for one in (own, other))
    return versus_url(own.title, other.title) if members and own.user != other.user else ""


def _seat_strip(
    match: Match, seat: Seat, you: str | None, viewer: int | None, said: Mapping[str, str]
) -> SeatStrip:
    member = seat.kind == PERSON and seat.user is not None and not seat.guest
    return SeatStrip(
        name=seat.name,
        title=place_title(match, seat),
        kind=seat.kind,
        face=_face(match, seat),
        mood=faces(match).get(seat.name, ""),
        engine=formal_title(seat, match.board.VARIANT) if seat.kind == ENGINE else "",
        rating=seat.rating,
        you=seat.name == you and match.kind != LOCAL,
        place=_side(match, seat, you),
        to_act=match.to_act == seat.name,
        won=match.outcome is not None and match.outcome.winner == seat.name,
        profile=profile_url(seat.title) if member else "",
        other=seat.title if seat.user not in (None, viewer) else "",
        says=said.get(seat.name, ""),
    )


def _free_seats(match: Match, viewer: int | None) -> list[str]:
    if match.status != OPEN or (viewer and match.seat_of(viewer)):
        return []
    return [seat.name for seat in match.seats if seat.kind == EMPTY]
