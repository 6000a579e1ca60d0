"""Joint angles of OpenSim's gait models, applied to a standard skeleton."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np

from understudy.capture.opensim.skeleton import (
    KNEE,
    ROOT,
    SOLE_DEPTH,
    TRANSLATIONS,
    BodyPoint,
    Turn,
    body_points,
    joint_turns,
    joints,
)
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

Angles = Mapping[str, np.ndarray]
"""Coordinate → (T,) [rad]."""

REQUIRED_COORDINATES: tuple[str, ...] = tuple(
    f"{name}_{side}" for name in ("hip_flexion", KNEE) for side in SIDES
)
"""Coordinates without which a file does not hold a person's motion."""

_PALM_TO_THIGH = np.deg2rad(90.0)
"""Pronation from OpenSim's zero, palms forward, to palms that face the thighs."""

_UNCLEAR_KNEE = np.deg2rad(10.0)
"""Knees that are never bent more than this do not tell which way they bend."""

_MOST_FRAMES_STAND = 20.0
"""Percentile of the statures that the frames imply; a foot in the air makes a frame imply a larger one."""

_LEAST_LEG = 0.4
"""A frame with soles less than this share of body height under the pelvis tells nothing about it."""

_PLAUSIBLE_STATURE = (1.0, 2.2)


@dataclass(frozen=True, eq=False)
class Figure:
    """The skeleton's points, of a body height of one, with the pelvis in the origin.

    Attributes:
        names: K canonical landmarks.
        points: (T, K, 3) in OpenSim's axes, as shares of body height.
        rotations: (T, K, 4) orientations of the points' frames in OpenSim's axes, wxyz.
    """

    names: tuple[str, ...]
    points: np.ndarray
    rotations: np.ndarray


def knee_model(angles: Angles, titles: tuple[str, ...]) -> tuple[str, str]:
    """Return whose knee it is, and the sentence that says why.

    Knees bend to the negative in Gait2392 and to the positive in the model of Rajagopal et al.
    """
    knees = np.concatenate([angles[f"{KNEE}_{side}"] for side in SIDES])
    low, high = float(knees.min()), float(knees.max())
    if max(-low, high) >= _UNCLEAR_KNEE:
        model, sign = ("Rajagopal", "positive") if high >= -low else ("Gait2392", "negative")
        return model, f"Knees bend to the {sign}, as in {model}."
    model = "Rajagopal" if any(title.endswith("_beta") for title in titles) else "Gait2392"
    return model, f"Knees hardly bend; their sign is taken as in {model} by the names of the columns."


def pose_figure(angles: Angles, model: str) -> Figure:
    """Return the figure over time.

    Args:
        angles: Coordinates [rad]; those that are missing count as zero. Without any coordinate of the
            trunk or of an arm, its points are left out.
        model: Whose knee it is, of ``KNEE_AXES``.
    """
    turns = joint_turns(model)
    count = len(next(iter(angles.values())))
    places: dict[str, np.ndarray] = {}
    orientations: dict[str, np.ndarray] = {}
    for joint in joints():
        turn = _turn(turns[joint.name], angles, count)
        if joint.name == ROOT:
            places[ROOT], orientations[ROOT] = np.zeros((count, 3)), turn
            continue
        bearer = orientations[joint.parent]
        places[joint.name] = places[joint.parent] + rot.rotate(bearer, joint.offset)
        orientations[joint.name] = rot.multiply(bearer, turn)
    points = [point for point in body_points() if _is_moved(point, angles)]
    return Figure(
        names=tuple(point.name for point in points),
        points=np.stack(
            [places[p.joint] + rot.rotate(orientations[p.joint], p.offset) for p in points], axis=1
        ),
        rotations=np.stack([orientations[p.frame] for p in points], axis=1),
    )


def reference_figure(angles: Angles, model: str) -> Figure:
    """Return the one pose (T = 1) that stands with hanging arms and palms to the thighs."""
    still = {name: np.zeros(1) for name in angles}
    still |= {f"pro_sup_{side}": np.full(1, _PALM_TO_THIGH) for side in SIDES if f"pro_sup_{side}" in angles}
    return pose_figure(still, model)


def implied_stature(figure: Figure, pelvis_heights: np.ndarray) -> float | None:
    """Return the body height [m] with which the figure stands on the floor, None where it does not stand.

    Args:
        figure: The figure over time.
        pelvis_heights: (T,) [m] of the pelvis above the floor.
    """
    feet = [k for k, name in enumerate(figure.names) if name.startswith(("heel_", "toe_l", "toe_r"))]
    below = SOLE_DEPTH - figure.points[:, feet, 1].min(axis=1)
    stands = below > _LEAST_LEG
    if not stands.any():
        return None
    stature = float(np.percentile(pelvis_heights[stands] / below[stands], _MOST_FRAMES_STAND))
    low, high = _PLAUSIBLE_STATURE
    return stature if low <= stature <= high else None


def used_coordinates(model: str) -> set[str]:
    """Return the names of all coordinates that move the skeleton."""
    return {turn.coordinate for turns in joint_turns(model).values() for turn in turns} | set(TRANSLATIONS)


def _turn(turns: tuple[Turn, ...], angles: Angles, count: int) -> np.ndarray:
    """Return (T, 4) a joint's turn: the product of its coordinates' turns in their order."""
    # Axes are printed with six digits, which leaves them a millionth short of a unit's length.
    present = [
        rot.from_axis_angle(rot.normalise(np.array(turn.axis)), angles[turn.coordinate])
        for turn in turns
        if turn.coordinate in angles
    ]
    return reduce(rot.multiply, present, np.tile(rot.IDENTITY, (count, 1)))


def _is_moved(point: BodyPoint, angles: Angles) -> bool:
    """Tell whether the file says how the part of the body moves that a point belongs to."""
    limb = point.joint.partition("_")[0]
    if limb in ("elbow", "forearm", "wrist"):
        return f"arm_flex_{point.joint[-1]}" in angles
    # A model with arms has a trunk, if perhaps one that is fixed to the pelvis.
    has_trunk = any(name.startswith(("lumbar_", "arm_flex_")) for name in angles)
    return limb not in ("lumbar", "shoulder") or has_trunk
