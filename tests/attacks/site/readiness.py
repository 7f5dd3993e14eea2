"""Those outside learn whether a process is ready, and nothing of what it is made of."""

from django.test import Client


def attempt() -> None:
    for place in ("192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "10.1.2.3", "nonsense"):
        assert Client().get("/readyz", REMOTE_ADDR=place).json().keys() == {"ready"}
