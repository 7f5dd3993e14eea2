"""Nobody reads, changes or ends what belongs to somebody else, though they know its address."""

from __future__ import annotations

from accounts import open_sessions
from accounts.models import OpenSession, User
from accounts.tokens import Scope, make
from games import services
from games.match import Seat, SeatKind
from games.models import UploadedEngine
from games.queries import selectors
from tests.conftest import logged_in


def attempt() -> None:
    ada = User.objects.create_user("ada", password="a word of its own")
    eve = User.objects.create_user("eve", password="another of its own")
    owner, thief = logged_in(ada), logged_in(eve)
    seats = {
        "X": Seat("X", SeatKind.PERSON, ada.pk, "ada"),
        "O": Seat("O", SeatKind.ENGINE, engine="random"),
    }
    match = services.open_game(
        services.GameSetup(by=ada.pk, variant="classic", kind="engine", seats=seats)
    )
    token, _ = make(ada, "mine", [Scope.PLAY])
    row = UploadedEngine.objects.create(
        author=ada, name="mine", variant="classic", source="secret = 1", digest="d" * 64
    )
    session = OpenSession.objects.filter(user=ada).first() or open_sessions.of(ada).first()
    for address, form in (
        (f"/games/{match.id}/act/", {"action": "resign", "version": match.version, "id": "a"}),
        (f"/games/{match.id}/act/", {"action": "place", "cell": 4, "version": 0, "id": "b"}),
        (f"/games/{match.id}/join/", {"seat": "X"}),
        (f"/engines/{row.pk}/delete/", {}),
        (f"/engines/{row.pk}/share/", {}),
        (f"/engines/{row.pk}/publish/", {}),
        (f"/accounts/tokens/{token.pk}/revoke/", {}),
        ("/accounts/sessions/", {"end": session.pk if session else 1, "password": "x"}),
    ):
        thief.post(address, form)
    for address in (f"/engines/{row.pk}/", f"/engines/{row.pk}/source/"):
        answer = thief.get(address)
        assert answer.status_code == 404, address
    assert selectors.match(match.id).version == match.version
    row.refresh_from_db()
    token.refresh_from_db()
    assert (row.shared, row.published_at) == (False, None)
    assert owner.get(f"/engines/{row.pk}/").status_code == 200
    assert owner.get("/accounts/tokens/").text.count("mine") >= 1
