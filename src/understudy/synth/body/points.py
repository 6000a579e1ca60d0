"""Points of a body by anatomical name: joint centres, and places on the skin that cameras look for.

Paired points end in ``_l`` and ``_r``. Names that are canonical landmarks are those landmarks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.errors import InvalidMotionError, unknown_name
from understudy.spatial import rotations as rot
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.synthetic_motion import SyntheticMotion

Place = tuple[str, tuple[float, float, float]]
"""A joint, and the offset [m] from it in the T-pose: forward, left, up."""

_ZERO = (0.0, 0.0, 0.0)


def body_points(body: Body) -> dict[str, Place]:
    """Return every named point of a body."""
    places = _midline(body.sizes)
    for side, prefix, sign in SIDES:
        parts = _leg(body.sizes, prefix, sign) | _arm(body.sizes, prefix, sign) | _face(body.sizes, sign)
        places |= {f"{name}_{side}": place for name, place in parts.items()}
    return places


def positions_of(
    motion: SyntheticMotion, names: Sequence[str], places: Mapping[str, Place] | None = None
) -> np.ndarray:
    """Return where named points are in all frames, (T, K, 3) [m].

    Args:
        motion: The motion.
        names: K names; several names joined by ``+`` mean the point between them.
        places: What the names stand for, by default :func:`body_points`.

    Raises:
        InvalidMotionError: For an unknown name.
    """
    known = body_points(motion.body) if places is None else places
    return np.stack([_position(motion, name, known) for name in names], axis=1)


def _position(motion: SyntheticMotion, name: str, places: Mapping[str, Place]) -> np.ndarray:
    parts = name.split("+")
    for part in parts:
        if part not in places:
            raise InvalidMotionError(unknown_name("point of the body", part, places))
    points = []
    for joint, offset in (places[part] for part in parts):
        index = motion.body.index(joint)
        turned = rot.rotate(motion.joint_orientations[:, index], np.array(offset))
        points.append(motion.joint_positions[:, index] + turned)
    return np.mean(points, axis=0)


def _midline(sizes: Sizes) -> dict[str, Place]:
    radius = sizes.head_radius
    return {
        "pelvis": ("Hips", _ZERO),
        "mid_hip": ("Hips", (0.0, 0.0, -sizes.hip_drop)),
        "lower_spine": ("LowerBack", _ZERO),
        "spine": ("Spine", _ZERO),
        "chest": ("Spine1", _ZERO),
        "neck_base": ("Neck", _ZERO),
        "neck": ("Neck1", _ZERO),
        "head": ("Head", _ZERO),
        "head_middle": ("Head", (0.0, 0.0, 0.5 * sizes.head)),
        "head_top": ("Head", (0.0, 0.0, sizes.head)),
        "nose": ("Head", (1.15 * radius, 0.0, sizes.head - 1.60 * radius)),
    }


def _face(sizes: Sizes, sign: float) -> dict[str, Place]:
    """Return a face laid out from the crown, since infants' joint of the head is higher up in it."""
    radius, crown = sizes.head_radius, sizes.head

    def at(forward: float, outward: float, down: float) -> Place:
        return "Head", (forward * radius, sign * outward * radius, crown - down * radius)

    return {
        "eye": at(0.90, 0.37, 1.28),
        "eye_inner": at(0.95, 0.22, 1.28),
        "eye_outer": at(0.82, 0.52, 1.28),
        "ear": at(0.0, 0.90, 1.42),
        "mouth": at(1.00, 0.25, 1.95),
    }


def _leg(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    length = sizes.heel_back + sizes.ball_forward + sizes.toes
    return {
        "hip": (f"{prefix}UpLeg", _ZERO),
        "knee": (f"{prefix}Leg", _ZERO),
        "ankle": (f"{prefix}Foot", _ZERO),
        "heel": (f"{prefix}Foot", (-sizes.heel_back, 0.0, -sizes.ankle_height)),
        "toe": (f"{prefix}ToeBase", _ZERO),
        "toe_tip": (f"{prefix}ToeBase", (sizes.toes, 0.0, 0.0)),
        "big_toe": (f"{prefix}ToeBase", (sizes.toes, -sign * 0.12 * length, 0.0)),
        "small_toe": (f"{prefix}ToeBase", (0.45 * sizes.toes, sign * 0.19 * length, 0.0)),
    }


def _arm(sizes: Sizes, prefix: str, sign: float) -> dict[str, Place]:
    """Return an arm; in the T-pose its palm looks down, its thumb forward."""
    palm = sizes.palm

    def in_hand(forward: float, along: float) -> Place:
        return f"{prefix}Hand", (forward * palm, sign * along * palm, 0.0)

    return {
        "clavicle": (f"{prefix}Shoulder", _ZERO),
        "shoulder": (f"{prefix}Arm", _ZERO),
        "elbow": (f"{prefix}ForeArm", _ZERO),
        "wrist": (f"{prefix}Hand", _ZERO),
        "palm": in_hand(0.0, 0.55),
        "knuckle": (f"{prefix}HandIndex1", _ZERO),
        "index_knuckle": in_hand(0.40, 1.0),
        "little_knuckle": in_hand(-0.45, 0.9),
        "thumb_tip": in_hand(0.80, 0.95),
        "fingertip": (f"{prefix}HandIndex1", (0.0, sign * sizes.fingers, 0.0)),
    }
