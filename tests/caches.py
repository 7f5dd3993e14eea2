"""The shared cache as tests need it: emptied often, on a Redis that others may use meanwhile."""

from __future__ import annotations

from django.conf import settings

from config.database.cache import SharedCache


class OwnKeys(SharedCache):
    """``clear`` deletes the keys of this test process; Django's own empties the whole database."""

    def clear(self) -> None:
        client = self._redis._cache.get_client(None, write=True)
        if keys := list(client.scan_iter(f"{settings.REDIS_PREFIX}:*", count=10_000)):
            client.unlink(*keys)
        self._own.clear()
