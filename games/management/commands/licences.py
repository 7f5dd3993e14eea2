"""``manage.py licences``: the licence of everything that is shipped."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.staff.licences import shipped


class Command(BaseCommand):
    help = "List the licences of the site, its typefaces and the libraries it runs on."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for one in shipped():
            line = f"{one.name:<24} {one.version:<14} {one.licence}"
            self.stdout.write(f"{line} ({one.text})" if one.text else line)
