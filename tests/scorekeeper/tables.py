"""A sheet in tests, used as people use it: through its pages, on one or several phones."""

import re
from uuid import uuid4

from django.test import Client

from scorekeeper.books import Book, open_book


class Phone:
    """One phone at the table."""

    def __init__(self, key: str = "", client: Client | None = None) -> None:
        self.client = client or Client()
        self.key = key

    def begin(self, *names: str, game: str = "shanghai-7", dealer: str = "1") -> str:
        """Make a sheet; its edit key."""
        fields = {f"name{seat}": name for seat, name in enumerate(names, start=1)}
        answer = self.client.post("/s/new/", fields | {"game": game, "dealer": dealer})
        assert answer.status_code == 302, answer.text
        self.key = re.fullmatch(r"/s/([\w-]{22})/", answer["Location"])[1]  # type: ignore[index]
        return self.key

    @property
    def book(self) -> Book:
        book = open_book(self.key)
        assert book is not None
        return book

    def url(self, page: str = "") -> str:
        return f"/s/{self.key}/{page}"

    def page(self, page: str = "") -> str:
        answer = self.client.get(self.url(page))
        assert answer.status_code == 200, answer.status_code
        return answer.text

    def player(self, name: str) -> str:
        """The id of the player of this name."""
        return next(player for player, called in self.book.standings.names.items() if called == name)

    def send(self, kind: str, *, uuid: str = "", saw: int | None = None, status: int = 302, **fields: object) -> str:
        """Send one operation; where the answer leads, or what it says."""
        seen = self.book.ledger.revision if saw is None else saw
        data = {"kind": kind, "uuid": uuid or str(uuid4()), "saw": seen, **fields}
        answer = self.client.post(self.url("operations/"), data)
        assert answer.status_code == status, answer.text
        return answer["Location"] if status == 302 else answer.text

    def score(self, name: str, hand: int, total: object, **fields: object) -> str:
        return self.send("score", player=self.player(name), hand=hand, total=total, **fields)  # type: ignore[arg-type]

    def hand(self, hand: int, **totals: int) -> None:
        """Write a whole hand by names."""
        for name, total in totals.items():
            self.score(name, hand, total)

    def total(self, name: str) -> int:
        return self.book.standings.total(self.player(name))
