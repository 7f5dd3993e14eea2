"""Addresses of the campaign. The first page of the site (``views.home``) is named by config."""

from django.urls import path, re_path

from games import ids  # noqa: F401  registers <game:…>
from progress import puzzle_views, views
from progress.formulas import views as formula_views

app_name = "progress"
# Names are matched by their letters: what cannot be one never reaches the database.
urlpatterns = [
    path("campaign/", views.campaign, name="campaign"),
    path("campaign/<int:level>/<int:number>/", views.stage, name="stage"),
    path("campaign/games/<game:game_id>/", views.play, name="play"),
    path("formulas/", formula_views.formulas, name="formulas"),
    path("formulas/<int:number>/", formula_views.formula, name="formula"),
    path("puzzles/", puzzle_views.index, name="puzzles"),
    path("puzzles/today/", puzzle_views.today, name="todays_puzzle"),
    path("puzzles/next/", puzzle_views.onward, name="next_puzzle"),
    re_path(
        r"^puzzles/(?P<puzzle_id>[a-z]+-[A-Z._a-z0-9-]{9,60})/$", puzzle_views.puzzle, name="puzzle"
    ),
    path("leaderboards/<slug:variant>/", views.ratings, name="ratings"),
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    re_path(r"^@(?P<name>[A-Za-z0-9_-]{1,20})/$", views.profile, name="profile"),
]
