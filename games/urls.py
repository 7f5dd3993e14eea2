from django.urls import path

from games import (
    icon_views,
    ids,  # noqa: F401  registers <game:…>
    rule_pages,
    views,
)

app_name = "games"
urlpatterns = [
    path("favicon.ico", icon_views.favicon, name="favicon"),
    path("apple-touch-icon.png", icon_views.touch_icon, name="touch_icon"),
    path("site.webmanifest", icon_views.manifest, name="manifest"),
    path("icons/site.svg", icon_views.svg, name="icon"),
    path("icons/<slug:signal>.svg", icon_views.svg, name="signal_icon"),
    path("icons/<int:size>.png", icon_views.app_icon, name="app_icon"),
    path("icons/<int:size>-maskable.png", icon_views.maskable_icon, name="maskable_icon"),
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/pair/", views.pair, name="pair"),
    path("rules/", rule_pages.index, name="rules_index"),
    path("rules/<slug:variant>/", rule_pages.rules, name="rules"),
    path("games/", views.history, name="history"),
    path("games/new/", views.new, name="new"),
    path("games/first-move/", views.first_move, name="first_move"),
    path("games/<game:game_id>/", views.game_page, name="game"),
    path("games/<game:game_id>/act/", views.act, name="act"),
    path("games/<game:game_id>/join/", views.join, name="join"),
]
