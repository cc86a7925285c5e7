"""The log's discretion: it says which kind of page failed and at which table, never an address, since an address can
be a key, and nothing of the rows that a database complains of, since they hold names.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from referee.tables.whereabouts import HERE

# What PostgreSQL adds to its complaints: keys and whole rows.
_ROWS = re.compile(r"^(DETAIL|CONTEXT|LINE \d+):.*\n?(?:\s+\^\n?)?", re.MULTILINE)


def without_address(record: logging.LogRecord) -> bool:
    """Keep the record, with the address's pattern (`/s/<key>/`) in place of the address it speaks of."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path is not None and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        shown = f"/{match.route}" if match else "an unknown address"
        record.args = tuple(shown if argument == path else argument for argument in record.args)
    return True


class Plain(logging.Formatter):
    """A line to be read by people."""

    def formatException(self, ei) -> str:  # type: ignore[no-untyped-def]  # as logging has it
        return _ROWS.sub("", super().formatException(ei))

    def format(self, record: logging.LogRecord) -> str:
        here = HERE.get()
        line = super().format(record)
        if here is None:
            return line
        return f"{line} [table {here.table}{'' if here.seat is None else f', seat {here.seat + 1}'}]"


class Json(Plain):
    """A line of JSON, to be read by what gathers logs."""

    def format(self, record: logging.LogRecord) -> str:
        here = HERE.get()
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if here is not None:
            told["table"] = here.table
            if here.seat is not None:
                told["seat"] = here.seat + 1
        status = getattr(record, "status_code", None)
        if isinstance(status, int):
            told["status"] = status
        if record.exc_info:
            told["error"] = getattr(record.exc_info[0], "__name__", "")
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)
