"""QR codes of addresses."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str) -> SafeString:
    """A QR code as an inline SVG without styles, dark on light in every theme."""
    code = segno.make(address, error="m", micro=False)
    svg: str = code.svg_inline(
        scale=4, border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(svg)  # noqa: S308  # made here from an address, which it holds only as black and white squares
