"""What accounts listen to of themselves: merges, log-ins, and what is to be recorded."""

from __future__ import annotations

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.contenttypes.models import ContentType
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import open_sessions, people
from accounts.models import User
from accounts.record import What, answering, record
from accounts.signals import guest_merged


@receiver(guest_merged, dispatch_uid="accounts.people")
def merge(sender: object, guest: User, member: User, **_: object) -> bool:
    people.merge(guest, member)
    return False


@receiver(user_logged_in, dispatch_uid="staff sessions end with the working day")
def end_with_the_day(request: HttpRequest | None, user: User, **kwargs: object) -> None:
    if request is not None:
        open_sessions.end_with_the_day(request, user)


@receiver(user_logged_in, dispatch_uid="list a session")
def list_session(request: HttpRequest | None, user: User, **kwargs: object) -> None:
    if request is not None and hasattr(request, "session"):
        open_sessions.begin(request, user)


@receiver(post_save, sender=User, dispatch_uid="end sessions after a new password")
def end_others(instance: Any, created: bool, **kwargs: object) -> None:
    """A new password ends all sessions but the one in which its owner has set it.

    Django holds the new password in ``_password`` only until it is saved.
    """
    if created or instance._password is None:
        return
    request = answering.get()
    own = request is not None and request.user == instance
    open_sessions.end_all(instance, but=request.session.session_key if own and request else None)


# --- the log of what matters -------------------------------------------------------------------

RIGHTS = ("is_active", "is_staff", "is_superuser")
"""Columns that decide what somebody may do."""


@receiver(user_logged_in, dispatch_uid="record a log-in")
def record_log_in(user: User, **kwargs: object) -> None:
    record(What.LOGGED_IN, user.pk)


@receiver(user_logged_out, dispatch_uid="record a log-out")
def record_log_out(user: User | None, **kwargs: object) -> None:
    if user is not None:
        record(What.LOGGED_OUT, user.pk)


@receiver(pre_save, sender=User, dispatch_uid="notice changed rights")
def notice_rights(instance: Any, update_fields: Any, **kwargs: object) -> None:
    """Compare with what is stored, where what is saved may be a right."""
    instance.new_rights = []
    saved = RIGHTS if update_fields is None else tuple(set(RIGHTS) & set(update_fields))
    if not saved:
        return
    stored = User.objects.filter(pk=instance.pk).values(*RIGHTS).first() if instance.pk else None
    before = stored or {"is_active": True, "is_staff": False, "is_superuser": False}
    instance.new_rights = [
        f"{name}={getattr(instance, name)}"
        for name in saved
        if getattr(instance, name) != before[name]
    ]


@receiver(post_save, sender=User, dispatch_uid="record changed rights")
def record_rights(instance: Any, **kwargs: object) -> None:
    if instance.new_rights:
        about = ", ".join(sorted(instance.new_rights))
        record(What.RIGHTS_CHANGED, instance.pk, about=about)


@receiver(post_delete, sender=User, dispatch_uid="record a deleted account")
def record_deletion(instance: User, **kwargs: object) -> None:
    if not instance.is_guest:
        record(What.ACCOUNT_DELETED, instance.pk)


def record_given(instance: Any, action: str, reverse: bool, pk_set: Any, **kwargs: Any) -> None:
    """Groups and rights given to people, and rights given to groups."""
    if not action.startswith("post_"):
        return
    given = f"{kwargs['model']._meta.model_name} {action.removeprefix('post_')}"
    about = f"{given} {sorted(pk_set or ())}"
    if isinstance(instance, User):
        record(What.RIGHTS_CHANGED, instance.pk, about=about)
    else:
        about = f"{instance._meta.model_name} {instance.pk}: {about}"
        record(What.RIGHTS_CHANGED, about=about)


for _through in (User.groups.through, User.user_permissions.through, Group.permissions.through):
    m2m_changed.connect(record_given, sender=_through, dispatch_uid=f"record {_through.__name__}")


@receiver(post_delete, sender=Group, dispatch_uid="record a deleted group")
def record_group(instance: Group, **kwargs: object) -> None:
    record(What.RIGHTS_CHANGED, about=f"group {instance.pk}: deleted")


@receiver(post_save, sender=LogEntry, dispatch_uid="record an act of staff")
def record_act(instance: Any, **kwargs: object) -> None:
    """What the staff's log has, without its words, which name people."""
    kind = ContentType.objects.get_for_id(instance.content_type_id)
    named = f"{kind.app_label}.{kind.model} {instance.object_id or ''}".strip()
    record(What.STAFF_ACT, about=f"{named}, log {instance.pk}")
