"""What uploaded engines have to do with people: guests who become members, and own data."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.guests import User
from accounts.signals import Sections, data_collected, guest_described, guest_merged
from games.models import UploadedEngine
from games.uploads.receive import next_version

TOLD = (
    *("id", "name", "version", "variant", "digest", "uploaded_at", "shared", "status"),
    *("graded_at", "seconds", "grade", "error", "source"),
)


@receiver(data_collected, dispatch_uid="games.uploads.own_data")
def collect(sender: object, user: User, **_: object) -> Sections:
    rows = UploadedEngine.objects.filter(author=user.pk).order_by("pk")
    return {"engines": rows.values(*TOLD).iterator()}


@receiver(guest_merged, dispatch_uid="games.uploads.hand_over")
def hand_over(sender: object, guest: User, member: User, **_: object) -> bool:
    """A guest's engines become the member's, as the next versions where the name is taken."""
    for row in UploadedEngine.objects.filter(author=guest.pk).order_by("uploaded_at", "version"):
        row.version = next_version(member.pk, row.variant, row.name)
        row.author_id = member.pk
        row.save(update_fields=["author", "version"])
    return False


@receiver(guest_described, dispatch_uid="games.uploads.describe")
def describe(sender: object, guest: User, **_: object) -> list[str]:
    count = UploadedEngine.objects.filter(author=guest.pk).count()
    return [f"{count} engine{'s' if count > 1 else ''}"] if count else []
