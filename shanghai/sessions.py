"""Sessions kept in the database under the digest of their key: whoever reads the table cannot be anybody by it.

Named by SESSION_ENGINE. The key itself is only in the visitor's cookie.
"""

from __future__ import annotations

import hashlib

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.utils import timezone

LENGTH = 40
"""Of the column. 160 bits of the digest; a key has 165 and needs no salt."""


def digest(key: str) -> str:
    """What the database keeps of a session's key."""
    return hashlib.sha256(key.encode()).hexdigest()[:LENGTH]


class SessionStore(db.SessionStore):
    """Django's sessions in the database, each found by its key's digest."""

    def _get_session_from_db(self) -> Session | None:
        row = Session.objects.filter(session_key=digest(self.session_key or ""), expire_date__gt=timezone.now()).first()
        if row is None:
            self._session_key = None
        return row

    async def _aget_session_from_db(self) -> Session | None:
        rows = Session.objects.filter(session_key=digest(self.session_key or ""), expire_date__gt=timezone.now())
        row = await rows.afirst()
        if row is None:
            self._session_key = None
        return row

    def exists(self, session_key: str) -> bool:
        return super().exists(digest(session_key))

    async def aexists(self, session_key: str) -> bool:
        return await super().aexists(digest(session_key))

    def create_model_instance(self, data: dict[str, object]) -> AbstractBaseSession:
        return _hidden(super().create_model_instance(data))

    async def acreate_model_instance(self, data: dict[str, object]) -> AbstractBaseSession:
        return _hidden(await super().acreate_model_instance(data))

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key:
            super().delete(digest(key))

    async def adelete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key:
            await super().adelete(digest(key))


def _hidden(row: AbstractBaseSession) -> AbstractBaseSession:
    row.session_key = digest(row.session_key)
    return row
