"""Joining, coming and going, settings, and leaving for good. Passwords are in passwords.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import closing, data_files, membership, time_zones
from accounts.context import chosen_theme
from accounts.factor_views import TwoSteps
from accounts.forms import DeleteForm, LoginForm, SettingsForm, SignUpForm
from accounts.gate import RETRY_AFTER, LogInsBusy
from accounts.guest_views import AfterLogIn, waiting_guest
from accounts.guests import BACKEND, is_member, is_passing_guest
from accounts.limits import address, in_words, over_limit
from accounts.models import User
from accounts.names import quoted
from accounts.record import What, record
from accounts.redirects import back, onward, wanted

A_YEAR = 60 * 60 * 24 * 365


def _posted(request: HttpRequest) -> QueryDict | None:
    """What was sent; an empty form that was sent is not the same as one not sent yet."""
    return request.POST if request.method == "POST" else None


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if is_member(request.user):
        return redirect(onward(request))
    form = SignUpForm(_posted(request))
    if not form.is_valid():
        return _sign_up_page(request, form)
    if wait := over_limit("sign_up", address(request)):
        message = f"Too many new accounts from your network. Wait {in_words(wait)} and try again."
        form.add_error(None, message)
        return _sign_up_page(request, form, status=429, wait=wait)
    form.instance.theme = chosen_theme(request)
    form.instance.time_zone = time_zones.of_device(request)
    try:
        signed_up = form.sign_up(partial(_enter, request))
    except LogInsBusy as error:
        form.add_error(None, str(error))
        return _sign_up_page(request, form, status=503, wait=RETRY_AFTER)
    if not signed_up:
        return _sign_up_page(request, form)
    record(What.SIGNED_UP, request.user.pk)
    return redirect(onward(request))


def _enter(request: HttpRequest, account: User) -> None:
    """Store a new account and log in to it; a guest's own row becomes the account."""
    user = request.user
    if not is_passing_guest(user):  # the account of a pupil stays the teacher's
        account.save()
        login(request, account, BACKEND)
        messages.success(request, "Your account is ready.")
    elif membership.sign_up(request, cast(User, user), account):
        messages.success(request, "Your account is ready, with all your games and stars.")


def _sign_up_page(
    request: HttpRequest, form: SignUpForm, status: int = 200, wait: int = 0
) -> HttpResponse:
    context = {"form": form, "next": wanted(request)}
    response = render(request, "accounts/sign_up.html", context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response


def guarded(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give the page of a log-in form that asks to wait its status and Retry-After."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if later := getattr(request, "try_later", None):
            response.status_code, wait = later
            response["Retry-After"] = str(wait)
        return response

    return wrapper


@method_decorator(guarded, name="dispatch")
class Login(TwoSteps, AfterLogIn, auth_views.LoginView):
    template_name = "accounts/login.html"
    authentication_form = LoginForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.redirect_authenticated_user = is_member(request.user)
        return super().dispatch(request, *args, **kwargs)

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return wanted(request or self.request)


def _own(request: HttpRequest) -> User:
    """The account as it is stored: a refused form must not change how its page is drawn."""
    return User.objects.get(pk=cast(User, request.user).pk)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def edit_settings(request: HttpRequest) -> HttpResponse:
    user = _own(request)
    form = SettingsForm(_posted(request), instance=user)
    if form.is_valid():
        form.save()
        messages.success(request, "Your settings are saved.")
        return redirect("accounts:settings")
    context = {
        "form": form,
        "guest": waiting_guest(request),
        "large": data_files.is_large(user),
    }
    return render(request, "accounts/settings.html", context)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    user = _own(request)
    if user.is_pupil:
        raise PermissionDenied("Your teacher made this account, and can delete it.")
    form = DeleteForm(user, _posted(request))
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form})
    logout(request)
    gone = f"What you did as {user.name}" if user.is_guest else f"The account {user.name}"
    if not user.is_guest and data_files.is_large(user):
        closing.close(user)
        gone = f"{gone} is closed, and all that belongs to it will be gone within the hour."
    else:
        closing.remove(user)
        gone = f"{gone} is deleted."
    messages.success(request, f"{gone} Thank you for playing.")
    return redirect("home")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set the theme: in the account if there is one, in a cookie for visitors."""
    chosen = request.POST.get("theme", "")
    if chosen not in User.Theme.values:
        message = f"theme={quoted(chosen)}: expected light, dark or system"
        return HttpResponseBadRequest(message, content_type="text/plain; charset=utf-8")
    response = redirect(back(request) or "home")
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=chosen)
    else:
        _set_cookie(response, "theme", chosen)
    return response


@require_POST
def time_zone(request: HttpRequest) -> HttpResponse:
    """Set the time zone: in the account if there is one, in a cookie for visitors.

    With ``detected`` it comes from the device and replaces nothing that somebody chose.
    """
    chosen = request.POST.get("time_zone", "")
    if not time_zones.is_known(chosen):
        message = f"time_zone={quoted(chosen)}: expected a zone like Europe/Berlin, or UTC"
        return HttpResponseBadRequest(message, content_type="text/plain; charset=utf-8")
    response = redirect(back(request) or "home")
    if request.user.is_authenticated:
        user = _own(request)
        if not (user.time_zone and "detected" in request.POST):
            user.time_zone = chosen
            user.save(update_fields=["time_zone"])
    else:
        _set_cookie(response, "time_zone", chosen)
    return response


def _set_cookie(response: HttpResponse, name: str, value: str) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, A_YEAR, secure=secure, httponly=True, samesite="Lax")
