"""Evenings with two or three phones and a bad network, drawn by lot: no value is lost silently, all phones agree."""

import random
from dataclasses import dataclass, field, replace

import pytest

from scorekeeper.changes import Clear, Enter, Redo, Score, Settle, Undo
from scorekeeper.sheets import Ledger, Outcome, fold, outcome, redo_target, undo_target
from tests.scorekeeper.sheet_logs import Log

PLACES = (("ana", 1), ("ana", 2), ("ben", 1))
NORMAL, LONG = 1_000, 60_000


@dataclass
class Sent:
    """An operation in a phone's outbox, as the phone made it."""

    uuid: str
    saw: int
    change: Enter | Clear | Settle | Undo | Redo


@dataclass
class Phone:
    """A phone: what the server last showed it, and what it has not had an answer to."""

    name: str
    shown: int
    outbox: list[Sent] = field(default_factory=list)


class Server:
    """The log, with the rule that a UUID is written once."""

    def __init__(self) -> None:
        self.log = Log("Ana", "Ben")
        self.answers: dict[str, Outcome] = {}

    def take(self, phone: Phone, sent: Sent) -> Outcome:
        if sent.uuid not in self.answers:
            before = self.log.ledger
            entry = self.log.add(sent.change, device=phone.name, saw=min(sent.saw, len(self.log.entries)))
            self.log.entries[-1] = replace(entry, uuid=sent.uuid)
            self.answers[sent.uuid] = outcome(before, self.log.ledger, sent.change)
        return self.answers[sent.uuid]

    @property
    def revision(self) -> int:
        return len(self.log.entries)

    def unseen_losses(self, before: Ledger, entry_saw: int, phone: Phone) -> list[str]:
        """Values of other phones that stood before, were not shown to this phone, and are gone now."""
        after, lost = self.log.ledger, []
        for place in PLACES:
            cell, now = before.cell(*place), after.cell(*place)
            for voice in cell.voices if cell else ():
                others = [one.score for one in now.voices] if now else []
                if voice.seq > entry_saw and voice.device != phone.name and voice.score not in others:
                    lost.append(f"{place}: {voice.score}")
        return lost


class Evening:
    """One script, drawn from the seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.server = Server()
        self.phones = [Phone(name, self.server.revision) for name in "abc"[: self.chance.choice((1, 2, 2, 3))]]
        self.made = 0

    def play(self) -> None:
        for _step in range(self.chance.randrange(4, 16)):
            phone = self.chance.choice(self.phones)
            match self.chance.randrange(5):
                case 0 | 1:
                    self.write(phone)
                case 2 | 3:
                    self.send(phone)
                case _:
                    self.look(phone)
        self.go_home()

    def write(self, phone: Phone) -> None:
        place = self.chance.choice(PLACES)
        points = Score(self.chance.choice((0, 5, 10)))
        change: Enter | Clear = Clear(*place) if self.chance.random() < 0.15 else Enter(*place, points)
        self.made += 1
        phone.outbox.append(Sent(f"{phone.name}{self.made}", phone.shown, change))

    def send(self, phone: Phone) -> None:
        """Send the oldest entry; the question or the answer may be lost on the way."""
        if not phone.outbox or self.chance.random() < 0.25:
            return
        sent = phone.outbox[0]
        before = self.server.log.ledger
        told = self.server.take(phone, sent)
        assert not self.server.unseen_losses(before, sent.saw, phone)
        if len(self.phones) == 1:
            assert told is not Outcome.DISPUTED, "a lone phone in dispute with itself"
        if self.chance.random() < 0.3:
            return
        phone.outbox.pop(0)
        self.look(phone)

    def look(self, phone: Phone) -> None:
        """The page shows the newest state, with what waits laid over it."""
        phone.shown = self.server.revision

    def go_home(self) -> None:
        """The network is good: all is delivered, every dispute is settled by somebody who sees it."""
        self.chance.shuffle(self.phones)
        for phone in self.phones:
            while phone.outbox:
                self.send(phone)
        for place in PLACES:
            cell = self.server.log.ledger.cell(*place)
            if cell and cell.is_disputed:
                phone = self.chance.choice(self.phones)
                self.look(phone)
                chosen = self.chance.choice(cell.choices)
                self.made += 1
                phone.outbox.append(Sent(f"{phone.name}{self.made}", phone.shown, Settle(*place, chosen.score)))
                while phone.outbox:
                    self.send(phone)
                settled = self.server.log.ledger
                after = settled.cell(*place)
                assert after is not None
                assert not after.is_disputed
                assert after.score == chosen.score


def run(seeds: range) -> int:
    """Play the evenings; how many had a dispute."""
    disputes = 0
    for seed in seeds:
        evening = Evening(seed)
        evening.play()
        server = evening.server
        assert sorted(server.answers) == sorted(entry.uuid for entry in server.log.entries if entry.device)
        assert len(server.answers) == evening.made
        assert fold(server.log.entries) == server.log.ledger
        disputes += Outcome.DISPUTED in server.answers.values()
    return disputes


def test_thousand_scripts_lose_nothing_and_agree() -> None:
    assert run(range(NORMAL)) > NORMAL // 20


@pytest.mark.long
def test_sixty_thousand_scripts_lose_nothing_and_agree() -> None:
    assert run(range(NORMAL, NORMAL + LONG)) > LONG // 20


def test_undo_and_redo_after_a_lost_answer_are_one_step() -> None:
    server = Server()
    phone = Phone("a", server.revision)
    score = Sent("a1", phone.shown, Enter("ana", 1, Score(20)))
    server.take(phone, score)
    undo = Sent("a2", phone.shown, Undo("a1"))
    for _again in range(2):
        server.take(phone, undo)
    assert server.log.ledger.score("ana", 1) is None
    assert undo_target(server.log.entries, "a") is None
    target = redo_target(server.log.entries, "a")
    assert target is not None
    assert target.uuid == "a1"
