"""The site as it really runs, with the third game on it."""

from __future__ import annotations

from tests import forking
from tests.site import Site


class SiteWithThirdGame(Site):
    def __init__(self) -> None:
        super().__init__(DJANGO_SETTINGS_MODULE="tests.conformance.site_settings")
        # Engines answer in the server's own process: the compute pool's know no third game.
        self.like = forking.SITE
