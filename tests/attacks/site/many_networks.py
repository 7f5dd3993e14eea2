"""A customer with a /48 makes no more guests than four households."""

from django.conf import settings
from django.test import Client, override_settings

from accounts.models import User

MOST = 2


def attempt() -> None:
    limits = {**settings.LIMITS, "guests": (MOST, 60)}
    with override_settings(LIMITS=limits):
        for number in range(8 * MOST):
            place = f"2001:db8:7:{number << 8:x}::1"
            game = {"variant": "classic", "opponent": "local"}
            Client().post("/games/new/", game, REMOTE_ADDR=place)
    assert User.objects.filter(is_guest=True).count() == 4 * MOST
