"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts.forms import StaffLoginForm
from accounts.views import guarded
from config.observe import health
from config.pages.style_page import style
from config.pages.views import about, robots, security
from progress.home import home

admin.site.site_header = admin.site.site_title = "Oxo staff"
admin.site.index_title = "Boards, people, progress"
admin.site.login_form = StaffLoginForm

handler400 = "config.pages.views.bad_request"
handler404 = "config.pages.views.not_found"
handler500 = "config.pages.views.server_error"

GUESSED = {
    "play/": "games:new",
    "daily/": "progress:todays_puzzle",
    "leaderboard/": "progress:leaderboards",
    "people/": "progress:leaderboards",
    r"people/(?P<name>[A-Za-z0-9_-]{1,20})/": "progress:profile",
    "login/": "accounts:login",
    "signup/": "accounts:sign_up",
    "help/": "games:rules_index",
    "terms/": "analysis:terms",
}
"""Addresses that people guess, and the pages that they mean."""

urlpatterns = [
    path("", home, name="home"),
    path("", include("games.urls")),
    path("", include("games.analysis.urls")),
    path("engines/", include("games.arena.urls")),
    path("", include("progress.classes.urls")),
    *([path("lti/", include("progress.classes.lti.urls"))] if settings.LTI else []),
    path("", include("progress.urls")),
    path("api/", include("games.api.urls")),
    path("accounts/", include("accounts.urls")),
    *(
        re_path(f"^{guess}$", RedirectView.as_view(pattern_name=page, query_string=True))
        for guess, page in GUESSED.items()
    ),
    path("style/", style, name="style"),
    path("about/", about, name="about"),
    path("robots.txt", robots, name="robots"),
    path(".well-known/security.txt", security, name="security"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/login/", guarded(admin.site.login)),
    path("admin/", admin.site.urls),
]
