"""Reach: how near a robot could come to the person's limbs at all, whatever the method.

For every limb and frame, the least limb error E = √(θ_upper² + θ_lower²) of any pose within the robot's
joint position limits whose torso is as near to the person's as it can be (see ``torso_placing``), or as the
motion itself holds it. Feet, floor, travel, speed and neighbouring frames do not count, so no motion comes
below it that keeps the limits. Every limb is asked alone, also where two share a motor, as NAO's hips do.

It is found by the open solver: first the torso, then the limbs with the torso held there. Every frame is
solved from several starts: the motion's own pose, postures drawn from all over the joints' ranges, and what
was found for the neighbouring frames. Limbs that share no joint do not disturb each other once the torso is
set: they are solved together, and the best is taken limb by limb. The solver only proposes poses; what they
are worth is measured on MuJoCo's, as for any motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from understudy.evaluate.limbs import carrier, limb_error, shared_limbs
from understudy.evaluate.limits import position_excess
from understudy.evaluate.poses import Poses, pose_robot
from understudy.evaluate.reach_problem import ReachProblem, reach_problem
from understudy.evaluate.torso import Torso, robot_torso, robot_vector
from understudy.evaluate.torso_placing import place_torso
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

TORSO_WEIGHT = 100.0
"""Weight [1/rad] that holds the torso beside limbs of 1: a limb off by 1 rad moves it by a 10,000th."""

TORSO_SLACK = np.radians(0.2)
"""Angle [rad] by which a pose may miss the torso that it was to keep; others do not count."""

GOOD_ENOUGH = np.radians(0.1)
"""A limb error [rad] that is not worth looking for a better one."""

SEEDS = 4
"""Nearest sampled postures from which a limb is solved, each out of another part of them."""

NEIGHBOURS = (-1, 1, -3, 3, -9, 9)
"""Where the frames are whose limbs a frame is solved from as well, one after the other."""

CORRECTIONS = 2
"""Times that limbs are solved again on a robot whose limbs move the torso's own landmarks."""

OWN_NEIGHBOURS = (0, -1, 1)
"""The same with the motion's own torso, to begin with what was found for the other one."""


def find_reach(
    human: HumanMotion, motion: RobotMotion, robot: Robot, torso: Torso
) -> dict[str, np.ndarray] | None:
    """Return limb → least limb error (T,) [rad], NaN where the person's limb or torso is not known.

    Args:
        human: What the person did.
        motion: What the robot does; one candidate among others.
        robot: The robot.
        torso: The torso of both, see :func:`understudy.evaluate.torso.find_torso`.

    Returns:
        None for a robot on a fixed base where the person has no frame that the base could stand for.
    """
    limbs = shared_limbs(human, robot)
    if not limbs:
        return {}
    problem = reach_problem(robot, torso.kind, limbs)
    base = place_torso(problem, human, torso, np.array(motion.q))
    if base is None:
        return None
    search = _Search(problem, human, torso)
    search.hold(base)
    search.note(motion.q)
    for poses, seeds, neighbours in ((base, SEEDS, NEIGHBOURS), (motion.q, 1, OWN_NEIGHBOURS)):
        search.hold(poses)
        for group in problem.groups:
            search.improve(group, lambda _, frames: motion.q[frames])
            for seed in range(seeds):
                search.improve(group, partial(search.sampled, seed))
            for offset in neighbours:
                search.improve(group, partial(search.neighbours, offset))
    return {
        limb: np.where(search.known[:, index], search.least[:, index], np.nan)
        for index, limb in enumerate(limbs)
    }


class _Search:
    """The best pose found so far for every frame and limb.

    Attributes:
        base: (T, Q) poses whose torso is held.
        known: (T, L) where the person's limb and torso are known.
        least: (T, L) least limb error [rad] so far.
        best: (T, L, Q) the pose that has it.
    """

    def __init__(self, problem: ReachProblem, human: HumanMotion, torso: Torso) -> None:
        """Note where the person's limbs point in the torso's frame."""
        self.problem, self._kind = problem, torso.kind
        seen = [human.direction(segment) for segment in problem.segments[problem.torso_count :]]
        self._local = np.stack([_local(torso.human, wanted) for wanted, _ in seen], axis=1)
        both = [upper & lower for (_, upper), (_, lower) in zip(seen[::2], seen[1::2], strict=True)]
        self.known = np.stack(both, axis=1) & torso.known[:, None]
        self.least = np.full(self.known.shape, np.inf)
        self.best = np.tile(problem.robot.home, (*self.known.shape, 1))

    def hold(self, base: np.ndarray) -> None:
        """Look for limbs with the torso that poses (T, Q) have, in whose world everything is then wanted."""
        self.base, robot = base, self.problem.robot
        poses = pose_robot(robot, base)
        axes = robot_torso(robot, poses, self._kind)
        self._hung = poses.orientations[:, self.problem.hung]
        kept = []
        for segment in self.problem.segments[: self.problem.torso_count]:
            ends = robot.segment(segment)
            assert ends is not None
            kept.append(rot.normalise(poses.point(ends[1]) - poses.point(ends[0])))
        limbs = np.einsum("tij,tdj->tdi", axes, self._local)
        self._wanted = np.concatenate([*(direction[:, None] for direction in kept), limbs], axis=1)

    def improve(self, group: Sequence[int], postures: Callable[[int, np.ndarray], np.ndarray]) -> None:
        """Solve the limbs of a group where they are worth it, and keep of every limb what is better.

        Args:
            group: Limbs that share no joint.
            postures: Function of a limb and frames (N,) that returns poses (N, Q) whose joints of that limb
                are to start from.
        """
        columns = list(group)
        frames = np.flatnonzero(((self.least > GOOD_ENOUGH) & self.known)[:, columns].any(axis=1))
        if not len(frames):
            return
        starts = self.base[frames].copy()
        for index in group:
            joints = self.problem.columns[self.problem.limbs[index]]
            starts[:, joints] = postures(index, frames)[:, joints]
        asked = np.zeros((len(frames), len(self.problem.limbs)), dtype=bool)
        asked[:, columns] = self.known[frames][:, columns]
        wanted = self._wanted[frames]
        q = self._solve(frames, starts, asked, wanted)
        if self.problem.torso_moves:
            for _ in range(CORRECTIONS):
                axes = robot_torso(self.problem.robot, pose_robot(self.problem.robot, q), self._kind)
                wanted[:, self.problem.torso_count :] = np.einsum("tij,tdj->tdi", axes, self._local[frames])
                q = self._solve(frames, q, asked, wanted)
        error, is_kept = self._measure(frames, q)
        self._note(group, frames, q, np.where(is_kept[:, None], error, np.inf))

    def note(self, q: np.ndarray) -> None:
        """Count poses (T, Q) as they are, of all frames, where they are within the limits."""
        robot = self.problem.robot
        joints = q[:, -len(robot.joints) :]
        excess = position_excess(joints, robot.lower, robot.upper).max(axis=1, keepdims=True)
        frames = np.arange(len(q))
        error, _ = self._measure(frames, q)
        self._note(range(len(self.problem.limbs)), frames, q, np.where(excess == 0.0, error, np.inf))

    def _note(self, group: Sequence[int], frames: np.ndarray, q: np.ndarray, error: np.ndarray) -> None:
        """Keep of the limbs of a group what is better than before."""
        for index in group:
            rows = np.flatnonzero(error[:, index] < self.least[frames, index])
            self.least[frames[rows], index] = error[rows, index]
            self.best[frames[rows], index] = q[rows]

    def sampled(self, seed: int, index: int, frames: np.ndarray) -> np.ndarray:
        """Return the sampled postures (N, Q) in which a limb is nearest to where it is wanted."""
        limb, postures = self.problem.limbs[index], self.problem.postures
        turn = self._hung[frames, self.problem.hung.tolist().index(carrier(self.problem.robot, limb))]
        first = self.problem.torso_count + 2 * index
        upper, lower = (_local(turn, self._wanted[frames, at]) for at in (first, first + 1))
        return postures.q[postures.nearest(limb, upper, lower, seed, SEEDS)]

    def neighbours(self, offset: int, index: int, frames: np.ndarray) -> np.ndarray:
        """Return the best poses (N, Q) that a limb has so many frames later."""
        return self.best[np.clip(frames + offset, 0, len(self.best) - 1), index]

    def _solve(
        self, frames: np.ndarray, starts: np.ndarray, asked: np.ndarray, wanted: np.ndarray
    ) -> np.ndarray:
        """Return poses (N, Q) with the torso held and the limbs asked for (N, L) as near as they come."""
        count, problem = len(frames), self.problem
        # Hips and shoulders may move with the first joints of limbs, so that their lines are not to be held.
        held = [TORSO_WEIGHT * (name == "trunk") for name in problem.segments[: problem.torso_count]]
        weights = np.concatenate([np.tile(held, (count, 1)), np.repeat(asked, 2, axis=1)], axis=1)
        parts = np.zeros((count, len(problem.parts)))
        orientations = np.concatenate(
            [np.broadcast_to(np.eye(3), (*parts.shape, 3, 3)), self._hung[frames]], axis=1
        )
        hold = np.concatenate([parts, np.full((count, len(problem.hung)), TORSO_WEIGHT)], axis=1)
        return problem.solve(starts, (wanted, weights), (orientations, hold)).q

    def _measure(self, frames: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return limb errors (N, L) [rad] of poses (N, Q), and whether they have the torso that is held."""
        problem = self.problem
        poses = pose_robot(problem.robot, q)
        axes = robot_torso(problem.robot, poses, self._kind)
        turned = poses.orientations[:, problem.hung] - self._hung[frames]
        off = np.linalg.norm(turned, axis=(2, 3)).max(axis=1) / np.sqrt(2.0)
        angles = [
            rot.angle_between(self._local[frames, at], _local(axes, _vector(problem.robot, poses, segment)))
            for at, segment in enumerate(problem.segments[problem.torso_count :])
        ]
        errors = np.stack([limb_error(*pair) for pair in zip(angles[::2], angles[1::2], strict=True)], axis=1)
        return errors, off <= TORSO_SLACK


def _vector(robot: Robot, poses: Poses, segment: str) -> np.ndarray:
    """Return a segment that the robot has (T, 3) [m]."""
    vector = robot_vector(robot, poses, segment)
    assert vector is not None
    return vector


def _local(axes: np.ndarray, vectors_w: np.ndarray) -> np.ndarray:
    """Return world vectors (T, 3) in the frames whose axes are the columns of (T, 3, 3)."""
    return np.einsum("tji,tj->ti", axes, vectors_w)
