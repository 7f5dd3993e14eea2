"""The pages of somebody in a class: hello, the tasks, and the way to each."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import count_new_game
from progress.classes import bar, make, tasks
from progress.classes.own import of_member, telling
from progress.models import ClassMember, ClassTask, TaskAttempt


@of_member
@require_safe
def mine(request: HttpRequest, member: ClassMember) -> HttpResponse:
    """The tasks of the class, and how far one is; after coming in, hello."""
    rows = list(tasks.given(member.classroom))
    done = {one.task_id: one for one in TaskAttempt.objects.filter(member=member)}
    listed = [(one, done.get(one.pk)) for one in rows]
    upcoming = next((one for one, row in listed if row is None or row.done_at is None), None)
    if "hello" in request.GET:
        hello = {"member": member, "next": upcoming}
        return render(request, "progress/classes/hello.html", hello)
    context: dict[str, Any] = {
        "member": member,
        "tasks": listed,
        "next": upcoming,
        "waits": request.GET.get("waits", ""),
    }
    return render(request, "progress/classes/mine.html", context)


@of_member
@require_safe
def line(request: HttpRequest, member: ClassMember) -> HttpResponse:
    """The line above every page, alone."""
    return render(request, "progress/classes/bar.html")


@of_member
@require_POST
def go(request: HttpRequest, member: ClassMember, task_id: int) -> HttpResponse:
    """Begin a task, or go on with it: where it is done."""
    task = tasks.given(member.classroom).filter(pk=task_id).first()
    if task is None:
        raise Http404(f"Your class has no task {task_id}.")
    return begun(request, member, task)


def begun(request: HttpRequest, member: ClassMember, task: ClassTask) -> HttpResponse:
    """Lead to where a task is done."""
    task.classroom = member.classroom
    with telling(request):
        if task.kind in (task.Kind.STAGE, task.Kind.POSITION, task.Kind.GAME):
            count_new_game(request, member.user)
        address = tasks.way_to(task, member)
        request.session[bar.SESSION] = task.pk
        return redirect(address)
    return redirect("classes:mine")


@of_member
@require_POST
def leave(request: HttpRequest, member: ClassMember) -> HttpResponse:
    """Leave a class that one joined with one's own account."""
    if member.is_owned:
        messages.error(request, "Your teacher made this account, and can take it out.")
        return redirect("classes:mine")
    make.let_go(member)
    messages.success(request, "You have left the class. What you did is still yours.")
    return redirect("home")
