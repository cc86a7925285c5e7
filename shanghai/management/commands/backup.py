"""`manage.py backup`: all of the installation in one file, while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from shanghai.backups import BackupError, back_up, folder


class Command(BaseCommand):
    help = "Write a backup of the database and the secret key, also while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the file to write (default: var/backups/DATE.tar)")
        parser.add_argument("--keep", type=int, default=0, help="leave so many of the newest in var/backups; 0: all")

    def handle(self, *, file: Path | None, keep: int, **options: Any) -> None:
        target = file or folder() / f"shanghai-{timezone.now():%Y%m%d-%H%M%S}.tar"
        try:
            back_up(target)
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{target} ({target.stat().st_size / 1024:,.0f} KiB)")
        if keep > 0:
            made = sorted(folder().glob("shanghai-*.tar"), key=lambda file: file.stat().st_mtime)
            for old in made[:-keep]:
                old.unlink()
