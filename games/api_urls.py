from django.urls import path

from games import (
    api,
    ids,  # noqa: F401  registers <game:…>
    remark_views,
)

app_name = "api"
urlpatterns = [
    path("games/", api.create, name="create"),
    path("games/<game:game_id>/", api.game, name="game"),
    path("games/<game:game_id>/actions/", api.actions, name="actions"),
    path("games/<game:game_id>/join/", api.join, name="join"),
    path("games/<game:game_id>/remarks/", remark_views.api, name="remarks"),
    path("games/<game:game_id>/presence/", api.presence, name="presence"),
]
