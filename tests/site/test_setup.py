"""bin/setup on machines of all sorts: which Python it takes, what it says without one, when it has nothing to do."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Machine(NamedTuple):
    """A home with nothing in it but a checkout; `programs` comes before the system's own on the path."""

    home: Path
    checkout: Path
    programs: Path

    def program(self, place: str, text: str) -> None:
        path = self.home / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)

    def setup(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.checkout / "bin" / "setup", *arguments],
            cwd=self.checkout,
            env={"PATH": f"{self.programs}:/usr/bin:/bin", "HOME": str(self.home)},
            capture_output=True,
            text=True,
            check=False,
        )


PYTHON = f'exec {sys.executable} "$@"'
DEAD = "echo 'pyenv: command not found' >&2; exit 127"


def machine(home: Path) -> Machine:
    """A checkout with empty lists of packages, so that setting up needs no network, and no Python that runs."""
    made = Machine(home, home / "checkout", home / "programs")
    (made.checkout / "bin").mkdir(parents=True)
    (made.checkout / "requirements").mkdir()
    shutil.copy(ROOT / "bin" / "setup", made.checkout / "bin" / "setup")
    shutil.copy(ROOT / ".python-version", made.checkout)
    for name in ("base", "dev"):
        (made.checkout / "requirements" / f"{name}.txt").write_text(f"# nothing for {name}\n")
    for name in ("python3.14", "python3.13", "python3.12", "python3", "python"):
        made.program(f"programs/{name}", DEAD)
    return made


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    return machine(tmp_path)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine that was set up although the wanted python3.13 on its path is dead."""
    made = machine(tmp_path_factory.mktemp("ready"))
    made.program("programs/python3.14", PYTHON)
    done = made.setup("dev")
    assert done.returncode == 0, done.stderr
    return made


def test_dead_python_on_the_path_is_passed_over(ready: Machine) -> None:
    done = subprocess.run([ready.checkout / ".venv" / "bin" / "python", "-c", "print('runs')"], capture_output=True)
    assert done.stdout == b"runs\n"


@pytest.mark.parametrize("name", ["base", "dev"])  # the longer list serves for the shorter
def test_second_time_there_is_nothing_to_do(ready: Machine, name: str) -> None:
    done = ready.setup(name)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_changed_list_is_installed(ready: Machine) -> None:
    wanted = ready.checkout / "requirements" / "dev.txt"
    wanted.write_text("# nothing for dev, again\n")
    assert ready.setup("dev").stdout == "Installing requirements/dev.txt\n"
    stamp = (ready.checkout / ".venv" / ".installed-dev").read_text().strip()
    assert stamp == hashlib.sha256(wanted.read_bytes()).hexdigest()


def test_python_of_pyenv_fills_a_linked_environment(bare: Machine) -> None:
    bare.program(".pyenv/versions/3.13.9/bin/python", PYTHON)
    (bare.checkout / ".venv").symlink_to(bare.home / "elsewhere")
    done = bare.setup("base")
    assert done.returncode == 0, done.stderr
    assert (bare.checkout / ".venv").is_symlink()
    assert (bare.home / "elsewhere" / "bin" / "python").exists()


def test_without_a_python_it_says_what_is_missing(bare: Machine) -> None:
    done = bare.setup()
    assert done.returncode == 1
    assert "No Python 3.12 or newer" in done.stderr
    assert not (bare.checkout / ".venv").exists()


def test_unknown_list_is_refused(bare: Machine) -> None:
    done = bare.setup("nonsense")
    assert done.returncode == 2
    assert "There is no requirements/nonsense.txt" in done.stderr
    assert not (bare.checkout / ".venv").exists()
