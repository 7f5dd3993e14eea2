from django.urls import path

from games import api

app_name = "api"
urlpatterns = [
    path("games/", api.create, name="create"),
    path("games/<str:game_id>/", api.game, name="game"),
    path("games/<str:game_id>/actions/", api.actions, name="actions"),
    path("games/<str:game_id>/join/", api.join, name="join"),
]
