"""The pinned lists agree with the ranges in pyproject.toml; `make requirements` mends it when not."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]

# What each list is compiled from.
RANGES: dict[str, list[str]] = {
    "base": PROJECT["dependencies"],
    "production": PROJECT["dependencies"] + EXTRAS["production"],
    "dev": PROJECT["dependencies"] + EXTRAS["production"] + EXTRAS["dev"],
}


def pins(name: str) -> dict[str, tuple[Version, int]]:
    """Package -> its pinned version and the number of hashes beside it."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text().replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found = {}
    for line in lines:
        requirement, *hashes = re.split(r"\s+--hash=", line)
        parsed = Requirement(requirement)
        (pin,) = parsed.specifier
        assert pin.operator == "==", line
        found[canonicalize_name(parsed.name)] = (Version(pin.version), len(hashes))
    return found


@pytest.mark.parametrize("name", RANGES)
def test_pins_lie_in_their_ranges(name: str) -> None:
    pinned = pins(name)
    for text in RANGES[name]:
        wanted = Requirement(text)
        assert canonicalize_name(wanted.name) in pinned, f"{text!r} is not pinned in {name}.txt"
        version, _ = pinned[canonicalize_name(wanted.name)]
        assert version in wanted.specifier, f"{name}.txt pins {wanted.name} {version}, pyproject.toml wants {text!r}"


@pytest.mark.parametrize("name", RANGES)
def test_every_pin_has_hashes(name: str) -> None:
    assert not [package for package, (_, hashes) in pins(name).items() if not hashes]


def test_longer_lists_hold_the_pins_of_the_shorter() -> None:
    base, production, dev = pins("base"), pins("production"), pins("dev")
    assert base.items() <= production.items() <= dev.items()


@pytest.mark.parametrize("name", RANGES)
def test_lists_name_no_index_and_no_place(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links|(?<![\w.])/[a-z]", text)


def test_python_version_is_the_oldest_supported_or_newer() -> None:
    wanted = (ROOT / ".python-version").read_text().strip()
    assert Version(wanted) >= Version(PROJECT["requires-python"].removeprefix(">="))
