"""The cache in which processes count together what may be tried so often in a time.

Django's own reads a count and writes it anew: two at once are one, and each lets it live for another five minutes.
"""

from __future__ import annotations

import base64
import pickle
from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.db import connections, router, transaction
from django.utils import timezone


class CountedTogether(DatabaseCache):
    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """The count after adding to it; it ends when it would have ended.

        :raises ValueError: there is none, or none any more.
        """
        own: Any = self  # the stubs know neither the table nor the model
        name = own.make_and_validate_key(key, version=version)
        alias = router.db_for_write(own.cache_model_class)
        table = connections[alias].ops.quote_name(own._table)
        with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
            wanted = f"SELECT value FROM {table} WHERE cache_key = %s AND expires > %s FOR UPDATE"  # noqa: S608 - our table
            cursor.execute(wanted, [name, timezone.now()])
            row = cursor.fetchone()
            if row is None:
                raise ValueError(f"expected a count under {key!r}")
            count = int(pickle.loads(base64.b64decode(row[0]))) + delta  # noqa: S301 - written here only
            value = base64.b64encode(pickle.dumps(count, own.pickle_protocol)).decode("latin1")
            cursor.execute(f"UPDATE {table} SET value = %s WHERE cache_key = %s", [value, name])  # noqa: S608 - as above
        return count
