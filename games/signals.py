"""Signals about games. ``games`` does not know who receives them.

``game_finished`` is sent inside the transaction that ends a game, with ``game`` (the row)
and ``match``; what a receiver writes stands or falls with the ending.
``game_changed`` is sent after the commit, with ``match``; it is a hint and may be lost.
"""

from django.dispatch import Signal

game_finished = Signal()
game_changed = Signal()
