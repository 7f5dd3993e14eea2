from django.urls import path

from games import (
    ids,  # noqa: F401  registers <game:…>
)
from games.glass import export_views, learn_views, proof_views, review_views, search_views, views

app_name = "glass"
urlpatterns = [
    path("analysis/", views.analysis, name="analysis"),
    path("analysis/import/", export_views.bring, name="import"),
    path("analysis/setup/<str:text>/", views.setup, name="setup"),
    path("analysis/<str:text>/", views.position, name="position"),
    path("analysis/<str:text>/export.<slug:kind>", export_views.position, name="export"),
    path("analysis/<str:text>/preview-<slug:about>.png", export_views.preview, name="preview"),
    path("analysis/<str:text>/search/", search_views.search, name="search"),
    path("games/<game:game_id>/review/", review_views.review, name="review"),
    path("games/<game:game_id>/retry/<str:seat>/", review_views.retry, name="retry"),
    path("games/<game:game_id>/export.<slug:kind>", export_views.game, name="export_game"),
    path("learn/", learn_views.index, name="learn"),
    path("learn/<slug:slug>/", learn_views.lesson, name="lesson"),
    path("proofs/", proof_views.index, name="proofs"),
    path("proofs/<slug:slug>/", proof_views.engine, name="proof"),
]
