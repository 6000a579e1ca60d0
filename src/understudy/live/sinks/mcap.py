"""Commands as ROS 2 messages in an MCAP file: joint states, and where a free root is."""

from __future__ import annotations

from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from understudy.errors import OutputError
from understudy.export.quaternions import xyzw
from understudy.export.ros import messages as ros
from understudy.export.ros.mcap import JOINT_STATES, TRANSFORMS, WORLD
from understudy.export.ros.stamps import header, nanoseconds, vector
from understudy.live.engine import Command
from understudy.motion.archive import require_writable
from understudy.motion.output import replacing
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot


class McapSink:
    """Writes every command; the file is whole once it is closed, and not there before.

    Args:
        path: The file.
    """

    name, takes_all = "mcap", True

    def __init__(self, path: str | Path) -> None:
        """Be closed."""
        self.path = Path(path)
        self._open = ExitStack()
        self._writer: Any = None

    def prepare(self, robot: Robot) -> None:
        """Begin the file."""
        try:
            module = import_module("mcap_ros2.writer")
        except ModuleNotFoundError as error:
            raise OutputError(
                "an MCAP file needs packages that are not installed: pip install 'understudy[mcap]'"
            ) from error
        require_writable(self.path)
        temporary = self._open.enter_context(replacing(self.path))
        self._writer = module.Writer(self._open.enter_context(temporary.open("xb")))
        kinds = (ros.JOINT_STATE, ros.TRANSFORMS)
        self._schemas = {kind: self._writer.register_msgdef(kind, ros.DEFINITIONS[kind]) for kind in kinds}
        self._robot, self._fps = robot, 0.0
        self._last: np.ndarray | None = None
        self._first: float | None = None

    def begin(self, fps: float) -> None:
        """Know how fast commands come, which makes velocities of them."""
        self._fps = fps

    def send(self, command: Command) -> None:
        """Write a command's messages."""
        if self._first is None:
            self._first = command.time
        time = command.time - self._first
        q, joints = command.q, command.q[ROOT_SIZE if self._robot.has_free_base else 0 :]
        last = joints if self._last is None else self._last
        state = {
            "header": header(time, ""),
            "name": list(self._robot.joints),
            "position": joints.tolist(),
            "velocity": ((joints - last) * self._fps).tolist(),
            "effort": [],
        }
        self._last = joints
        self._write(JOINT_STATES, ros.JOINT_STATE, state, time)
        if self._robot.has_free_base:
            root = {
                "header": header(time, WORLD),
                "child_frame_id": self._robot.model.body(1).name,
                "transform": {
                    "translation": vector(q[:3]),
                    "rotation": dict(zip("xyzw", xyzw(q[3:ROOT_SIZE]).tolist(), strict=True)),
                },
            }
            self._write(TRANSFORMS, ros.TRANSFORMS, {"transforms": [root]}, time)

    def _write(self, topic: str, kind: str, message: dict[str, Any], time: float) -> None:
        stamp = nanoseconds(time)
        self._writer.write_message(topic, self._schemas[kind], message, log_time=stamp, publish_time=stamp)

    def close(self) -> dict[str, object]:
        """Finish the file and put it in its place."""
        if self._writer is not None:
            self._writer.finish()
        self._open.close()
        return {"file": str(self.path)}
