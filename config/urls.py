"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("api/", include("games.api_urls")),
    path("admin/", admin.site.urls),
]
