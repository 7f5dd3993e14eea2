from django.apps import AppConfig


class ProgressConfig(AppConfig):
    name = "progress"

    def ready(self) -> None:
        from games.match import CAMPAIGN
        from games.presenters import PAGES
        from progress import receivers  # noqa: F401  connects the one bell between games and us

        PAGES[CAMPAIGN] = "progress:play"
