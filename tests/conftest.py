"""What every test shares."""

from hypothesis import settings

# No test measures time: a busy machine is no fault of the code.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
