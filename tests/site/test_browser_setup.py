"""bin/browser on machines of all sorts: it finds Chromium, installs it, or says that the browser tests are skipped."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("bash", "env", "cat", "chmod")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder that is the whole path: a shell, and nothing of a browser."""
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None
        (tmp_path / name).symlink_to(found)
    return tmp_path


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/usr/bin/env bash\n{text}\n")
    path.chmod(0o755)


def find_browser(machine: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "bin" / "browser"],
        env={"PATH": str(machine), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_browser_on_the_path_is_taken(machine: Path, name: str) -> None:
    program(machine / name, "exit 0")
    done = find_browser(machine, CI="true")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_root_installs_the_distributions(machine: Path) -> None:
    program(machine / "id", "echo 0")
    program(
        machine / "apt-get",
        f'if [ "$1" = install ]; then cat "$0" >{machine}/chromium; chmod +x {machine}/chromium; fi',
    )
    done = find_browser(machine, CI="true")
    assert done.returncode == 0, done.stderr
    assert (machine / "chromium").exists()


@pytest.mark.parametrize("found", [True, False])
def test_root_gets_the_headless_shell_too(machine: Path, *, found: bool) -> None:
    """Where no list knows it nothing is lost: a Chromium does."""
    program(machine / "id", "echo 0")
    program(
        machine / "apt-get",
        f"""echo "$@" >>{machine}/asked
case "$@" in *shell*) exit 100 ;; install*) cat "$0" >{machine}/chromium; chmod +x {machine}/chromium ;; esac""",
    )
    if found:
        program(machine / "chromium", "exit 0")
    done = find_browser(machine, CI="true")
    assert (done.returncode, done.stderr) == (0, "")
    assert "chromium-headless-shell" in (machine / "asked").read_text()
    assert (machine / "chromium").exists()


def test_failed_installation_is_said(machine: Path) -> None:
    program(machine / "id", "echo 0")
    program(machine / "apt-get", "echo 'no such package' >&2; exit 100")
    done = find_browser(machine)
    assert done.returncode == 0
    assert "no such package" in done.stderr
    assert "THE BROWSER TESTS ARE SKIPPED" in done.stderr


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_without_a_browser_only_ci_fails(machine: Path, ci: str, code: int) -> None:
    program(machine / "id", "echo 1000")
    done = find_browser(machine, CI=ci)
    assert done.returncode == code
    assert "THE BROWSER TESTS ARE SKIPPED" in done.stderr
