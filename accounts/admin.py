"""People, as staff see them. Nobody is shown a password, not even the hash of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from accounts import names
from accounts.models import User

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class AddUserForm(AdminUserCreationForm):  # type: ignore[type-arg]
    name = forms.CharField(validators=[names.check_name])

    class Meta:
        model = User
        fields = ("name",)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        names.check_free(name)
        return name


class ChangeUserForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("name", "email", "is_active", *RIGHTS)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.lower() != self.instance.name.lower():
            names.check_free(name)
        return name


class KindFilter(admin.SimpleListFilter):
    """People with an account unless guests are asked for; each kind with how many there are."""

    title = "kind"
    parameter_name = "kind"
    KINDS: ClassVar[dict[str, tuple[str, dict[str, bool]]]] = {
        "people": ("People", {"is_guest": False}),
        "guests": ("Guests", {"is_guest": True}),
        "all": ("All", {}),
    }

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str]]:
        counts = {kind: User.objects.filter(**rule).count() for kind, (_, rule) in self._kinds()}
        return [(kind, f"{title} ({counts[kind]})") for kind, (title, _) in self._kinds()]

    def _kinds(self) -> Iterable[tuple[str, tuple[str, dict[str, bool]]]]:
        return self.KINDS.items()

    def value(self) -> str:
        chosen = super().value()
        return chosen if chosen in self.KINDS else "people"

    def choices(self, changelist: Any) -> Iterator[Any]:
        return islice(super().choices(changelist), 1, None)  # Django's own "All" has no kind

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(**self.KINDS[self.value()][1])


@admin.register(User)
class UserAdmin(StockUserAdmin):  # type: ignore[type-arg]
    form = ChangeUserForm
    add_form = AddUserForm
    list_display = ("name", "email", "is_guest", "is_staff", "is_active", "joined_at", "last_login")
    list_filter = (KindFilter, "is_staff", "is_superuser", "is_active", "joined_at")
    search_fields = ("name", "email")
    ordering = ("name",)
    readonly_fields = ("password_state", "joined_at", "last_login")
    fieldsets = (
        (None, {"fields": ("name", "password_state", "email", "is_active")}),
        ("Rights", {"fields": RIGHTS}),
        ("Dates", {"fields": ("joined_at", "last_login")}),
    )
    add_fieldsets = ((None, {"fields": ("name", "usable_password", "password1", "password2")}),)

    @admin.display(description="password")
    def password_state(self, user: User) -> str:
        if user.is_guest:
            return "A guest: there is none."
        state = "Set." if user.has_usable_password() else "None: this account cannot log in."
        address = reverse("admin:auth_user_password_change", args=[user.pk])
        return format_html('{} <a href="{}">Change it</a>', state, address)

    # Staff who look after accounts must not be able to give themselves, or take over, more.

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fixed: tuple[str, ...] = () if request.user.is_superuser else RIGHTS
        if obj is not None and obj.is_guest:  # can be closed, and no more
            fixed = ("name", "email", *RIGHTS)
        return (*self.readonly_fields, *fixed)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _may_touch(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return _may_touch(request, obj) and super().has_delete_permission(request, obj)


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    """Superusers anybody; other staff no account that has rights but their own."""
    if user is None or request.user.is_superuser or user == request.user:
        return True
    return not (user.is_staff or user.is_superuser)
