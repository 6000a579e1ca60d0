"""A log for ROS 2 as MCAP: joint states, transforms and the trajectory, for Foxglove and rosbag2."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from understudy.errors import OutputError
from understudy.export.clip import Clip
from understudy.export.quaternions import xyzw
from understudy.export.ros import messages as ros
from understudy.export.scene.local_poses import LocalPoses, local_poses
from understudy.motion.archive import write_bytes

WORLD = "world"
JOINT_STATES, TRAJECTORY, TRANSFORMS, STATIC_TRANSFORMS = (
    "/joint_states",
    "/joint_trajectory",
    "/tf",
    "/tf_static",
)
_SECOND = 1_000_000_000
_REPORTED = 64
"""Frames after which progress is told again."""

Stamp = dict[str, int]


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
    buffer = io.BytesIO()
    writer = module.Writer(buffer)
    schemas = {name: writer.register_msgdef(name, text) for name, text in ros.DEFINITIONS.items()}
    for time, topic, kind, message in _messages(clip):
        writer.write_message(topic, schemas[kind], message, log_time=time, publish_time=time)
    writer.finish()
    write_bytes(path, buffer.getvalue())


def _messages(clip: Clip) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    """Yield time [ns], topic, kind and content of every message, in the order of time."""
    poses = local_poses(clip)
    moving = np.flatnonzero(poses.moves | poses.turns)
    still = np.flatnonzero(~(poses.moves | poses.turns))
    yield 0, TRAJECTORY, ros.TRAJECTORY, _trajectory(clip)
    if len(still):
        yield 0, STATIC_TRANSFORMS, ros.TRANSFORMS, _transforms(clip, poses, still, 0, _stamp(0))
    for frame in range(clip.frame_count):
        if clip.progress is not None and frame % _REPORTED == 0:
            clip.progress(frame, clip.frame_count)
        time = round(frame * _SECOND / clip.fps)
        stamp = _stamp(time)
        state = {
            "header": {"stamp": stamp, "frame_id": ""},
            "name": list(clip.joints),
            "position": clip.joint_positions[frame].tolist(),
            "velocity": clip.joint_velocities[frame].tolist(),
            "effort": [],
        }
        yield time, JOINT_STATES, ros.JOINT_STATE, state
        yield time, TRANSFORMS, ros.TRANSFORMS, _transforms(clip, poses, moving, frame, stamp)


def _stamp(time: int) -> Stamp:
    return {"sec": time // _SECOND, "nanosec": time % _SECOND}


def _trajectory(clip: Clip) -> dict[str, Any]:
    points = [
        {
            "positions": position.tolist(),
            "velocities": velocity.tolist(),
            "accelerations": [],
            "effort": [],
            "time_from_start": _stamp(round(frame * _SECOND / clip.fps)),
        }
        for frame, (position, velocity) in enumerate(
            zip(clip.joint_positions, clip.joint_velocities, strict=True)
        )
    ]
    header = {"stamp": _stamp(0), "frame_id": WORLD}
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
                    "translation": dict(zip("xyz", poses.positions[frame, body].tolist(), strict=True)),
                    "rotation": dict(zip("xyzw", xyzw(poses.quaternions[frame, body]).tolist(), strict=True)),
                },
            }
            for body in bodies
        ]
    }
