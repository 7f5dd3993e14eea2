"""Report a player to staff: the reason from a short list, and the game."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import people
from accounts.guests import TooOften, User, count_one
from games import presenters, services
from games.live.protocol import HTTP_STATUS
from games.match import Refused
from games.queries import social
from games.web.people_forms import ReportForm


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Report ``person``, with one of the latest games that the reader has played them."""
    user = cast(User, request.user)
    name = request.POST.get("person") or request.GET.get("person", "")
    other = people.person_named(name)
    if other is None or other == user:
        raise Http404(people.nobody(name) if other is None else "You cannot report yourself.")
    rows = social.games_together(user.pk, other.pk)
    cards = [presenters.card(row, user.pk) for row in rows]
    asked = request.GET.get("game", "")
    form = ReportForm(request.POST or None, cards=cards, initial={"game": asked})
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            answer = _report(request, user, other, form)
            if not isinstance(answer, int):
                return answer
            status = answer
    context = {
        "form": form,
        "other": other,
        "met": bool(cards),
        "blocks": people.is_blocking(user.pk, other.pk),
    }
    return render(request, "games/report.html", context, status=status)


def _report(request: HttpRequest, user: User, other: User, form: ReportForm) -> HttpResponse | int:
    """Store the report of a valid form, or return the status of the page that says why not."""
    try:
        count_one(request, user, "report", "reports")
        told = form.report()
        if user.is_pupil:  # who writes no text
            told["text"] = ""
        services.report(by=user.pk, against=other.pk, **told)
    except Refused as refused:
        form.add_error(None, refused.message)
        return HTTP_STATUS[refused.code]
    except TooOften as error:
        form.add_error(None, str(error))
        return 429
    messages.success(request, "Thank you. We look at every report, and tell nobody who sent it.")
    return redirect(presenters.game_url(form.cleaned_data["game"]))
