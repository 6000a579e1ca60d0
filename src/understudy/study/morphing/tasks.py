"""The pieces of work of the study: one capture performed by the robot in one way, kept in one file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from understudy.batch.fingerprint import fingerprint, robot_digest
from understudy.errors import InvalidMotionError, UnderstudyError
from understudy.human.coverage import LEGS, missing_limbs, shown_by_fit
from understudy.pipeline import retarget
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import Robot, load_robot
from understudy.study.captures import Capture
from understudy.study.failures import Failure
from understudy.study.preparation import capture_digest
from understudy.takes import Take, read_take

WAYS: dict[str, SimultaneousOptions] = {
    "simultaneous": SimultaneousOptions(),
    "sequential": SimultaneousOptions(order="sequential"),
    "joints31": SimultaneousOptions(human="31"),
}
"""What is compared: everything as one problem; morphing first and limits second ((5), (6)); as one problem
with the human of 31 degrees of freedom."""

TITLES = {"simultaneous": "simultaneous", "sequential": "sequential", "joints31": "simultaneous, 31 DoF"}


@dataclass(frozen=True)
class Kept:
    """Where one capture's files are: the person's motion, and the robot's in every way."""

    human: Path
    motions: dict[str, Path]


def kept_files(capture: Capture, robot: str, folder: Path) -> Kept:
    """Return where results of a capture belong, by its bytes, the robot, the ways and the code.

    Raises:
        CaptureError: Where the capture cannot be read.
    """
    digest = capture_digest(capture.path)
    parts = {"capture": digest, "robot": robot_digest(load_robot(robot))}
    motions = {
        way: folder / f"{Path(robot).stem}_{way}_{fingerprint(**parts, **asdict(options))}.npz"
        for way, options in WAYS.items()
    }
    return Kept(folder / f"human_{fingerprint(capture=digest)}.npz", motions)


@dataclass(frozen=True)
class Performance:
    """A capture to be performed in one way.

    Attributes:
        capture: The capture.
        robot: Name of the robot, or the path of a card.
        way: One of ``WAYS``.
        human: The file for the person's motion.
        motion: The file for the robot's.
    """

    capture: Capture
    robot: str
    way: str
    human: Path
    motion: Path

    def run(self) -> Failure | None:
        """Do it, unless it was done."""
        try:
            if not (self.motion.exists() and self.human.exists()):
                take = read_take(self.capture.path)
                robot = load_robot(self.robot)
                _require_legs(take, robot)
                made = retarget(take.human, robot, "simultaneous", WAYS[self.way], take.recording)
                take.human.save(self.human)
                # The robot's motion comes last, so that where it is, the person's is.
                made.save(self.motion)
        except UnderstudyError as error:
            return Failure.of(error, self.capture.name)
        return None


def _require_legs(take: Take, robot: Robot) -> None:
    """Require a person whose legs are seen, where the robot stands on its own.

    Raises:
        InvalidMotionError: Where none of them is.
    """
    shown = () if take.recording is None else shown_by_fit(take.recording, take.human)
    if robot.has_free_base and set(LEGS) <= set(missing_limbs(take.human)) - set(shown):
        raise InvalidMotionError(
            f"no leg is seen, so that {robot.name} cannot stand as the person did; expected a capture of the "
            "whole body, or a robot on a fixed base"
        )


def run_task(task: Performance) -> Failure | None:
    """Run a task; a function, so that it can be sent to another process."""
    return task.run()
