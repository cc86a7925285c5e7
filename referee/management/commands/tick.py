"""`manage.py tick`: what is due at tables that nobody looks at; for cron, where the site itself does not run."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from referee.tables import clock
from referee.tables.notices.round import send_due_now


class Command(BaseCommand):
    help = (
        "Apply what is due at the tables: closed claims, bots' moves, turns that ran out; and send the notices that "
        "are due. Serving processes do it too."
    )

    def handle(self, **options: Any) -> None:
        self.stdout.write(f"{clock.tick(timezone.now())} tables, {send_due_now()} notices")
