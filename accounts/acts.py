"""Admin actions with a reason: a page asks for it, and the admin's log quotes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.contrib.admin.utils import quote, unquote
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse

from accounts import exports
from accounts.searches import WholeNames

MOST = 1_000
"""Rows that one act changes at most: each is changed, and logged, in a transaction of its own."""

SHOWN = 20
"""Rows that the page lists before it asks."""

Rows = QuerySet[Any]


class ReasonForm(forms.Form):
    """Asks for the reason of an action, which the log quotes."""

    reason = forms.CharField(
        min_length=3,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text="The log shows this to all staff.",
    )


def act(
    title: str, *, permission: str, says: str, grave: bool = False
) -> Callable[[Callable[[Any, HttpRequest, Any, str], bool]], Any]:
    """An admin action that asks first: the method gets one row and the reason.

    It returns False for a row to which there is nothing to do. ``says`` is the consequence,
    as the page puts it. ``permission`` is asked as ``has_<permission>_permission``. What is
    ``grave`` takes something away from people, and its buttons look so.
    """

    def make(method: Callable[[Any, HttpRequest, Any, str], bool]) -> Any:
        @wraps(method)
        def asked(self: Acts, request: HttpRequest, rows: Rows) -> HttpResponse | None:
            reason = _reason(self, request, rows, title, says, most=MOST, grave=grave)
            if not isinstance(reason, str):
                return reason
            done = skipped = 0
            for key in list(rows.order_by("pk").values_list("pk", flat=True).distinct()):
                with transaction.atomic():
                    row = self.model._default_manager.filter(pk=key).first()
                    if row is None or not method(self, request, row, reason):
                        skipped += 1
                        continue
                    row.pk = key  # which Django takes away from what it has deleted
                    self.log_change(request, row, f"{title}: {reason}")
                    done += 1
            _tell(self, request, title, done, skipped)
            return None

        asked.grave = grave  # type: ignore[attr-defined]  # as Django keeps what it knows of one
        return admin.action(description=title, permissions=[permission])(asked)

    return make


def export(columns: Sequence[str], **computed: Callable[[Any], object]) -> Any:
    """An admin action that sends all chosen rows as CSV, a part at a time.

    ``columns`` are fields, attributes of rows by dotted paths, or those that are ``computed``.
    """
    title = "Export as CSV"

    def exported(self: Acts, request: HttpRequest, rows: Rows) -> HttpResponseBase | None:
        says = "The file has every chosen row."
        reason = _reason(self, request, rows, title, says, most=None)
        if not isinstance(reason, str):
            return reason
        assert request.user.pk is not None  # staff are logged in
        LogEntry.objects.create(
            user_id=request.user.pk,
            content_type=get_content_type_for_model(self.model),
            object_repr=f"{rows.count()} {self.model._meta.verbose_name_plural}"[:200],
            action_flag=CHANGE,
            change_message=f"{title}: {reason}",
        )
        shown = self.exported(request, columns)
        return exports.as_csv(rows, shown, f"{self.model._meta.model_name}s.csv", computed)

    return admin.action(description=title, permissions=["export"])(exported)


@dataclass(frozen=True, slots=True)
class Link:
    """From a row's page to a list of rows of ``model``, which ``query`` narrows to the row's."""

    model: type[Model]
    text: str
    query: Callable[[Any], str]


_links: dict[type[Model], list[Link]] = defaultdict(list)


def add_links(to: type[Model], *links: Link) -> None:
    """Show links on the pages of the rows of ``to``: for apps that ``to``'s own does not know."""
    _links[to].extend(links)


class Acts(WholeNames):
    """An admin whose actions are also on each row's own page."""

    change_form_template = "admin/acts/change_form.html"
    on_page: ClassVar[tuple[str, ...]] = ()
    """The actions that a row's page offers."""
    everything = ""
    """The query with which the list hides no row."""

    def has_export_permission(self, request: HttpRequest) -> bool:
        may: bool = request.user.has_perm("accounts.export")
        return may

    def exported(self, request: HttpRequest, columns: Sequence[Any]) -> Sequence[Any]:
        """Those of the columns of an export that this reader may see."""
        return columns

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        offered = self.get_actions(request)
        context["acts"] = [(name, one[2]) for name in self.on_page if (one := offered.get(name))]
        context["grave"] = [
            name for name, one in offered.items() if one and getattr(one[0], "grave", False)
        ]
        context["acts_url"] = _list_url(self.model) + self.everything
        row = context.get("original")
        context["links"] = [
            (link.text, _list_url(link.model) + link.query(row))
            for link in _links[self.model]
            if row is not None and request.user.has_perm(_view(link.model))
        ]
        return super().render_change_form(request, context, *args, **kwargs)

    def response_action(
        self, request: HttpRequest, queryset: Rows, *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """Back to the row's own page if the act was asked for there."""
        response: HttpResponse | None = super().response_action(request, queryset, *args, **kwargs)
        key = request.POST.get("on_page_of")
        if not key or (response is not None and response.status_code != HTTPStatus.FOUND):
            return response
        meta = self.model._meta
        return redirect(f"admin:{meta.app_label}_{meta.model_name}_change", quote(unquote(key)))


class LookOnly(Acts):
    """Rows that staff can read and not change. A row's page shows what its list does."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or self.get_list_display(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Django looks there for what is no field of a form."""
        return self.readonly_fields or self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _reason(
    self: Acts,
    request: HttpRequest,
    rows: Rows,
    title: str,
    says: str,
    *,
    most: int | None,
    grave: bool = False,
) -> str | HttpResponse | None:
    """The reason, if given; else the page that asks for it, or None if it cannot be done."""
    count = rows.count()
    if most is not None and count > most:
        text = f"{title}: {count} are chosen, {most} at once are the most. Narrow the list."
        self.message_user(request, text, messages.ERROR)
        return None
    form = ReasonForm(request.POST if "confirmed" in request.POST else None)
    if form.is_valid():
        reason: str = form.cleaned_data["reason"]
        return reason
    context = {
        **self.admin_site.each_context(request),
        "title": title,
        "says": says,
        "grave": grave,
        "opts": self.model._meta,
        "count": count,
        "rows": rows[:SHOWN],
        "more": max(0, count - SHOWN),
        "form": form,
        "sent": [
            (name, value)
            for name in ("action", "select_across", "on_page_of", ACTION_CHECKBOX_NAME)
            for value in request.POST.getlist(name)
        ],
        "back": request.get_full_path(),
    }
    return TemplateResponse(request, "admin/acts/confirm.html", context)


def _tell(self: Acts, request: HttpRequest, title: str, done: int, skipped: int) -> None:
    if done:
        self.message_user(request, f"{title}: {done} done.", messages.SUCCESS)
    if skipped:
        text = f"{title}: {skipped} left as they are, since there was nothing to do or no right to."
        self.message_user(request, text, messages.WARNING)


def _list_url(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def _view(model: type[Model]) -> str:
    return f"{model._meta.app_label}.view_{model._meta.model_name}"
