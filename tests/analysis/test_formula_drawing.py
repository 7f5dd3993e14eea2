"""Each example of the formulas is drawn once, and has the links of every page that it stands on."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from games.analysis.documents.formulas.views import drawn

EARLIER, LATER = "f1=OO.......-O-X", "f14=X.O......"


@pytest.mark.parametrize("others", [[], [EARLIER], [LATER], [EARLIER, LATER]])
def test_an_example_is_drawn_once_whatever_the_others_show(
    client: Client, others: list[str]
) -> None:
    for query in ("", f"{EARLIER}&{LATER}"):
        client.get(f"/formulas/?{query}")
    drawn_before = drawn.cache_info().misses
    page = unescape(client.get(f"/formulas/?{'&'.join(others)}").content.decode())
    assert drawn.cache_info().misses == drawn_before
    for own in ("f7=15-won", "f7=1-lost"):
        query = [one for one in (EARLIER, own, LATER) if one in others or one == own]
        assert f'href="?{"&".join(query)}#formula-7"' in page
    assert f'href="?{"&".join(others)}#formula-7"' in page  # what is shown, by its own value
