"""No log-in and no log-out sends anybody to another site."""

from urllib.parse import urljoin, urlsplit

from accounts.models import User
from tests.conftest import logged_in

PLACES = (
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "/%2F/evil.example",
    "http://testserver@evil.example/",
    "/\t/evil.example",
)


def attempt() -> None:
    client = logged_in(User.objects.create_user("walker", password="a word of its own"))
    for place in PLACES:
        answer = client.get("/accounts/login/", {"next": place})
        assert answer.status_code == 302
        there = urlsplit(urljoin("https://testserver/", answer["Location"].replace("\\", "/")))
        assert (there.scheme, there.netloc) == ("https", "testserver"), place
