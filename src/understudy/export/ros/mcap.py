"""A log for ROS 2 as MCAP, for Foxglove and rosbag2: joints, transforms, and all that a rollout sensed."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from understudy.errors import OutputError
from understudy.export.clip import Clip
from understudy.export.quaternions import xyzw
from understudy.export.ros import messages as ros
from understudy.export.ros.sense_messages import mount_transform, sense_streams
from understudy.export.ros.skin_points import skin_points
from understudy.export.ros.stamps import SECOND, Stamp, Stamped, stamp_of, vector
from understudy.export.scene.local_poses import LocalPoses, local_poses
from understudy.motion.output import replacing

WORLD = "world"
JOINT_STATES, TRAJECTORY, TRANSFORMS, STATIC_TRANSFORMS = (
    "/joint_states",
    "/joint_trajectory",
    "/tf",
    "/tf_static",
)
_REPORTED = 64
"""Frames after which progress is told again."""


def write(path: Path, clip: Clip) -> None:
    """Write a log that begins at time 0.

    Raises:
        OutputError: Where the packages that write MCAP are not installed.
    """
    try:
        module = import_module("mcap_ros2.writer")
    except ModuleNotFoundError as error:
        raise OutputError(
            "format 'mcap' needs packages that are not installed: pip install 'understudy[mcap]'"
        ) from error
    streams = [_messages(clip)]
    if clip.sensed is not None:
        streams += [*sense_streams(clip.sensed, list(clip.joints)), skin_points(clip, WORLD)]
    with replacing(path) as temporary, temporary.open("xb") as file:
        writer = module.Writer(file)
        schemas: dict[str, Any] = {}
        for time, topic, kind, message in heapq.merge(*streams, key=lambda each: each[0]):
            if kind not in schemas:
                schemas[kind] = writer.register_msgdef(kind, ros.DEFINITIONS[kind])
            writer.write_message(topic, schemas[kind], message, log_time=time, publish_time=time)
        writer.finish()


def _messages(clip: Clip) -> Iterator[Stamped]:
    """Yield every message on the motion itself, in the order of time."""
    poses = local_poses(clip)
    moving = np.flatnonzero(poses.moves | poses.turns)
    still = np.flatnonzero(~(poses.moves | poses.turns))
    yield 0, TRAJECTORY, ros.TRAJECTORY, _trajectory(clip)
    fixed = _transforms(clip, poses, still, 0, stamp_of(0))["transforms"] + _mounted(clip)
    if fixed:
        yield 0, STATIC_TRANSFORMS, ros.TRANSFORMS, {"transforms": fixed}
    efforts = _efforts(clip)
    for frame in range(clip.frame_count):
        if clip.progress is not None and frame % _REPORTED == 0:
            clip.progress(frame, clip.frame_count)
        time = round(frame * SECOND / clip.fps)
        stamp = stamp_of(time)
        state = {
            "header": {"stamp": stamp, "frame_id": ""},
            "name": list(clip.joints),
            "position": clip.joint_positions[frame].tolist(),
            "velocity": clip.joint_velocities[frame].tolist(),
            "effort": [] if efforts is None else efforts[frame].tolist(),
        }
        yield time, JOINT_STATES, ros.JOINT_STATE, state
        yield time, TRANSFORMS, ros.TRANSFORMS, _transforms(clip, poses, moving, frame, stamp)


def _efforts(clip: Clip) -> np.ndarray | None:
    """Return the torques (T, J) of a rollout at the frames of a clip."""
    if clip.sensed is None:
        return None
    rollout, times = clip.sensed.rollout, np.arange(clip.frame_count) / clip.fps
    order = [rollout.joints.index(name) for name in clip.joints]
    return np.stack([np.interp(times, rollout.time, rollout.torques[:, joint]) for joint in order], axis=1)


def _mounted(clip: Clip) -> list[dict[str, Any]]:
    """Return where sensors are on their bodies."""
    if clip.sensed is None:
        return []
    names = (WORLD, *clip.bodies)
    mounts = clip.sensed.mounts.items()
    return [mount_transform(name, mount, names[mount.body], stamp_of(0)) for name, mount in mounts]


def _trajectory(clip: Clip) -> dict[str, Any]:
    points = [
        {
            "positions": position.tolist(),
            "velocities": velocity.tolist(),
            "accelerations": [],
            "effort": [],
            "time_from_start": stamp_of(round(frame * SECOND / clip.fps)),
        }
        for frame, (position, velocity) in enumerate(
            zip(clip.joint_positions, clip.joint_velocities, strict=True)
        )
    ]
    header = {"stamp": stamp_of(0), "frame_id": WORLD}
    return {"header": header, "joint_names": list(clip.joints), "points": points}


def _transforms(
    clip: Clip, poses: LocalPoses, bodies: np.ndarray, frame: int, stamp: Stamp
) -> dict[str, Any]:
    """Return where bodies are, each in the frame of its parent."""
    names = (WORLD, *clip.bodies)
    return {
        "transforms": [
            {
                "header": {"stamp": stamp, "frame_id": names[poses.parents[body] + 1]},
                "child_frame_id": names[body + 1],
                "transform": {
                    "translation": vector(poses.positions[frame, body]),
                    "rotation": dict(zip("xyzw", xyzw(poses.quaternions[frame, body]).tolist(), strict=True)),
                },
            }
            for body in bodies
        ]
    }
