"""The shape of a human head: where its landmarks are, in shares of its length."""

from __future__ import annotations

import numpy as np

HEAD_LENGTH = 0.18
"""Length [m] of an adult's head from brow to occiput, the unit of the places below."""

_OUTWARD = {"l": 1.0, "r": -1.0}

_PLACES: dict[str, tuple[float, float, float]] = {
    "head": (-0.05, 0.0, -0.40),
    "head_top": (0.0, 0.0, 0.38),
    "nose": (0.65, 0.0, -0.45),
    "eye": (0.42, 0.17, -0.25),
    "ear": (0.0, 0.40, -0.33),
}
"""Forward, outward and up from the middle of the head at the height of brow and occiput.

Markers around an adult's head stand 18 cm apart from front to rear, above brows and ears, 7 cm below the
top of the head; the head turns on the neck between and somewhat below the ears.
"""


def head_places() -> dict[str, np.ndarray]:
    """Return landmark → (3,) forward, left and up in a head's frame, in shares of the head's length."""
    places: dict[str, np.ndarray] = {}
    for name, (forward, outward, up) in _PLACES.items():
        if outward == 0.0:
            places[name] = np.array([forward, outward, up])
        else:
            places |= {
                f"{name}_{side}": np.array([forward, sign * outward, up]) for side, sign in _OUTWARD.items()
            }
    return places
