from django.apps import AppConfig, apps

from games.match import CAMPAIGN


class ProgressConfig(AppConfig):
    name = "progress"

    def ready(self) -> None:
        # These import models, which Django has only now.
        from games.analysis.puzzles.calendar import DAYS
        from games.presenters import DAILY, PAGES, PROFILE, VERSUS
        from progress import own_data, receivers  # register their receivers
        from progress.classes import receivers as of_classes

        if apps.is_installed("lti_tool"):
            from progress.classes.lti import admin, grades

        PAGES[CAMPAIGN] = "progress:play"
        PAGES[PROFILE] = "progress:profile"
        PAGES[VERSUS] = "progress:versus"
        PAGES.update({f"{DAILY} {game}": "progress:own_board" for game in DAYS})
