"""Addresses of the campaign. The first page of the site (``views.home``) is named by config."""

from django.urls import path, re_path

from progress import views

app_name = "progress"
# Names and ids are matched by their letters: what cannot be one never reaches the database.
urlpatterns = [
    path("campaign/", views.campaign, name="campaign"),
    path("campaign/<int:level>/<int:number>/", views.stage, name="stage"),
    re_path(r"^campaign/games/(?P<game_id>[A-Za-z0-9]{1,12})/$", views.play, name="play"),
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    re_path(r"^@(?P<name>[A-Za-z0-9_-]{1,20})/$", views.profile, name="profile"),
]
