"""The site's settings, for tests: a fixed key, and static files by their plain names, without a build."""

import os

os.environ.setdefault("SECRET_KEY", "a key for tests only, of more than fifty characters in all")

from shanghai.settings import *  # noqa: F403
from shanghai.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
