"""The entry pad: what it shows for one cell, and what its keys do where no script runs.

Without a script each key is a button that sends the draft and gets it back changed; nothing is written by that. See
also: ``static/js/sheet.js``, which does the same at once.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.books import Book
from scorekeeper.changes import MOST_CARDS
from scorekeeper.grid import hue_of, taps_of
from scorekeeper.sheets import Place
from scorekeeper.wording import class_name, contract_text, number_text, score_text

DRAFT_KEYS = ("plus", "back", "digit", "sign", "by")
"""Buttons of the pad that change the draft only."""

LONGEST_TOTAL = 4
"""Digits of a typed total."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key for one class of cards. ``points`` are of one card; ``count`` is empty as long as it is 0."""

    index: int
    label: str
    points: int
    points_text: str
    count: str


@dataclass(frozen=True, slots=True)
class OutKey:
    points: int
    label: str


@dataclass(frozen=True, slots=True)
class Pad:
    player: str
    number: int
    hand: int
    name: str
    hue: int
    keys: tuple[Key, ...]
    outs: tuple[OutKey, ...]
    counts_cards: bool
    can_count: bool
    taps: str
    total: str
    cards: str
    asks: str
    met: str
    shown: str
    standing: str
    following: str
    uuid: str
    saw: int


def make_pad(book: Book, place: Place, *, typing: bool, draft: Mapping[str, str]) -> Pad:
    """The pad for a cell. It begins with what stands there, unless a draft is under way.

    ``typing``: totals are typed on this sheet; a cell that holds counted cards is counted all the same.
    """
    player, hand = place
    game, standings = book.game, book.standings
    number = book.ledger.number(player)
    score = book.ledger.score(player, hand)
    if score and not draft and not score.out:
        typing = not score.counts
    taps = draft.get("taps", taps_of(score))
    total = draft.get("total", str(score.points) if score and not score.counts and not score.out else "")
    counts = [taps.split(",").count(str(index)) for index in range(len(game.classes))]
    following = standings.blank_after(player, hand)
    typing = typing or not game.classes
    points = total if typing else str(game.points(tuple(counts)))
    return Pad(
        player=player,
        number=number,
        hand=hand,
        name=standings.names[player],
        hue=hue_of(number),
        keys=tuple(
            Key(index, class_name(kind, game), kind.points, number_text(kind.points), str(count or ""))
            for index, (kind, count) in enumerate(zip(game.classes, counts, strict=True))
        ),
        outs=_out_keys(book, hand),
        counts_cards=not typing,
        can_count=bool(game.classes),
        taps=taps,
        total=total,
        cards=draft.get("cards", "" if score is None or score.cards is None else str(score.cards)),
        asks=contract_text(contract) if (contract := standings.own_contract(player, hand)) else "",
        met=draft.get("met", "") if draft else "1" if standings.has_met(player, hand) else "",
        shown=points.replace("-", "\u2212") or "0",
        standing=score_text(score) if score else "",
        following=_following(book, place, following),
        uuid=str(uuid.uuid4()),
        saw=book.ledger.revision,
    )


def _out_keys(book: Book, hand: int) -> tuple[OutKey, ...]:
    """Going out, and going out blind where that scores something else."""
    game = book.game
    if game.rules is None:
        return ()
    out = game.out(hand)
    name = _("Went out %(points)s") % {"points": number_text(out)} if out else _("Went out")
    blind = [OutKey(points, _("Blind %(points)s") % {"points": number_text(points)}) for points in game.blind(hand)]
    return (OutKey(out, name), *blind)


def _following(book: Book, place: Place, following: Place | None) -> str:
    """The words on the key that keeps the score and goes on."""
    if following is None:
        return _("Done")
    player, hand = following
    name = book.standings.names[player]
    if hand == place[1]:
        return _("Next: %(name)s") % {"name": name}
    return _("Next: hand %(hand)s") % {"hand": hand}


def draft_after(fields: Mapping[str, str]) -> dict[str, str]:
    """The draft of a pad after one of its keys was pressed without a script."""
    draft = {name: fields.get(name, "") for name in ("taps", "total", "cards")}
    taps = [tap for tap in draft["taps"].split(",") if tap.isdigit()]
    total = draft["total"].replace("\u2212", "-")
    if fields.get("plus", "").isdigit() and len(taps) < MOST_CARDS:
        taps.append(fields["plus"])
    elif "back" in fields:
        taps, total = taps[:-1], total[:-1]
    elif fields.get("digit", "").isdigit() and len(total.strip("-")) < LONGEST_TOTAL:
        total += fields["digit"]
    elif "sign" in fields:
        total = total[1:] if total.startswith("-") else f"-{total}"
    kept = {"met": "1"} if fields.get("met") else {}
    return draft | {"taps": ",".join(taps), "total": total} | kept
