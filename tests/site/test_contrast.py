"""The tokens' colours are far enough apart, in both themes: 4.5:1 for text, 3:1 for frames and marks (WCAG 2.2 AA)."""

import re
from pathlib import Path

import pytest

import shanghai

TOKENS = (Path(shanghai.__file__).parent / "static" / "css" / "tokens.css").read_text()

TEXT = [
    ("ink", "paper surface sunken lacquer-tint jade-tint amber-tint"),
    ("ink-soft", "paper surface sunken"),
    ("lacquer", "paper surface lacquer-tint"),
    ("jade", "paper surface jade-tint"),
    ("amber", "surface amber-tint"),
    ("on-lacquer", "lacquer-fill lacquer-deep"),
    ("on-felt", "felt felt-deep"),
    ("on-felt-soft", "felt felt-deep"),
    ("suit-spade", "face"),
    ("suit-heart", "face"),
    ("suit-diamond", "face"),
    ("suit-club", "face"),
    ("suit-joker", "face"),
]
MARKS = [
    ("line-strong", "paper surface sunken"),
    ("focus", "paper surface sunken"),
    ("lacquer-fill", "paper"),
    ("jade-fill", "paper surface"),
    ("face", "felt felt-deep"),
]
WHITE_TEXT = ["jade-fill", "suit-joker", "rook-red", "rook-green", "rook-black", "rook-bird"]


def _tokens(theme: int) -> dict[str, str]:
    found = {}
    for name, value in re.findall(r"--([a-z0-9-]+): ([^;]+);", TOKENS):
        colours = re.findall(r"#[0-9a-f]{3,6}\b", value)
        if colours:
            found.setdefault(name, colours[theme if len(colours) == 2 else 0])
    return found


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_and_white_is_21() -> None:
    assert round(_contrast("#000", "#ffffff"), 2) == 21


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read(theme: int) -> None:
    tokens = _tokens(theme)
    pairs = [(text, ground) for text, grounds in TEXT for ground in grounds.split()]
    weak = {pair: round(_contrast(tokens[pair[0]], tokens[pair[1]]), 2) for pair in pairs}
    assert not {pair: ratio for pair, ratio in weak.items() if ratio < 4.5}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_frames_and_marks_can_be_seen(theme: int) -> None:
    tokens = _tokens(theme)
    pairs = [(mark, ground) for mark, grounds in MARKS for ground in grounds.split()]
    weak = {pair: round(_contrast(tokens[pair[0]], tokens[pair[1]]), 2) for pair in pairs}
    assert not {pair: ratio for pair, ratio in weak.items() if ratio < 3}


def test_white_text_can_be_read_on_every_fill_and_every_player() -> None:
    players = re.findall(r"--player: (#[0-9a-f]{6})", TOKENS)
    assert len(set(players)) == 8
    fills = [_tokens(theme)[name] for theme in (0, 1) for name in WHITE_TEXT]
    assert all(_contrast("#fff", colour) >= 4.5 for colour in [*players, *fills])
    assert _contrast("#000", _tokens(0)["rook-yellow"]) >= 4.5
