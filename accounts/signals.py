"""Signals about guests. ``accounts`` does not know who receives them.

``guest_signed_up`` is sent with ``user``, a member from now on, inside the transaction that makes
the guest one. ``guest_merged`` is sent with ``guest`` and ``member`` inside the transaction that
gives the member what the guest did; a receiver returns True if something stays with the guest.
``guest_described`` is sent with ``guest``; receivers return short phrases of what the guest has.
"""

from django.dispatch import Signal

guest_signed_up = Signal()
guest_merged = Signal()
guest_described = Signal()
