"""The admin of people. It shows no passwords, not even their hashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm
from django.contrib.auth.models import Permission
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html

from accounts import (
    closing,
    data_files,
    factors,
    names,
    open_sessions,
    people_admin,  # registers follows and blocks
)
from accounts.acts import Acts, ReasonForm, act, export
from accounts.models import User
from accounts.record import What, record
from accounts.searches import MOST_FOUND, people_found

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class AddUserForm(AdminUserCreationForm):
    name = forms.CharField(validators=[names.check_name])
    reason = ReasonForm.base_fields["reason"]

    class Meta:
        model = User
        fields = ("name",)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        names.check_free(name)
        return name


class ChangePasswordForm(AdminPasswordChangeForm):
    reason = ReasonForm.base_fields["reason"]

    def save(self, commit: bool = True) -> User:
        record(What.PASSWORD_CHANGED, self.user.pk)
        user: User = super().save(commit)
        return user


class ChangeUserForm(forms.ModelForm):
    reason = ReasonForm.base_fields["reason"]

    class Meta:
        model = User
        fields = ("name", "email", *RIGHTS)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.lower() != self.instance.name.lower():
            names.check_free(name, but=self.instance.pk)
        return name


MOST_COUNTED = 1_000
"""People of a kind that the list of people counts; of more it says that there are more."""


MOST_LISTED = 10_000
"""People that a list counts and has pages for, since a count reads every row that it counts. A
search finds the others."""


class FirstPeople(Paginator):
    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[User]", self.object_list)
        return rows.order_by()[:MOST_LISTED].count()


def _so_many(count: int) -> str:
    return f"{count}" if count <= MOST_COUNTED else f"more than {MOST_COUNTED:,}"


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
        # Each of the two has an index; both together would be counted row by row.
        counts = {
            kind: User.objects.filter(**rule).order_by()[: MOST_COUNTED + 1].count()
            for kind, (_, rule) in self._kinds()
            if rule
        }
        counts["all"] = sum(counts.values())
        return [(kind, f"{title} ({_so_many(counts[kind])})") for kind, (title, _) in self._kinds()]

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
class UserAdmin(Acts, StockUserAdmin):
    form = ChangeUserForm
    add_form = AddUserForm
    change_password_form = ChangePasswordForm
    actions = (
        "deactivate",
        "reactivate",
        "end_sessions",
        "remove_factors",
        "delete_accounts",
        "export_csv",
    )
    on_page = ("deactivate", "reactivate", "end_sessions", "remove_factors", "delete_accounts")
    everything = "?kind=all"
    list_display = ("name", "email", "is_guest", "is_staff", "is_active", "joined_at", "last_login")
    list_filter = (KindFilter, "is_staff", "is_superuser", "is_active", "joined_at")
    search_fields = ("name", "email")
    search_help_text = (
        "Any part of a name, or a whole e-mail address. "
        f"The first {MOST_FOUND:,} people are listed."
    )
    show_full_result_count = False
    paginator = FirstPeople
    ordering = ("name",)
    readonly_fields = ("password_state", "is_active", "joined_at", "last_login", "time_zone")
    fieldsets = (
        (None, {"fields": ("name", "password_state", "email", "is_active")}),
        ("Rights", {"fields": RIGHTS}),
        ("Dates", {"fields": ("joined_at", "last_login", "time_zone")}),
        ("Why you change this", {"fields": ("reason",)}),
    )
    add_fieldsets = (
        (None, {"fields": ("name", "usable_password", "password1", "password2", "reason")}),
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        term = search_term.strip()
        if "@" in term and not _sees_addresses(request):
            return queryset.none(), False
        return (queryset.filter(pk__in=people_found(term)) if term else queryset), False

    def get_list_display(self, request: HttpRequest) -> Any:
        """The columns without e-mail addresses for those who do not look after accounts."""
        return self.exported(request, super().get_list_display(request))

    def exported(self, request: HttpRequest, columns: Sequence[Any]) -> Sequence[Any]:
        return [one for one in columns if one != "email" or _sees_addresses(request)]

    @admin.display(description="password")
    def password_state(self, user: User) -> str:
        if user.is_guest:
            return "A guest: there is none."
        state = "Set." if user.has_usable_password() else "None: this account cannot log in."
        address = reverse("admin:auth_user_password_change", args=[user.pk])
        return format_html('{} <a href="{}">Change it</a>', state, address)

    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        """Permissions with what they are for: each would ask for it by itself."""
        if db_field.name == "user_permissions":
            kwargs["queryset"] = Permission.objects.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    # Staff who look after accounts must not be able to give themselves, or take over, more.

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fixed: tuple[str, ...] = () if request.user.is_superuser else RIGHTS
        own = ("email",) if obj == request.user else ()
        return (*self.readonly_fields, *fixed, *own)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002  as Django calls it
        form_url: str = "",
    ) -> Any:
        """One's own is changed where everybody's is, with the password one has."""
        if self.get_object(request, unquote(id)) == request.user:
            return redirect("accounts:password_change")
        return super().user_change_password(request, id, form_url)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Without the reason where nothing can be changed."""
        groups = super().get_fieldsets(request, obj)
        if obj is not None and not _sees_addresses(request):
            fields = ("name", "password_state", "is_active")
            groups = [(None, {"fields": fields}), *groups[1:]]
        elif obj is not None and obj == request.user:
            said = 'Your e-mail address is changed in <a href="{}">your settings</a>.'
            own: Any = {
                **groups[0][1],
                "description": format_html(said, reverse("accounts:settings")),
            }
            groups = [(None, own), *groups[1:]]
        if obj is None or self.has_change_permission(request, obj):
            return groups
        return [group for group in groups if "reason" not in group[1]["fields"]]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        if obj is not None and obj.is_guest:  # can be closed, and no more
            return False
        return _may_touch(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # ``delete_accounts`` asks for the reason

    def has_deactivate_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("accounts.deactivate"))

    def has_delete_accounts_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("accounts.delete_user"))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            record(What.EMAIL_CHANGED, obj.pk)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        names = ", ".join(name for name in form.changed_data if name != "reason")
        return f"{'Added' if add else f'Changed {names}'}: {form.cleaned_data['reason']}"

    @act(
        "Deactivate",
        grave=True,
        permission="deactivate",
        says="They can no longer log in, and are logged out at once wherever they are. "
        "Nothing of theirs is deleted.",
    )
    def deactivate(self, request: HttpRequest, user: User, reason: str) -> bool:
        return user != request.user and self._set_active(request, user, False)

    @act("Reactivate", permission="deactivate", says="They can log in again.")
    def reactivate(self, request: HttpRequest, user: User, reason: str) -> bool:
        return self._set_active(request, user, True)

    @act(
        "End sessions",
        permission="deactivate",
        says="They are logged out wherever they are, and can log in again.",
    )
    def end_sessions(self, request: HttpRequest, user: User, reason: str) -> bool:
        return _may_touch(request, user) and open_sessions.end_all(user) > 0

    @act(
        "Remove second factors",
        grave=True,
        permission="delete_accounts",
        says="They log in with the password alone, and can add a new factor: for somebody who has "
        "lost all of them and every recovery code. Be sure that it is they who ask.",
    )
    def remove_factors(self, request: HttpRequest, user: User, reason: str) -> bool:
        if user == request.user or not _may_touch(request, user):
            return False
        rows = list(user.factors.all())
        for row in rows:
            factors.remove(row)
        return bool(rows)

    def _set_active(self, request: HttpRequest, user: User, active: bool) -> bool:
        if user.is_active == active or not _may_touch(request, user):
            return False
        user.is_active = active
        user.save(update_fields=["is_active"])  # whose signal closes the sockets
        return True

    @act(
        "Delete accounts",
        grave=True,
        permission="delete_accounts",
        says="The accounts go for good, with stars, puzzles and ratings. Games against others "
        "stay, without the name. Large accounts are closed at once, and gone within the hour. "
        "This cannot be undone.",
    )
    def delete_accounts(self, request: HttpRequest, user: User, reason: str) -> bool:
        if user == request.user or not _may_touch(request, user):
            return False
        now = User.objects.get(pk=user.pk)  # ``user`` keeps the name for the log
        if not user.is_guest and data_files.is_large(user):
            closing.close(now)
        else:
            closing.remove(now)
        return True

    export_csv = export(
        ("name", "email", "is_guest", "is_staff", "is_active", "joined_at", "last_login")
    )


def _sees_addresses(request: HttpRequest) -> bool:
    return bool(request.user.has_perm("accounts.change_user"))


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    """Whether staff may edit an account: superusers any, others none with rights but their own."""
    if user is None or request.user.is_superuser or user == request.user:
        return True
    return not (user.is_staff or user.is_superuser)
