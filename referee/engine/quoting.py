"""How errors quote what they were given: shortened in every direction, whatever it is."""

from reprlib import Repr

_LONGEST = 80
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def shown(value: object) -> str:
    """The value's representation in at most 80 characters."""
    try:
        return _SHORT.repr(value)[:_LONGEST]
    except ValueError:  # a whole number with more digits than Python writes
        return "a number of thousands of digits"
