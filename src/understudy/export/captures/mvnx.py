"""Motions written as MVNX, as Xsens MVN exports them: segments with places and turns in the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np

from understudy.capture.bvh.kinematics import forward_kinematics, standing_pose
from understudy.capture.mvnx.document import NAMESPACE
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.export.captures.bvh import checked_motion
from understudy.export.table_text import rows_of_text
from understudy.motion import validation as check
from understudy.motion.archive import write_bytes

_DIGITS = 6
_CONTACTS = ("LeftFoot_Heel", "LeftFoot_Toe", "RightFoot_Heel", "RightFoot_Toe")
"""What the numbers of a frame's contacts are about, in the order of ``CONTACTS``."""


def write_mvnx(
    path: str | Path,
    skeleton: Skeleton,
    root_positions: np.ndarray,
    local_rotations: np.ndarray,
    fps: float,
    names: Mapping[str, str],
    tips: Mapping[str, str] | None = None,
    contacts: np.ndarray | None = None,
) -> None:
    """Write a motion in metres with z up and x forward.

    Args:
        path: The file; written whole or not at all.
        skeleton: Joints with offsets [m], z up, x forward, y left in the rest pose.
        root_positions: (T, 3) [m] where the root is.
        local_rotations: (T, J, 4) each joint's turn seen from its parent, unit quaternions wxyz.
        fps: Frames a second [1/s].
        names: Joint → the segment that begins there; joints without one turn none.
        tips: End of the skeleton → what it is called as a point of its segment.
        contacts: (T, 4) bool, weight on ``CONTACTS``, or None.
    """
    positions, rotations = checked_motion(skeleton, root_positions, local_rotations)
    check.require_fps(fps)
    still = np.repeat(skeleton.offsets[:, None], len(positions), axis=1)
    still[0] = positions
    moving = forward_kinematics(skeleton, list(still), list(rotations.transpose(1, 0, 2)))
    joints = [joint for joint, name in enumerate(skeleton.names) if name in names]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<mvnx version="4" xmlns="{NAMESPACE}">']
    lines += ['<mvn version="2024.0"/>', f'<subject label="Person" frameRate="{fps:.10g}">', "<segments>"]
    for number, joint in enumerate(joints, start=1):
        lines += _segment(skeleton, joint, number, names, tips or {})
    lines += ["</segments>", "<joints>", *_joints(skeleton, joints, names), "</joints>"]
    if contacts is not None:
        labels = (f'<contactDefinition label="{label}" index="{i}"/>' for i, label in enumerate(_CONTACTS))
        lines += ["<footContactDefinition>", *labels, "</footContactDefinition>"]
    lines.append(f'<frames segmentCount="{len(joints)}">')
    standing = standing_pose(skeleton)
    for kind in ("identity", "tpose"):
        lines += _frames(standing, joints, f'time="0" index="" ms="0" type="{kind}"', None)
    for frame in range(len(positions)):
        head = f'time="{round(1000.0 * frame / fps)}" index="{frame}" type="normal"'
        one = Poses(moving.points[frame : frame + 1], moving.rotations[frame : frame + 1])
        lines += _frames(one, joints, head, None if contacts is None else contacts[frame])
    lines += ["</frames>", "</subject>", "</mvnx>"]
    write_bytes(path, ("\n".join(lines) + "\n").encode())


def _segment(
    skeleton: Skeleton, joint: int, number: int, names: Mapping[str, str], tips: Mapping[str, str]
) -> Iterator[str]:
    yield f'<segment label={quoteattr(names[skeleton.names[joint]])} id="{number}"><points>'
    for name, on, offset in skeleton.ends:
        if on == joint and name in tips:
            label = quoteattr(tips[name])
            yield f"<point label={label}><pos_b>{_numbers(offset)}</pos_b></point>"
    yield "</points></segment>"


def _joints(skeleton: Skeleton, joints: list[int], names: Mapping[str, str]) -> Iterator[str]:
    for joint in joints:
        above = skeleton.parents[joint]
        while above != ROOT and above not in joints:
            above = skeleton.parents[above]
        if above != ROOT:
            upper, lower = names[skeleton.names[above]], names[skeleton.names[joint]]
            ends = f"<connector1>{upper}/j{lower}</connector1><connector2>{lower}/j{lower}</connector2>"
            yield f'<joint label="j{lower}">{ends}</joint>'


def _frames(poses: Poses, joints: list[int], head: str, contacts: np.ndarray | None) -> Iterator[str]:
    yield f"<frame {head}>"
    yield f"<orientation>{_numbers(poses.rotations[0, joints].ravel())}</orientation>"
    yield f"<position>{_numbers(poses.points[0, joints].ravel())}</position>"
    if contacts is not None:
        yield f"<footContacts>{' '.join(str(int(each)) for each in contacts)}</footContacts>"
    yield "</frame>"


def _numbers(values: np.ndarray) -> str:
    return next(rows_of_text(values[None], _DIGITS, " "))
