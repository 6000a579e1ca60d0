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

Some frames a second are solved first (see ``key_frames``). The others take over what was found there, in
proportion, where a pose between the best ones, which is measured too, bears it out; else they are solved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from understudy.evaluate.key_frames import key_frames, poses_between
from understudy.evaluate.limb_gauge import gauge_limbs
from understudy.evaluate.limbs import carrier, shared_limbs
from understudy.evaluate.limits import position_slack
from understudy.evaluate.poses import frame_blocks, pose_robot
from understudy.evaluate.reach_kernels import keep_better, note_own, settle, write_poses_between
from understudy.evaluate.reach_problem import ReachProblem, reach_problem
from understudy.evaluate.torso import Torso, robot_torso
from understudy.evaluate.torso_placing import place_torso
from understudy.kinematics.problem import as_kernels_take
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

BORNE_OUT = np.radians(1.0)
"""Angle [rad] by which a pose between two key frames may be farther off than what is taken over from them."""

CORRECTIONS = 2
"""Times that limbs are solved again on a robot whose limbs move the torso's own landmarks."""

NEXT_NEIGHBOURS = (-1, 1)
"""The same with the motion's own torso."""

Postures = Callable[[int, np.ndarray], np.ndarray]
"""Function of a limb and frames (N,) that returns the coordinates (N, n) of the limb's joints."""


def find_reach(
    human: HumanMotion,
    motion: RobotMotion,
    robot: Robot,
    torso: Torso,
    own_errors: Mapping[str, np.ndarray],
) -> dict[str, np.ndarray] | None:
    """Return limb → least limb error (T,) [rad], NaN where the person's limb or torso is not known.

    Args:
        human: What the person did.
        motion: What the robot does; one candidate among others.
        robot: The robot.
        torso: The torso of both, see :func:`understudy.evaluate.torso.find_torso`.
        own_errors: Limb → limb error (T,) [rad] of the motion itself.

    Returns:
        None for a robot on a fixed base where the person has no frame that the base could stand for.
    """
    limbs = shared_limbs(human, robot)
    if not limbs:
        return {}
    problem = reach_problem(robot, torso.kind, limbs)
    keys = key_frames(motion)
    base = place_torso(problem, human, torso, motion.q, keys)
    if base is None:
        return None
    search = _Search(problem, human, torso, motion.q)
    search.note_own(own_errors)
    everywhere = np.arange(motion.frame_count)
    placed = poses_between(keys, base, motion.q, robot.has_free_base)
    search.hold(placed, everywhere if problem.carriers_move else keys)
    search.look_at(keys)
    for group in problem.groups:
        search.improve(group, search.own)
    search.carry_over(keys)
    for poses, seeds, neighbours in ((placed, SEEDS, NEIGHBOURS), (motion.q, 1, NEXT_NEIGHBOURS)):
        if not search.is_open.any():
            break
        search.hold(poses, np.flatnonzero(search.is_open.any(axis=1)))
        for group in problem.groups:
            search.improve(group, partial(search.neighbours, 0))
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
        best: (L, T, n) of every limb, the coordinates of its joints that have it, and then others.
    """

    def __init__(self, problem: ReachProblem, human: HumanMotion, torso: Torso, own: np.ndarray) -> None:
        """Note where the person's limbs point in the torso's frame, and the motion's own poses (T, Q)."""
        self.problem, self._kind, self._own = problem, torso.kind, as_kernels_take(own)
        seen = [human.direction(segment) for segment in problem.segments[problem.torso_count :]]
        wanted = np.stack([wanted for wanted, _ in seen], axis=1)
        self._local = np.einsum("tji,tdj->tdi", torso.human, wanted)
        both = [upper & lower for (_, upper), (_, lower) in zip(seen[::2], seen[1::2], strict=True)]
        self.known = np.stack(both, axis=1) & torso.known[:, None]
        self.least = np.full(self.known.shape, np.inf)
        self._columns = [problem.columns[limb] for limb in problem.limbs]
        self._all_limbs = np.arange(len(problem.limbs))
        self.best = np.empty((len(problem.limbs), len(own), problem.joints.columns.shape[1]))
        self.best[:] = np.array(problem.robot.home)[problem.joints.columns][:, None]
        self._looked_at = np.ones(len(own), dtype=bool)
        self._is_settled = np.zeros(self.known.shape, dtype=bool)
        self._hung = np.full((len(own), len(problem.hung), 3, 3), np.nan)
        self._wanted = np.empty((len(own), len(problem.segments), 3))

    @property
    def is_open(self) -> np.ndarray:
        """(T, L) limbs that are worth looking for a better pose, in frames that are looked at."""
        return (self.least > GOOD_ENOUGH) & self.known & ~self._is_settled & self._looked_at[:, None]

    def look_at(self, frames: np.ndarray) -> None:
        """Leave all but some frames (N,) aside."""
        self._looked_at[:] = False
        self._looked_at[frames] = True

    def hold(self, base: np.ndarray, frames: np.ndarray) -> None:
        """Look for limbs with the torso that poses (T, Q) have, in whose world everything is then wanted.

        Args:
            base: The poses.
            frames: (N,) frames in which limbs will be looked for.
        """
        self.base, problem = base, self.problem
        for block in frame_blocks(len(frames)):
            rows = frames[block]
            poses = pose_robot(problem.robot, base[rows])
            self._hung[rows] = poses.orientations[:, problem.hung]
            if problem.torso_count:
                vectors = problem.torso_vectors(poses)
                self._wanted[rows, : problem.torso_count] = rot.normalise(vectors).swapaxes(0, 1)
            axes = robot_torso(problem.robot, poses, self._kind)
            self._wanted[rows, problem.torso_count :] = self._local[rows] @ axes.transpose(0, 2, 1)

    def improve(self, group: Sequence[int], postures: Postures) -> None:
        """Solve the limbs of a group where they are worth it, and keep of every limb what is better.

        Args:
            group: Limbs that share no joint.
            postures: Where the joints of a limb are to start from.
        """
        columns = list(group)
        open_frames = np.flatnonzero(self.is_open[:, columns].any(axis=1))
        for block in frame_blocks(len(open_frames)):
            self._improve(columns, open_frames[block], postures)

    def _improve(self, columns: list[int], frames: np.ndarray, postures: Postures) -> None:
        starts = self.base[frames].copy()
        for index in columns:
            starts[:, self._columns[index]] = postures(index, frames)
        asked = np.zeros((len(frames), len(self.problem.limbs)), dtype=bool)
        asked[:, columns] = self.known[frames][:, columns]
        wanted = self._wanted[frames]
        q = self._solve(frames, starts, asked, wanted)
        if self.problem.torso_moves:
            for _ in range(CORRECTIONS):
                axes = robot_torso(self.problem.robot, pose_robot(self.problem.robot, q), self._kind)
                wanted[:, self.problem.torso_count :] = np.einsum("tij,tdj->tdi", axes, self._local[frames])
                q = self._solve(frames, q, asked, wanted)
        self._note(np.array(columns), frames, q)

    def note_own(self, errors: Mapping[str, np.ndarray]) -> None:
        """Count the motion's own poses, where they are within the limits, by their limb errors (T,) [rad]."""
        robot, of_limbs = self.problem.robot, np.array([errors[limb] for limb in self.problem.limbs])
        slack = position_slack(robot.lower, robot.upper)
        note_own(self.problem.joints, slack, self.known, self._own, of_limbs, self.least, self.best)

    def carry_over(self, keys: np.ndarray) -> None:
        """Take over in other frames what was found in key frames (K,), where poses between bear it out.

        From then on all frames are looked at in which a limb is not settled.
        """
        is_key = np.zeros(len(self._own), dtype=bool)
        is_key[keys] = True
        others = np.flatnonzero(~is_key)
        self._looked_at[:] = True
        for block in frame_blocks(len(others)):
            frames = others[block]
            q = self.base[frames]
            write_poses_between(self.problem.joints, keys, self._own, self.best, frames, q)
            error = self._note(self._all_limbs, frames, q)
            settle(keys, self.known, frames, error, BORNE_OUT, self.least, self._is_settled)

    def _note(self, group: np.ndarray, frames: np.ndarray, q: np.ndarray) -> np.ndarray:
        """Keep of the limbs of a group what is better than before in poses (N, Q).

        Returns limb errors (N, L) [rad], infinite in poses that do not hold the torso.
        """
        error, is_kept = self._measure(frames, q)
        keep_better(self.problem.joints, group, frames, q, is_kept, error, self.least, self.best)
        return error

    def own(self, index: int, frames: np.ndarray) -> np.ndarray:
        """Return the coordinates (N, n) of a limb's joints in the motion itself."""
        return self._own[np.ix_(frames, self._columns[index])]

    def sampled(self, seed: int, index: int, frames: np.ndarray) -> np.ndarray:
        """Return a limb's joints (N, n) in the sampled postures that are nearest to where it is wanted."""
        limb, postures = self.problem.limbs[index], self.problem.postures
        turn = self._hung[frames, self.problem.hung.tolist().index(carrier(self.problem.robot, limb))]
        first = self.problem.torso_count + 2 * index
        upper, lower = (_local(turn, self._wanted[frames, at]) for at in (first, first + 1))
        return postures.q[:, self._columns[index]][postures.nearest(limb, upper, lower, seed, SEEDS)]

    def neighbours(self, offset: int, index: int, frames: np.ndarray) -> np.ndarray:
        """Return the best coordinates (N, n) that a limb's joints have so many frames later."""
        later = np.clip(frames + offset, 0, len(self._own) - 1) if offset else frames
        return self.best[index, later, : len(self._columns[index])]

    def _solve(
        self, frames: np.ndarray, starts: np.ndarray, asked: np.ndarray, wanted: np.ndarray
    ) -> np.ndarray:
        """Return poses (N, Q) with the torso held and the limbs asked for (N, L) as near as they come."""
        count, problem = len(frames), self.problem
        weights, parts = np.empty((count, len(problem.segments))), len(problem.parts)
        # Hips and shoulders may move with the first joints of limbs, so that their lines are not to be held.
        of_torso = problem.segments[: problem.torso_count]
        weights[:, : problem.torso_count] = [TORSO_WEIGHT * (name == "trunk") for name in of_torso]
        weights[:, problem.torso_count :: 2] = weights[:, problem.torso_count + 1 :: 2] = asked
        hold = np.full((count, parts + len(problem.hung)), TORSO_WEIGHT)
        orientations = np.empty((*hold.shape, 3, 3))
        hold[:, :parts], orientations[:, :parts] = 0.0, np.eye(3)
        orientations[:, parts:] = self._hung[frames]
        (found,) = problem.solve((starts,), (wanted, weights), (orientations, hold))
        return found.q

    def _measure(self, frames: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return limb errors (N, L) [rad] of poses (N, Q), and whether they have the torso that is held."""
        # Where nothing was held yet, only limbs that do not move the torso differ from the poses to be held.
        poses, wanted = pose_robot(self.problem.robot, q), self._local[frames]
        return gauge_limbs(self.problem.gauge, poses, wanted, self._hung[frames], TORSO_SLACK)


def _local(axes: np.ndarray, vectors_w: np.ndarray) -> np.ndarray:
    """Return world vectors (T, 3) in the frames whose axes are the columns of (T, 3, 3)."""
    return np.einsum("tji,tj->ti", axes, vectors_w)
