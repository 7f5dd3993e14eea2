"""The pages of people's own engines: upload, progress, report."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import TooOften, count_one, playing
from games.analysis.learn.tictactoe import VARIANT, file_of
from games.arena import queue, runner
from games.arena.forms import UploadForm
from games.arena.grading.in_games import GAMES
from games.arena.grading.limits import limits
from games.arena.publish import why_not
from games.arena.receive import CannotUpload, upload
from games.arena.record import record
from games.arena.report import report, shown
from games.match import ids
from games.models import UploadedEngine
from games.queries.parsing import whole_number
from games.rules import board_class
from games.web.page_limits import limited


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """The form that takes a file, and the reader's engines."""
    origin = _origin(request)
    initial = _initial(origin) or _from_lesson(request)
    form = UploadForm(request.POST or None, request.FILES or None, initial=initial)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            answer = _take(request, form, origin)
            if not isinstance(answer, int):
                return answer
            status = answer
    rows = UploadedEngine.objects.none()
    if request.user.is_authenticated:
        rows = UploadedEngine.objects.filter(author=request.user.pk).defer("source")
    context = {"form": form, "engines": [shown(row) for row in rows], "origin": origin}
    context |= {"limits": limits(), "rated_games": GAMES}
    return render(request, "engines/mine.html", context, status=status)


def _origin(request: HttpRequest) -> UploadedEngine | None:
    """The published engine that the reader begins from, if the address names one."""
    asked = request.POST.get("fork") or request.GET.get("fork", "")
    rows = UploadedEngine.objects.select_related("author").filter(published_at__isnull=False)
    return rows.filter(pk=asked[: ids.LENGTH]).first() if asked else None


def _initial(origin: UploadedEngine | None) -> dict[str, str]:
    """What the form begins with: the file of another engine, or nothing."""
    if origin is None:
        return {}
    return {"name": origin.name, "variant": origin.variant, "source": origin.source}


def _from_lesson(request: HttpRequest) -> dict[str, str]:
    """The file beside a lesson, if the address names one. Raises Http404."""
    if not (slug := request.GET.get("lesson", "")):
        return {}
    if (file := file_of(slug)) is None:
        raise Http404(f"There is no lesson with a file called {slug[:30]!r}.")
    return {"name": file.engine_name, "variant": VARIANT, "source": file.text}


def _take(
    request: HttpRequest, form: UploadForm, origin: UploadedEngine | None
) -> HttpResponse | int:
    """Store the file of a valid form; else the status of the page that says why not."""
    data = form.cleaned_data
    try:
        with playing(request) as user:
            count_one(request, user, "upload", "files")
            row = upload(
                user=user,
                name=data["name"],
                variant=data["variant"],
                data=form.data_of_file(),
                origin=origin,
            )
    except CannotUpload as refused:
        form.add_error(None, str(refused))
        return 400
    except TooOften as error:
        form.add_error(None, str(error))
        return 429
    if not row.is_done:
        runner.wake()
    return redirect(row)


@never_cache
@require_safe
@limited("analysis")
def engine(request: HttpRequest, engine_id: str) -> HttpResponse:
    """The report of one engine, or how far its grading is."""
    row = readable(request, engine_id)
    context: dict[str, object] = {
        "engine": row,
        "game": board_class(row.variant).TITLE,
        "own": row.author_id == request.user.pk,
        "address": request.build_absolute_uri(row.get_absolute_url()),
    }
    if not row.is_done:
        runner.wake()
        order = queue.in_order()
        context["ahead"] = order.index(row.pk) if row.pk in order else 0
    elif row.status == UploadedEngine.Status.GRADED:
        context["report"] = report(row, whole_number(request.GET.get("ply", ""), 3))
        context["why_not"] = why_not(row)
        context["record"] = record(row) if row.published_at or context["own"] else None
    return render(request, "engines/report.html", context)


@require_POST
def share(request: HttpRequest, engine_id: str) -> HttpResponse:
    """Let everybody who has the address read the report, or nobody any more."""
    row = own(request, engine_id)
    row.shared = request.POST.get("shared") == "yes" or row.plays
    row.save(update_fields=["shared"])
    return redirect(row)


@require_POST
def delete(request: HttpRequest, engine_id: str) -> HttpResponse:
    """Delete a file with its report."""
    row = own(request, engine_id)
    row.delete()
    messages.success(request, f"{row.title} is deleted.")
    return redirect("engines:mine")


@never_cache
@require_safe
def source(request: HttpRequest, engine_id: str) -> HttpResponse:
    """The file, for its author and once it is published for everybody: a download, never a page."""
    row = readable(request, engine_id)
    if row.published_at is None and row.author_id != request.user.pk:
        raise Http404("Its author has not published this file.")
    answer = HttpResponse(row.source, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{row.pk}.py"'
    return answer


def readable(request: HttpRequest, engine_id: str) -> UploadedEngine:
    """An engine whose report the reader may see. Raises Http404, as for one that there is not."""
    row = UploadedEngine.objects.select_related("author").filter(pk=engine_id).first()
    if row is None or not (row.shared or row.author_id == request.user.pk):
        raise Http404("There is no such report, or its author has not shared it.")
    return row


def own(request: HttpRequest, engine_id: str) -> UploadedEngine:
    """One of the reader's engines. Raises Http404."""
    rows = UploadedEngine.objects.select_related("author")
    row = rows.filter(pk=engine_id, author=request.user.pk or 0).first()
    if row is None:
        raise Http404("You have no such engine.")
    return row
