"""What every test shares."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from hypothesis import settings

from tests import postgres

# No test measures time: a busy machine is no fault of the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Postgres]:
    """A PostgreSQL for the whole run."""
    running = postgres.start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """A page asked for in Dutch leaves Dutch on; no other test shall see that."""
    yield
    translation.deactivate()
