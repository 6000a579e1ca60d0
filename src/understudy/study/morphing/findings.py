"""What the study found of one capture: how every way performed it, and where hands and joints were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.evaluate.physical_checks import PhysicalChecks, physical_checks
from understudy.human.fit.fitted_body import landmark_places
from understudy.human.human import Human
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.reconstruction import Reconstruction
from understudy.robots import Robot
from understudy.robots.derive_anatomical import anatomical_table
from understudy.robots.source import leg_scale, robot_body
from understudy.study.morphing.performers import motion_of
from understudy.study.morphing.waist import Waist, body_of, waist

FIRST = "simultaneous"
"""The way whose motion the figures show."""

JOINTS = {"torso_yaw": "chest yaw", "torso_pitch": "chest pitch", "hip_pitch_r": "right hip pitch"}
"""Anatomical angle → what the paper calls its joint (Figs. 7 and 8)."""

_HANDS = ("fingertip_r", "knuckle_r", "wrist_r")
"""Landmarks at the tip of the hand, the best one first."""

_AT_LIMIT = np.radians(2.5)
"""Distance [rad] to the end of its range within which a joint is at its limit: the margin is 2°."""


@dataclass(frozen=True, eq=False)
class JointCourse:
    """A joint of the robot over T frames: (T,) angle [rad], and whether it is at its limit."""

    title: str
    angle: np.ndarray
    is_at_limit: np.ndarray


@dataclass(frozen=True, eq=False)
class Hands:
    """The right hand's tip (T, 3) [m] of the original person, of the robot in its size, reconstructed."""

    landmark: str
    original: np.ndarray
    robot: np.ndarray
    reconstructed: np.ndarray

    def largest(self, whose: str) -> np.ndarray:
        """Return (3,) [m] the largest distance from the original along every axis."""
        return np.abs(getattr(self, whose) - self.original).max(axis=0)


@dataclass(frozen=True, eq=False)
class Finding:
    """One capture.

    Attributes:
        name: Its name in tables.
        human: The person's motion.
        robot: The robot.
        motions: Way → the robot's motion.
    """

    name: str
    human: HumanMotion
    robot: Robot
    motions: Mapping[str, RobotMotion]

    @property
    def motion(self) -> str:
        """Which of the paper's motions it is, nothing where it is another one."""
        return motion_of(self.name)

    def person(self, way: str) -> Reconstruction:
        """Return the reconstructed person of a way."""
        found = self.motions[way].reconstruction
        assert found is not None
        return found

    @cached_property
    def checks(self) -> dict[str, PhysicalChecks]:
        """Way → what MuJoCo says of the robot's motion."""
        return {way: physical_checks(motion, self.robot) for way, motion in self.motions.items()}

    @cached_property
    def joints(self) -> tuple[JointCourse, ...]:
        """Chest and hip joints, those that the robot has."""
        motion, table = self.motions[FIRST], anatomical_table(self.robot)
        found = []
        for angle, title in JOINTS.items():
            if angle not in table:
                continue
            column = self.robot.joints.index(table[angle].joint)
            values = motion.joint_positions[:, column]
            room = np.minimum(values - self.robot.lower[column], self.robot.upper[column] - values)
            found.append(JointCourse(title, values, room < _AT_LIMIT))
        return tuple(found)

    @cached_property
    def waists(self) -> tuple[Waist, Waist]:
        """The waist of the original person and of the reconstructed one."""
        found = self.person(FIRST)
        original, again = (waist(self.human, found, q) for q in (found.original, found.coordinates))
        return original, again

    @cached_property
    def body(self) -> Human:
        """The reconstructed person's body."""
        found = self.person(FIRST)
        return body_of(self.human, found, found.coordinates)

    @cached_property
    def hands(self) -> Hands | None:
        """The right hand, None where the robot has none."""
        landmark = next((name for name in _HANDS if name in self.robot.landmarks), None)
        if landmark is None:
            return None
        found = self.person(FIRST)
        body = self.body
        column = list(body.landmarks).index(landmark)
        original, again = (landmark_places(body, q)[:, column] for q in (found.original, found.coordinates))
        places, _ = robot_body(self.robot, np.array(self.motions[FIRST].q), (landmark,))
        scale = leg_scale(self.human, self.robot) if self.robot.has_free_base else 1.0
        return Hands(landmark, original, places[:, 0] / (scale or 1.0), again)


@dataclass(frozen=True, eq=False)
class Findings:
    """All that is reported.

    Attributes:
        takes: One finding a capture.
        robot: The robot's name.
        failures: Sentences about what went wrong.
        is_made_up: Whether the captures are made up.
    """

    takes: Sequence[Finding]
    robot: str
    failures: Sequence[str]
    is_made_up: bool
