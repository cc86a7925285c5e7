"""The site as people run it: `manage.py serve` in a process of its own, on its own database and static files."""

import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.workshop import Workshop

ROOT = Path(__file__).parents[1]


def processor_seconds(process: int) -> float:
    """The processor time that the process of that id has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _environment(folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    """What the processes of an installation in that folder are told."""
    left_out = ("DATABASE_URL", "SECRET_KEY", "DEBUG", "SHANGHAI_HTTPS", "CSRF_TRUSTED_ORIGINS")
    return {name: value for name, value in os.environ.items() if name not in left_out} | {
        "DJANGO_SETTINGS_MODULE": "shanghai.settings",
        "SHANGHAI_VAR": str(folder),
        # All tests come from one address; the limit itself is tested elsewhere.
        "SHANGHAI_NEW_SHEETS": "1000000",
        "SHANGHAI_NEW_TABLES": "1000000",
        "SHANGHAI_POSTS": "1000000",
        "SHANGHAI_BOT_PAUSE": "0.1",
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        **more,
    }


def _manage(environment: Mapping[str, str], *arguments: str, text: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


@cache
def _unused() -> Path:
    """The folder of an installation that nobody has used: static files and an empty database, made once for all."""
    folder = Path(tempfile.mkdtemp(prefix="shanghai-unused-"))
    atexit.register(shutil.rmtree, folder)
    environment = _environment(folder, {})
    _manage(environment, "migrate", "--verbosity", "0")
    _manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
    return folder


class LiveSite:
    """One installation in a folder of its own; it can be stopped and started again on the same port."""

    def __init__(self, folder: Path, *, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.log = folder / "serve.log"
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.workshop: Workshop | None = None
        self.environment = _environment(folder, environment or {})
        shutil.copytree(_unused() / "static", folder / "static")
        if "DATABASE_URL" in self.environment:
            self.manage("migrate", "--verbosity", "0")
        else:
            for file in _unused().glob("shanghai.sqlite3*"):
                shutil.copy(file, folder)

    @property
    def address(self) -> str:
        """The site's address without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def manage(self, *arguments: str, text: str = "") -> str:
        """What a management command prints; `text` is its standard input.

        :raises RuntimeError: with all that it said, when it fails.
        """
        return _manage(self.environment, *arguments, text=text)

    def carry_out(self, script: str) -> str:
        """What a script prints that works on the site's database.

        :raises RuntimeError: with its traceback, when it fails.
        """
        if self.workshop is None:
            self.workshop = Workshop(self.environment)
        return self.workshop.carry_out(script)

    def command(self) -> list[str]:
        """What serves the site; it prints the address when it can be reached."""
        return [sys.executable, "manage.py", "serve", "--port", str(self.port)]

    def start(self) -> None:
        """Serve, and come back as soon as the site can be reached.

        :raises RuntimeError: with the log, when it ends instead.
        """
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=ROOT,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if address := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(address[1])
                return
        raise RuntimeError(f"the site did not start:\n{self.log.read_text()}")

    def stop(self, *, at_once: bool = False) -> int:
        """End the process, as a signal from outside would (`at_once`: as a crash would); its exit code."""
        if self.workshop is not None:
            self.workshop.close()
            self.workshop = None
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL if at_once else signal.SIGTERM)
        code = self.process.wait(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def complaints(self) -> str:
        """What the site wrote to its log: warnings and failures."""
        return self.log.read_text()
