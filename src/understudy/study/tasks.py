"""The pieces of work of a study, each of which a process of its own can do and leaves one file.

Errors travel back as sentences: a process must not fail because an error cannot be sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from understudy.errors import UnderstudyError
from understudy.motion import HumanMotion
from understudy.robots import load_robot
from understudy.study.captures import Capture
from understudy.study.failures import Failure
from understudy.study.outcome import perform_and_judge
from understudy.study.preparation import Prepared, prepare
from understudy.study.senses.performing import perform_and_sense


@dataclass(frozen=True)
class Preparation:
    """A recording to be read and cleaned; see :func:`understudy.study.preparation.prepare`."""

    capture: Capture
    folder: Path
    code: str

    def run(self) -> Prepared | Failure:
        """Do it."""
        try:
            return prepare(self.capture, self.folder, self.code)
        except UnderstudyError as error:
            return Failure.of(error)


@dataclass(frozen=True)
class Performance:
    """A stretch of a recording to be performed by one robot by some methods.

    Attributes:
        recording: Name of the recording.
        motion: File of the person's motion.
        start, stop: The stretch, frames ``start`` to ``stop`` (excluded).
        robot: Name of the robot, or the path of a card.
        outcomes: Method → the file for its outcome.
    """

    recording: str
    motion: Path
    start: int
    stop: int
    robot: str
    outcomes: tuple[tuple[str, Path], ...]

    def run(self) -> Failure | None:
        """Do all whose file is not there."""
        try:
            human = _load_motion(self.motion)
            if (self.start, self.stop) != (0, human.frame_count):
                human = human.section(self.start, self.stop)
            for method, path in self.outcomes:
                if not path.exists():
                    perform_and_judge(human, load_robot(self.robot), method).save(path)
        except UnderstudyError as error:
            return Failure.of(error, f"{self.recording} on {self.robot}")
        return None


@dataclass(frozen=True)
class Simulation:
    """The beginning of a recording to be performed by one robot in simulation.

    Attributes:
        recording: Name of the recording.
        motion: File of the person's motion.
        stop: Frames up to which it is performed (excluded).
        robot: Name of the robot, or the path of a card.
        method: Name of the method that retargets it.
        path: The file for what comes of it.
    """

    recording: str
    motion: Path
    stop: int
    robot: str
    method: str
    path: Path

    def run(self) -> Failure | None:
        """Do it, unless its file is there."""
        try:
            if not self.path.exists():
                human = _load_motion(self.motion).section(0, self.stop)
                perform_and_sense(human, load_robot(self.robot), self.method).save(self.path)
        except UnderstudyError as error:
            return Failure.of(error, f"{self.recording} on {self.robot} in simulation")
        return None


Task = Preparation | Performance | Simulation


@lru_cache(maxsize=1)
def _load_motion(path: Path) -> HumanMotion:
    return HumanMotion.load(path)


def run_task(task: Task) -> Prepared | Failure | None:
    """Run a task; a function, so that it can be sent to another process."""
    return task.run()
