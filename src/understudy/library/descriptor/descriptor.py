"""A motion as one vector: near for motions alike, whoever performs them, wherever, and however fast.

The course of the pose is read along its own path rather than along time: as far as the pose has changed, so
far has the motion come. Pauses and changes of speed drop out. Along that path the vector holds, for each
number of the pose,

- its mean;
- its lowest cosine coefficients, which say in which order poses follow each other;
- its energy in bands of coefficients, which says how often it comes and goes, whenever that begins;

and at the end how far the person went and turned. Mirroring is a fixed exchange of entries, so that a mirror
image is looked for without the motion at hand.
"""

from __future__ import annotations

import numpy as np
from scipy.fft import dct

from understudy.library.descriptor.features import MIRROR_ORDER, MIRROR_SIGNS, WIDTH, pose_features
from understudy.library.descriptor.travel import MIRROR_SIGNS as TRAVEL_SIGNS
from understudy.library.descriptor.travel import travel
from understudy.motion import HumanMotion

VERSION = 1
"""Of what is kept in databases; other numbers mean other vectors, which are made again."""

_MOMENTS = 160
"""Moments at which a motion is read; between them poses are averaged, which takes noise away."""
PLACES = 64
"""Places along the path of poses at which it is looked at."""
ORDERS = 8
"""Lowest coefficients that are kept."""
_BANDS = (1, 2, 4, 7, 12, 20, 40)
"""Coefficients at which bands of energy begin, and where the last one ends."""
_STILL = 0.15
"""Share of the way that time has in the path: a pose that is held is a little longer than nothing."""
_NOISE = 0.01
"""Change of a pose between two moments that is taken for trembling."""
WEIGHTS = {"mean": 1.0, "course": 1.0, "energy": 0.6, "travel": 0.5}

SIZE = WIDTH * (1 + ORDERS + len(_BANDS) - 1) + len(TRAVEL_SIGNS)
"""Numbers of a descriptor."""


def describe_motion(human: HumanMotion) -> np.ndarray:
    """Return the descriptor (``SIZE``,) of a motion, float32."""
    course = _along_path(_at_moments(pose_features(human)))
    coefficients = dct(course, axis=0, norm="ortho") / np.sqrt(PLACES)
    bands = zip(_BANDS[:-1], _BANDS[1:], strict=True)
    energy = [np.sqrt(np.sum(coefficients[start:stop] ** 2, axis=0)) for start, stop in bands]
    parts = (
        WEIGHTS["mean"] * coefficients[:1],
        WEIGHTS["course"] * coefficients[1 : 1 + ORDERS],
        WEIGHTS["energy"] * np.array(energy),
    )
    rows = np.concatenate(parts)
    return np.concatenate([rows.ravel(), WEIGHTS["travel"] * travel(human)]).astype(np.float32)


def mirrored(descriptor: np.ndarray) -> np.ndarray:
    """Return the descriptor (``SIZE``,) of a motion's mirror image."""
    rows = descriptor[: -len(TRAVEL_SIGNS)].reshape(-1, WIDTH)
    signed = 1 + ORDERS
    turned = rows[:, MIRROR_ORDER]
    turned = np.concatenate([turned[:signed] * MIRROR_SIGNS, turned[signed:]])
    found = np.concatenate([turned.ravel(), descriptor[-len(TRAVEL_SIGNS) :] * TRAVEL_SIGNS])
    return found.astype(np.float32)


def _at_moments(features: np.ndarray) -> np.ndarray:
    """Return features (M, W) at evenly spaced moments, each the mean of the frames around it."""
    count = len(features)
    if count <= _MOMENTS:
        return features
    edges = np.linspace(0.0, count, _MOMENTS + 1)
    sums = np.concatenate([np.zeros((1, features.shape[1])), np.cumsum(features, axis=0)])
    at = np.stack([np.interp(edges, np.arange(count + 1), column) for column in sums.T], axis=1)
    return np.diff(at, axis=0) / np.diff(edges)[:, None]


def _along_path(features: np.ndarray) -> np.ndarray:
    """Return features (``PLACES``, W) at even places along the path of poses."""
    count = len(features)
    if count < 2:
        return np.repeat(features, PLACES, axis=0)
    steps = np.maximum(np.linalg.norm(np.diff(features, axis=0), axis=1) - _NOISE, 0.0)
    whole = steps.sum()
    even = np.full(count - 1, 1.0 / (count - 1))
    shares = even if whole <= _NOISE else (1.0 - _STILL) * steps / whole + _STILL * even
    way = np.concatenate([[0.0], np.cumsum(shares)])
    places = np.linspace(0.0, way[-1], PLACES)
    return np.stack([np.interp(places, way, column) for column in features.T], axis=1)
