"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts.forms import StaffLoginForm
from accounts.views import guarded
from config.observe import health
from config.pages.style_page import style
from config.pages.views import robots
from progress.home import home

admin.site.site_header = admin.site.site_title = "Oxo staff"
admin.site.index_title = "Boards, people, progress"
admin.site.login_form = StaffLoginForm

handler400 = "config.pages.views.bad_request"
handler404 = "config.pages.views.not_found"
handler500 = "config.pages.views.server_error"

urlpatterns = [
    path("", home, name="home"),
    path("", include("games.urls")),
    path("", include("games.analysis.urls")),
    path("engines/", include("games.arena.uploads.urls")),
    path("", include("progress.classes.urls")),
    path("", include("progress.urls")),
    path("api/", include("games.api.urls")),
    path("accounts/", include("accounts.urls")),
    path("style/", style, name="style"),
    path("robots.txt", robots, name="robots"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/login/", guarded(admin.site.login)),
    path("admin/", admin.site.urls),
]
