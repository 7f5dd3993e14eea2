"""The page on which members make tokens for their programs, and revoke them."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import tokens
from accounts.forms import TokenForm
from accounts.guests import TooOften
from accounts.models import User


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """A member's tokens. The answer to a form that makes one shows it, this once."""
    user = cast(User, request.user)
    form = TokenForm(user, request.POST if request.method == "POST" else None)
    made, status, wait = "", 200, 0
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                _, made = tokens.make(user, form.cleaned_data["name"], form.cleaned_data["scopes"])
            except tokens.TokenNotPossible as error:
                form.add_error(None, str(error))
            except TooOften as error:
                form.add_error(None, str(error))
                status, wait = 429, error.wait
            else:
                status, form = 201, TokenForm(user)
    context = {"form": form, "made": made, "tokens": list(user.api_tokens.all()), "user": user}
    response = render(request, "accounts/tokens.html", context, status=status)
    if wait:
        response["Retry-After"] = str(wait)
    return response


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    gone = tokens.revoke(cast(User, request.user), token_id)
    if gone is not None:
        messages.success(request, f"The token “{gone.name}” is revoked.")
    else:
        messages.error(request, "You have no such token.")
    return redirect("accounts:tokens")


@login_required
@require_POST
def revoke_all(request: HttpRequest) -> HttpResponse:
    """Revoke every token of the member, who has set a new password."""
    user = cast(User, request.user)
    keys = list(user.api_tokens.values_list("pk", flat=True))
    gone = [token for key in keys if (token := tokens.revoke(user, key)) is not None]
    messages.success(request, f"{len(gone)} token{'' if len(gone) == 1 else 's'} revoked.")
    return redirect("accounts:tokens")
