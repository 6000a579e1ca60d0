"""What one eye saw."""

from __future__ import annotations

import numpy as np

from understudy.drawing.extras import require
from understudy.motion.pictures import Pictures
from understudy.view.labels import label_strip
from understudy.view.scene import BACKGROUND


class EyePanel:
    """Shows the last picture that was there at a time, as large as it fits."""

    def __init__(self, pictures: Pictures, label: str, size: tuple[int, int], label_height: int) -> None:
        """Take pictures in colour.

        Args:
            pictures: The pictures.
            label: What is written under them.
            size: Width and height of the panel with its label [pixels].
            label_height: Of the label [pixels].
        """
        self._pictures = pictures
        width, height = size[0], size[1] - label_height
        rows, columns, _ = pictures.kind.shape
        scale = min(width / columns, height / rows)
        self._fitted = (round(scale * columns), round(scale * rows))
        self._corner = ((width - self._fitted[0]) // 2, (height - self._fitted[1]) // 2)
        self._panel = np.empty((size[1], width, 3), dtype=np.uint8)
        self._panel[:] = [round(255 * part) for part in BACKGROUND]
        self._panel[height:] = label_strip(label, width, label_height)
        self._shown = -1

    def picture(self, time: float) -> np.ndarray:
        """Return the panel (H, W, 3) uint8 at a time [s]."""
        index = self._pictures.seen_at(time)
        if index != self._shown:
            self._shown = index
            x, y = self._corner
            width, height = self._fitted
            self._panel[y : y + height, x : x + width] = self._scaled(self._pictures[index])
        return self._panel

    def close(self) -> None:
        """Give nothing back: it has nothing to draw with."""

    def _scaled(self, picture: np.ndarray) -> np.ndarray:
        if picture.shape[1::-1] == self._fitted:
            return picture
        image = require("PIL.Image")
        return np.asarray(image.fromarray(picture).resize(self._fitted, image.Resampling.BILINEAR))
