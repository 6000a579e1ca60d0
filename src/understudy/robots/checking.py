"""Whether a card says what is so: a robot that stands as a person does, and is the same on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from understudy.motion.landmarks import SIDES
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.roles import find_roles

_FLAT = np.deg2rad(3.0)
_LEVEL = 0.02
"""How far a sole may tilt [rad], and how uneven feet may stand as a share of the robot's height."""

_SYMMETRIC = 0.02
"""How far mirrored landmarks may be apart as a share of the robot's height."""

_HANGING = np.deg2rad(35.0)
"""How far upper arms may be from the vertical."""

_SHOWN = 12
"""Joints without a part that are named."""

_DESCENDING = (
    ("head_top", "neck", "shoulder", "hip", "knee", "ankle"),
    ("shoulder", "elbow", "wrist", "fingertip"),
)
"""Landmarks from top to bottom when a person stands."""


@dataclass(frozen=True)
class Check:
    """One finding about a robot.

    Attributes:
        name: What was looked at.
        passed: Whether it is as it should be; None where the robot lacks what is looked at.
        finding: What was found, in words with numbers.
    """

    name: str
    passed: bool | None
    finding: str


def check_robot(robot: Robot) -> Iterator[Check]:
    """Yield what there is to say about a robot's card."""
    data = home_data(robot.model, robot.home)
    places = {name: point_in_world(data, own) for name, own in robot.landmarks.items()}
    heights = [place[2] for place in places.values()]
    size = max(float(np.ptp(heights)), 1e-3) if heights else 1.0
    yield _soles_flat(robot, size)
    yield _symmetric(places, size)
    yield _arms_hang(places)
    yield _in_order(places)
    yield _facing(places)
    yield _joints_claimed(robot)


def _joints_claimed(robot: Robot) -> Check:
    """Check that no limb was left out: a row of joints that no landmark or frame of the card is moved by."""
    roles = find_roles(robot)
    idle = roles.idle
    if not idle:
        return Check("joints claimed", True, f"all {len(roles.joints)} joints play a part")
    names = ", ".join(idle[:_SHOWN]) + (f" and {len(idle) - _SHOWN} more" if len(idle) > _SHOWN else "")
    finding = f"{len(idle)} of {len(roles.joints)} joints play no part: {names}"
    return Check("joints claimed", not roles.lacks_limb, finding)


def _soles_flat(robot: Robot, size: float) -> Check:
    if not robot.soles:
        return Check("soles flat", None, "the robot has no soles")
    data = home_data(robot.model, robot.home)
    tilts, lows = [], []
    for sole in robot.soles.values():
        corners = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        normal = np.cross(corners[2] - corners[0], corners[1] - corners[0])
        tilts.append(float(np.arccos(min(1.0, abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-12)))))
        lows.append(float(corners[:, 2].min()))
    uneven = max(lows) - min(lows)
    passed = bool(max(tilts) < _FLAT and uneven < _LEVEL * size)
    return Check(
        "soles flat", passed, f"tilted by {np.rad2deg(max(tilts)):.1f}°, uneven by {1e3 * uneven:.0f} mm"
    )


def _symmetric(places: dict[str, np.ndarray], size: float) -> Check:
    """Mirror the right side across the plane between both sides and compare it with the left."""
    pairs = [(n, f"{n[:-2]}_r") for n in places if n.endswith("_l") and f"{n[:-2]}_r" in places]
    if not pairs:
        return Check("left and right", None, "no landmark is paired")
    middle = float(np.mean([0.5 * (places[left][1] + places[right][1]) for left, right in pairs]))
    gaps = {}
    for left, right in pairs:
        mirrored = places[right] * [1.0, -1.0, 1.0] + [0.0, 2.0 * middle, 0.0]
        gaps[left[:-2]] = float(np.linalg.norm(places[left] - mirrored))
    worst = max(gaps, key=lambda name: gaps[name])
    swapped = [left[:-2] for left, right in pairs if places[left][1] < places[right][1]]
    finding = f"mirrored within {1e3 * gaps[worst]:.0f} mm ({worst})"
    if swapped:
        finding = f"left is right of right: {', '.join(swapped)}"
    return Check("left and right", bool(gaps[worst] < _SYMMETRIC * size) and not swapped, finding)


def _arms_hang(places: dict[str, np.ndarray]) -> Check:
    angles = []
    for side in SIDES:
        if f"shoulder_{side}" in places and f"elbow_{side}" in places:
            upper = places[f"elbow_{side}"] - places[f"shoulder_{side}"]
            angles.append(float(np.arccos(np.clip(-upper[2] / np.linalg.norm(upper), -1.0, 1.0))))
    if not angles:
        return Check("arms hang", None, "the robot has no arms")
    return Check(
        "arms hang", bool(max(angles) < _HANGING), f"{np.rad2deg(max(angles)):.0f}° from the vertical"
    )


def _in_order(places: dict[str, np.ndarray]) -> Check:
    """Check that what is above on a person is above on the robot."""
    wrong = []
    for chain in _DESCENDING:
        for side in SIDES:
            names = [n for part in chain for n in (part, f"{part}_{side}") if n in places]
            wrong += [
                f"{low} is above {high}"
                for high, low in zip(names, names[1:], strict=False)
                if places[low][2] > places[high][2]
            ]
    return Check("landmarks in order", not wrong, "; ".join(dict.fromkeys(wrong)) or "from head to toe")


def _facing(places: dict[str, np.ndarray]) -> Check:
    """Check that toes are ahead of heels, and nose and eyes ahead of the ears."""
    pairs = [(f"toe_{side}", f"heel_{side}") for side in SIDES]
    pairs += [("nose", "ear_l"), ("eye_l", "ear_l"), ("eye_r", "ear_r")]
    known = [(front, rear) for front, rear in pairs if front in places and rear in places]
    if not known:
        return Check("faces x", None, "neither feet nor face tell")
    wrong = [f"{front} is behind {rear}" for front, rear in known if places[front][0] < places[rear][0]]
    return Check("faces x", not wrong, "; ".join(wrong) or "toes and face are ahead")
