"""What is of another kind than asked for, or that no form has, is refused or sets nothing."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from accounts.models import User
from games import services
from games.queries import selectors
from tests.conftest import logged_in

KINDS: tuple[Any, ...] = (None, True, 1.5, "", "4", [4], {"a": 4}, -1, 2**70, "0x4", "４", [[[]]])


def attempt() -> None:
    ada = User.objects.create_user("ada", password="a word of its own")
    client = logged_in(ada)
    wanted = services.Request("classic", "engine:random", "X")
    match = services.new_game(user_id=ada.pk, name="ada", request=wanted)
    address, right = f"/api/games/{match.id}/actions/", {"action": "place", "id": "a", "cell": 4}
    right |= {"version": match.version}
    for name in right:
        for kind in KINDS:
            if name == "id" and isinstance(kind, str) and kind:
                continue
            answer = posted(client, address, {**right, name: kind})
            assert answer.status_code in (400, 409, 422), (name, kind, answer.status_code)
    assert posted(client, address, {**right, "user": 1, "seat": "O"}).status_code == 400
    twice = json.dumps(right)[:-1] + ', "cell": 4, "cell": 5}'
    answer = client.post(address, twice, content_type="application/json")
    assert answer.status_code in (200, 400)
    moves = selectors.match(match.id).moves
    assert moves == () or moves[0] == 5, "the last of two counts, as JSON's readers do"
    form = {"name": "ada", "is_staff": "1", "is_superuser": "on", "groups": "1", "is_active": ""}
    client.post("/accounts/settings/", {**form, "theme": "dark", "email": "", "time_zone": "UTC"})
    ada.refresh_from_db()
    assert (ada.is_staff, ada.is_superuser, ada.is_active) == (False, False, True)


def posted(client: Client, address: str, body: object) -> Any:
    return client.post(address, json.dumps(body), content_type="application/json")
