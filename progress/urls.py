"""Addresses of the campaign, puzzles and people. ``config`` names the first page of the site."""

from django.urls import path, re_path

from progress.campaign import formula_examples, hint_views, views  # adds examples
from progress.people import friends, leaderboards, profile_views
from progress.puzzles import daily_views, puzzle_views, rush_views

app_name = "progress"
# Names are matched by their letters: what cannot be one never reaches the database.
urlpatterns = [
    path("campaign/", views.campaign, name="campaign"),
    path("campaign/next/", views.onward, name="continue"),
    path("campaign/<int:level>/<int:number>/", views.stage, name="stage"),
    path("campaign/<int:level>/<int:number>/hint/", hint_views.at_stage, name="hint"),
    path("campaign/games/<game:game_id>/", views.play, name="play"),
    path("campaign/games/<game:game_id>/hint/", hint_views.in_play, name="hint_in_play"),
    path("campaign/<slug:slug>/", views.campaign_apart, name="campaign_apart"),
    path("campaign/<slug:slug>/<int:number>/", views.stage, name="stage_apart"),
    path("campaign/<slug:slug>/<int:number>/hint/", hint_views.at_stage, name="hint_apart"),
    path("campaign/<slug:slug>/<int:level>/<int:number>/", views.stage, name="stage_on"),
    path(
        "campaign/<slug:slug>/<int:level>/<int:number>/hint/", hint_views.at_stage, name="hint_on"
    ),
    path("puzzles/", puzzle_views.index, name="puzzles"),
    path("puzzles/today/", daily_views.today, name="todays_puzzle"),
    path("puzzles/today/<slug:game>/", daily_views.own_board, name="own_board"),
    path("puzzles/rush/", rush_views.rush, name="rush"),
    path("puzzles/archive/", daily_views.months, name="archive"),
    re_path(r"^puzzles/archive/(?P<month>\d{4}-\d{2})/$", daily_views.months, name="archive_month"),
    re_path(r"^puzzles/archive/(?P<day>\d{4}-\d{2}-\d{2})/$", daily_views.day, name="archive_day"),
    path("puzzles/next/", puzzle_views.onward, name="next_puzzle"),
    re_path(
        r"^puzzles/(?P<puzzle_id>[a-z]+-[A-Z._a-z0-9-]{9,60})/$", puzzle_views.puzzle, name="puzzle"
    ),
    path("leaderboards/<slug:variant>/", leaderboards.ratings, name="ratings"),
    path(
        "leaderboards/<slug:variant>/bots/",
        leaderboards.ratings,
        {"bots": True},
        name="bot_ratings",
    ),
    path("friends/", friends.friends, name="friends"),
    path("leaderboards/", leaderboards.leaderboards, name="leaderboards"),
    re_path(r"^@(?P<name>[A-Za-z0-9_-]{1,20})/$", profile_views.profile, name="profile"),
    re_path(
        r"^@(?P<name>[A-Za-z0-9_-]{1,20})/vs/(?P<rival>[A-Za-z0-9_-]{1,20})/$",
        profile_views.versus,
        name="versus",
    ),
]
