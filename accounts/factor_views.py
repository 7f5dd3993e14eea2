"""The page of one's second factors, the pages that add one, and the second step of a log-in."""

from __future__ import annotations

import time
from typing import Any, cast
from urllib.parse import quote

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django.views.generic import FormView

from accounts import factors
from accounts.forms import OwnPasswordForm
from accounts.guest_views import AfterLogIn
from accounts.guests import BACKEND, is_guest
from accounts.models import Factor, User
from accounts.redirects import wanted

NEW = "new factor"
"""In a session: what its person, who has given the password, is about to add."""

RECOVERY = "recovery"

MOST_DIGITS = 18
"""Digits of a factor's number."""


class CodeForm(forms.Form):
    """A one-time or recovery code, or what a passkey answers."""

    code = forms.CharField(
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text="Of your program, or one of your recovery codes.",
    )
    credential = forms.CharField(required=False, max_length=10_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].required = not self.data.get("credential")


class NewFactorForm(forms.Form):
    """A name for a new factor, and what proves it."""

    name = forms.CharField(
        max_length=40,
        help_text="For you, to tell it from others: “my phone”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    code = forms.CharField(
        max_length=10,
        label="The code that it shows now",
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    credential = forms.CharField(max_length=10_000, widget=forms.HiddenInput)

    def __init__(self, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["code" if kind == Factor.Kind.PASSKEY else "credential"]


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """A member's factors. The form adds or removes one and asks for the password."""
    user = cast(User, request.user)
    if is_guest(user):
        return redirect("accounts:sign_up")
    form = OwnPasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid() and (response := _ordered(request, user, form)) is not None:
        return response
    context = {
        "form": form,
        "factors": list(user.factors.order_by("pk")),
        "codes_left": user.recovery_codes.count(),
        "next": wanted(request),
    }
    status = 400 if form.is_bound else 200
    return render(request, "accounts/factors.html", context, status=status)


def _ordered(request: HttpRequest, user: User, form: OwnPasswordForm) -> HttpResponse | None:
    """Do what the pressed button says; None with an error on the form if that is not possible."""
    kind = request.POST.get("add", "")
    if kind in Factor.Kind.values:
        try:
            factors.check_room(user, Factor.Kind(kind))
        except factors.FactorRefused as error:
            form.add_error(None, str(error))
            return None
        key = factors.new_key() if kind == Factor.Kind.CODES else ""
        request.session[NEW] = [kind, key, time.time() + factors.LASTS, wanted(request)]
        return redirect("accounts:new_factor")
    if kind == RECOVERY and factors.has_one(user):
        return _recovery_page(request, user, "accounts:factors")
    number = request.POST.get("remove", "")
    is_number = number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS
    row = user.factors.filter(pk=number).first() if is_number else None
    if row is None:
        form.add_error(None, "There is nothing to do: the page may be an old one.")
        return None
    factors.remove(row)
    messages.success(request, f"“{row.name}” is removed.")
    return redirect("accounts:factors")


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Add the factor for which the password was given."""
    user = cast(User, request.user)
    kind, key, until, onward = request.session.get(NEW, ("", "", 0.0, ""))
    if until < time.time():
        return redirect("accounts:factors")
    form = NewFactorForm(kind, request.POST if request.method == "POST" else None)
    if form.is_valid():
        given = form.cleaned_data
        first = not factors.has_one(user)
        try:
            factors.check_room(user, Factor.Kind(kind))
            if kind == Factor.Kind.PASSKEY:
                factors.add_passkey(request, user, given["name"], given["credential"])
            else:
                factors.add_codes(request, user, given["name"], key, given["code"])
        except factors.FactorRefused as error:
            form.add_error(None, str(error))
        else:
            del request.session[NEW]
            messages.success(request, f"“{given['name']}” is your second factor from now on.")
            if first:
                return _recovery_page(request, user, onward)
            return redirect(onward or "accounts:factors")
    context: dict[str, Any] = {"form": form, "kind": kind, "key": " ".join(_fours(key))}
    if kind == Factor.Kind.PASSKEY:
        context["options"] = factors.creation_options(request, user)
    else:
        label = quote(f"Oxo:{user.name}")
        code = segno.make(f"otpauth://totp/{label}?secret={key}&issuer=Oxo", micro=False)
        drawn = code.svg_inline(scale=4, dark="black", light="white")
        context["picture"] = mark_safe(drawn)  # noqa: S308  drawn by segno of what we made
    status = 400 if form.is_bound else 200
    return render(request, "accounts/new_factor.html", context, status=status)


def _fours(text: str) -> list[str]:
    return [text[start : start + 4] for start in range(0, len(text), 4)]


def _recovery_page(request: HttpRequest, user: User, onward: str) -> HttpResponse:
    """New recovery codes, shown this once."""
    context = {"codes": factors.new_recovery_codes(user), "next": onward or "accounts:factors"}
    return render(request, "accounts/recovery_codes.html", context)


class TwoSteps(FormView):
    """For views that log in with a password: who has a second factor is asked for it first."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        user = form.get_user()
        if not factors.has_one(user):
            response: HttpResponse = super().form_valid(form)
            return response
        onward = self.get_success_url()
        factors.begin_second_step(self.request, user, onward)
        return redirect("accounts:second_step")


class LogsIn(FormView):
    """Logs in ``user``, who has shown the factor ``number``."""

    user: User
    onward: str
    number: int

    def form_valid(self, form: Any) -> HttpResponse:
        login(self.request, self.user, BACKEND)
        self.request.session.pop(factors.PENDING, None)
        self.request.session[factors.PASSED] = self.number
        return redirect(self.onward)


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class SecondStep(AfterLogIn, LogsIn):
    """Logs in who has given the password and now shows a second factor."""

    template_name = "accounts/second_step.html"
    form_class = CodeForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        found = factors.waiting(request)
        if found is None:
            return redirect("accounts:login")
        self.user, self.onward = found
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        options = factors.request_options(self.request, self.user)
        codes = self.user.factors.filter(kind=Factor.Kind.CODES).exists()
        return super().get_context_data(**kwargs, options=options, codes=codes)

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            self.number = factors.show(self.request, self.user, **form.cleaned_data)
        except factors.FactorRefused as error:
            form.add_error(None, str(error))
            return self.form_invalid(form)
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)
