"""The page on which members see where they are logged in, and end what they do not know."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import open_sessions
from accounts.forms import OwnPasswordForm
from accounts.guests import is_guest
from accounts.models import User
from accounts.sessions import stored_key

OTHERS = "others"


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """A member's sessions. The form ends one, or all ``OTHERS``, and asks for the password."""
    user = cast(User, request.user)
    if is_guest(user):  # whom only this browser knows
        return redirect("accounts:settings")
    form = OwnPasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        _end(request, user, request.POST.get("end", ""))
        return redirect("accounts:sessions")
    here = stored_key(request.session.session_key)
    context = {"form": form, "sessions": list(open_sessions.of(user)), "this": here}
    status = 400 if form.is_bound else 200
    return render(request, "accounts/sessions.html", context, status=status)


def _end(request: HttpRequest, user: User, which: str) -> None:
    here = stored_key(request.session.session_key)
    rows = [row for row in open_sessions.of(user) if row.key != here]
    rows = [row for row in rows if which in (OTHERS, str(row.pk))]
    for row in rows:
        open_sessions.end(row)
    if rows:
        count = f"{len(rows)} session{'' if len(rows) == 1 else 's'}"
        messages.success(request, f"{count} ended.")
    else:
        messages.error(request, "There is no such session: it may have ended already.")
