"""A model in motion as BVH: a joint for each body, and for each place about which a body turns.

BVH knows joints that turn about their own place only. A body whose joints lie in different places therefore
becomes a chain of BVH joints, ``arm``, ``arm_2``, so that nothing is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.errors import InvalidMotionError
from understudy.export.captures.bvh import write_bvh
from understudy.export.clip import Clip
from understudy.motion.validation import ROOT_SIZE
from understudy.spatial import rotations as rot

_SAME_PLACE = 1e-9


def write(path: Path, clip: Clip) -> None:
    """Write a BVH file with y up, z forward, in centimetres.

    Raises:
        InvalidMotionError: Where a joint slides, or there are several roots.
    """
    skeleton, rotations = bvh_motion(clip)
    write_bvh(path, skeleton, clip.root_positions, rotations, clip.fps)


@dataclass(frozen=True, eq=False)
class _Part:
    """A BVH joint: its body, counted from the root, its place at rest [m], and what turns it."""

    name: str
    body: int
    parent: int
    place: np.ndarray
    joints: tuple[int, ...]


def bvh_motion(clip: Clip) -> tuple[Skeleton, np.ndarray]:
    """Return the skeleton, and how each of its J joints turns (T, J, 4) against its parent."""
    if (clip.model.jnt_type == mujoco.mjtJoint.mjJNT_SLIDE).any():
        raise InvalidMotionError(f"'{clip.name}' has a sliding joint, which BVH cannot hold")
    places, turned = _at_rest(clip)
    parts = _parts(clip, places, turned)
    offsets = [part.place - parts[max(part.parent, 0)].place for part in parts]
    skeleton = Skeleton(
        names=tuple(part.name for part in parts),
        parents=tuple(part.parent for part in parts),
        offsets=np.array(offsets),
        end_offsets=_ends(clip, parts, places, turned),
    )
    rotations = np.stack([_turn(clip, part, turned[part.body]) for part in parts], axis=1)
    return skeleton, rotations


def _at_rest(clip: Clip) -> tuple[np.ndarray, np.ndarray]:
    """Return places (B, 3) [m] and orientations (B, 4) of bodies when nothing is turned, the root upright."""
    model = clip.model
    places, turned = [np.zeros(3)], [rot.IDENTITY]
    for body in range(2, model.nbody):
        parent = int(model.body_parentid[body]) - 1
        if parent < 0:
            raise InvalidMotionError(f"'{clip.name}' has several roots, which BVH cannot hold")
        places.append(places[parent] + rot.rotate(turned[parent], model.body_pos[body]))
        turned.append(rot.multiply(turned[parent], model.body_quat[body]))
    return np.array(places), np.array(turned)


def _parts(clip: Clip, places: np.ndarray, turned: np.ndarray) -> list[_Part]:
    parts: list[_Part] = []
    last: dict[int, int] = {-1: ROOT}
    for body, name in enumerate(clip.bodies):
        parent = last[int(clip.model.body_parentid[body + 1]) - 1]
        for number, joints in enumerate(_joints_by_place(clip, body), start=1):
            anchor = _anchor(clip, joints[0]) if joints and body > 0 else np.zeros(3)
            place = places[body] + rot.rotate(turned[body], anchor)
            parts.append(_Part(name if number == 1 else f"{name}_{number}", body, parent, place, joints))
            parent = len(parts) - 1
        last[body] = parent
    return parts


def _joints_by_place(clip: Clip, body: int) -> list[tuple[int, ...]]:
    """Return a body's scalar joints, those about the same place together; one empty group where none."""
    if body == 0:
        # What turns the root is in its own orientation.
        return [tuple(clip.joints_of(body))]
    groups: list[tuple[int, ...]] = []
    for joint in clip.joints_of(body):
        if groups and np.abs(_anchor(clip, joint) - _anchor(clip, groups[-1][0])).max() < _SAME_PLACE:
            groups[-1] = (*groups[-1], joint)
        else:
            groups.append((joint,))
    return groups or [()]


def _anchor(clip: Clip, joint: int) -> np.ndarray:
    return clip.model.jnt_pos[joint + int(clip.has_free_base)]


def _turn(clip: Clip, part: _Part, rest: np.ndarray) -> np.ndarray:
    """Return (T, 4) how a part turns against its parent, in axes that are the world's at rest."""
    if part.parent == ROOT:
        return clip.root_quaternions
    free = int(clip.has_free_base)
    turn = np.tile(rot.IDENTITY, (clip.frame_count, 1))
    for joint in part.joints:
        bent = clip.joint_positions[:, joint] - clip.model.qpos0[joint + free * ROOT_SIZE]
        turn = rot.multiply(turn, rot.from_axis_angle(clip.model.jnt_axis[joint + free], bent))
    return rot.multiply(rot.multiply(rest, turn), rot.conjugate(rest))


def _ends(clip: Clip, parts: list[_Part], places: np.ndarray, turned: np.ndarray) -> dict[str, np.ndarray]:
    """Return a tip for each part that nothing hangs on: the middle of the body's shapes, or of its mass."""
    parents, model = {part.parent for part in parts}, clip.model
    ends = {}
    for index, part in enumerate(parts):
        if index not in parents:
            first, count = int(model.body_geomadr[part.body + 1]), int(model.body_geomnum[part.body + 1])
            shapes = model.geom_pos[first : first + count]
            middle = shapes.mean(axis=0) if count else model.body_ipos[part.body + 1]
            ends[part.name] = places[part.body] + rot.rotate(turned[part.body], middle) - part.place
    return ends
