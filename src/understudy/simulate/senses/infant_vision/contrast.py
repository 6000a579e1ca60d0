"""The contrast sensitivity function: how little contrast of a grating is still seen, by its fineness.

It has one shape at every age once its peak is scaled (Hainline and Abramov 1997), which falls to 1, full
contrast, at the acuity limit a:

    S(f) = S₀ (r e^{1 − r})ⁿ,   r = max(f / f₀, 1),   n = ln S₀ / (a/f₀ − 1 − ln(a/f₀))

with the peak S₀ at f₀ = a / 8. Coarser gratings are seen as well as that of the peak: whether infants see
them worse, and how much, differs between studies and with the size of what is shown.
"""

from __future__ import annotations

import numpy as np

_PEAK = 8.0
"""How many times finer than the peak the acuity limit is."""


def contrast_sensitivity(frequency: np.ndarray, acuity: float, peak: float) -> np.ndarray:
    """Return contrast sensitivities of gratings.

    Args:
        frequency: Any shape [cycles/degree].
        acuity: Where it falls to 1 [cycles/degree].
        peak: Its largest value, over 1.
    """
    ratio = np.maximum(frequency * (_PEAK / acuity), 1.0)
    exponent = np.log(peak) / (_PEAK - 1.0 - np.log(_PEAK))
    return peak * np.exp(exponent * (np.log(ratio) + 1.0 - ratio))


def cosine_frequencies(size: tuple[int, int], fov: float) -> np.ndarray:
    """Return the spatial frequency (H, W) [cycles/degree] of each term of a picture's cosine transform.

    Degrees are those in the middle of the picture; towards its edges a pixel is a smaller angle.

    Args:
        size: Width and height [pixels].
        fov: Vertical field of view [rad].
    """
    width, height = size
    degrees_a_pixel = float(np.degrees(2.0 * np.tan(0.5 * fov) / height))
    down, across = (np.arange(count) / (2.0 * count * degrees_a_pixel) for count in (height, width))
    return np.hypot(down[:, None], across[None])
