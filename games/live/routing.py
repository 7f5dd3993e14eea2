"""Addresses of the sockets, with a catch-all so that an unknown one is answered, not logged."""

from django.urls import path, re_path

from games.live.consumers import GameSocket, LobbySocket, NowhereSocket, PersonSocket

urlpatterns = [
    path("ws/games/<game:game_id>/", GameSocket.as_asgi()),
    path("ws/lobby/", LobbySocket.as_asgi()),
    path("ws/me/", PersonSocket.as_asgi()),
    re_path(r"", NowhereSocket.as_asgi()),
]
