"""The site's icons and its manifest: served with the right types, from one drawing."""

from __future__ import annotations

import re
import struct
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.drawing import marks, site_icon
from games.presenters import signals

PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/favicon.ico", "image/x-icon"),
        ("/apple-touch-icon.png", "image/png"),
        ("/icons/192.png", "image/png"),
        ("/icons/512-maskable.png", "image/png"),
        ("/icons/site.svg", "image/svg+xml"),
        ("/icons/turn.svg", "image/svg+xml"),
        ("/site.webmanifest", "application/manifest+json"),
    ],
)
def test_each_has_its_type_and_may_be_kept_by_any_cache(
    client: Client, path: str, kind: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, kind)
    assert answer["Cache-Control"] == "public, max-age=604800"
    assert not answer.cookies


@pytest.mark.parametrize("path", ["/icons/nonsense.svg", "/icons/64.png", "/icons/1-maskable.png"])
def test_there_are_no_others(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_icon_file_holds_a_picture_for_each_size(client: Client) -> None:
    data = client.get("/favicon.ico").content
    assert struct.unpack("<HHH", data[:6]) == (0, 1, 3)
    for number, size in enumerate((16, 32, 48)):
        entry = struct.unpack("<BBBBHHII", data[6 + 16 * number : 22 + 16 * number])
        length, at = entry[6:]
        assert entry[:2] == (size, size)
        assert size_of(data[at : at + length]) == (size, size)


def test_the_pictures_are_as_large_as_their_address_says(client: Client) -> None:
    assert size_of(client.get("/apple-touch-icon.png").content) == (180, 180)
    for size in (192, 512):
        for name in (f"{size}", f"{size}-maskable"):
            assert size_of(client.get(f"/icons/{name}.png").content) == (size, size)


def test_the_manifest_names_icons_that_there_are(client: Client) -> None:
    told = client.get("/site.webmanifest").json()
    assert (told["start_url"], told["short_name"]) == ("/", "Oxo")
    assert {(one["sizes"], one["purpose"]) for one in told["icons"]} == {
        (f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")
    }
    for one in told["icons"]:
        width, height = size_of(client.get(one["src"]).content)
        assert f"{width}x{height}" == one["sizes"]


def test_every_signal_has_a_badge_of_its_own_on_the_mark_of_the_boards() -> None:
    kinds = {signals.TURN, signals.DRAW, signals.REMATCH, signals.BEGUN, signals.OVER}
    kinds.add(signals.CHALLENGE)
    assert set(site_icon.BADGES) == kinds
    drawn = {kind: site_icon.site_svg(kind) for kind in ("", *kinds)}
    assert len(set(drawn.values())) == len(kinds) + 1
    for svg in drawn.values():
        paths = [d for one in ElementTree.fromstring(svg).iter() if (d := one.get("d"))]
        assert tuple(paths[:2]) == marks.STROKES["X"]


def test_pages_link_to_them(client: Client, db: None) -> None:
    page = client.get("/lobby/").content.decode()
    for link in re.findall(r'<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>', page):
        address = re.search(r'href="([^"]+)"', link)
        assert address
        assert client.get(address[1]).status_code == 200
    assert len(re.findall(r'<link rel="(?:icon|apple-touch-icon|manifest)"', page)) == 4
