from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.live import receivers  # noqa: F401  connects the sockets to what is kept
