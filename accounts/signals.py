"""Signals about people. ``accounts`` does not know who receives them.

``guest_signed_up`` is sent with ``user``, a member from now on, inside the transaction that makes
the guest one. ``guest_merged`` is sent with ``guest`` and ``member`` inside the transaction that
gives the member what the guest did; a receiver returns True if something stays with the guest.
``guest_described`` is sent with ``guest``; receivers return short phrases of what the guest has.

``data_collected`` is sent with ``user``, who downloads all that is stored about them. Receivers
return ``Sections``: names of lists, with an iterator of plain dicts for each. ``games_written``
is sent with ``user``, too: receivers return an iterator of the user's games as text.
``data_measured`` is sent with ``user`` and ``most``, a number or None: receivers return how many
rows they would write, and count no further than ``most``.

``account_closed`` is sent with ``user``, inside the transaction that closes a large account whose
rows are deleted later: receivers end what others wait for.

``session_ended`` is sent with ``user_id`` and the session's ``key``, as it is stored, after it was
ended from elsewhere: what was opened with it is closed.
"""

from collections.abc import Iterator, Mapping

from django.dispatch import Signal

Sections = Mapping[str, Iterator[Mapping[str, object]]]

guest_signed_up = Signal()
guest_merged = Signal()
guest_described = Signal()
data_collected = Signal()
games_written = Signal()
data_measured = Signal()
account_closed = Signal()
session_ended = Signal()
