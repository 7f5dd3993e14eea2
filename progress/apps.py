from django.apps import AppConfig


class ProgressConfig(AppConfig):
    name = "progress"

    def ready(self) -> None:
        from progress import receivers  # noqa: F401  connects the one bell between games and us
