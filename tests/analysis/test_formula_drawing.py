"""Each example of the formulas is drawn once, whoever asks for it."""

from __future__ import annotations

from django.test import Client

from games.analysis.documents.formulas.views import drawn


def test_an_example_is_drawn_once(client: Client, as_ada: Client) -> None:
    client.get("/formulas/7/?f7=15-won", follow=True)
    client.get("/formulas/7/")
    before = drawn.cache_info()
    for one in (client, as_ada):
        assert one.get("/formulas/7/").status_code == 200
        assert one.get("/formulas/7/?f7=15-won&utm_source=x").status_code == 200
    after = drawn.cache_info()
    assert (after.misses, after.hits) == (before.misses, before.hits + 4)
