"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from progress import views

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("games.urls")),
    path("", include("progress.urls")),
    path("api/", include("games.api_urls")),
    path("admin/", admin.site.urls),
]
