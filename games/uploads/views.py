"""The pages of people's own engines: upload, progress, report."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import TooOften, User, playing
from accounts.limits import address, in_words, over_limit
from games.models import UploadedEngine
from games.page_limits import limited
from games.query import whole_number
from games.rules import board_class
from games.uploads import queue, runner
from games.uploads.forms import UploadForm
from games.uploads.receive import CannotUpload, upload
from games.uploads.report import grade_of, report, verdict


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """The form that takes a file, and the reader's engines."""
    form = UploadForm(request.POST or None, request.FILES or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            answer = _take(request, form)
            if not isinstance(answer, int):
                return answer
            status = answer
    rows = UploadedEngine.objects.none()
    if request.user.is_authenticated:
        rows = UploadedEngine.objects.filter(author=request.user.pk).defer("source")
    context = {"form": form, "engines": [shown(row) for row in rows]}
    return render(request, "engines/mine.html", context, status=status)


def _take(request: HttpRequest, form: UploadForm) -> HttpResponse | int:
    """Store the file of a valid form; else the status of the page that says why not."""
    data = form.cleaned_data
    try:
        with playing(request) as user:
            _count(request, user)
            row = upload(
                user=user, name=data["name"], variant=data["variant"], data=form.data_of_file()
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


def _count(request: HttpRequest, user: User) -> None:
    """Count one more file. Guests of one address share a limit besides. Raises TooOften."""
    waits = [over_limit("upload", user.pk)]
    if user.is_guest and (where := address(request)) is not None:
        waits.append(over_limit("uploads_of_guests", where))
    if wait := max(waits):
        raise TooOften(f"Too many files. Wait {in_words(wait)} and try again.", wait)


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
    return render(request, "engines/report.html", context)


@require_POST
def share(request: HttpRequest, engine_id: str) -> HttpResponse:
    """Let everybody who has the address read the report, or nobody any more."""
    row = own(request, engine_id)
    row.shared = request.POST.get("shared") == "yes"
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
    """The file, for its author: a download, never a page."""
    row = own(request, engine_id)
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
    row = UploadedEngine.objects.filter(pk=engine_id, author=request.user.pk or 0).first()
    if row is None:
        raise Http404("You have no such engine.")
    return row


def shown(row: UploadedEngine) -> dict[str, object]:
    """An engine in a list: the row, its game, and what is known of it in a few words."""
    said = row.get_status_display()
    if row.status == UploadedEngine.Status.GRADED:
        said = verdict(grade_of(row))
    return {"row": row, "game": board_class(row.variant).TITLE, "said": said}
