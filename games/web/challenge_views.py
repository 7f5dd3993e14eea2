"""Challenges: ask a person for a game, and answer, on any page or on the challenges page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import people
from accounts.guests import TooOften, User, count_new_game, count_one, is_member, playing
from accounts.redirects import back
from games import presenters, services
from games.live.protocol import HTTP_STATUS
from games.match import Refused
from games.presenters.challenges import answer_line, asked_line, asking_line
from games.queries import social
from games.rules import VARIANTS
from games.web.people_forms import ChallengeForm


@never_cache
@require_safe
def calls(request: HttpRequest) -> HttpResponse:
    """The part of every page that shows challenges, for scripts that refresh it."""
    return render(request, "games/calls.html")


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The reader's challenges: received ones, sent ones, and the latest answers."""
    viewer = request.user.pk
    context: dict[str, Any] = {"asked": [], "asking": [], "answered": []}
    if viewer is not None:
        context = {
            "asked": [asked_line(one) for one in social.asked(viewer)],
            "asking": [asking_line(one) for one in social.asking(viewer)],
            "answered": [answer_line(one) for one in social.answered(viewer)],
        }
    return render(request, "games/challenges.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask a person, named ``to``, for a game."""
    other = _person(request.POST.get("to") or request.GET.get("to", ""))
    if other.pk == request.user.pk:
        messages.error(request, "You cannot challenge yourself.")
        return redirect("games:challenges")
    asked = request.POST.get("variant") or request.GET.get("variant", "")
    board = VARIANTS.get(asked) or next(iter(VARIANTS.values()))
    ratable = is_member(request.user) and not other.is_guest
    form = ChallengeForm(request.POST or None, board=board, ratable=ratable)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            answer = _ask(request, other, form)
            if not isinstance(answer, int):
                return answer
            status = answer
    context = {"form": form, "other": other, "games": presenters.showcase(), "board": board}
    return render(request, "games/challenge.html", context, status=status)


def _ask(request: HttpRequest, other: User, form: ChallengeForm) -> HttpResponse | int:
    """Send the challenge of a valid form, or return the status of the page that says why not."""
    try:
        with playing(request) as user:
            count_one(request, user, "challenge", "challenges")
            services.challenge(by=user.pk, to=other.pk, request=form.request())
    except Refused as refused:
        form.add_error(None, refused.message)
        return HTTP_STATUS[refused.code]
    except TooOften as error:
        form.add_error(None, str(error))
        return 429
    said = f"Your challenge to {other.name} is on its way. The answer shows on every page."
    messages.success(request, said)
    return redirect("games:challenges")


def _person(name: str) -> User:
    other = people.person_named(name)
    if other is None:
        raise Http404(people.nobody(name))
    return other


Answer = Callable[[HttpRequest, User, str], str]
"""Does something to a challenge and returns the address of what follows, "" for nothing."""


def answering(act: Answer) -> Callable[[HttpRequest, str], HttpResponse]:
    """Make the view of an answer: forms get a redirect, scripts JSON (``url`` or ``message``)."""

    @require_POST
    def view(request: HttpRequest, challenge_id: str) -> HttpResponse:
        if not request.user.is_authenticated:
            raise Http404(str(services.NoSuchChallenge(challenge_id)))
        scripted = "application/json" in request.headers.get("Accept", "")
        try:
            url = act(request, request.user, challenge_id)
        except services.NoSuchChallenge as error:
            raise Http404(str(error)) from None
        except Refused as refused:
            if scripted:
                return JsonResponse({"message": refused.message}, status=HTTP_STATUS[refused.code])
            messages.error(request, refused.message)
            return redirect("games:challenges")
        if scripted:
            return JsonResponse({"url": url})
        return redirect(url or back(request) or "games:challenges")

    return view


@answering
def accept(request: HttpRequest, user: User, challenge_id: str) -> str:
    count_new_game(request, user)
    return presenters.game_url(services.accept(challenge_id=challenge_id, user_id=user.pk).id)


@answering
def decline(request: HttpRequest, user: User, challenge_id: str) -> str:
    services.decline(challenge_id=challenge_id, user_id=user.pk)
    return ""


@answering
def withdraw(request: HttpRequest, user: User, challenge_id: str) -> str:
    services.withdraw_challenge(challenge_id=challenge_id, user_id=user.pk)
    return ""
