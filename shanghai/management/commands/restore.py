"""`manage.py restore`: a backup put in the place of what there is."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shanghai.backups import BackupError, read_about, restore


class Command(BaseCommand):
    help = "Put a backup in the place of the database. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what manage.py backup wrote")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *, file: Path, yes: bool, **options: Any) -> None:
        try:
            made = read_about(file).get("made")
            if not yes and input(f"Replace the database by the backup of {made}? Write yes: ").strip() != "yes":
                raise CommandError("nothing was changed")
            former = restore(file)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)  # of a backup that an older version made
        self.stdout.write(f"Restored as of {made}." + (f" What was there before is {former}." if former else ""))
