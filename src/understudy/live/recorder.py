"""What was seen and what was commanded, kept on disk while it comes, so that memory stays as it is.

The recording is an ordinary one: it can be retargeted again with the whole clip in view. It holds points as
they came, in our world and not cleaned, a frame for every tick; ticks at which nobody was seen show no point.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.live.calibration import Calibration
from understudy.motion import RobotMotion
from understudy.motion.archive import require_writable
from understudy.motion.ending import Ending
from understudy.motion.noun_archive import labels
from understudy.motion.recording import KIND
from understudy.motion.tape import Tape
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_SPARE = 120
"""Frames without a person that are kept at the most in a row, as a pause is no motion; and frames that may
wait to be written."""


class Recorder:
    """Writes a recording frame by frame.

    Args:
        path: The ``.npz`` file, written when it is closed.
    """

    def __init__(self, path: str | Path) -> None:
        """Begin with nothing."""
        self.path = Path(path)
        require_writable(self.path)
        self._stack = ExitStack()
        self._tape = self._stack.enter_context(Tape())
        self._calibration: Calibration | None = None
        self._unseen = 0
        self._waiting: list[tuple[np.ndarray | None, np.ndarray | None]] = []
        self.frames = 0

    def begin(self, calibration: Calibration) -> None:
        """Know whom the frames show."""
        self._calibration = calibration

    def frame(self, points: np.ndarray | None, rotations: np.ndarray | None) -> None:
        """Add a tick: points (K, 3) [m] and rotations (K, 4), None where nobody was seen.

        They must not change any more, as they are written only when there is time for that.
        """
        self._unseen = 0 if points is not None else self._unseen + 1
        if self._unseen > _SPARE:
            return
        self._waiting.append((points, rotations))
        if len(self._waiting) > _SPARE:
            self.write()

    def write(self) -> None:
        """Write the ticks that wait."""
        for points, rotations in self._waiting:
            self._write(points, rotations)
        self._waiting.clear()

    def _write(self, points: np.ndarray | None, rotations: np.ndarray | None) -> None:
        assert self._calibration is not None
        count = len(self._calibration.names)
        points = np.full((count, 3), np.nan) if points is None else points
        self._tape.append("points", np.asarray(points, dtype=np.float64))
        self._tape.append("valid", np.logical_and.reduce(np.isfinite(points), axis=1))
        if self._calibration.recording.rotations is not None:
            turns = np.tile(rot.IDENTITY, (count, 1)) if rotations is None else rotations
            self._tape.append("rotations", np.asarray(turns, dtype=np.float64))
        self.frames += 1

    def close(self) -> None:
        """Write the file, where there is anything to write."""
        with self._stack:
            self.write()
            if self._calibration is not None and self.frames:
                first = self._calibration.recording
                still = replace(
                    first,
                    fps=self._calibration.fps,
                    notes=(*self._calibration.notes, "Recorded live."),
                    provenance=first.provenance.then("live", frames=self.frames),
                ).still_arrays()
                self._tape.save(self.path, still | labels(KIND))


class CommandRecorder:
    """Writes a robot's motion command by command.

    Args:
        path: The ``.npz`` file, written when it is closed.
        robot: The robot.
    """

    def __init__(self, path: str | Path, robot: Robot) -> None:
        """Begin with nothing."""
        self.path, self._robot = Path(path), robot
        require_writable(self.path)
        self._stack = ExitStack()
        self._tape = self._stack.enter_context(Tape())
        self.fps = 0.0

    def command(self, q: np.ndarray, ending: Ending) -> None:
        """Add a command (Q,)."""
        self._tape.append("q", np.asarray(q, dtype=np.float64))
        self._tape.append("status", np.array(int(ending), dtype=np.int64))

    def close(self, calibration: Calibration | None) -> None:
        """Write the file, where there is anything to write."""
        with self._stack:
            if calibration is None or not self._tape.count("q"):
                return
            arrays = self._tape.arrays()
            RobotMotion(
                robot=self._robot.name,
                method="live",
                joints=self._robot.joints,
                q=arrays["q"],
                fps=calibration.fps,
                status=arrays["status"],
                provenance=calibration.recording.provenance.then("live", robot=self._robot.name),
            ).save(self.path)
