"""A tournament's results as a table of text and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from referee.engine.bots.standings import Difference, Figure, Result

ROW, LEFT, WIDTH, RIGHT = 44, 150, 420, 90


def as_text(found: Sequence[Result], between: Sequence[Difference], times: Mapping[str, Sequence[float]]) -> str:
    """The table: shares and points with their intervals, ratings, times; below it the differences by hand."""
    lines = [
        f"{'bot':<10}{'share':>8}  {'95 % interval':<17}{'points a hand':>14}  {'95 % interval':<19}{'rating':>7}"
        f"{'p50 ms':>9}{'p99 ms':>9}"
    ]
    for row in found:
        low, high, hand = f"{row.share.low:.3f}", f"{row.share.high:.3f}", row.points_a_hand
        half, most = times.get(row.bot, (0.0, 0.0))[:2]
        lines.append(
            f"{row.bot:<10}{row.share.mean:>8.3f}  {f'{low} to {high}':<17}{hand.mean:>14.2f}  "
            f"{f'{hand.low:.2f} to {hand.high:.2f}':<19}{row.rating:>7}{half:>9.2f}{most:>9.2f}"
        )
    for pair in between:
        lines.append(f"\n{pair.bot} - {pair.other}, points a hand: {_signed(pair.points)}")
        if len(pair.by_hand) > 1:
            lines.append("  by hand: " + ", ".join(f"{n}: {_signed(f)}" for n, f in enumerate(pair.by_hand, 1)))
    return "\n".join(lines)


def _signed(found: Figure) -> str:
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def as_svg(title: str, found: Sequence[Result]) -> str:
    """The shares with their intervals, one row a bot, beside the share of equals."""
    height = 70 + ROW * len(found)
    full = max(0.01, *(row.share.high for row in found))
    equal = LEFT + WIDTH * min(1.0, 1 / len(found) / full)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="15">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#fdfaf3"/>',
        f'<text x="16" y="28" font-weight="600" fill="#2b2118">{escape(title)}</text>',
        f'<line x1="{equal:.1f}" x2="{equal:.1f}" y1="44" y2="{height - 20}" stroke="#8a7a66" stroke-dasharray="4 4"/>',
    ]
    for number, row in enumerate(found):
        middle = 66 + ROW * number
        low, mean, high = (LEFT + WIDTH * value / full for value in (row.share.low, row.share.mean, row.share.high))
        parts += [
            f'<text x="16" y="{middle + 5}" fill="#2b2118">{escape(row.bot)}</text>',
            f'<rect x="{LEFT}" y="{middle - 9}" width="{mean - LEFT:.1f}" height="18" rx="3" fill="#2f7d68"/>',
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}" stroke="#2b2118" stroke-width="2"/>',
            f'<text x="{high + 8:.1f}" y="{middle + 5}" fill="#2b2118">{100 * row.share.mean:.1f} %</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
