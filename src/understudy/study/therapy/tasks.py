"""The pieces of work of the study: one move of one participant, from camera to robot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from understudy.clean import clean
from understudy.clean.mirroring import mirror
from understudy.errors import UnderstudyError
from understudy.evaluate.tracking import FULL
from understudy.human import human_from_recording
from understudy.human.demonstrations.perspective import Perspective, as_shown
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import SEGMENTS
from understudy.retarget import RangeOptions, ranges
from understudy.retarget.ranges import joint_maps
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, simulate
from understudy.simulate.target_pid import open_loop
from understudy.study.failures import Failure
from understudy.study.therapy.participants import Participant, captured, shown
from understudy.takes import read_recording

OPTIONS = RangeOptions(reading="links", mapping="ends")
"""The paper's mapping, with limits of motion and of parts that would touch."""

OPEN_LOOP_TICK = 0.01
"""Time [s] from one command to the next in the open loop."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of a take.

    Attributes:
        participant: Who.
        move: What.
        fps: Frames a second [1/s].
        errors: (T, J) [rad] target minus reached, on the simulated robot, of the joints that are played.
        targets: (T, J) [rad].
        open_loop: (T, J) [rad] what the controller alone makes of them.
        perspective: How the take compares with the shown move; None of captures.
        dropped: Points that were taken out of the capture since they had jumped.
        points: Points in all.
        raw: (T, K, 3) [m] as the camera saw them, NaN where missing.
        cleaned: (T, K, 3) [m] afterwards.
        names: K points.
        bones: Pairs of points that limbs and trunk run between.
        mirrors: Whether the participant mirrored the robot.
        saturated: (T,) in which frames a motor gave all that it has.
    """

    participant: str
    move: str
    fps: float
    errors: np.ndarray
    targets: np.ndarray
    open_loop: np.ndarray
    perspective: Perspective | None
    mirrors: bool
    dropped: int
    points: int
    raw: np.ndarray
    cleaned: np.ndarray
    names: tuple[str, ...]
    bones: tuple[tuple[int, int], ...]
    saturated: np.ndarray

    @property
    def per_frame(self) -> np.ndarray:
        """(T,) [rad] mean size of the error over joints."""
        return np.abs(self.errors).mean(axis=1)

    @property
    def settled(self) -> np.ndarray:
        """The same after the first second."""
        return self.per_frame[round(self.fps) :]


@dataclass(frozen=True)
class Performance:
    """A take to be performed.

    Attributes:
        robot: The robot's name.
        seed: Of noise and of where the robot starts.
        move: Name of the move, or of a capture.
        participant: Who shows it; None for a capture.
        capture: The capture, where one was given.
    """

    robot: str
    seed: int
    move: str
    participant: Participant | None
    capture: Path | None = None

    @property
    def name(self) -> str:
        """Name in sentences."""
        return self.move if self.participant is None else f"{self.participant.name} {self.move}"

    def run(self) -> Outcome | Failure:
        """Do it."""
        try:
            return self._outcome(load_robot(self.robot))
        except UnderstudyError as error:
            return Failure.of(error, self.name)

    def _outcome(self, robot: Robot) -> Outcome:
        raw, recording, human, perspective = self._taken()
        motion = ranges(human, robot, OPTIONS)
        start = 100 * self.seed + (0 if self.participant is None else self.participant.number)
        options = SimulationOptions(controller="targets", start="random", seed=start)
        rollout = simulate(motion, robot, options)
        played = [robot.joints.index(name) for name in played_joints(robot)]
        targets = np.array(motion.joint_positions)[:, played]
        home = robot.home[-len(robot.joints) :][played]
        return Outcome(
            participant="" if self.participant is None else self.participant.name,
            move=self.move,
            fps=motion.fps,
            errors=-rollout.joint_errors[:, played],
            targets=targets,
            open_loop=open_loop(targets, home, motion.fps, OPEN_LOOP_TICK),
            perspective=perspective,
            mirrors=self.participant is not None and self.participant.mirrors,
            dropped=_dropped(raw, recording),
            points=raw.points[..., 0].size,
            raw=np.where(raw.valid_mask[..., None], raw.points, np.nan),
            cleaned=np.array(recording.points),
            names=recording.names,
            bones=_bones(recording),
            saturated=np.any(np.abs(rollout.torques) >= FULL * robot.gains.torque, axis=1),
        )

    def _taken(self) -> tuple[Recording, Recording, HumanMotion, Perspective | None]:
        """Return the capture, it cleaned, the person on the robot's side, and how that was found."""
        if self.participant is None:
            assert self.capture is not None
            recording = read_recording(self.capture)
            return recording, recording, human_from_recording(recording), None
        raw = captured(self.participant, self.move, self.seed)
        if self.participant.mirrors:
            raw = mirror(raw)
        recording = clean(raw)
        human, perspective = as_shown(human_from_recording(recording), shown(self.move))
        return raw, recording, human, perspective


def played_joints(robot: Robot) -> tuple[str, ...]:
    """Return the joints that people's angles are sent to, QTrobot's seven (Table III); the others rest."""
    played = {course.joint for course in joint_maps(robot, OPTIONS).values()}
    return tuple(name for name in robot.joints if name in played)


def _bones(recording: Recording) -> tuple[tuple[int, int], ...]:
    """Return the points between which segments run, of those that one point stands for each."""
    at = {
        landmark: recording.names.index(points[0])
        for landmark, points in recording.landmark_points.items()
        if len(points) == 1
    }
    return tuple((at[start], at[end]) for start, end in SEGMENTS.values() if start in at and end in at)


def _dropped(raw: Recording, cleaned: Recording) -> int:
    """Return how many points had jumped: those that moved by more than any filter moves them."""
    off = np.linalg.norm(raw.points - cleaned.points, axis=-1)
    floor = np.nanmedian(np.where(raw.valid_mask, off, np.nan))
    return int((raw.valid_mask & (np.abs(off - floor) > 0.15)).sum())


def run_task(task: Performance) -> Outcome | Failure:
    """Run a task; a function, so that it can be sent to another process."""
    return task.run()


def performances(
    robot: str, seed: int, people: tuple[Participant, ...], moves: tuple[str, ...]
) -> list[Performance]:
    """Return every move of every participant."""
    return [Performance(robot, seed, move, person) for person in people for move in moves]


def of_captures(robot: str, seed: int, captures: dict[str, Path]) -> list[Performance]:
    """Return captures that were given, each a take."""
    return [replace(Performance(robot, seed, name, None), capture=path) for name, path in captures.items()]
