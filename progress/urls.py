"""Addresses of the campaign. The first page of the site (``views.home``) is named by config."""

from django.urls import path, re_path

from games import ids  # noqa: F401  registers <game:…>
from progress import views

app_name = "progress"
# Names are matched by their letters: what cannot be one never reaches the database.
urlpatterns = [
    path("campaign/", views.campaign, name="campaign"),
    path("campaign/<int:level>/<int:number>/", views.stage, name="stage"),
    path("campaign/games/<game:game_id>/", views.play, name="play"),
    path("leaderboards/<slug:variant>/", views.ratings, name="ratings"),
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    re_path(r"^@(?P<name>[A-Za-z0-9_-]{1,20})/$", views.profile, name="profile"),
]
