from django.apps import AppConfig

from games.match import CAMPAIGN


class ProgressConfig(AppConfig):
    name = "progress"

    def ready(self) -> None:
        # These import models, which Django has only now.
        from games.presenters import PAGES, PROFILE, VERSUS
        from progress import own_data, receivers  # noqa: F401  register their receivers

        PAGES[CAMPAIGN] = "progress:play"
        PAGES[PROFILE] = "progress:profile"
        PAGES[VERSUS] = "progress:versus"
