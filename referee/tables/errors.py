"""What services refuse. The views turn each into one kind of answer."""

from __future__ import annotations


class TableRefused(Exception):
    """Something at a table that may not be done; ``code`` says why, for a sentence of the page."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotYours(TableRefused):
    """Somebody who has no right to do this: no seat, not the host, a secret that opens nothing."""

    def __init__(self, message: str) -> None:
        super().__init__("not-yours", message)
