"""Careless and hostile requests: good ones in which something is changed; the same seed makes the same ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from referee.engine.rummy.rulelink import PREFIX, packed
from tests.engine.fuzzing import Mutator

ROOT = Path(__file__).parents[2]
TEXTS: tuple[str, ...] = (
    *("", " ", "0", "1", "-1", "01", "1.5", "1e9", "99999999999999999999", "²", "٣", "None", "null", "true"),
    *("\x00", "a\x00b", "\r\n", "\u202eabc", "é" * 300, "x" * 5000, "\ufeff", "🂡" * 30, "%00", "%", "%zz", "../../x"),
    *("<script>alert(1)</script>", "'\"><b>", "{{ 7|add:7 }}", "' OR 1=1 --", "; DROP TABLE x", "=1+1", "${7*7}"),
    *(
        "7H",
        "JK",
        "JK=8H",
        "7H 8H 9H",
        "??",
        "14R",
        "say draw",
        "say discard 7H",
        "say buy",
        "discard",
        "down 7H 7S 7D",
    ),
    *("shanghai-7", "rook-10", "house:", "house:x", "house:eJw", "draw", "plain", "bot", "spread", "[1]", "{}", "[[["),
    *("7f0d0f3e-8d0b-4c59-a1a5-5f4b24d0c111", "2026-11-30", "on", "cards", "total", "1,2,3", "-,-,-", "1," * 200),
)
COOKIES = (
    *("player", "phone", "mine", "entry", "rulings", "sessionid", "csrftoken", "theme", "suits", "index"),
    *("django_language", "messages", "__proto__", "a b"),
)
HEADERS = (
    *("If-None-Match", "HX-Request", "X-Sheet", "Accept-Language", "Accept-Encoding", "Last-Event-ID", "Referer"),
    *("Origin", "X-Forwarded-For", "Range", "If-Modified-Since", "HX-Current-URL", "HX-Target"),
)
TYPES = (
    *("application/x-www-form-urlencoded", "text/plain", ""),
    *("multipart/form-data; boundary=x", "multipart/form-data", "application/json", "text/html"),
)
METHODS = ("get", "get", "get", "post", "post", "post", "post", "head", "put", "delete", "options", "patch", "trace")


def field_names() -> list[str]:
    """Every name of a field that a template, a form or a view knows."""
    found: set[str] = set()
    for file in (ROOT / "templates").rglob("*.html"):
        found |= set(re.findall(r'\bname="([\w-]+)"', file.read_text(encoding="utf-8")))
    for package in ("referee/desk", "referee/tables", "scorekeeper", "shanghai"):
        for file in (ROOT / package).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            found |= set(re.findall(r'(?:GET|POST|data|query|given)(?:\.get(?:list)?\(|\[)"([\w-]+)"', text))
            found |= set(re.findall(r"^    (\w+) = forms\.", text, re.MULTILINE))
    return sorted(found | {f"name{seat}" for seat in range(1, 9)})


@dataclass(frozen=True, slots=True)
class Request:
    """One request to be sent; ``body`` counts where it is not None, with ``kind`` as its content type."""

    method: str
    address: str
    fields: dict[str, Any] = field(default_factory=dict)
    body: bytes | None = None
    kind: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


class Junk:
    """Makes requests of good ones."""

    def __init__(self, seed: int, *, sheet: str) -> None:
        """``sheet``: a sheet as the site writes it into a JSON file."""
        self.random = Random(seed)
        self.names = field_names()
        self.sheet = json.loads(sheet)
        self.mutator = Mutator(seed)

    def requests(self, good: list[tuple[str, dict[str, object]]], count: int) -> Iterator[Request]:
        """So many requests, each at one of the good addresses with its good fields or at one like it."""
        for _ in range(count):
            address, fields = self.random.choice(good)
            yield self._request(address, dict(fields))

    def _request(self, address: str, fields: dict[str, object]) -> Request:
        random = self.random
        if random.random() < 0.15:
            address = self._other_address(address)
        for _ in range(random.choice((0, 1, 1, 2, 4))):
            self._change(fields)
        method = random.choice(METHODS)
        body, kind = None, ""
        if address.startswith("/s/import/") and random.random() < 0.7:
            fields, method = {"text": self._sheet_text(), "game": "shanghai-7"}, "post"
        elif address.startswith("/api/") and random.random() < 0.8:
            method, kind = "post", "application/json"
            body = self._api_body()
        elif method in ("post", "put", "patch", "delete", "options") and random.random() < 0.1:
            body, kind = self._bytes(), random.choice(TYPES)
        cookies = {random.choice(COOKIES): _cookie(self._text()) for _ in range(random.choice((0, 0, 0, 1, 3)))}
        headers = {random.choice(HEADERS): _header(self._text()) for _ in range(random.choice((0, 0, 1, 2)))}
        return Request(method, address, fields, body, kind, cookies, headers)

    def _text(self) -> str:
        random = self.random
        if random.random() < 0.1:
            rules = {"base": "shanghai-7", "set": {random.choice(("buys", "players", "x")): self.mutator.strange()}}
            try:
                return PREFIX + packed(rules)
            except (ValueError, TypeError):
                return PREFIX
        if random.random() < 0.1:
            return "".join(
                chr(random.choice((random.randrange(32, 127), random.randrange(1, 0xD7FF)))) for _ in range(9)
            )
        return random.choice(TEXTS)

    def _change(self, fields: dict[str, object]) -> None:
        random = self.random
        name = random.choice(list(fields)) if fields and random.random() < 0.5 else random.choice(self.names)
        if random.random() < 0.1:
            fields.pop(name, None)
        elif random.random() < 0.2:
            fields[name] = [self._text() for _ in range(random.choice((0, 2, 60)))]
        else:
            fields[name] = self._text()

    def _other_address(self, address: str) -> str:
        """One part of the address made another."""
        parts = address.split("/")
        place = self.random.randrange(1, len(parts)) if len(parts) > 1 else 0
        parts[place] = quote(self._text()[:200], safe="")
        return "/".join(parts) or "/"

    def _sheet_text(self) -> str:
        """A sheet's file with something in it changed."""
        changed = json.loads(json.dumps(self.sheet))
        for _ in range(self.random.choice((1, 1, 2, 5))):
            changed = self._replaced(changed)
        try:
            text = json.dumps(changed)
        except ValueError:
            text = "{"
        if self.random.random() < 0.3:
            text = f"Hand,Ana,{self._text()}\n1,{self._text()},25\n{self._text()},0,0\n"
        return text.replace("\\ud800", "").replace("\\ud83c", "")

    def _replaced(self, value: Any) -> Any:
        if isinstance(value, dict | list) and value and self.random.random() < 0.9:
            place: Any = self.random.choice(list(value) if isinstance(value, dict) else range(len(value)))
            if isinstance(value, dict) and self.random.random() < 0.1:
                del value[place]
            else:
                value[place] = self._replaced(value[place])
            return value
        return self.random.choice((deepcopy(self.mutator.strange()), self._text()))  # the strange ones are shared

    def _api_body(self) -> bytes:
        question = next(self.mutator.questions(1))
        try:
            return json.dumps(question if self.random.random() < 0.8 else [question] * 3).encode()
        except ValueError:
            return self._bytes()

    def _bytes(self) -> bytes:
        random = self.random
        return random.choice(
            (
                b"",
                b"\xff\xfe\x00",
                b"a=%FF&b=%00&c",
                b"&" * 1500,
                b'--x\r\nContent-Disposition: form-data; name="text"; filename="\xff"\r\n\r\n\xff\r\n--x--',
                b"--x\r\n\r\n",
                b"[" * 3000,
                random.randbytes(50),
            )
        )


def _header(text: str) -> str:
    """What can stand in a header at all."""
    return "".join(letter for letter in text if " " <= letter < "\xff" and letter != "\x7f")[:300]


def _cookie(text: str) -> str:
    """The text as it comes over the wire: any bytes, read as Latin-1."""
    return text.encode(errors="replace").decode("latin-1")
