"""`manage.py sweep`: what nobody has touched for long is deleted; for a timer, once a day."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from shanghai.sweeping import sweep


class Command(BaseCommand):
    help = "Delete tables, players, sheets and sessions that are older than the settings keep them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", action="store_true", help="only say how many there are")

    def handle(self, *, count: bool, **options: Any) -> None:
        for name, number in sweep(timezone.now(), only_count=count).items():
            self.stdout.write(f"{name}: {number}")
