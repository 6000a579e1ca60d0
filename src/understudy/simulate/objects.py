"""Objects that were captured beside the person: boxes around their markers that move as they did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import ObjectMotion, Recording
from understudy.robots.compiling_here import Change
from understudy.simulate.scene import PREFIX
from understudy.spatial import rotations as rot

LEAST = 0.01
"""Half a side [m] that a box has at least, since markers may all lie on one face."""

_COLOUR = (0.72, 0.53, 0.34, 1.0)
_AWAY = (0.0, 0.0, -100.0)
"""Where an object waits [m] while its pose is not known yet."""


@dataclass(frozen=True, eq=False)
class SceneObject:
    """A box that is moved, whatever it meets.

    Attributes:
        name: Its name in the capture.
        motion: Its poses, frame by frame.
        centre: (3,) the box's middle in the object's frame [m].
        half: (3,) half its sides [m].
    """

    name: str
    motion: ObjectMotion
    centre: np.ndarray
    half: np.ndarray


def scene_objects(recording: Recording, motions: Mapping[str, ObjectMotion]) -> tuple[SceneObject, ...]:
    """Return the objects of a capture as boxes around their markers.

    Args:
        recording: Names the markers of each object.
        motions: Object → its poses in the frames of the recording, as ``HumanMotion.objects`` has them.
    """
    found = []
    for name, motion in motions.items():
        columns = [recording.names.index(marker) for marker in recording.objects[name]]
        seen = np.where(recording.valid_mask[:, columns, None], recording.points[:, columns], np.nan)
        seen = seen[motion.valid] - motion.positions[motion.valid, None]
        turns = rot.conjugate(motion.quaternions[motion.valid])[:, None]
        corners = np.nanmedian(rot.rotate(np.broadcast_to(turns, (*seen.shape[:2], 4)), seen), axis=0)
        low, high = np.nanmin(corners, axis=0), np.nanmax(corners, axis=0)
        half = np.maximum(0.5 * (high - low), LEAST)
        found.append(SceneObject(name, motion, 0.5 * (low + high), half))
    return tuple(found)


def require_frames(objects: Sequence[SceneObject], frame_count: int) -> None:
    """Require objects to have as many frames as the motion that is performed."""
    for each in objects:
        if each.motion.frame_count != frame_count:
            raise InvalidMotionError(
                f"object '{each.name}' has {each.motion.frame_count} frames and the robot's motion "
                f"{frame_count}, expected the capture that the motion came from"
            )


def centres_of(each: SceneObject) -> np.ndarray:
    """Return where the middle of an object's box is (T, 3) [m], NaN where its pose is not known."""
    centres = each.motion.positions + rot.rotate(
        each.motion.quaternions, np.broadcast_to(each.centre, each.motion.positions.shape)
    )
    return np.where(each.motion.valid[:, None], centres, np.nan)


def add_objects(objects: Sequence[SceneObject]) -> Change:
    """Return bodies that are put where objects are."""

    def add(spec: mujoco.MjSpec) -> None:
        for each in objects:
            body = spec.worldbody.add_body(name=body_name(each), mocap=True, pos=_AWAY)
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=each.half, pos=each.centre, rgba=_COLOUR)

    return add


def place_objects(
    model: mujoco.MjModel, data: mujoco.MjData, objects: Sequence[SceneObject], frame: int
) -> None:
    """Put objects where they were in a frame; one whose pose is not known stays where it was."""
    for each in objects:
        if each.motion.valid[frame]:
            index = int(model.body(body_name(each)).mocapid[0])
            data.mocap_pos[index] = each.motion.positions[frame]
            data.mocap_quat[index] = each.motion.quaternions[frame]


def body_name(each: SceneObject) -> str:
    """Return the name of an object's body in the simulated model."""
    return f"{PREFIX}{each.name}"
