"""Ask guests who log in or out whether to keep what they did or to delete it."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.generic import FormView

from accounts import closing, membership
from accounts.guests import is_member, is_passing_guest
from accounts.models import User
from accounts.redirects import onward, wanted

ANSWERS = ("bring", "leave")


class AfterLogIn(FormView):
    """For views that log in: ask a former guest what to do with the games they played."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        guest = cast(User, self.request.user) if is_passing_guest(self.request.user) else None
        response: HttpResponse = super().form_valid(form)
        if guest is None or not is_member(self.request.user):
            return response
        if not membership.held_by(guest):
            closing.remove(guest)
            return response
        self.request.session[membership.GUEST] = guest.pk
        query = urlencode({"next": response["Location"]})
        return redirect(f"{reverse('accounts:merge')}?{query}")


def waiting_guest(request: HttpRequest) -> User | None:
    """The guest this browser was before its log-in, while the question is not answered."""
    number = request.session.get(membership.GUEST)
    return User.objects.filter(pk=number, is_guest=True).first() if number else None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest) -> HttpResponse:
    """Merge what one did as a guest into the account, or leave it for good."""
    guest = waiting_guest(request)
    if guest is None or not is_member(request.user):
        return redirect(onward(request))
    answer = request.POST.get("answer", "")
    if answer not in ANSWERS:
        held = membership.held_by(guest)
        context = {"guest": guest, "held": held, "next": wanted(request)}
        status = 400 if request.method == "POST" else 200
        return render(request, "accounts/merge.html", context, status=status)
    if answer == "bring":
        membership.merge(guest, cast(User, request.user))
        messages.success(request, f"What you did as {guest.name} is now in your account.")
    else:
        closing.remove(guest)
        messages.success(request, f"We have deleted what you did as {guest.name}.")
    del request.session[membership.GUEST]
    return redirect(onward(request))


class Logout(auth_views.LogoutView):
    """Log out. A guest, who cannot come back, has to confirm and is deleted.

    The browser forgets pages that it has in memory, also for its way back.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_passing_guest(request.user):  # pupils come back with their card
            response = super().post(request, *args, **kwargs)
            response["Clear-Site-Data"] = '"cache"'
            return response
        guest = cast(User, request.user)
        if request.POST.get("leave") != "yes":
            context = {"held": membership.held_by(guest), "next": wanted(request)}
            return render(request, "accounts/logout_guest.html", context)
        response = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"cache"'
        for one in User.objects.filter(pk=guest.pk):  # none if this was sent twice
            closing.remove(one)
        return response

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return wanted(request or self.request)
