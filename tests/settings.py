"""The site's settings, for tests: a fixed key, and static files by their plain names, without a build."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "a key for tests only, of more than fifty characters in all")

from shanghai.settings import *  # noqa: F403
from shanghai.settings import DATABASES, STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

# A file, as the site itself has one: an SQLite database in memory knows neither WAL nor connections that are closed.
# Each run has its own, so that two at a time do not meet.
DATABASES["default"]["TEST"] = {"NAME": str(Path(tempfile.gettempdir(), f"shanghai-test-{os.getpid()}.sqlite3"))}

# All tests come from one address; the limit itself is tested in tests/site/test_guard.py.
POSTS_A_MINUTE = 10**9
PUSH_CONTACT = "mailto:host@example.org"
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
