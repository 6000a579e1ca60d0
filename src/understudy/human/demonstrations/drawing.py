"""New takes drawn from the envelope of several demonstrations (Quiroga et al. 2022, footnote 4)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.human.demonstrations.averaging import Demonstrated
from understudy.human.demonstrations.placed import bone_lengths, with_bones
from understudy.motion import HumanMotion
from understudy.motion.resampling import resample

MOST = 2.0
"""Standard deviations beyond which nothing is drawn, so that new takes stay within the envelope."""

KEPT = 0.98
"""Share of the takes' variance that is kept; the rest is noise of single frames."""


def draw_takes(shown: Demonstrated, count: int, seed: int = 0) -> list[HumanMotion]:
    """Return new takes of a move that differ from its mean as its demonstrations do.

    The deviations of takes from the mean, over all frames and landmarks at once, are linear combinations of a
    few modes; a new take has weights of its own, normally distributed, and a duration of its own.

    Args:
        shown: What the takes have in common.
        count: How many.
        seed: Equal seeds give equal takes.
    """
    generator = np.random.default_rng(seed)
    points, names = np.array(shown.mean.landmarks), shown.mean.names
    bones = bone_lengths(names, points)
    flat = (shown.courses - points).reshape(len(shown.courses), -1)
    _, strengths, modes = np.linalg.svd(flat, full_matrices=False)
    energy = np.cumsum(strengths**2)
    kept = int(np.searchsorted(energy, KEPT * energy[-1])) + 1 if energy[-1] > 0.0 else 0
    scale = strengths[:kept] / np.sqrt(len(shown.courses))
    lasting = shown.seconds / shown.seconds.mean()
    takes = []
    for number in range(count):
        weights = np.clip(generator.standard_normal(kept), -MOST, MOST)
        pace = float(np.clip(1.0 + lasting.std() * generator.standard_normal(), lasting.min(), lasting.max()))
        moved = points + ((weights * scale) @ modes[:kept]).reshape(points.shape)
        takes.append(_paced(shown.mean, with_bones(names, moved, bones), pace, number, seed))
    return takes


def _paced(mean: HumanMotion, points: np.ndarray, pace: float, number: int, seed: int) -> HumanMotion:
    """Return a take that lasts so many times as long as the mean."""
    history = mean.provenance.then("drawn", number=number, seed=seed, pace=pace)
    take = replace(mean, landmarks=points, fps=mean.fps / pace, provenance=history)
    return resample(take, mean.fps)
