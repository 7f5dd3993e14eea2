"""Joining, coming and going, settings, and leaving for good. Passwords are in passwords.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from axes.utils import reset
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import DeleteForm, LoginForm, SettingsForm, SignUpForm
from accounts.limits import address, in_words, lock_seconds, over_limit
from accounts.models import User
from accounts.names import quoted
from accounts.redirects import back, onward, wanted

BACKEND = "django.contrib.auth.backends.ModelBackend"
A_YEAR = 60 * 60 * 24 * 365


def _posted(request: HttpRequest) -> QueryDict | None:
    """What was sent; an empty form that was sent is not the same as one not sent yet."""
    return request.POST if request.method == "POST" else None


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(onward(request))
    form = SignUpForm(_posted(request))
    if not form.is_valid():
        return _sign_up_page(request, form)
    if wait := over_limit("sign_up", address(request)):
        message = f"Too many new accounts from your network. Wait {in_words(wait)} and try again."
        form.add_error(None, message)
        return _sign_up_page(request, form, status=429)
    form.instance.theme = _cookie_theme(request)
    if (user := form.sign_up()) is None:
        return _sign_up_page(request, form)
    login(request, user, BACKEND)
    messages.success(request, "Your account is ready.")
    return redirect(onward(request))


def _sign_up_page(request: HttpRequest, form: SignUpForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": wanted(request)}
    return render(request, "accounts/sign_up.html", context, status=status)


def counted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give the page of a log-in form that counted too many tries the status it deserves."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if wait := getattr(request, "log_in_wait", 0):
            response.status_code = 429
            response["Retry-After"] = str(wait)
        return response

    return wrapper


@method_decorator(counted, name="dispatch")
class Login(auth_views.LoginView):
    template_name = "accounts/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return wanted(request or self.request)


class Logout(auth_views.LogoutView):
    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return wanted(request or self.request)


def locked_out(request: HttpRequest, *args: Any) -> HttpResponse:
    """What django-axes answers to whoever guesses too often: why, and for how long.

    It calls this with the response it replaces and the credentials, in an order that differs
    between its synchronous and asynchronous paths; the request says all that is needed.
    """
    name = request.POST.get("username", "")
    wait = lock_seconds(request)
    context = {"name": quoted(name), "wait": in_words(wait)}
    response = render(request, "accounts/locked_out.html", context, status=429)
    response["Retry-After"] = str(round(wait))
    return response


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
        messages.success(request, "Saved.")
        return redirect("accounts:settings")
    return render(request, "accounts/settings.html", {"form": form})


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    user = _own(request)
    form = DeleteForm(user, _posted(request))
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form})
    logout(request)
    reset(username=user.name.lower())  # failed log-ins are kept by name
    user.delete()
    messages.success(request, f"The account {user.name} is gone. Thank you for playing.")
    return redirect("home")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Paper, blackboard or as the device says: kept for members, in a cookie for visitors."""
    chosen = request.POST.get("theme", "")
    if chosen not in User.Theme.values:
        message = f"theme={quoted(chosen)}: expected light, dark or system"
        return HttpResponseBadRequest(message, content_type="text/plain; charset=utf-8")
    response = redirect(back(request) or "home")
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=chosen)
    else:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie("theme", chosen, A_YEAR, secure=secure, httponly=True, samesite="Lax")
    return response


def _cookie_theme(request: HttpRequest) -> str:
    """What a visitor chose comes along into the account."""
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in User.Theme.values else User.Theme.SYSTEM
