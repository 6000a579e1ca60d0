"""Motions written as Acclaim's ASF and AMC, a skeleton and its turns in two files beside each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.export.captures.bvh import checked_motion, zyx_angles
from understudy.export.table_text import printed, rows_of_text
from understudy.motion import validation as check
from understudy.motion.archive import write_bytes
from understudy.spatial import rotations as rot

LENGTH_FACTOR = 0.45
"""Of the CMU database: a length divided by it is in inches."""

_UNIT = 0.0254 / LENGTH_FACTOR
_Y_UP = [1, 2, 0]
"""Our y (left), z (up) and x (forward) become the file's x, y and z."""

_DIGITS = 6
_ALONG = np.array([0.0, 1.0, 0.0])
"""The axis of a bone's own that lies along it."""


def write_acclaim(
    path: str | Path,
    skeleton: Skeleton,
    root_positions: np.ndarray,
    local_rotations: np.ndarray,
    fps: float,
    names: Mapping[str, str],
) -> Path:
    """Write a motion with y up and z forward, and beside it, as ``.asf``, its skeleton.

    A bone goes from a joint to its one child. Where there are several children, or where a joint's place is
    not the end of a bone, bones that do not turn lead to them.

    Args:
        path: The motion's file; each file is written whole or not at all.
        skeleton: Joints with offsets [m], z up, x forward, y left in the rest pose.
        root_positions: (T, 3) [m] where the root is, z up.
        local_rotations: (T, J, 4) each joint's turn seen from its parent, unit quaternions wxyz.
        fps: Frames a second [1/s].
        names: What joints other than the root are called as bones, where they are called otherwise.

    Returns:
        The skeleton's file.
    """
    positions, rotations = checked_motion(skeleton, root_positions, local_rotations)
    check.require_fps(fps)
    bones = list(_bones(skeleton, names))
    beside = Path(path).with_suffix(".asf")
    write_bytes(beside, ("\n".join(_skeleton_lines(bones)) + "\n").encode())
    lines = ["#!OML:ASF", ":FULLY-SPECIFIED", ":DEGREES", f":SAMPLES-PER-SECOND {fps:.10g}"]
    lines += _frame_lines(bones, positions[:, _Y_UP] / _UNIT, rotations)
    write_bytes(path, ("\n".join(lines) + "\n").encode())
    return beside


class _Bone:
    """A bone: its name, the bone from which it hangs, its vector in the file, and the joint that turns it."""

    def __init__(self, name: str, parent: str, vector: np.ndarray, joint: int | None) -> None:
        self.name, self.parent, self.joint = name, parent, joint
        length = float(np.linalg.norm(vector))
        self.direction = vector / length if length > 0.0 else _ALONG
        self.length = length / _UNIT
        self.axis = np.rad2deg(zyx_angles(rot.as_matrix(rot.shortest_arc(_ALONG, self.direction)))[::-1])
        self.axis = printed(self.axis, _DIGITS)

    @property
    def turn(self) -> np.ndarray:
        """The quaternion (4,) of the axis, as printed."""
        turn = rot.IDENTITY
        for axis, angle in enumerate(np.deg2rad(self.axis)):
            turn = rot.multiply(rot.from_axis_angle(np.eye(3)[axis], angle), turn)
        return turn


def _bones(skeleton: Skeleton, names: Mapping[str, str]) -> Iterator[_Bone]:
    """Yield all bones, each behind the one from which it hangs."""
    called = {joint: names.get(name, name) for joint, name in enumerate(skeleton.names)} | {0: "root"}
    ways: dict[int, list[tuple[int | None, np.ndarray]]] = defaultdict(list)
    for joint, parent in enumerate(skeleton.parents):
        if parent != ROOT:
            ways[parent].append((joint, skeleton.offsets[joint][_Y_UP]))
    for _, joint, offset in skeleton.ends:
        ways[joint].append((None, offset[_Y_UP]))
    begins = {0: "root"}
    for joint, name in called.items():
        further = ways[joint]
        if joint > 0:
            is_single = len(further) == 1
            yield _Bone(name, begins[joint], further[0][1] if is_single else np.zeros(3), joint)
            if is_single:
                if further[0][0] is not None:
                    begins[further[0][0]] = name
                continue
        for number, (child, offset) in enumerate(further, start=1):
            between = f"{name}_to_{called[child]}" if child is not None else f"{name}_end{number}"
            yield _Bone(between, name, offset, None)
            if child is not None:
                begins[child] = between


def _skeleton_lines(bones: list[_Bone]) -> Iterator[str]:
    yield from ("# written by Understudy", ":version 1.10", ":name person", ":units")
    yield from (
        "  mass 1.0",
        f"  length {LENGTH_FACTOR}",
        "  angle deg",
        ":root",
        "  order TX TY TZ RX RY RZ",
    )
    yield from ("  axis XYZ", "  position 0 0 0", "  orientation 0 0 0", ":bonedata")
    for number, bone in enumerate(bones, start=1):
        yield from ("  begin", f"    id {number}", f"    name {bone.name}")
        yield f"    direction {_numbers(bone.direction)}"
        yield f"    length {_numbers(np.array([bone.length]))}"
        yield f"    axis {_numbers(bone.axis)} XYZ"
        if bone.joint is not None:
            yield "    dof rx ry rz"
            yield from ("    limits (-180.0 180.0)", "           (-180.0 180.0)", "           (-180.0 180.0)")
        yield "  end"
    children: dict[str, list[str]] = defaultdict(list)
    for bone in bones:
        children[bone.parent].append(bone.name)
    yield from (":hierarchy", "  begin")
    for parent, names in children.items():
        yield f"    {' '.join([parent, *names])}"
    yield "  end"


def _frame_lines(bones: list[_Bone], positions: np.ndarray, rotations: np.ndarray) -> Iterator[str]:
    """Yield the lines of all frames: positions (T, 3) in the file, rotations (T, J, 4) in our axes."""
    turns = np.concatenate([rotations[..., :1], rotations[..., 1:][..., _Y_UP]], axis=-1)
    series = {"root": np.concatenate([positions, _angles(turns[:, 0])], axis=1)}
    for bone in bones:
        if bone.joint is not None:
            own = rot.multiply(rot.multiply(rot.conjugate(bone.turn), turns[:, bone.joint]), bone.turn)
            series[bone.name] = _angles(own)
    texts = {name: rows_of_text(values, _DIGITS, " ") for name, values in series.items()}
    for frame in range(len(positions)):
        yield str(frame + 1)
        for name, rows in texts.items():
            yield f"{name} {next(rows)}"


def _angles(turns: np.ndarray) -> np.ndarray:
    """Return (T, 3) the angles [deg] about x, y and z, turned in that order, of quaternions (T, 4)."""
    return np.rad2deg(zyx_angles(rot.as_matrix(turns)))[:, ::-1]


def _numbers(values: np.ndarray) -> str:
    return next(rows_of_text(values[None], _DIGITS, " "))
