"""What a program says takes 500 characters of the database and of its report, not five million."""

from accounts.models import User
from games.arena import queue
from games.models import UploadedEngine
from tests.conftest import logged_in


def attempt() -> None:
    author = User.objects.create_user("author", password="a word of its own")
    row = UploadedEngine(author=author, name="Long", variant="classic", source="x", digest="x")
    row.save()
    claimed = queue.claim()
    assert claimed is not None
    queue.finish(claimed, "", error="Line 1: ValueError: " + "A" * 5_000_000)
    page = logged_in(author).get(f"/engines/{row.pk}/")
    assert page.text.count("A" * 480) == 1
    assert len(page.content) < 100_000
