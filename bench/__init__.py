"""`make bench`: what the site reaches, beside a bound or a peer measured in the same run.

A module of this package measures one part; what it marks with `@measure` is run. Absolute times depend on the machine
and on what else it does; the ratios are what counts.
"""
