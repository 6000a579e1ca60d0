"""A robot prepared for the question how near it could come to a person: one problem, rows of any frames."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from understudy.evaluate.limb_gauge import Gauge, limb_gauge
from understudy.evaluate.limbs import LIMBS, carrier
from understudy.evaluate.poses import Poses
from understudy.evaluate.reach_kernels import Limbs
from understudy.evaluate.sampled_postures import SampledPostures, sample_postures
from understudy.evaluate.torso import PARTS, vectors_between
from understudy.kernels.compilation import announced_compilation
from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.body_parts import BodyDirection, BodyFrame, BodyPoint
from understudy.kinematics.compile_ahead import compiled_together
from understudy.kinematics.costs import no_costs
from understudy.kinematics.frame_loop import Outcome, advance
from understudy.kinematics.limits import Effort, variable_bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, new_outcome
from understudy.kinematics.tree import Tree, compile_tree
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

TORSO_SEGMENTS = ("trunk", "hip_line", "shoulder_line")
TORSO_PARTS = ("pelvis", "chest")

_EFFORT = Effort(iterations=40, smallest_step=1e-4, from_given=1)
"""Every row starts from the pose that it is given, and is content at a hundredth of a degree."""


@dataclass(frozen=True, eq=False)
class ReachProblem:
    """What may be asked of a robot, without targets.

    Attributes:
        robot: The robot.
        segments: Directions that may be asked for: those of the torso, then upper and lower one of each limb.
        torso_count: How many of them are the torso's.
        parts: Parts of the torso whose orientation may be asked for.
        hung: (H,) bodies that limbs hang from, whose orientation may be asked for, behind the parts.
        carriers_move: Whether a joint that counts to a limb moves a body that limbs hang from.
        torso_moves: Whether shoulders or hips, by which the torso is known, move with the limbs.
        limbs: The limbs.
        groups: Indices of limbs that share no joint, also not one that drives joints of both.
        columns: Limb → the coordinates of its joints.
        joints: The same as kernels take it.
        postures: Postures from all over the joints' ranges.
        gauge: What limbs are measured with.
        problem: What the solver is asked, but for targets.
    """

    robot: Robot
    segments: tuple[str, ...]
    torso_count: int
    parts: tuple[str, ...]
    hung: np.ndarray
    carriers_move: bool
    torso_moves: bool
    limbs: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    columns: dict[str, np.ndarray]
    joints: Limbs
    postures: SampledPostures
    gauge: Gauge
    problem: Problem
    _rooms: threading.local = field(default_factory=threading.local, repr=False)

    def _solver_of(self, problem: Problem) -> Solver:
        """Return this thread's solver with another problem of the same size; it remembers nothing of rows."""
        solver: Solver | None = getattr(self._rooms, "solver", None)
        if solver is None:
            solver = self._rooms.solver = Solver(problem)
        solver.problem = problem
        return solver

    def torso_vectors(self, poses: Poses) -> np.ndarray:
        """Return the torso's segments (S, N, 3) [m], which there must be, in poses of all bodies."""
        ends = [self.robot.segment(segment) for segment in self.segments[: self.torso_count]]
        return vectors_between(poses, tuple(each for each in ends if each is not None))

    def solve(
        self,
        starts: Sequence[np.ndarray],
        directions: tuple[np.ndarray, np.ndarray],
        orientations: tuple[np.ndarray, np.ndarray],
        home: float = 0.0,
    ) -> list[Outcome]:
        """Solve rows that do not know of each other, from one or several poses each.

        Args:
            starts: Poses (N, Q) to start from, each of which is solved from by itself.
            directions: Targets (N, D, 3) and weights (N, D) [1/rad] of ``segments``.
            orientations: Targets (N, F, 3, 3) and weights (N, F) [1/rad] of ``parts`` and ``hung`` bodies.
            home: Weight [1/rad] of the home pose.
        """
        target, weight = directions
        # A direction that is not asked for is not known either, and has to be one all the same.
        target = np.where(weight[:, :, None] > 0.0, target, [1.0, 0.0, 0.0])
        no_points, costs = np.zeros((len(weight), 0, 3)), self.problem.costs
        problem = self.problem.asking(
            point=costs.point._replace(target=no_points, weight=no_points),
            direction=costs.direction._replace(target=target, weight=weight),
            orientation=costs.orientation._replace(target=orientations[0], weight=orientations[1]),
            posture=costs.posture._replace(weight=np.full(len(self.problem.tree.variable), home)),
        )
        solver = self._solver_of(problem)
        found = [new_outcome(*start.shape) for start in starts]
        with announced_compilation(advance), compiled_together():
            for out, start in zip(found, starts, strict=True):
                out.q[:] = start
                solver.run(out, 0, len(start))
        return found


@lru_cache(maxsize=32)
def reach_problem(robot: Robot, kind: str, limbs: tuple[str, ...]) -> ReachProblem:
    """Return the problem of some limbs of a robot.

    Args:
        robot: The robot.
        kind: What its torso is known by, see :class:`understudy.evaluate.torso.Torso`.
        limbs: Limbs whose segments the robot has.
    """
    tree = compile_tree(robot.model)
    size = len(tree.variable)
    lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
    scalar = np.flatnonzero(tree.dof_q >= 0)
    lower[scalar], upper[scalar] = robot.lower, robot.upper
    bounds = variable_bounds(tree, lower, upper, np.full(size, np.inf))
    by_part = kind in PARTS
    torso = () if by_part else tuple(name for name in TORSO_SEGMENTS if robot.segment(name) is not None)
    segments = (*torso, *(segment for limb in limbs for segment in LIMBS[limb]))
    parts = tuple(part for part in TORSO_PARTS if part in robot.frames)
    hung = sorted({carrier(robot, limb) for limb in limbs})
    frames = [BodyFrame(robot.frames[part].body, rot.as_matrix(robot.frames[part].offset)) for part in parts]
    costs = no_costs(tree)._replace(
        direction=direction_block(tree, [_ends(robot, segment) for segment in segments]),
        orientation=orientation_block([*frames, *(BodyFrame(body, np.eye(3)) for body in hung)]),
        posture=no_costs(tree).posture._replace(target=np.array(robot.home)),
    )
    columns = {limb: limb_columns(robot, limb) for limb in limbs}
    return ReachProblem(
        robot=robot,
        segments=segments,
        torso_count=len(torso),
        parts=parts,
        hung=np.array(hung, dtype=np.int64),
        carriers_move=any(_moves(tree, body, own) for body in hung for own in columns.values()),
        torso_moves=any(_ends(robot, LIMBS[limb][0]).start.body != carrier(robot, limb) for limb in limbs),
        limbs=limbs,
        groups=_groups([set(columns[limb].tolist()) for limb in limbs]),
        columns=columns,
        joints=_joints(robot, list(columns.values())),
        postures=sample_postures(robot, tree, bounds),
        gauge=limb_gauge(robot, kind, segments[len(torso) :], np.array(hung, dtype=np.int64)),
        problem=Problem(tree, costs, bounds, np.array(robot.home)[None], _EFFORT),
    )


def limb_columns(robot: Robot, limb: str) -> np.ndarray:
    """Return the coordinates of the joints between the body that a limb hangs from and its end.

    Those that drive one of them from elsewhere count as well.
    """
    tree = compile_tree(robot.model)
    ends = (carrier(robot, limb), _ends(robot, LIMBS[limb][1]).end.body)
    before, until = (set(tree.chain[body, : tree.chain_count[body]].tolist()) for body in ends)
    drivers = {int(tree.variable[dof]) for dof in until - before if tree.variable[dof] >= 0}
    return tree.dof_q[sorted((until - before) | drivers)]


def _joints(robot: Robot, columns: list[np.ndarray]) -> Limbs:
    """Return the coordinates of limbs as kernels take them; not to be written to."""
    counts = [len(own) for own in columns]
    table = np.zeros((len(columns), max(counts)), dtype=np.int64)
    for row, own in zip(table, columns, strict=True):
        row[: len(own)] = own
    return Limbs(table, np.array(counts, dtype=np.int64), np.array(robot.lower), np.array(robot.upper))


def _moves(tree: Tree, body: int, columns: np.ndarray) -> bool:
    """Return whether any of some coordinates moves a body."""
    dofs = tree.chain[body, : tree.chain_count[body]]
    return bool(np.isin(tree.dof_q[dofs], columns).any())


def _groups(joints: list[set[int]]) -> tuple[tuple[int, ...], ...]:
    """Return indices of sets in groups of which no two meet."""
    groups: list[list[int]] = []
    for index, own in enumerate(joints):
        free = (group for group in groups if not any(own & joints[other] for other in group))
        group = next(free, None)
        if group is None:
            groups.append([index])
        else:
            group.append(index)
    return tuple(tuple(group) for group in groups)


def _ends(robot: Robot, segment: str) -> BodyDirection:
    """Return a segment that the robot has."""
    ends = robot.segment(segment)
    assert ends is not None
    return BodyDirection(*(BodyPoint(end.body, end.point) for end in ends))
