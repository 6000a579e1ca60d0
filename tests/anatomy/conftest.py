"""A body of the thesis's joints, posed by anatomical angles through quaternions, never by the closed form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.spatial import rotations as rot

FPS = 25.0
F, L, U = np.eye(3)
OFFSETS = {"shoulder": np.array([0.0, 0.07, 0.20]), "hip": np.array([0.0, 0.04, 0.0])}
LENGTHS = {"elbow": 0.12, "wrist": 0.10, "knee": 0.16, "ankle": 0.15}
NECK, NOSE = np.array([0.0, 0.0, 0.21]), np.array([0.075, 0.0, 0.07])
EYE, EAR = np.array([0.06, 0.025, 0.09]), np.array([0.0, 0.06, 0.08])

Pose = Mapping[str, np.ndarray | float]
Bodymaker = Callable[..., HumanMotion]


def turn(axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    return rot.from_axis_angle(axis, angle)


def chain(*turns: np.ndarray) -> np.ndarray:
    result = turns[0]
    for one in turns[1:]:
        result = rot.multiply(result, one)
    return result


@pytest.fixture
def body() -> Bodymaker:
    """Return the maker of a motion from anatomical angles [rad], (T,) each, those left out being 0."""
    return make_body


def make_body(pose: Pose, frames: int = 1, world: np.ndarray = rot.IDENTITY) -> HumanMotion:
    def get(name: str) -> np.ndarray:
        return np.broadcast_to(np.asarray(pose.get(name, 0.0), dtype=float), (frames,))

    pelvis = np.broadcast_to(world, (frames, 4))
    torso = chain(pelvis, turn(L, get("torso_pitch")), turn(F, get("torso_roll")), turn(-U, get("torso_yaw")))
    head = chain(torso, turn(-L, get("neck_pitch")), turn(F, get("neck_roll")), turn(U, get("neck_yaw")))
    neck = rot.rotate(torso, NECK)
    points = {"neck": neck, "nose": neck + rot.rotate(head, NOSE)}
    for side, sign in (("l", 1.0), ("r", -1.0)):
        mirror = np.array([1.0, sign, 1.0])
        points[f"eye_{side}"] = neck + rot.rotate(head, EYE * mirror)
        points[f"ear_{side}"] = neck + rot.rotate(head, EAR * mirror)
        points |= _limb(get, side, sign, torso, "shoulder", ("elbow", "wrist"), -L)
        points |= _limb(get, side, sign, pelvis, "hip", ("knee", "ankle"), L)
    names = tuple(points)
    return HumanMotion(
        names=names,
        landmarks=np.stack([points[name] for name in names], axis=1),
        fps=FPS,
        frames={"pelvis": pelvis, "head": head},
    )


def _limb(
    get: Callable[[str], np.ndarray],
    side: str,
    sign: float,
    trunk: np.ndarray,
    first: str,
    rest: tuple[str, str],
    bend_axis: np.ndarray,
) -> dict[str, np.ndarray]:
    """Return a limb, its shoulder turned by pitch, roll, yaw or by horizontal, elevation, rotation."""
    start = rot.rotate(trunk, OFFSETS[first] * np.array([1.0, sign, 1.0]))
    upper = chain(
        trunk,
        turn(-sign * U, get(f"{first}_horizontal_{side}")),
        turn(sign * F, get(f"{first}_elevation_{side}")),
        turn(-sign * U, get(f"{first}_rotation_{side}")),
        turn(-L, get(f"{first}_pitch_{side}")),
        turn(sign * F, get(f"{first}_roll_{side}")),
        turn(-sign * U, get(f"{first}_yaw_{side}")),
    )
    middle_name, end_name = rest
    bend = "elbow" if middle_name == "elbow" else "knee"
    lower = chain(upper, turn(bend_axis, get(f"{bend}_{side}")))
    middle = start + rot.rotate(upper, -LENGTHS[middle_name] * U)
    end = middle + rot.rotate(lower, -LENGTHS[end_name] * U)
    return {f"{first}_{side}": start, f"{middle_name}_{side}": middle, f"{end_name}_{side}": end}
