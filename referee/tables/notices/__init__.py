"""Notices: a word to a player's device that a table waits, for those who asked for it.

`subscriptions` keeps which devices asked, `due` finds the seats to tell and makes their letters, `post` carries one to
the push service that the browser chose, `round` does all of it. A seat has one unread notice at most: the next comes
when its owner has looked, and something new is asked. No letter says anything of cards.
"""
