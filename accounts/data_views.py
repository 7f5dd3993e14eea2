"""One's own data as files: sent at once, or, where there is much of it, written by the sweep."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import data_files
from accounts.exports import streamed
from accounts.limits import in_words, over_limit
from accounts.models import DataFile, User
from accounts.own_data import as_json, as_text, file_name

JSON, TEXT = "application/json", "text/plain; charset=utf-8"

EXPIRED = "This link has expired. Ask for the file again."


def own(file: Callable[[User], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Serve a view to the logged-in person only, and limit how often.

    A large account is led to the page where files are asked for.
    """

    @require_GET
    @login_required
    @wraps(file)
    def page(request: HttpRequest) -> HttpResponseBase:
        user = cast(User, request.user)
        if (refused := _too_often(user)) is not None:
            return refused
        if data_files.is_large(user):
            return redirect("accounts:data")
        return file(User.objects.get(pk=user.pk))

    return page


@own
def everything(user: User) -> HttpResponseBase:
    return streamed(as_json(user), file_name(user, DataFile.Kind.EVERYTHING), JSON)


@own
def games(user: User) -> HttpResponseBase:
    return streamed(as_text(user), file_name(user, DataFile.Kind.GAMES), TEXT)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest) -> HttpResponse:
    """The files of a large account: ask for one, see how far it is, download it."""
    user = cast(User, request.user)
    if request.method != "POST":
        return _page(request, user)
    kind = request.POST.get("kind", "")
    if kind not in DataFile.Kind.values:
        messages.error(request, f"{kind[:40]!r} is no file: choose one of those below.")
        return _page(request, user, status=400)
    if (refused := _too_often(user)) is not None:
        return refused
    data_files.ask(user, kind)
    return redirect("accounts:data")


@never_cache
@login_required
@require_GET
def download(request: HttpRequest, token: str) -> HttpResponseBase:
    """A file that is done, for its owner, until it expires."""
    user = cast(User, request.user)
    try:
        file = data_files.file_of(user, token)
    except BadSignature:
        raise Http404("There is no such file.") from None
    if file is None:
        messages.error(request, EXPIRED)
        return _page(request, user, status=410)
    kind = JSON if file.kind == DataFile.Kind.EVERYTHING else TEXT
    return streamed(data_files.read(file), file_name(user, file.kind), kind)


def _page(request: HttpRequest, user: User, status: int = 200) -> HttpResponse:
    held = {file.kind: file for file in DataFile.objects.filter(user=user)}
    files = [_told(kind, label, held.get(kind)) for kind, label in DataFile.Kind.choices]
    context = {"files": files, "hours": data_files.LASTS.total_seconds() // 3600}
    return render(request, "accounts/data.html", context, status=status)


def _told(kind: str, label: str, file: DataFile | None) -> dict[str, Any]:
    """What the page says of a file, which may not have been asked for."""
    done = file is not None and file.done_at is not None
    return {
        "kind": kind,
        "label": label[0].upper() + label[1:],
        "file": file,
        "token": data_files.token_of(file) if file is not None and done else "",
        "until": file.done_at + data_files.LASTS if file is not None and file.done_at else None,
    }


def _too_often(user: User) -> HttpResponse | None:
    if not (wait := over_limit("own_data", user.pk)):
        return None
    text = f"You have asked for this often. Wait {in_words(wait)} and try again."
    return HttpResponse(text, TEXT, 429, headers={"Retry-After": str(wait)})
