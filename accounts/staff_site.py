"""The admin's site: who comes in, and what every admin in it has in common."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from accounts.asked import NamedLookups


class StaffSite(admin.AdminSite):
    """Gives every admin the base that refuses what it does not name."""

    def register(  # type: ignore[override]
        self, models: Any, admin_class: type[Any] | None = None, **options: Any
    ) -> None:
        admin_class = admin_class or NamedLookups
        if not issubclass(admin_class, NamedLookups):  # of Django or of a package
            admin_class = type(admin_class.__name__, (NamedLookups, admin_class), {})
        super().register(models, admin_class, **options)

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        """No form of this site has a field that searches while one types."""
        raise PermissionDenied
