"""What every format is written from: a MuJoCo model in motion, a robot's or the fitted human's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from understudy.export.rates import angular_velocities, velocities
from understudy.export.sensed import Sensed, sensed_by
from understudy.motion import HumanMotion, RobotMotion, Rollout
from understudy.motion.landmarks import CONTACTS
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.body_poses import BodyPoses, body_poses, model_coordinates
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

MOVING = "moving"
"""Which bodies: those that joints move, and the root."""


@dataclass(frozen=True, eq=False)
class Clip:
    """A model in motion; what formats share is computed once, when the first of them asks for it.

    Attributes:
        name: Of the robot, or ``human``.
        title: What was performed: the name of the capture's file.
        model: The compiled model.
        q: (T, nq) coordinates in the model's order.
        fps: Frames a second [1/s].
        contacts: (T, 4) bool, the points of ``CONTACTS`` held on the floor.
        feet: Side → index of the body that is the foot, where it is known.
        progress: Told frames done and frames in all while bodies are placed.
        sensed: What was sensed, of a rollout.
    """

    name: str
    title: str
    model: mujoco.MjModel
    q: np.ndarray
    fps: float
    contacts: np.ndarray
    feet: dict[str, int]
    progress: Callable[[int, int], None] | None = None
    sensed: Sensed | None = None

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.q)

    @property
    def has_free_base(self) -> bool:
        """Whether the model's root moves."""
        model = self.model
        return bool(model.njnt) and int(model.jnt_type[0]) == int(mujoco.mjtJoint.mjJNT_FREE)

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """Names of J scalar joints in the model's order, depth first."""
        first = 1 if self.has_free_base else 0
        return tuple(self.model.joint(index).name for index in range(first, self.model.njnt))

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """Names of B bodies in the model's order, depth first, without the world; the root is the first."""
        return tuple(self.model.body(index).name for index in range(1, self.model.nbody))

    @cached_property
    def poses(self) -> BodyPoses:
        """Poses of the world and of B bodies."""
        return body_poses(self.model, self.q, self.progress)

    @property
    def body_positions(self) -> np.ndarray:
        """(T, B, 3) [m] origins of the bodies in the world."""
        return self.poses.positions[:, 1:]

    @property
    def body_quaternions(self) -> np.ndarray:
        """(T, B, 4) wxyz orientations of the bodies in the world."""
        return self.poses.quaternions[:, 1:]

    @cached_property
    def body_linear_velocities(self) -> np.ndarray:
        """(T, B, 3) [m/s] of the bodies' origins in the world."""
        return velocities(self.body_positions, self.fps)

    @cached_property
    def body_angular_velocities(self) -> np.ndarray:
        """(T, B, 3) [rad/s] of the bodies in the world."""
        return angular_velocities(self.body_quaternions, self.fps)

    @cached_property
    def body_turns(self) -> np.ndarray:
        """(T, B, 4) wxyz each body's turn by its joints, in its own frame; of the root, in the world."""
        parents = self.poses.quaternions[:, self.model.body_parentid[1:]]
        rest = np.broadcast_to(self.model.body_quat[1:], self.body_quaternions.shape)
        turns = rot.multiply(rot.conjugate(rot.multiply(parents, rest)), self.body_quaternions)
        turns[:, 0] = self.root_quaternions
        return turns

    def joints_of(self, body: int) -> range:
        """Return the indices into ``joints`` of those that move a body, which counts from the root as 0."""
        model, free = self.model, int(self.has_free_base)
        first = int(model.body_jntadr[body + 1]) - free
        return range(max(first, 0), max(first, 0) + self.joint_counts[body])

    @cached_property
    def joint_counts(self) -> tuple[int, ...]:
        """How many scalar joints move each of B bodies."""
        counts = self.model.body_jntnum[1:].copy()
        counts[0] -= int(self.has_free_base)
        return tuple(int(count) for count in counts)

    @property
    def joint_positions(self) -> np.ndarray:
        """(T, J) [rad or m]."""
        return self.q[:, ROOT_SIZE:] if self.has_free_base else self.q

    @cached_property
    def joint_velocities(self) -> np.ndarray:
        """(T, J) [rad/s or m/s]."""
        return velocities(self.joint_positions, self.fps)

    @property
    def root_positions(self) -> np.ndarray:
        """(T, 3) [m] of the first body, which stays where it is on a fixed base."""
        return self.q[:, :3] if self.has_free_base else self.body_positions[:, 0]

    @property
    def root_quaternions(self) -> np.ndarray:
        """(T, 4) wxyz of the first body, the sign chosen so that neighbours never jump."""
        turns = self.q[:, 3:ROOT_SIZE] if self.has_free_base else self.body_quaternions[:, 0]
        return rot.continuous(turns)

    @cached_property
    def coordinate_velocities(self) -> np.ndarray:
        """(T, nv) as MuJoCo has them: the root's turns are seen from the root."""
        if not self.has_free_base:
            return self.joint_velocities
        turning_w = angular_velocities(self.root_quaternions, self.fps)
        turning = rot.rotate(rot.conjugate(self.root_quaternions), turning_w)
        return np.concatenate(
            [velocities(self.root_positions, self.fps), turning, self.joint_velocities], axis=1
        )

    def chosen_bodies(self, which: str) -> np.ndarray:
        """Return indices of bodies, the root's is 0: ``all``, or ``moving``: the root and what joints move.

        Simulators merge bodies that are welded to others, or their models have none.
        """
        is_chosen = np.ones(len(self.bodies), dtype=bool)
        if which == MOVING:
            is_chosen[1:] = np.array(self.joint_counts[1:]) > 0
        return np.flatnonzero(is_chosen)

    def foot_contacts(self) -> np.ndarray:
        """Return (T, B) bool, True where a body is a foot of which a point is held on the floor."""
        held = np.zeros((self.frame_count, len(self.bodies)), dtype=bool)
        for side, body in self.feet.items():
            points = [index for index, name in enumerate(CONTACTS) if name.endswith(f"_{side}")]
            held[:, body - 1] |= self.contacts[:, points].any(axis=1)
        return held


def clip_of_robot(
    motion: RobotMotion,
    robot: Robot,
    progress: Callable[[int, int], None] | None = None,
    rollout: Rollout | None = None,
) -> Clip:
    """Return a robot's motion as a clip.

    Args:
        motion: The motion.
        robot: The robot that it is of.
        progress: Told frames done and frames in all while bodies are placed.
        rollout: Where the motion was reached, with what was sensed.
    """
    return Clip(
        name=robot.name,
        title=motion.provenance.source or robot.name,
        model=robot.model,
        q=model_coordinates(robot, motion),
        fps=motion.fps,
        contacts=motion.contact_mask,
        feet={side: sole.body for side, sole in robot.soles.items()},
        progress=progress,
        sensed=None if rollout is None else sensed_by(robot, rollout),
    )


def clip_of_human(motion: HumanMotion, progress: Callable[[int, int], None] | None = None) -> Clip:
    """Return the fitted human's motion as a clip.

    Args:
        motion: A motion to which the reference human was fitted.
        progress: Told frames done and frames in all while bodies are placed.

    Raises:
        InvalidMotionError: Where no body was fitted.
    """
    from understudy.human import fitted_body

    human = fitted_body(motion)
    assert motion.coordinates is not None
    return Clip(
        name="human",
        title=motion.provenance.source or "human",
        model=human.model,
        q=motion.coordinates,
        fps=motion.fps,
        contacts=motion.contact_mask,
        feet={side: human.frames[f"foot_{side}"].body for side in ("l", "r")},
        progress=progress,
    )
