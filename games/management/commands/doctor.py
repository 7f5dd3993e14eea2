"""``manage.py doctor``: what is wrong with this deployment, in sentences."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.staff.doctor import complaints


class Command(BaseCommand):
    help = "Say what is wrong with this deployment; exit status 1 if anything is."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for sentence in complaints():
            wrong += 1
            self.stdout.write(f"- {sentence}")
        if wrong:
            raise CommandError(f"Wrong: {wrong}")
        self.stdout.write("Nothing is wrong.")
