"""The way in from a school's system, in a window of its own, and the choice of a task to link."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import SplitResult, urlencode, urlsplit

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as log_in
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from lti_tool.models import LtiDeployment
from pylti1p3.deep_link_resource import DeepLinkResource
from pylti1p3.lineitem import LineItem

from accounts.guests import BACKEND
from accounts.limits import in_words, over_limit_from
from progress.classes import ClassRefused, door, make, member_views, tasks
from progress.classes.lti import launch as launches
from progress.classes.lti import people
from progress.classes.lti.launch import SchoolLaunch
from progress.classes.own import for_teachers, reader, taught, telling
from progress.models import Classroom, ClassTask, SchoolTeacher

FIRST_STEP = (
    *("iss", "login_hint", "target_link_uri", "lti_message_hint", "lti_deployment_id"),
    "client_id",
)
"""What a platform says at the first step of a log-in."""

COOKIE = f"{settings.COOKIE_PREFIX}school"
COOKIE_SALT, CHOICE_SALT = "lti teacher", "lti choice"
ANOTHERS = "Another teacher has connected this course with their class."
CHOOSING = 3600
"""Seconds in which a task is chosen."""

View = Callable[..., HttpResponse]


def _page(
    request: HttpRequest, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, f"progress/classes/lti/{name}.html", context, status=status)


def _refused(
    request: HttpRequest, said: str, *, framed: bool = False, status: int = 400
) -> HttpResponse:
    layout = "embed.html" if framed else "base.html"
    return _page(request, "refused", {"said": said, "layout": layout}, status)


def _from_outside(*, framed: bool) -> Callable[[View], View]:
    """For what a school's system sends: no token of our forms, and a page that says what is wrong.

    ``framed`` pages show in its frames.
    """

    def decorate(view: View) -> View:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def wrapper(request: HttpRequest) -> HttpResponse:
            if wait := over_limit_from("analysis", request):
                response = _refused(request, f"Try again in {in_words(wait)}.", status=429)
                response["Retry-After"] = str(wait)
                return response
            try:
                response = view(request)
            except ClassRefused as error:
                response = _refused(request, str(error), framed=framed)
            if framed:
                response.xframe_options_exempt = True
                _allow(response, "frame-ancestors", "*")
            return response

        return wrapper

    return decorate


def _allow(response: HttpResponse, directive: str, source: str) -> None:
    """Replace what a directive of the content security policy allows, for this page."""
    csp = {**getattr(response, "_csp_replace", {}), directive: [source]}
    response._csp_replace = csp  # type: ignore[attr-defined]  # as django-csp does


@require_safe
@never_cache
def keys(request: HttpRequest) -> JsonResponse:
    """The public keys with which this site signs what it sends."""
    return JsonResponse(launches.own_keys())


@require_http_methods(["GET", "HEAD", "POST"])
@_from_outside(framed=True)
def login(request: HttpRequest) -> HttpResponse:
    """The first step of a log-in. In a frame it is a link to a window, since that has cookies."""
    said = request.POST if request.method == "POST" else request.GET
    if missing := [name for name in FIRST_STEP[:2] if not said.get(name)]:
        raise ClassRefused(f"Your school's system did not say {missing[0]!r}, which it has to.")
    target = _parts(said.get("target_link_uri", "")[:1000]).path
    if target == reverse("lti:choose"):
        return launches.first_step(request, request.build_absolute_uri(target))
    if "window" not in request.GET and request.headers.get("Sec-Fetch-Dest") != "document":
        known = {name: said[name] for name in FIRST_STEP if said.get(name)}
        address = f"{request.path}?{urlencode({**known, 'window': 1})}"
        return _page(request, "window", {"address": address})
    return launches.first_step(request, request.build_absolute_uri(reverse("lti:launch")))


def _parts(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:
        raise ClassRefused(f"{address[:40]!r} is no address.") from None


@require_POST
@_from_outside(framed=False)
def launch(request: HttpRequest) -> HttpResponse:
    """The last step: pupils are in class, teachers at their class."""
    found = launches.launched(request)
    classroom = people.class_of(found.deployment.pk, found.course.id)
    if found.claims.teaches:
        return _teacher(request, found, classroom)
    if classroom is None:
        raise ClassRefused("Your teacher has not opened Oxo from this course yet.")
    task = people.task_of(found, classroom)
    member = people.pupil_of(found, classroom)
    door.come_in(request, member)
    if task is None:
        return redirect(f"{reverse('classes:mine')}?hello=1")
    attempt = tasks.begin(task, member)
    people.note_line(found, attempt)
    return member_views.begun(request, member, task)


def _teacher(
    request: HttpRequest, found: SchoolLaunch, classroom: Classroom | None
) -> HttpResponse:
    """Log in a teacher whose account is known; the others are asked which it is."""
    user = people.teacher_of(found)
    if user is not None and people.may_come_by_school(user):
        log_in(request, user, BACKEND)
    if user is not None and classroom is not None:
        if classroom.teacher_id != user.pk:
            raise ClassRefused(ANOTHERS)
        return redirect("classes:now", classroom.pk)
    way = {
        "platform": found.registration.pk,
        "subject": found.claims.sub,
        "deployment": found.deployment.pk,
        "course": found.course.id,
        "title": found.course.title[:80],
        "school": found.registration.name,
    }
    response = redirect("lti:connect")
    guarded: Any = {"secure": settings.HTTPS, "httponly": True, "samesite": "Lax"}
    response.set_signed_cookie(COOKIE, signing.dumps(way), COOKIE_SALT, max_age=CHOOSING, **guarded)
    return response


@for_teachers
@require_http_methods(["GET", "HEAD", "POST"])
def connect(request: HttpRequest) -> HttpResponse:
    """Say which class a course is, and log in from there from now on."""
    try:
        text = request.get_signed_cookie(COOKIE, salt=COOKIE_SALT, max_age=CHOOSING)
    except (KeyError, signing.BadSignature):
        return _refused(request, "You have not come from a course.")
    way, user = signing.loads(str(text)), reader(request)
    there = people.class_of(way["deployment"], way["course"])
    if there is not None and there.teacher_id != user.pk:
        return _refused(request, ANOTHERS)
    own = taught(request).order_by("name", "pk")
    if request.method != "POST":
        context = {"way": way, "classes": own, "there": there, "name": _class_name(way["title"])}
        return _page(request, "connect", context)
    number, classroom = request.POST.get("class", ""), None
    if number == "new":
        with telling(request):
            classroom = make.make_class(teacher=user, name=_class_name(way["title"]), pupils=[])
    else:
        classroom = next((one for one in own if str(one.pk) == number), None)
    if classroom is None:
        if number != "new":
            messages.error(request, f"You teach no class {number[:20]!r}.")
        return redirect("lti:connect")
    people.connect(classroom, way["deployment"], way["course"])
    SchoolTeacher.objects.update_or_create(
        platform=way["platform"], subject=way["subject"], defaults={"user": user}
    )
    messages.success(request, f"{classroom.name} is the class of this course.")
    response = redirect("classes:tasks", classroom.pk)
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _class_name(title: str) -> str:
    return " ".join(title.split())[:20].rstrip() or "Our course"


@require_POST
@_from_outside(framed=True)
def choose(request: HttpRequest) -> HttpResponse:
    """The tasks of the class that a teacher can link in the course."""
    found = launches.launched(request, framed=True)
    asked = found.claims.choosing
    if asked is None or not found.claims.teaches:
        raise ClassRefused("Only a teacher of the course chooses tasks, and only for a link.")
    classroom = people.class_of(found.deployment.pk, found.course.id)
    if classroom is None or classroom.is_closed:
        raise ClassRefused("Open Oxo from the course once, and say which class it is.")
    way = {"deployment": found.deployment.pk, "class": classroom.pk}
    way["settings"] = msgspec.to_builtins(asked)
    context = {"classroom": classroom, "way": signing.dumps(way, salt=CHOICE_SALT)}
    return _page(request, "choose", context)


@require_POST
@_from_outside(framed=True)
def chosen(request: HttpRequest) -> HttpResponse:
    """Send the chosen task to the course; the class has it from now on."""
    try:
        way = signing.loads(request.POST.get("way", ""), salt=CHOICE_SALT, max_age=CHOOSING)
    except signing.BadSignature:
        raise ClassRefused("Choose once more: this page is too old.") from None
    number = request.POST.get("task", "")
    listed = ClassTask.objects.filter(classroom=way["class"], classroom__wiped_at=None)
    task = next((one for one in listed if str(one.pk) == number), None)
    deployments = LtiDeployment.objects.select_related("registration")
    from_there = deployments.filter(pk=way["deployment"]).first()
    if task is None or from_there is None:
        raise ClassRefused(f"This class has no task {number[:20]!r}.")
    if task.given_at is None:
        ClassTask.objects.filter(pk=task.pk).update(given_at=timezone.now())
        make.note_change(task.classroom_id, for_all=True)
    address = request.build_absolute_uri(reverse("lti:launch"))
    resource = _InWindow().set_url(address).set_title(task.title)
    resource.set_custom_params({"task": str(task.pk)})
    resource.set_lineitem(LineItem().set_score_maximum(1).set_label(task.title))
    to, token = (
        way["settings"]["deep_link_return_url"],
        launches.signed_choice(from_there, way["settings"], resource),
    )
    page = _page(request, "chosen", {"task": task, "to": to, "token": token})
    parts = _parts(to)
    _allow(page, "form-action", f"{parts.scheme}://{parts.netloc}")
    return page


class _InWindow(DeepLinkResource):
    """A link that opens in a window of its own, where its page has cookies."""

    def to_dict(self) -> dict[str, object]:
        return {**super().to_dict(), "window": {"targetName": "_blank"}}
