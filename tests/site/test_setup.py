"""bin/setup on machines of all sorts: which Python it takes, what it says without one, when it has nothing to do."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with empty lists of packages, so that setting up needs no network."""
    folder = tmp_path / "checkout"
    (folder / "bin").mkdir(parents=True)
    (folder / "requirements").mkdir()
    shutil.copy(ROOT / "bin" / "setup", folder / "bin" / "setup")
    shutil.copy(ROOT / ".python-version", folder)
    for name in ("base", "dev"):
        (folder / "requirements" / f"{name}.txt").write_text(f"# nothing for {name}\n")
    return folder


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{text}\n")
    path.chmod(0o755)


def setup(checkout: Path, *arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    """bin/setup with this folder before the system's own on the path, and a home with nothing in it."""
    return subprocess.run(
        [checkout / "bin" / "setup", *arguments],
        cwd=checkout,
        env={"PATH": f"{path}:/usr/bin:/bin", "HOME": str(checkout.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_dead_python_on_the_path_is_passed_over(checkout: Path, tmp_path: Path) -> None:
    program(tmp_path / "path" / "python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    program(tmp_path / "path" / "python3.14", f'exec {sys.executable} "$@"')
    done = setup(checkout, "base", path=tmp_path / "path")
    assert done.returncode == 0, done.stderr
    assert (checkout / ".venv" / "bin" / "python").exists()


def test_python_of_pyenv_is_found(checkout: Path, tmp_path: Path) -> None:
    program(tmp_path / ".pyenv" / "versions" / "3.13.9" / "bin" / "python", f'exec {sys.executable} "$@"')
    program(tmp_path / "path" / "python3", "exit 1")
    program(tmp_path / "path" / "python", "exit 1")
    done = setup(checkout, "base", path=tmp_path / "path")
    assert done.returncode == 0, done.stderr


def test_without_a_python_it_says_what_is_missing(checkout: Path, tmp_path: Path) -> None:
    for name in ("python3.14", "python3.13", "python3.12", "python3", "python"):
        program(tmp_path / "path" / name, "exit 1")
    done = setup(checkout, path=tmp_path / "path")
    assert done.returncode == 1
    assert "No Python 3.12 or newer" in done.stderr
    assert not (checkout / ".venv").exists()


def test_second_time_there_is_nothing_to_do(checkout: Path, tmp_path: Path) -> None:
    program(tmp_path / "path" / "python3.13", f'exec {sys.executable} "$@"')
    assert "Installing" in setup(checkout, "dev", path=tmp_path / "path").stdout
    stamp = (checkout / ".venv" / ".installed-dev").read_text().strip()
    assert stamp == hashlib.sha256((checkout / "requirements" / "dev.txt").read_bytes()).hexdigest()
    for name in ("base", "dev"):  # the longer list serves for the shorter
        done = setup(checkout, name, path=tmp_path / "path")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (checkout / "requirements" / "dev.txt").write_text("# nothing for dev, again\n")
    assert "Installing requirements/dev.txt" in setup(checkout, "dev", path=tmp_path / "path").stdout


def test_linked_environment_is_filled_where_it_leads(checkout: Path, tmp_path: Path) -> None:
    program(tmp_path / "path" / "python3.13", f'exec {sys.executable} "$@"')
    (checkout / ".venv").symlink_to(tmp_path / "elsewhere")
    done = setup(checkout, "base", path=tmp_path / "path")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "elsewhere" / "bin" / "python").exists()
    assert (checkout / ".venv").is_symlink()


def test_unknown_list_is_refused(checkout: Path, tmp_path: Path) -> None:
    done = setup(checkout, "nonsense", path=tmp_path / "path")
    assert done.returncode == 2
    assert "There is no requirements/nonsense.txt" in done.stderr
    assert not (checkout / ".venv").exists()
