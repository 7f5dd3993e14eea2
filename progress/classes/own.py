"""Whose class a page is about: teachers reach their own classes and nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from accounts.guests import TooOften, User, is_member
from games.match import Refused
from progress.classes import ClassRefused
from progress.models import ClassMember, Classroom, ClassTask

View = Callable[..., HttpResponseBase]


@contextmanager
def telling(request: HttpRequest) -> Iterator[None]:
    """Let the next page say what is refused, and why."""
    try:
        yield
    except (ClassRefused, Refused, TooOften) as error:
        messages.error(request, str(error))


def for_teachers(view: View) -> View:
    """Let members in; guests are led to the page that makes an account."""

    @never_cache
    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_member(request.user):
            return redirect(f"/accounts/sign-up/?next={request.path}")
        return view(request, *args, **kwargs)

    return wrapper


def of_teacher(view: View) -> View:
    """Hand the view the class of the address, if the reader teaches it. A closed one can only be
    brought back."""

    @for_teachers
    @wraps(view)
    def wrapper(request: HttpRequest, class_id: int, **kwargs: Any) -> HttpResponseBase:
        found = Classroom.objects.filter(pk=class_id, teacher=request.user.pk).first()
        if found is None:
            raise Http404(f"You teach no class {class_id}.")
        if found.is_closed and not getattr(view, "of_closed", False):
            return redirect("classes:end", class_id)
        return view(request, found, **kwargs)

    return wrapper


def also_closed(view: View) -> View:
    """Mark a view that also shows a class which is closed."""
    view.of_closed = True  # type: ignore[attr-defined]
    return view


def of_member(view: Callable[..., HttpResponse]) -> View:
    """Hand the view where the reader is in class; others are led to the door."""

    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        member = membership_of(user.pk) if user.is_authenticated and user.in_class else None
        if member is None:
            return redirect("classes:join")
        return view(request, member, *args, **kwargs)

    return wrapper


def membership_of(user_id: int) -> ClassMember | None:
    """Where somebody was in class last, while that class is open."""
    rows = ClassMember.objects.filter(user=user_id, classroom__wiped_at=None)
    latest = F("came_at").desc(nulls_last=True)
    return rows.select_related("classroom").order_by(latest, "-pk").first()


def member_of(classroom: Classroom, member_id: int) -> ClassMember:
    """A member of this class. Raises Http404 for those of another one."""
    found = classroom.members.select_related("user").filter(pk=member_id).first()
    if found is None:
        raise Http404(f"Nobody in this class has the number {member_id}.")
    found.classroom = classroom
    return found


def task_of(classroom: Classroom, task_id: int) -> ClassTask:
    """A task of this class. Raises Http404 for those of another one."""
    found = classroom.tasks.filter(pk=task_id).first()
    if found is None:
        raise Http404(f"This class has no task {task_id}.")
    found.classroom = classroom
    return found


def taught(request: HttpRequest) -> QuerySet[Classroom]:
    """The open classes that the reader teaches."""
    return Classroom.objects.filter(teacher=request.user.pk, wiped_at=None)


def reader(request: HttpRequest) -> User:
    return cast(User, request.user)
