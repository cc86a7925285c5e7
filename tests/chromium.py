"""The Chromium that tests, pictures and measurements run in: the one on the path, and how it is started."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"

# Without these Chromium talks to its maker's servers at every start.
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def program() -> str | None:
    """The path of a whole Chromium, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def quickest() -> str | None:
    """The headless shell, if it is there beside the whole: the same engine without windows, notices and syncing in the
    background, which opens a page with a quarter of the work."""
    return (program() and shutil.which(SHELL)) or program()


def switches() -> list[str]:
    """What it is started with; its sandbox refuses to run as root."""
    return [*QUIET, *(("--no-sandbox",) if os.geteuid() == 0 else ())]
