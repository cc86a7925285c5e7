"""Which runs under way can become all that another one can, so that a way with the other need not be followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.rummy.solver.moves import HIGH, MADE, Entry, Moves

type Freer = tuple[tuple[Entry, int], ...]
"""Runs, and for how many more wild cards they certainly have room."""


class FreerRuns:
    """The runs of one task. ``crowded``: by suit whether runs may be made that have to keep their distance."""

    def __init__(self, grow: Moves, crowded: Sequence[bool]) -> None:
        self.grow = grow
        self.crowded = crowded
        self._known: dict[Entry, Freer] = {}

    def than(self, entry: Entry) -> Freer:
        """All runs that are freer."""
        known = self._known.get(entry)
        if known is None:
            found, waiting = {entry: 0}, [entry]
            for one in waiting:
                for freer, room in self._next(one):
                    if freer not in found:
                        found[freer] = found[one] + room
                        waiting.append(freer)
            del found[entry]
            known = self._known[entry] = tuple(found.items())
        return known

    def _next(self, entry: Entry) -> Iterator[tuple[Entry, int]]:
        """The runs that are freer in one thing."""
        grow = self.grow
        if entry.last:
            yield entry._replace(last=0), 0
        if entry.must:
            yield entry._replace(must=0), 0
        if entry.phase == HIGH and entry.made:  # the next run may begin right above a longer one
            yield entry._replace(made=0), 0
        if grow.swaps:
            return
        if entry.phase == MADE:
            if not grow.counts_wild:
                for tied in range(entry.tied):
                    yield entry._replace(tied=tied), 0
            yield from self._sooner_made(entry)
        if entry.wild and grow.counts_wild and not entry.tied:
            for low in {entry.low, grow.lows}:
                more = grow.table_cap - entry.wild  # below none a contract's run has more than could be laid off on it
                room = int(grow.lazy and not grow.counts_size and 0 <= more < low)
                yield entry._replace(wild=entry.wild - 1, low=low), room

    def _sooner_made(self, entry: Entry) -> Iterator[tuple[Entry, int]]:
        """The run with all the contract's cards, or one more of them: it can go on as this one, and may stop sooner.

        Where runs keep their distance it has to be of no concern which cards are the contract's; and the last of these
        must not be a wild one, with which a longer run would not end.
        """
        grow, suit = self.grow, entry.suit
        if not (grow.one_cap and grow.lazy):
            return
        if self.crowded[suit] and (suit not in grow.pairs or entry.wild < grow.table_cap):
            return
        if entry.made + 1 < grow.sizes[entry.slot]:
            yield entry._replace(made=entry.made + 1), 0
        pair = int(suit in grow.pairs)
        yield Entry(suit, HIGH, -1, pair, entry.wild, 0, entry.size, 0, entry.low, entry.must), 0
