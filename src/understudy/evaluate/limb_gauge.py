"""How far the limbs of a robot point from a person's in many poses, each seen from its own torso.

The same as ``direction`` and ``torso`` compute for a motion; a search for what is within reach asks it of
thousands of poses, a few hundred at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.torso import PARTS
from understudy.kernels.compilation import inner_kernel, kernel
from understudy.motion.landmarks import DERIVED_LANDMARKS, SEGMENTS
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_TORSO = ("trunk", "shoulder_line")


class Gauge(NamedTuple):
    """Where segments are on a robot, the torso's two first.

    Attributes:
        bodies: (2 + D, 2, 2) of every segment and end, of the two landmarks in whose middle it is.
        points: (2 + D, 2, 2, 3) [m] those landmarks in their bodies' frames.
        part: The body whose frame is the torso's, −1 where it is known by trunk and shoulders.
        offset: (3, 3) from that frame to the torso's.
        hung: (H,) bodies whose orientation is to be kept.
    """

    bodies: np.ndarray
    points: np.ndarray
    part: int
    offset: np.ndarray
    hung: np.ndarray


def limb_gauge(robot: Robot, kind: str, segments: Sequence[str], hung: np.ndarray) -> Gauge:
    """Prepare a robot.

    Args:
        robot: The robot.
        kind: What its torso is known by, see :class:`understudy.evaluate.torso.Torso`.
        segments: The upper and the lower segment of each limb, all of which the robot has.
        hung: (H,) bodies whose orientation is to be kept.
    """
    is_part = kind in PARTS
    bodies = np.zeros((len(_TORSO) + len(segments), 2, 2), dtype=np.int64)
    points = np.zeros((*bodies.shape, 3))
    for row, segment in enumerate((*_TORSO, *segments)):
        if is_part and row < len(_TORSO):
            continue
        for end, name in enumerate(SEGMENTS[segment]):
            for side, landmark in enumerate(DERIVED_LANDMARKS.get(name, (name, name))):
                bodies[row, end, side] = robot.landmarks[landmark].body
                points[row, end, side] = robot.landmarks[landmark].point
    frame = robot.frames[kind] if is_part else None
    offset = np.eye(3) if frame is None else rot.as_matrix(frame.offset)
    return Gauge(bodies, points, -1 if frame is None else frame.body, offset, hung)


def gauge_limbs(
    gauge: Gauge, poses: Poses, wanted: np.ndarray, held: np.ndarray, slack: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return limb errors (N, L) [rad] of poses, and whether (N,) they keep the orientations of bodies.

    Args:
        gauge: The robot prepared.
        poses: Of all bodies.
        wanted: (N, 2 L, 3) the person's segments in the torso's frame.
        held: (N, H, 3, 3) orientations to be kept, NaN where none is.
        slack: Angle [rad] by which they may be missed.
    """
    errors, is_kept = np.empty((len(wanted), wanted.shape[1] // 2)), np.empty(len(wanted), dtype=bool)
    _gauge_all(gauge, poses.positions, poses.orientations, wanted, held, slack, errors, is_kept)
    return errors, is_kept


@kernel
def _gauge_all(
    gauge: Gauge,
    positions: np.ndarray,
    orientations: np.ndarray,
    wanted: np.ndarray,
    held: np.ndarray,
    slack: float,
    errors: np.ndarray,
    is_kept: np.ndarray,
) -> None:
    # The torso's axes are rows here.
    axes, vector, local = np.empty((3, 3)), np.empty(3), np.empty(3)
    for frame in range(len(wanted)):
        places, turns = positions[frame], orientations[frame]
        is_kept[frame] = not _has_turned(gauge.hung, turns, held[frame], slack)
        _write_torso(gauge, places, turns, axes, vector)
        for limb in range(errors.shape[1]):
            square = 0.0
            for index in (2 * limb, 2 * limb + 1):
                _write_segment(gauge, index + 2, places, turns, vector)
                for axis in range(3):
                    local[axis] = (
                        axes[axis, 0] * vector[0] + axes[axis, 1] * vector[1] + axes[axis, 2] * vector[2]
                    )
                angle = _angle(wanted[frame, index], local)
                square += angle * angle
            errors[frame, limb] = np.sqrt(square)


@inner_kernel
def _has_turned(hung: np.ndarray, turns: np.ndarray, held: np.ndarray, slack: float) -> bool:
    """Tell whether any body is turned from how it was held; not knowing how counts as not turned."""
    for index, body in enumerate(hung):
        square = 0.0
        for row in range(3):
            for column in range(3):
                square += (turns[body, row, column] - held[index, row, column]) ** 2
        if np.sqrt(0.5 * square) > slack:
            return True
    return False


@inner_kernel
def _write_torso(
    gauge: Gauge, places: np.ndarray, turns: np.ndarray, axes: np.ndarray, shoulders: np.ndarray
) -> None:
    """Write the torso's axes as rows, see ``torso.torso_axes``; the shoulders are room to work in."""
    if gauge.part >= 0:
        turn = turns[gauge.part]
        for row in range(3):
            for column in range(3):
                axes[column, row] = 0.0
                for inner in range(3):
                    axes[column, row] += turn[row, inner] * gauge.offset[inner, column]
        return
    left, up, ahead = axes[0], axes[1], axes[2]
    _write_segment(gauge, 0, places, turns, up)
    _write_segment(gauge, 1, places, turns, shoulders)
    _normalise(up)
    _normalise(shoulders)
    _write_cross(shoulders, up, ahead)
    _normalise(ahead)
    _write_cross(up, ahead, left)


@inner_kernel
def _write_segment(gauge: Gauge, row: int, places: np.ndarray, turns: np.ndarray, vector: np.ndarray) -> None:
    """Write a segment [m] from its start to its end in the world."""
    for axis in range(3):
        vector[axis] = 0.0
    for end in range(2):
        share = 0.5 if end else -0.5
        for side in range(2):
            body, point = gauge.bodies[row, end, side], gauge.points[row, end, side]
            turn = turns[body]
            for axis in range(3):
                turned = turn[axis, 0] * point[0] + turn[axis, 1] * point[1] + turn[axis, 2] * point[2]
                vector[axis] += share * (places[body, axis] + turned)


@inner_kernel
def _angle(a: np.ndarray, b: np.ndarray) -> float:
    """Return the angle [rad] between two vectors, see ``rotations.angle_between``."""
    over_a, over_b = _inverse_length(a), _inverse_length(b)
    apart, together = 0.0, 0.0
    for axis in range(3):
        apart += (a[axis] * over_a - b[axis] * over_b) ** 2
        together += (a[axis] * over_a + b[axis] * over_b) ** 2
    return 2.0 * np.arctan2(np.sqrt(apart), np.sqrt(together))


@inner_kernel
def _inverse_length(vector: np.ndarray) -> float:
    """Return 1 over the length of a vector (3,), 1 where it has none."""
    length = np.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2])
    return 1.0 / length if length > 0.0 else 1.0


@inner_kernel
def _normalise(vector: np.ndarray) -> None:
    factor = _inverse_length(vector)
    for axis in range(3):
        vector[axis] *= factor


@inner_kernel
def _write_cross(a: np.ndarray, b: np.ndarray, product: np.ndarray) -> None:
    product[0] = a[1] * b[2] - a[2] * b[1]
    product[1] = a[2] * b[0] - a[0] * b[2]
    product[2] = a[0] * b[1] - a[1] * b[0]
