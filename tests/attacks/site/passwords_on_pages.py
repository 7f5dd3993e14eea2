"""A password is hidden as it is typed, may be pasted and filled in, and is never sent back.

There is no account to begin with, an old password stays good, and the way out is on every page.
"""

import re
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.conftest import logged_in

TYPED = "what-was-typed-27"


def attempt() -> None:
    assert not User.objects.exists()
    ada = User.objects.create_user("ada", password="a word of its own")
    User.objects.update(joined_at=timezone.now() - timedelta(days=4000))
    assert Client().login(username="ada", password="a word of its own")
    client = logged_in(ada)
    for address in (
        *("/accounts/login/", "/accounts/sign-up/", "/admin/login/"),
        *("/accounts/password-change/", "/accounts/delete/", "/accounts/sessions/"),
    ):
        asked = Client() if "log" in address or "sign" in address else client
        page = asked.get(address).text
        fields = re.findall(r'<input[^>]*name="\w*password[^>]*>', page)
        assert fields, address
        for one in fields:
            assert 'type="password"' in one, (address, one)
            assert 'autocomplete="off"' not in one, (address, one)
            assert "onpaste" not in one, (address, one)
        names = re.findall(r'<input type="password" name="(\w+)"', page)
        answer = asked.post(address, dict.fromkeys([*names, "name", "username"], TYPED))
        for one in re.findall(r"<input[^>]*type=\"password\"[^>]*>", answer.text):
            assert TYPED not in one, address
    for address in ("/", "/lobby/", "/accounts/settings/", "/nowhere/", "/leaderboards/"):
        assert 'action="/accounts/logout/"' in client.get(address).text, address
