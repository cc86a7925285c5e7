"""Which build of the site answers, so that a page kept open for days notices a new one."""

from django.contrib.staticfiles.storage import staticfiles_storage


def build() -> str:
    """A word that changes with the site's scripts and styles; empty where they have no hashed names."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))
