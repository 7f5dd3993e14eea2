from django.apps import AppConfig
from django.conf import settings

from games.engines import find_also, keep_tables_in


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        # These import models, which Django has only now.
        from games import receivers  # connects games to people who leave
        from games.analysis import own_games  # tells people what is stored
        from games.arena import playing
        from games.arena import receivers as uploads  # and to their engines
        from games.live import receivers as live  # connects sockets to log-ins
        from games.services import rate  # connects ratings to endings
        from games.web import converters  # registers <game:…>

        find_also(playing.find)
        keep_tables_in(settings.VAR_DIR / "tables")
