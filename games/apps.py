from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from django.conf import settings

        from games import receivers  # noqa: F401  connects games to people who leave
        from games.engines.solutions import keep_tables_in
        from games.live import receivers as live  # noqa: F401  connects sockets to what is kept
        from games.services import ratings  # noqa: F401  connects ratings to endings

        keep_tables_in(settings.VAR_DIR / "tables")
