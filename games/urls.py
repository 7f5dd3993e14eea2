from django.urls import path

from games import views

app_name = "games"
urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("games/", views.history, name="history"),
    path("games/new/", views.new, name="new"),
    path("games/<str:game_id>/", views.game_page, name="game"),
    path("games/<str:game_id>/act/", views.act, name="act"),
    path("games/<str:game_id>/join/", views.join, name="join"),
]
