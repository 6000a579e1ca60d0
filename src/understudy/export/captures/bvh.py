"""Motions written as BVH text, for our synthetic performers and for other people's programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.errors import InvalidMotionError
from understudy.export.table_text import rows_of_text
from understudy.motion import validation as check
from understudy.motion.archive import write_bytes
from understudy.spatial import rotations as rot

UNITS_IN_METRES: dict[str, float] = {"m": 1.0, "cm": 0.01, "mm": 0.001, "inch": 0.0254}

_Y_UP = [1, 2, 0]
"""Our y (left), z (up) and x (forward) become the file's x, y and z."""

_ROTATIONS = "Zrotation Yrotation Xrotation"
_POSITIONS = "Xposition Yposition Zposition"
_DIGITS = 6


def write_bvh(
    path: str | Path,
    skeleton: Skeleton,
    root_positions: np.ndarray,
    local_rotations: np.ndarray,
    fps: float,
    unit: str = "cm",
) -> None:
    """Write a motion with y up, z forward, as most programs expect it.

    Args:
        path: The file; written whole or not at all.
        skeleton: Joints with offsets [m], z up, x forward, y left in the rest pose.
        root_positions: (T, 3) [m] where the root is, z up.
        local_rotations: (T, J, 4) each joint's turn seen from its parent, unit quaternions wxyz, or
            (T, J, 3, 3) matrices.
        fps: Frames a second [1/s].
        unit: Unit of length in the file: ``m``, ``cm``, ``mm`` or ``inch``.

    Raises:
        InvalidMotionError: Where arrays do not fit together.
        OutputError: Where the file cannot be written.
    """
    if unit not in UNITS_IN_METRES:
        raise InvalidMotionError(f"unit is '{unit}', expected one of {', '.join(UNITS_IN_METRES)}")
    positions, rotations = checked_motion(skeleton, root_positions, local_rotations)
    check.require_fps(fps)
    scale = 1.0 / UNITS_IN_METRES[unit]
    tree = list(_walk(skeleton))
    order = [joint for joint, _, is_opening in tree if is_opening]
    lines = ["HIERARCHY"]
    for joint, depth, is_opening in tree:
        indent = "\t" * depth
        lines += _joint_lines(skeleton, joint, indent, scale) if is_opening else [indent + "}"]
    lines += ["MOTION", f"Frames: {len(positions)}", f"Frame Time: {1.0 / fps:.10g}"]
    lines += _frame_lines(scale * positions[:, _Y_UP], rotations[:, order])
    write_bytes(path, ("\n".join(lines) + "\n").encode())


def checked_motion(
    skeleton: Skeleton, root_positions: np.ndarray, local_rotations: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return positions (T, 3) and quaternions (T, J, 4), or raise what does not fit."""
    for name in skeleton.names:
        if not name or " ".join(name.split()) != name or set(name) & set("{}"):
            raise InvalidMotionError(
                f"joint name {name!r} cannot be written, expected no braces or line breaks"
            )
    positions, rotations = np.asarray(root_positions, float), np.asarray(local_rotations, float)
    if rotations.ndim == 4:
        check.require_shape("local_rotations", rotations, (None, skeleton.joint_count, 3, 3))
        rotations = rot.from_matrix(rotations)
    check.require_shape("local_rotations", rotations, (None, skeleton.joint_count, 4))
    check.require_shape("root_positions", positions, (len(rotations), 3))
    check.require_finite("root_positions", positions)
    check.require_finite("local_rotations", rotations)
    check.require_unit_quaternions("local_rotations", rotations)
    if len(positions) == 0:
        raise InvalidMotionError("a BVH file needs at least one frame")
    return positions, rotations


def _walk(skeleton: Skeleton) -> Iterator[tuple[int, int, bool]]:
    """Yield every joint twice in the file's order, when it opens and when it closes, with its depth."""
    children: dict[int, list[int]] = defaultdict(list)
    for joint, parent in enumerate(skeleton.parents):
        children[parent].append(joint)
    stack = [(0, 0, True)]
    while stack:
        joint, depth, is_opening = stack.pop()
        yield joint, depth, is_opening
        if is_opening:
            stack.append((joint, depth, False))
            stack.extend((child, depth + 1, True) for child in reversed(children[joint]))


def _joint_lines(skeleton: Skeleton, joint: int, indent: str, scale: float) -> Iterator[str]:
    is_root = skeleton.parents[joint] == ROOT
    # The root's place stands in its channels, which replace its offset.
    offset = np.zeros(3) if is_root else skeleton.offsets[joint]
    channels = f"6 {_POSITIONS} {_ROTATIONS}" if is_root else f"3 {_ROTATIONS}"
    yield f"{indent}{'ROOT' if is_root else 'JOINT'} {skeleton.names[joint]}"
    yield indent + "{"
    yield f"{indent}\tOFFSET {_numbers(scale * offset[_Y_UP])}"
    yield f"{indent}\tCHANNELS {channels}"
    for end in skeleton.end_offsets.get(skeleton.names[joint], ()):
        yield f"{indent}\tEnd Site"
        yield indent + "\t{"
        yield f"{indent}\t\tOFFSET {_numbers(scale * end[_Y_UP])}"
        yield indent + "\t}"


def _frame_lines(positions: np.ndarray, rotations: np.ndarray) -> Iterator[str]:
    """Yield a line for each frame: the root's place, then three turns [deg] for each joint."""
    y_up = np.concatenate([rotations[..., :1], rotations[..., 1:][..., _Y_UP]], axis=-1)
    angles = np.rad2deg(zyx_angles(rot.as_matrix(y_up)))
    values = np.concatenate([positions, angles.reshape(len(angles), -1)], axis=1)
    return rows_of_text(values, _DIGITS, " ")


def zyx_angles(matrix: np.ndarray) -> np.ndarray:
    """Return angles (..., 3) [rad] with R = Rz(first) Ry(second) Rx(third) of matrices (..., 3, 3).

    The third angle is found after the first has been undone, so that the product is right even where
    the second is a quarter turn and the other two are not determined one by one.
    """
    first = np.arctan2(matrix[..., 1, 0], matrix[..., 0, 0])
    second = np.arctan2(-matrix[..., 2, 0], np.hypot(matrix[..., 0, 0], matrix[..., 1, 0]))
    sine, cosine = np.sin(first), np.cos(first)
    third = np.arctan2(
        sine * matrix[..., 0, 2] - cosine * matrix[..., 1, 2],
        cosine * matrix[..., 1, 1] - sine * matrix[..., 0, 1],
    )
    return np.stack([first, second, third], axis=-1)


def _numbers(values: np.ndarray) -> str:
    return next(rows_of_text(values[None], _DIGITS, " "))
