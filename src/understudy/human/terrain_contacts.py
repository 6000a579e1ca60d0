"""When heels and balls of the feet carry weight on steps and ramps, with the whole clip in view.

Ground that is not level is found from the whole clip, so that contacts on it need not be causal either: a
    point of a foot is in contact while its sole is on a surface and still, however that began. Where no
    heel was captured, it follows from ankle and ball, which turn about it as one piece when a foot comes
    down on its heel.
"""

from __future__ import annotations

import numpy as np

from understudy.human.standing import OVERHANG, standing_heights
from understudy.motion import HumanMotion
from understudy.motion.foot import HEEL_BEHIND
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.speed import centred_speed, speed_scale
from understudy.motion.stretches import stretches

ON_GROUND = 0.012
"""Leg lengths that a sole's point in contact may be above its surface."""

STILL = 0.4
"""Speed [m/s] below which an adult's heel or ball is in contact."""

SHORTEST = 0.06
"""Time [s] of the shortest contact, and of the shortest lack of it."""


def terrain_contacts(human: HumanMotion) -> np.ndarray:
    """Return (T, 4) bool, weight on ``CONTACTS``, of a person on a terrain whose ``leg`` is known."""
    leg = human.sizes["leg"]
    heights = standing_heights(human, leg)
    contacts = np.zeros((human.frame_count, len(CONTACTS)), dtype=bool)
    for side in SIDES:
        for part, sole in _soles(human, side, heights, leg).items():
            above = human.terrain.footing(sole, OVERHANG * leg).clearance
            speed = centred_speed(sole, human.fps)
            touches = (above < ON_GROUND * leg) & (speed < STILL * speed_scale(leg))
            contacts[:, CONTACTS.index(f"{part}_{side}")] = touches
    return without_flicker(contacts, human.fps)


def without_flicker(contacts: np.ndarray, fps: float) -> np.ndarray:
    """Return contacts (T, 4) without breaks and contacts that are shorter than ``SHORTEST``."""
    fewest = max(2, round(SHORTEST * fps))
    return np.stack([_steady(column, fewest) for column in contacts.T], axis=1)


def _soles(human: HumanMotion, side: str, heights: dict[str, float], leg: float) -> dict[str, np.ndarray]:
    """Return heel and ball → (T, 3) [m] points of the sole, NaN where they are not known."""
    found: dict[str, np.ndarray] = {}
    for name in ("heel", "toe", "ankle"):
        points, known = human.landmark(f"{name}_{side}")
        if known.any():
            found[name] = np.where(known[:, None], points, np.nan)
    below = {name: np.array([0.0, 0.0, heights[f"{name}_{side}"]]) for name in found}
    soles = {name: found[name] - below[name] for name in ("heel", "toe") if name in found}
    if "heel" not in found and "ankle" in found:
        soles["heel"] = (
            _heel(human, found["ankle"], found["toe"], heights[f"ankle_{side}"], leg)
            if "toe" in found
            else found["ankle"] - below["ankle"]
        )
    return soles


def _heel(
    human: HumanMotion, ankle: np.ndarray, ball: np.ndarray, ankle_height: float, leg: float
) -> np.ndarray:
    """Return the sole's heel (T, 3) [m], fixed to ankle and ball as on the flattest foot of the clip."""
    way = ball - ankle
    ahead = np.linalg.norm(way[:, :2], axis=1)
    footing = human.terrain.footing(ball, OVERHANG * leg)
    normals = human.terrain.normals(footing.patch)
    speed = centred_speed(ball, human.fps) + centred_speed(ankle, human.fps)
    still = speed <= np.nanpercentile(speed, 20.0)
    # On a flat foot the drop from ankle to ball, square to the ground, tells how it is pitched elsewhere.
    drop = -float(np.nanmedian(np.sum(way * normals, axis=1)[still]))
    length = float(np.nanmedian(np.linalg.norm(way[still], axis=1)))
    level = np.sqrt(max(length**2 - drop**2, 1e-9))
    pitch = np.arctan2(way[:, 2], ahead) - np.arctan2(-drop, level)
    heading = way[:, :2] / np.maximum(ahead, 1e-9)[:, None]
    back, down = -HEEL_BEHIND * level, -ankle_height
    along = back * np.cos(pitch) - down * np.sin(pitch)
    up = back * np.sin(pitch) + down * np.cos(pitch)
    return ankle + np.column_stack([along[:, None] * heading, up])


def _steady(touches: np.ndarray, fewest: int) -> np.ndarray:
    """Return (T,) bool without breaks and then without contacts of fewer frames than these."""
    steady = touches.copy()
    for value in (False, True):
        for first, stop in stretches(steady == value):
            if stop - first < fewest and first > 0 and stop < len(steady):
                steady[first:stop] = not value
    return steady
