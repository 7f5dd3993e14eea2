from django.urls import path

from games.glass import views

app_name = "glass"
urlpatterns = [
    path("analysis/", views.analysis, name="analysis"),
    path("analysis/setup/<str:text>/", views.setup, name="setup"),
    path("analysis/<str:text>/", views.position, name="position"),
]
