"""A picture as an infant of some age sees it.

1. Light becomes brightness and two opponent colours, red against green and blue against yellow.
2. Each grating of which the picture consists keeps the share min(1, V S(f)) of its contrast. A grating of
   contrast c that the infant just sees, c S(f) = 1, ends at contrast V: what stays over V is seen, the rest
   is grey. Colours are blurred alike, without losing more.
3. Colours lose the purity under which they look grey.
4. The picture dims by Ȳ / (Ȳ + d), where Ȳ is its mean brightness, to which eyes adapt, and d the least light
   that is seen: in a dark room an infant sees less of it than an adult.
"""

from __future__ import annotations

import numpy as np
from scipy import fft

from understudy.simulate.senses.infant_vision.contrast import contrast_sensitivity, cosine_frequencies
from understudy.simulate.senses.infant_vision.figures import vision_at

VISIBLE = 0.05
"""Contrast under which a grating in a filtered picture counts as grey: 6 of 255 steps up and down at most."""

_ADULT_DARKNESS = 0.001
"""Least light that an adult sees in a lit room, as a share of white."""

_RED, _GREEN, _BLUE = (np.float32(share) for share in (0.2126, 0.7152, 0.0722))
"""Shares of red, green and blue light in brightness (Rec. 709)."""

_LEAST = np.float32(1e-6)
_HALF = np.float32(0.5)


class InfantVision:
    """The vision of an infant, made ready for pictures of one size."""

    def __init__(self, age: float, size: tuple[int, int], fov: float) -> None:
        """Take an age.

        Args:
            age: [months], from 0 to 12.
            size: Width and height of pictures [pixels].
            fov: Their vertical field of view [rad].
        """
        figures = vision_at(age)
        # Of cosines, a picture goes on mirrored beyond its edges, not with what is on the other side.
        fine = cosine_frequencies(size, fov)
        kept = np.minimum(1.0, VISIBLE * contrast_sensitivity(fine, figures.acuity, figures.sensitivity))
        blur = kept / kept[0, 0]
        kept[0, 0] = 1.0
        self._kept = np.stack([kept, blur, blur]).astype(np.float32)
        purity = np.array([figures.red_green, figures.blue_yellow], dtype=np.float32)
        self._purity = purity[:, None, None]
        self._darkness = _ADULT_DARKNESS * figures.darkness

    def seen(self, picture: np.ndarray) -> np.ndarray:
        """Return a picture (H, W, 3) uint8, whose values are proportional to light, as the infant sees it."""
        opponent = _opponents(picture.transpose(2, 0, 1).astype(np.float32) / np.float32(255.0))
        terms = np.asarray(fft.dctn(opponent, axes=(1, 2), norm="ortho")) * self._kept
        opponent = np.asarray(fft.idctn(terms, axes=(1, 2), norm="ortho"))
        strongest = np.maximum(_lights(opponent).max(axis=0), _LEAST)
        colours = opponent[1:]
        colours -= np.clip(colours, -self._purity * strongest, self._purity * strongest)
        mean = max(float(opponent[0].mean()), 0.0)
        light = _lights(opponent) * np.float32(255.0 * mean / (mean + self._darkness))
        return np.rint(np.clip(light, 0.0, 255.0)).astype(np.uint8).transpose(1, 2, 0)


def _opponents(light: np.ndarray) -> np.ndarray:
    """Return brightness, red against green and blue against yellow (3, H, W) of red, green and blue light."""
    red, green, blue = light
    return np.stack([_RED * red + _GREEN * green + _BLUE * blue, red - green, blue - _HALF * (red + green)])


def _lights(opponent: np.ndarray) -> np.ndarray:
    """Return red, green and blue light (3, H, W) of brightness and opponent colours."""
    bright, red_green, blue_yellow = opponent
    yellow = bright - _HALF * (_RED - _GREEN) * red_green - _BLUE * blue_yellow
    return np.stack([yellow + _HALF * red_green, yellow - _HALF * red_green, yellow + blue_yellow])
