"""What the deployment promises of pages, static files, headers, limits and addresses."""

from __future__ import annotations

import gzip
import re
import socket
import ssl
from collections.abc import Mapping

import brotli
from websockets.exceptions import InvalidStatus

from tests.deploy.people import PASSWORD, Person
from tests.deploy.shipped import HOST
from tests.deploy.stack import Stack

HASHED = re.compile(r"\.[0-9a-f]{12}\.[a-z0-9]+$")
YEAR = "public, max-age=31536000, immutable"


def health(stack: Stack) -> str:
    """/healthz and /readyz answer through nginx, the latter for every part"""
    visitor = Person(stack.places)
    assert (alive := visitor.get("/healthz")).status == 200, f"{alive.status} {alive.body!r}"
    answer = visitor.get("/readyz")
    assert answer.status == 200, f"{answer.status} {answer.body!r}"
    parts = ("database", "cache", "channel_layer", "migrations")
    assert answer.json() == dict.fromkeys(parts, "ok"), answer.body
    return answer.body.decode()


def https(stack: Stack) -> str:
    """plain HTTP is sent on to HTTPS, programs are refused, and nobody speaks an old TLS"""
    answer = Person(stack.places).ask("GET", "/lobby/?x=1", plain=True)
    assert answer.status == 301, answer.status
    assert answer.headers["Location"] == f"https://{HOST}/lobby/?x=1", answer.headers["Location"]
    refused = Person(stack.places).ask("GET", "/api/account", plain=True)
    assert refused.status == 403, refused.status
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", stack.places.https)) as raw:
        try:
            old.wrap_socket(raw)
        except ssl.SSLError:
            pass
        else:
            raise AssertionError("TLS 1.1 is spoken")
    return answer.headers["Location"]


def static_files(stack: Stack) -> str:
    """every file a page names has a content hash, is kept for a year and sent compressed"""
    visitor = Person(stack.places)
    names = _static_names(visitor.get("/").body.decode()) | _static_names(
        visitor.get("/accounts/sign-up/").body.decode()
    )
    assert len(names) > 3, names
    for name in sorted(names):
        assert HASHED.search(name), f"{name} has no hash"
        plain = visitor.get(name)
        assert plain.status == 200, f"{name}: {plain.status}"
        assert plain.headers["Cache-Control"] == YEAR, f"{name}: {plain.headers['Cache-Control']}"
        assert plain.headers["X-Content-Type-Options"] == "nosniff", name
        if name.endswith((".css", ".js")) and len(plain.body) > 1000:
            _compressed(visitor, name, plain.body)
    return f"{len(names)} files"


def _static_names(page: str) -> set[str]:
    return set(re.findall(r"/static/[\w./-]+\.\w+", page))


def _compressed(visitor: Person, name: str, plain: bytes) -> None:
    for encoding, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        answer = visitor.get(name, Accept_Encoding=encoding)
        assert answer.headers["Content-Encoding"] == encoding, f"{name} comes without {encoding}"
        assert unpack(answer.body) == plain, f"{name} differs in {encoding}"


def other_static_files(stack: Stack) -> str:
    """a file without a hash is kept for an hour; a missing one is a 404, and so are folders"""
    visitor = Person(stack.places)
    answer = visitor.get("/static/games/css/tokens.css")
    assert answer.headers["Cache-Control"] == "public, max-age=3600", answer.headers
    assert (missing := visitor.get("/static/games/none.js")).status == 404, missing.status
    assert (listed := visitor.get("/static/games/")).status in (403, 404), listed.status
    assert (outside := visitor.get("/static/../oxo.env")).status in (400, 404), outside.status
    return answer.headers["Content-Type"]


def compressed_pages(stack: Stack) -> str:
    """pages are sent with gzip to those who take it"""
    visitor = Person(stack.places)
    plain, packed = visitor.get("/"), visitor.get("/", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip", packed.headers
    assert "Accept-Encoding" in packed.headers["Vary"], packed.headers["Vary"]
    return f"{len(plain.body)} bytes in {len(packed.body)}"


def headers(stack: Stack) -> str:
    """security headers and cookies; nobody is told what serves"""
    visitor = Person(stack.places)
    answer = visitor.get("/accounts/login/")
    wanted = {
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Server": "nginx",
    }
    _are(answer.headers, wanted)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    cookie = answer.headers["Set-Cookie"]
    assert "Secure" in cookie, cookie
    assert "SameSite=Lax" in cookie, cookie
    assert cookie.startswith("__Host-"), cookie
    return ", ".join(wanted)


def _are(headers: Mapping[str, str], wanted: dict[str, str]) -> None:
    for name, value in wanted.items():
        found = headers.get(name)
        assert found == value, f"{name} is {found!r} instead of {value!r}"


def not_found(stack: Stack) -> str:
    """an unknown page is Oxo's own 404, an unknown host a 400"""
    visitor = Person(stack.places)
    answer = visitor.get("/nowhere/")
    assert answer.status == 404, answer.status
    assert b"No such page" in answer.body, answer.body[:200]
    assert (other := visitor.get("/", Host="evil.example").status) == 400, other
    return "No such page"


def sizes(stack: Stack) -> str:
    """a request or a frame that is too big is refused"""
    visitor = Person(stack.places)
    big = visitor.post("/accounts/login/", {"username": "x" * 300_000}).status
    assert big == 413, f"300 KB answer {big}"
    header = visitor.get("/", X_Long="x" * 40_000).status
    assert header in (400, 414, 431), f"a header of 40 KB answers {header}"
    with visitor.socket("/ws/lobby/") as lobby:
        lobby.send("x" * 20_000)
        code = lobby.close_code()
    assert code in (1006, 1009), f"a frame of 20 KB closes with {code}"  # dropped, or told why
    return f"{big}, {header}, {code}"


def addresses(stack: Stack) -> str:
    """addresses are those nginx saw: forging one neither helps nor harms others"""
    for attempt in range(5):
        liar = Person(stack.places)
        _log_in(liar, X_Real_IP=f"203.0.113.{attempt}", X_Forwarded_For=f"203.0.113.{attempt}")
    # The wait begins with five seconds and doubles: however slow the machine, one is met soon.
    forged = {"X_Real_IP": "203.0.113.99", "X_Forwarded_For": "203.0.113.99"}
    last = next((code for _ in range(5) if (code := _log_in(liar, **forged)) == 429), 200)
    assert last == 429, "ten guesses from one address are all answered"
    other = _log_in(Person(stack.places, address="127.0.0.2"))
    assert other == 200, f"a first guess from another address answers {other}"
    return f"{last} after five guesses, {other} from another address"


def _log_in(person: Person, **headers: str) -> int:
    form = {"username": "nobody", "password": PASSWORD}
    return person.post("/accounts/login/", form, **headers).status


def origins(stack: Stack) -> str:
    """a socket opened by another site's page is refused"""
    try:
        Person(stack.places).socket("/ws/lobby/", origin="https://evil.example").connection.close()
        status = 101
    except InvalidStatus as refused:
        status = refused.response.status_code
    assert status == 403, f"it is answered with {status}"
    return str(status)


PROMISES = (
    health,
    https,
    static_files,
    other_static_files,
    compressed_pages,
    headers,
    not_found,
    sizes,
    addresses,
    origins,
)
