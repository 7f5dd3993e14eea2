"""The page of a person, and that of two people who play each other."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts import people
from accounts.guests import User
from games.queries import selectors as games
from progress.campaign import catalog, presenters, selectors
from progress.models import Record, Tally
from progress.people import meetings, places
from progress.people import profile as profiles
from progress.puzzles import own_days, puzzle_attempts


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A person: results, ratings, openings, how far they have come, and their latest games.

    Members have one. Guests have a name with a space, which no address can hold.
    """
    person = _person(name)
    if person.get_username() != name:
        return redirect("progress:profile", person.get_username())
    if not people.shows(person, request.user.pk):
        return _closed(request, person)
    standing = selectors.standing_beside(person.pk, request.user)
    solved = puzzle_attempts.record(person.pk, clock=own_days.clock_of_person(person))
    tallies = list(Tally.objects.filter(user=person.pk))
    record = getattr(person, "record", None) or Record(pk=person.pk)
    recent, best = profiles.games_of(person.pk, record.best_game_id)
    viewer = request.user
    changes = selectors.latest_rating_steps(person.pk, profiles.PAIRS)
    scores = profiles.scores(tallies)
    context = {
        "person": person,
        "figures": presenters.figures(standing),
        "levels": [presenters.level_summary(standing, level) for level in catalog.LEVELS],
        "place": places.place(person.pk),
        "scores": scores,
        "dos": any(sheet.score.third for sheet in scores),
        "openings": profiles.openings(tallies),
        "graphs": profiles.graphs(games.ratings_of(person.pk), changes),
        "record": record,
        "best": best,
        "puzzles": solved,
        "themes": puzzle_attempts.by_theme(solved) if solved.solved else [],
        "recent": recent,
        "rivals": meetings.rivals(person, viewer.pk),
        "versus": meetings.score_between(viewer, person)
        if viewer.is_authenticated and viewer.pk != person.pk
        else None,
    }
    return render(request, "progress/profile.html", context)


@require_safe
def versus(request: HttpRequest, name: str, rival: str) -> HttpResponse:
    """Two people: the score, by game and seat, and their latest games. ``name`` comes first."""
    person, other = _person(name), _person(rival)
    names = (person.get_username(), other.get_username())
    if person == other:
        return redirect("progress:profile", names[0])
    if names != (name, rival):
        return redirect("progress:versus", *names)
    for one, rival_of in ((person, other), (other, person)):
        if not (people.shows(one, request.user.pk) or request.user.pk == rival_of.pk):
            return _closed(request, one)
    context = {"person": person, "other": other, "versus": meetings.between(person, other)}
    return render(request, "progress/versus.html", context)


def _closed(request: HttpRequest, person: User) -> HttpResponse:
    """The page of somebody who shows the rest to friends only."""
    return render(request, "progress/profile_closed.html", {"person": person})


def _person(name: str) -> User:
    """The person with this name, however it is spelled. Raises Http404."""
    found = get_user_model().objects.named(name).select_related("open_day", "record")
    person: User | None = found.filter(is_active=True).first()
    if person is None:
        raise Http404(f"Nobody here is called {name!r}.")
    return person
