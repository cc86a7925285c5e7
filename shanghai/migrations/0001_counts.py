"""The table in which processes that share a database count tries together; none where one process counts for itself."""

from typing import Any

from django.core.management import call_command
from django.db import migrations


def make_table(_apps: Any, editor: Any) -> None:
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies: list[tuple[str, str]] = []  # noqa: RUF012  # the framework's own way to say it

    operations = [migrations.RunPython(make_table, migrations.RunPython.noop)]  # noqa: RUF012  # as above
