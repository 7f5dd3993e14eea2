"""The admin's site: who comes in, and what every admin in it has in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import LoginView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts import factors
from accounts.asked import NamedLookups
from accounts.factor_views import TwoSteps
from accounts.models import User
from accounts.record import What, record


class StaffLogin(TwoSteps, LoginView):
    """The staff's log-in page."""

    template_name = "admin/login.html"


class StaffSite(admin.AdminSite):
    """Gives every admin the base that refuses what it does not name."""

    def register(  # type: ignore[override]
        self, models: Any, admin_class: type[Any] | None = None, **options: Any
    ) -> None:
        admin_class = admin_class or NamedLookups
        if not issubclass(admin_class, NamedLookups):  # of Django or of a package
            admin_class = type(admin_class.__name__, (NamedLookups, admin_class), {})
        super().register(models, admin_class, **options)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """As Django's own, in two steps for who has a second factor."""
        if request.method == "GET" and self.has_permission(request):
            return redirect("admin:index")
        context = {
            **self.each_context(request),
            "title": "Log in",
            "subtitle": None,
            "app_path": request.get_full_path(),
            "username": request.user.get_username(),
            **({} if REDIRECT_FIELD_NAME in request.GET else {"next": reverse("admin:index")}),
            **(extra_context or {}),
        }
        view = StaffLogin.as_view(
            authentication_form=self.login_form,
            next_page="admin:index",
            extra_context=context,
        )
        return cast(HttpResponse, view(request))

    def admin_view(  # type: ignore[override]
        self, view: Callable[..., HttpResponseBase], cacheable: bool = False
    ) -> Callable[..., HttpResponseBase]:
        """Every page of the admin is for staff who have shown a second factor."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request) or factors.is_passed(request):
                return inner(request, *args, **kwargs)
            user = cast(User, request.user)
            about = "no second factor"
            record(What.STAFF_REFUSED, user.pk, about=about, once=True, request=request)
            if factors.has_one(user):
                factors.begin_second_step(request, user, request.get_full_path())
                return redirect("accounts:second_step")
            query = urlencode({"next": request.get_full_path()})
            return redirect(f"{reverse('accounts:factors')}?{query}")

        return checked

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Everybody's page for it, where guesses at the password have to wait."""
        return redirect("accounts:password_change")

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """No form of this site has a field that searches while one types."""
        raise PermissionDenied
