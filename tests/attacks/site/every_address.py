"""No address acts without its form's token, repeats markup, or answers without a guard.

Each is asked with markup, quotes and another site in every usual parameter, as a member, and is
sent a form that another site could send.
"""

from django.http.response import HttpResponseBase
from django.test import Client

from accounts.models import User
from tests.attacks.addresses import addresses

MARKUP = "\"'><script>alert(1)</script>{{7*7}}%s{0}\\"

PARAMETERS = (
    *(
        "q",
        "p",
        "o",
        "next",
        "page",
        "ply",
        "engine",
        "why",
        "from",
        "line",
        "at",
        "step",
        "method",
    ),
    *(
        "against",
        "seed",
        "variant",
        "kind",
        "opponent",
        "result",
        "fork",
        "lesson",
        "since",
        "cell",
    ),
    *("e", "_popup", "_to_field", "_changelist_filters", "theme", "q1", "a", "design", "boards"),
)

OPEN_TO_ALL = {"/api/schema"}
"""What other sites' scripts may read: the description of the API, which says nothing of anybody."""


def attempt() -> None:
    User.objects.create_user("ada", password="a word of its own")
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(User.objects.get(name="ada"))
    for address in addresses():
        page = client.get(address, dict.fromkeys(PARAMETERS, MARKUP))
        assert page.status_code < 500 or page.status_code == 503, address
        check_guards(address, page)
        sent = client.post(address, {"name": MARKUP, "next": "https://evil.example/"})
        assert sent.status_code in (400, 403, 404), (address, sent.status_code)
        check_guards(address, sent)
    assert client.get("/accounts/settings/").status_code == 200, "still logged in, still there"


def check_guards(address: str, page: HttpResponseBase) -> None:
    """Whether an answer says what it is, and keeps to itself."""
    kind = page.get("Content-Type", "")
    assert kind or not getattr(page, "content", b""), address
    assert not kind.startswith("text/") or "charset=utf-8" in kind, (address, kind)
    assert page["X-Content-Type-Options"] == "nosniff", address
    assert "frame-ancestors" in page["Content-Security-Policy"], address
    assert page["Permissions-Policy"], address
    assert page["Cross-Origin-Resource-Policy"], address
    assert page["Referrer-Policy"] == "same-origin", address
    assert address in OPEN_TO_ALL or not page.has_header("Access-Control-Allow-Origin"), address
    if kind.startswith("text/html") and not page.streaming:
        text = page.content.decode()  # type: ignore[attr-defined]
        assert "<script>alert(1)" not in text, address
        assert "\"'>" not in text, address
    place = page.get("Location", "")
    assert "evil.example" not in place.partition("?")[0], address
