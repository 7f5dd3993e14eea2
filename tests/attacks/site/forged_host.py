"""A letter leads to the site that is configured, whatever name and port a request claims."""

from django.core import mail
from django.test import Client, override_settings

from accounts.models import User
from tests.accounts.conftest import posted_mail


def attempt() -> None:
    User.objects.create_user("owner", password="a word of its own", email="owner@example.org")
    with override_settings(SITE_URL="https://oxo.example", ALLOWED_HOSTS=["oxo.example"]):
        for claimed in ("oxo.example:666", "OXO.example.:8443"):
            Client().post(
                "/accounts/password-reset/", {"email": "owner@example.org"}, HTTP_HOST=claimed
            )
    posted_mail()
    assert len(mail.outbox) == 2
    for letter in mail.outbox:
        page = letter.alternatives[0][0]
        assert "https://oxo.example/accounts/password-reset/" in letter.body
        assert "666" not in letter.body + page
        assert "8443" not in letter.body + page
