"""What can I do with this hand?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.desk.choice import Game
from referee.desk.forms.fields import CardsField
from referee.desk.forms.table import TableForm
from referee.desk.outlook import outlook
from referee.desk.ruling import Answer, Folded, Row, Ruling, ask, cited, faces, meld_of, pointed, unanswered
from referee.desk.words.laid import meld_words
from referee.engine.bots.throwing import to_throw
from referee.engine.rulebook import RULEBOOK
from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld

WAYS = 10
"""Ways to go down that the page lists."""


class HandForm(TableForm):
    """A hand after drawing; the melds of others, the number of players and cards that were seen are optional."""

    cards = CardsField(gettext_lazy("Your hand, after drawing"))
    seen = CardsField(
        gettext_lazy("Further cards you have seen"),
        help_text=gettext_lazy("Discards that lie under others: they cannot come from the stock."),
    )

    def __init__(self, data: QueryDict, *, game: Game) -> None:
        least, most = game.rules.players
        numbers = [(str(number), str(number)) for number in range(least, most + 1)]
        players = forms.ChoiceField(label=gettext("Players"), choices=numbers, required=False, initial=str(least))
        super().__init__(data, game=game, rows={"players": players})

    @property
    def players(self) -> int:
        return int(self.cleaned_data["players"] or self.rules.players[0])

    def question(self) -> dict[str, object] | None:
        cards = self._hand()
        if not cards:
            return None
        return {
            "ask": "solve",
            "hand": self.game.hand,
            "cards": [str(card) for card in cards],
            "table": self.table(),
            "players": self.players,
            "ways": WAYS,
        }

    def _hand(self) -> list[Card]:
        return faces(self.cards_of("cards"), self.rules)

    def told(self, answer: Answer) -> Ruling:
        if answer["meets"]:
            return self._ready(answer)
        asked = {
            "ask": "distance",
            "rules": self.game.document,
            "hand": self.game.hand,
            "cards": [str(card) for card in self._hand()],
            "players": self.players,
            "seen": [str(card) for card in self._out_of_play()],
        }
        further = ask(asked)
        if "error" in further:
            return unanswered(further)
        return self._held_up(further) if further["distance"] == 0 else self._waiting(further)

    def _out_of_play(self) -> list[Card]:
        """Cards that cannot come: those seen and those on the table."""
        table = [text for meld in self.table() for text in meld]
        return faces([*self.cards_of("seen"), *table], self.rules)

    def _ready(self, answer: Answer) -> Ruling:
        rows = [self._swapped(one) for one in cast("list[dict[str, object]]", answer["swaps"])]
        rows += [Row(title=meld_words(meld), meld=meld) for meld in self._melds(answer)]
        rows += [self._laid_off(one) for one in cast("list[dict[str, object]]", answer["layoffs"])]
        left = faces(cast("list[str]", answer["left"]), self.rules)
        if left:
            rows.append(Row(title=self._left(answer, len(left)), cards=pointed(left, ())))
        word = gettext("You can go out now") if answer["out"] else gettext("You can go down")
        said = (gettext("The best way is this:"),)
        return Ruling("legal", word, said, cited(answer), tuple(rows), folded=self._ways(answer))

    def _ways(self, answer: Answer) -> Folded | None:
        """All ways to go down, or the first of them; nothing where there is but one."""
        count, ways = cast("int", answer["ways_found"]), cast("list[list[list[str]]]", answer["ways"])
        if count < 2:
            return None
        if answer["ways_whole"]:
            title = ngettext("The %(count)s way to go down", "All %(count)s ways to go down", count)
        else:
            title = ngettext("More than %(count)s way to go down", "More than %(count)s ways to go down", count)
        groups = tuple(
            tuple(Row(title=meld_words(meld), meld=meld) for meld in (meld_of(texts, self.rules) for texts in way))
            for way in ways
        )
        note = ""
        if count > len(ways):
            note = gettext("The first %(count)s are shown, those with few jokers before others.") % {"count": len(ways)}
        return Folded(title % {"count": count}, groups, note)

    def _laid_off(self, one: dict[str, object]) -> Row:
        """A card that goes to a meld of the table; melds are counted as they were given."""
        number = cast("int", one["table"]) + 1
        title = gettext("Lay off on meld %(number)s of the table") % {"number": number}
        return Row(title=title, cards=pointed(faces([cast("str", one["card"])], self.rules), ()))

    def _swapped(self, one: dict[str, object]) -> Row:
        """A card that first takes the place of a joker of the table."""
        number = cast("int", one["table"]) + 1
        title = gettext("First swap the joker of meld %(number)s of the table") % {"number": number}
        return Row(title=title, cards=pointed(faces([cast("str", one["card"])], self.rules), ()))

    def _left(self, answer: Answer, count: int) -> str:
        if answer["out"] and count == 1:
            return gettext("Discard the last one")
        points = cast("int", answer["points"])
        return ngettext(
            "Left in your hand, %(count)s point before the discard",
            "Left in your hand, %(count)s points before the discard",
            points,
        ) % {"count": points}

    def _held_up(self, answer: Answer) -> Ruling:
        """The melds are there, and yet the hand cannot go down: what the best way would leave must not be left."""
        freely = self.game.with_settings(last_hand_all_cards=False, discard_to_go_out="optional")
        best = ask((self.question() or {}) | {"rules": freely})
        rule = (
            gettext("The melds are there, but in this hand all cards have to go down at once.")
            if self.rules.is_all_cards(self.game.hand)
            else gettext("The melds are there, but the rules on the last card do not allow what they would leave.")
        )
        rows = [Row(title=meld_words(meld), meld=meld) for meld in self._melds(best)]
        left = faces(cast("list[str]", best["left"]), self.rules)
        if left:
            rows.append(Row(title=gettext("Left over at best"), cards=pointed(left, left)))
        return Ruling(
            "question",
            gettext("Not yet"),
            (rule,),
            (*cited(answer), RULEBOOK["3.7" if self.rules.is_all_cards(self.game.hand) else "4.5"]),
            tuple(rows),
        )

    def _melds(self, answer: Answer) -> list[Meld]:
        return [meld_of(texts, self.rules) for texts in cast("list[list[str]]", answer["melds"])]

    def _waiting(self, answer: Answer) -> Ruling:
        asked = gettext("This hand asks for %(contract)s.") % {"contract": self.game.contract}
        missing = cast("int | None", answer["distance"])
        if missing is None:
            said = (asked, gettext("With the cards that can still come it cannot be met."))
            return Ruling("illegal", gettext("Out of reach"), said, cited(answer))
        helps = faces(cast("list[str]", answer["improves"]), self.rules)
        chance = outlook(self.rules, self.players, helps, [*self._hand(), *self._out_of_play()])
        values = {"helpful": chance.helpful, "unseen": chance.unseen, "percent": chance.percent}
        said = (
            asked,
            gettext(
                "Of the %(unseen)s cards you cannot see %(helpful)s help: the next one does so with a chance of "
                "%(percent)s %%."
            )
            % values,
        )
        word = ngettext("%(count)s card away", "%(count)s cards away", missing) % {"count": missing}
        rows = (Row(title=gettext("Wait for one of these"), cards=pointed(helps, ())), *self._to_throw())
        return Ruling("question", word, said, cited(answer), rows)

    def _to_throw(self) -> Iterator[Row]:
        """What to discard, where the hand is one after drawing."""
        hand = self._hand()
        if len(hand) <= self.rules.dealt_in(self.game.hand):
            return
        found = to_throw(self.rules, self.game.hand, self.players, hand, self._out_of_play())
        title = gettext("No near way to the contract uses these; throw the dearest first")
        if not found.is_spare:
            title = gettext("Every card could help; you lose least with this one")
        yield Row(title=title, cards=pointed(found.cards, ()))
