"""What accounts listen to of themselves: a guest who becomes a member brings their blocks along."""

from __future__ import annotations

from django.dispatch import receiver

from accounts import people
from accounts.models import User
from accounts.signals import guest_merged


@receiver(guest_merged, dispatch_uid="accounts.people")
def merge(sender: object, guest: User, member: User, **_: object) -> bool:
    people.merge(guest, member)
    return False
