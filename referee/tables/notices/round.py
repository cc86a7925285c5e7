"""One round of the post: what is due is sent, devices that are gone are forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from django.utils import timezone

from referee.tables.notices import keys
from referee.tables.notices.due import Letter, letters, unsent
from referee.tables.notices.post import Delivery, deliver
from referee.tables.notices.subscriptions import subscriptions_gone
from referee.tables.shows import Pool

AT_ONCE = 8


async def send_due(pool: Pool) -> int:
    """Send what is due now, the database being asked on the pool's threads; the number of letters taken."""
    due = await pool.run(_due)
    if not due:
        return 0
    deliveries = await carry(due)
    await pool.run(settle, due, deliveries)
    return deliveries.count(Delivery.TAKEN)


def send_due_now() -> int:
    """The same for a command, which has no loop."""
    due = _due()
    deliveries = asyncio.run(carry(due))
    settle(due, deliveries)
    return deliveries.count(Delivery.TAKEN)


async def carry(due: Sequence[Letter]) -> list[Delivery]:
    """What became of each letter."""
    some = asyncio.Semaphore(AT_ONCE)

    async def one(letter: Letter) -> Delivery:
        async with some:
            return await deliver(letter)

    return await asyncio.gather(*map(one, due))


def settle(due: Sequence[Letter], deliveries: Sequence[Delivery]) -> None:
    """Write down what became of the letters."""
    pairs = list(zip(due, deliveries, strict=True))
    gone = [letter.subscription for letter, delivery in pairs if delivery is Delivery.GONE]
    if gone:
        subscriptions_gone(gone)
    told = {letter.chair for letter, delivery in pairs if delivery is Delivery.TAKEN}
    lost = {letter.chair for letter in due} - told
    if lost:
        unsent(lost)


def _due() -> list[Letter]:
    return letters(timezone.now()) if keys.is_on() else []
