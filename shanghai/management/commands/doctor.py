"""`manage.py doctor`: what is wrong with this installation, and how to mend it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from shanghai.doctor import Grade, examine


class Command(BaseCommand):
    help = "Say what is wrong with this installation and how to mend it. Changes nothing; exit code 1 if anything is."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        marks = {Grade.WELL: " ok ", Grade.CARE: "care", Grade.WRONG: "WRONG"}
        grades = set()
        for finding in examine():
            grades.add(finding.grade)
            self.stdout.write(f"{marks[finding.grade]:>5}  {finding.what}")
            if finding.grade != Grade.WELL and finding.mend:
                self.stdout.write(f"       → {finding.mend}")
        if Grade.WRONG in grades:
            sys.exit(1)
