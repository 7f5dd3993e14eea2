from django.urls import path

from games.api import remarks
from games.api.urls import export
from games.web import challenge_views, icon_views, report_views, rule_pages, solo, views

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
    path("challenges/", challenge_views.index, name="challenges"),
    path("challenges/calls/", challenge_views.calls, name="calls"),
    path("challenges/new/", challenge_views.new, name="challenge"),
    path("challenges/<game:challenge_id>/accept/", challenge_views.accept, name="accept"),
    path("challenges/<game:challenge_id>/decline/", challenge_views.decline, name="decline"),
    path(
        "challenges/<game:challenge_id>/withdraw/",
        challenge_views.withdraw,
        name="withdraw_challenge",
    ),
    path("game/export/<game:game_id>", export, name="export"),
    path("reports/new/", report_views.new, name="report"),
    path("rules/", rule_pages.index, name="rules_index"),
    path("rules/<slug:variant>/", rule_pages.rules, name="rules"),
    path("rules/<slug:variant>/<slug:slug>/", rule_pages.chapter, name="rules_chapter"),
    path("solo/", solo.page, name="solo"),
    path("solo/worker.js", solo.worker, name="solo_worker"),
    path("solo/app.webmanifest", solo.manifest, name="solo_manifest"),
    path("games/", views.history, name="history"),
    path("games/new/", views.new, name="new"),
    path("games/first-move/", views.first_move, name="first_move"),
    path("games/<game:game_id>/", views.game_page, name="game"),
    path("games/<game:game_id>/act/", views.act, name="act"),
    path("games/<game:game_id>/say/", remarks.say, name="say"),
    path("games/<game:game_id>/join/", views.join, name="join"),
]
