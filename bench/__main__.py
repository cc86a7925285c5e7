"""Print the table of figures: all, or those whose module is named (`python -m bench pages`).

`python -m bench family` measures the solver with every preset; `python -m bench attack` prints no figures but looks for
slow hands.
"""

import importlib
import pkgutil
import sys

import bench
from bench.figures import MEASURES, Figure

FRAME = ("__main__", "attack", "boardgame", "figures", "hands", "stock")
LONG = ("family",)
"""Measured only where they are named."""


def lines(figures: list[Figure]) -> list[str]:
    rows = [("figure", "value", "bound or peer", "ratio")]
    for figure in figures:
        value, against = (f"{number(found)} {figure.unit}" for found in (figure.value, figure.against))
        rows.append((figure.name, value, f"{against} ({figure.peer})", f"{figure.ratio:.2f}"))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return [
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {against:<{widths[2]}}  {ratio:>{widths[3]}}"
        for name, value, against, ratio in rows
    ]


def number(value: float) -> str:
    """Four digits, or all of a larger number."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def main(wanted: list[str]) -> None:
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name not in FRAME and (module.name in wanted or (not wanted and module.name not in LONG)):
            importlib.import_module(f"bench.{module.name}")
    asked = [own for own in MEASURES if not wanted or own.__module__.removeprefix("bench.") in wanted]
    figures = [figure for function in asked for figure in function()]
    sys.stdout.write(
        "\n".join(lines(figures)) + "\n(ratio: how many times better; below 1.00 the bound or peer is missed)\n"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["attack"]:
        importlib.import_module("bench.attack").main(sys.argv[2:])
    else:
        main(sys.argv[1:])
