"""The site under load and under faults: whole games played over HTTP by many people at once.

`make load` measures, `make chaos` breaks things meanwhile and counts what was lost. See docs/operating.md.
"""
