"""The log's discretion: it says which kind of page failed, never its address, since an address can be a key."""

import logging


def without_address(record: logging.LogRecord) -> bool:
    """Keep the record, with the address's pattern (`/s/<key>/`) in place of the address it speaks of."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path is not None and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        shown = f"/{match.route}" if match else "an unknown address"
        record.args = tuple(shown if argument == path else argument for argument in record.args)
    return True
