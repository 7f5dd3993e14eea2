from django.urls import path

from games import (
    ids,  # noqa: F401  registers <game:…>
)
from games.glass import review_views, views

app_name = "glass"
urlpatterns = [
    path("analysis/", views.analysis, name="analysis"),
    path("analysis/setup/<str:text>/", views.setup, name="setup"),
    path("analysis/<str:text>/", views.position, name="position"),
    path("games/<game:game_id>/review/", review_views.review, name="review"),
]
