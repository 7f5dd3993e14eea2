from django.apps import AppConfig
from django.conf import settings

from games.engines import find_also, keep_tables_in


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        # These import models, which Django has only now.
        from games import receivers  # noqa: F401  connects games to people who leave
        from games.analysis import own_games  # noqa: F401  tells people what is stored
        from games.arena.uploads import playing
        from games.arena.uploads import receivers as uploads  # noqa: F401  and to their engines
        from games.live import receivers as live  # noqa: F401  connects sockets to log-ins
        from games.services import rate  # noqa: F401  connects ratings to endings
        from games.web import converters  # noqa: F401  registers <game:…>

        find_also(playing.find)
        keep_tables_in(settings.VAR_DIR / "tables")
