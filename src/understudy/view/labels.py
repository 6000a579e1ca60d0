"""What is written under each lane."""

from __future__ import annotations

import numpy as np

from understudy.drawing.extras import require
from understudy.view.scene import BACKGROUND

_INK = (52, 58, 70)

_SMALLEST_FONT = 9
"""Size [pixels] below which a label could not be read and is cut instead."""


def label_strip(text: str, width: int, height: int) -> np.ndarray:
    """Return text in the middle of a strip of this size [pixels], as a (height, width, 3) uint8 picture."""
    image, drawing, fonts = (require(f"PIL.{part}") for part in ("Image", "ImageDraw", "ImageFont"))
    strip = image.new("RGB", (width, height), tuple(round(255 * part) for part in BACKGROUND))
    pen = drawing.Draw(strip)
    size = max(round(0.48 * height), _SMALLEST_FONT)
    while size > _SMALLEST_FONT and pen.textlength(text, font=fonts.load_default(size)) > 0.92 * width:
        size -= 1
    font = fonts.load_default(size)
    while len(text) > 1 and pen.textlength(text, font=font) > 0.96 * width:
        text = text.removesuffix("…")[:-1] + "…"
    pen.text((0.5 * width, 0.45 * height), text, fill=_INK, font=font, anchor="mm")
    return np.asarray(strip)
