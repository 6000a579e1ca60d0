"""Reach: how near a robot could come to the person's limbs at all, whatever the method.

For every limb and frame, the least limb error E = √(θ_upper² + θ_lower²) of any pose within the robot's
joint position limits whose torso is as near to the person's as it can be. Feet, floor, travel, speed and
neighbouring frames do not count, so no method comes below it unless it holds the torso otherwise.

It is found by the open solver: first the torso alone (trunk, line of the hips, line of the shoulders), then
the limbs with the torso held there. Every frame is solved from several starts: the motion's own pose,
postures drawn from all over the joints' ranges, and what was found for the neighbouring frames. Limbs do not
disturb each other once the torso is set, so the best is taken limb by limb. The solver only proposes poses;
what they are worth is measured on MuJoCo's, as for any motion.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.evaluate.limbs import LIMBS, limb_error, shared_limbs
from understudy.evaluate.poses import Poses, pose_robot
from understudy.evaluate.sampled_postures import SampledPostures, sample_postures
from understudy.evaluate.torso import CHEST, Torso, robot_torso, robot_vector
from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.body_parts import BodyDirection, BodyFrame, BodyPoint
from understudy.kinematics.compilation import announced_compilation
from understudy.kinematics.compile_ahead import compiled_together
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.frame_loop import Outcome, advance
from understudy.kinematics.limits import Bounds, Effort, variable_bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, new_outcome
from understudy.kinematics.sparsity import Pattern, pattern_of
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots.parts import has_waist
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

TORSO_SEGMENTS = ("trunk", "hip_line", "shoulder_line")

TORSO_WEIGHT = 100.0
"""Weight [1/rad] of the torso beside limbs of 1: what a limb is off by 1 rad moves it by a 10,000th rad."""

HOME_WEIGHT = 1e-3
"""Weight [1/rad] of the home pose, which decides what the torso leaves open."""

TORSO_SLACK = np.radians(0.1)
"""Angle [rad] by which a pose may miss the torso that it was to keep; others do not count."""

GOOD_ENOUGH = np.radians(0.1)
"""A limb error [rad] that is not worth looking for a better one."""

SEEDS = 2
"""Nearest sampled postures from which a limb is solved, each out of another part of them."""

NEIGHBOURS = (-1, 1)
"""Frames whose poses a frame is solved from as well."""

_EFFORT = Effort(iterations=40, smallest_step=1e-4, from_given=1)


@dataclass(frozen=True, eq=False)
class _Body:
    """A robot prepared: tree, limits, costs without targets, postures, and what belongs to which limb."""

    robot: Robot
    torso: tuple[str, ...]
    limbs: tuple[str, ...]
    tree: Tree
    bounds: Bounds
    costs: Costs
    pattern: Pattern
    postures: SampledPostures
    columns: dict[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class _Wanted:
    """What the body should look like over T frames.

    Attributes:
        torso: (T, N, 3) directions of the torso's segments.
        torso_known: (T, N).
        chest: (T, 3, 3) orientations of the chest, used where the chest is the torso.
        limbs: (T, 2L, 3) directions of upper and lower segment, limb after limb.
        limbs_known: (T, L) where both are known.
    """

    torso: np.ndarray
    torso_known: np.ndarray
    chest: np.ndarray
    limbs: np.ndarray
    limbs_known: np.ndarray


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
    turn = _turn_into_base(human, robot)
    if turn is None:
        return None
    if not limbs:
        return {}
    body = _prepare(robot, torso.kind, limbs)
    wanted = _wanted(human, body, torso, turn)
    base = _place_torso(body, wanted, human, motion, turn)
    search = _Search(body, _with_torso_of(body, wanted, torso, base), torso, base, human)
    search.try_all(np.arange(len(base)), _with_limbs_of(body, base, motion.q))
    frames = search.frames_to_improve()
    for seed in range(SEEDS):
        search.try_all(frames, search.sampled(frames, seed))
    for _ in range(2):
        for offset in NEIGHBOURS:
            frames = search.frames_to_improve()
            near = np.clip(frames + offset, 0, len(base) - 1)
            search.try_all(frames, search.composed(frames, near))
        # Alone, a limb may also use what the torso leaves open.
        for index in range(len(limbs)):
            search.try_alone(index)
    return {
        limb: np.where(search.wanted.limbs_known[:, index], search.least[:, index], np.nan)
        for index, limb in enumerate(limbs)
    }


class _Search:
    """The best pose found so far for every frame and limb.

    Attributes:
        wanted: What is asked, the torso's directions being those that the robot has in ``base``.
        base: (T, Q) poses with the torso in place.
        least: (T, L) least limb error [rad] so far.
        best: (T, L, Q) the pose that has it.
    """

    def __init__(
        self, body: _Body, wanted: _Wanted, torso: Torso, base: np.ndarray, human: HumanMotion
    ) -> None:
        self.body, self.wanted, self.base = body, wanted, base
        self._torso = torso
        self._own = {
            segment: _local(torso.human, human.direction(segment)[0])
            for limb in body.limbs
            for segment in LIMBS[limb]
        }
        self._base_torso = robot_torso(body.robot, pose_robot(body.robot, base), torso.kind)
        self.least = np.full((len(base), len(body.limbs)), np.inf)
        self.best = np.repeat(base[:, None], len(body.limbs), axis=1)

    def frames_to_improve(self) -> np.ndarray:
        """Return the frames in which some limb is worth looking for a better pose."""
        return np.flatnonzero(((self.least > GOOD_ENOUGH) & self.wanted.limbs_known).any(axis=1))

    def try_all(self, frames: np.ndarray, starts: np.ndarray) -> None:
        """Solve all limbs of frames (N,) from poses (N, Q)."""
        self._try(frames, starts, self.wanted.limbs_known[frames].astype(np.float64))

    def try_alone(self, index: int) -> None:
        """Solve one limb from the best poses that it has."""
        frames = np.flatnonzero((self.least[:, index] > GOOD_ENOUGH) & self.wanted.limbs_known[:, index])
        weight = np.zeros((len(frames), len(self.body.limbs)))
        weight[:, index] = 1.0
        self._try(frames, self.best[frames, index], weight)

    def sampled(self, frames: np.ndarray, seed: int) -> np.ndarray:
        """Return poses (N, Q) whose limbs are those of the nearest sampled postures."""
        poses, postures = self.base[frames].copy(), self.body.postures
        orientations = pose_robot(self.body.robot, poses).orientations
        for index, limb in enumerate(self.body.limbs):
            ends = self.body.robot.segment(LIMBS[limb][0])
            assert ends is not None
            turn = orientations[:, ends[0].body]
            upper, lower = (_local(turn, self.wanted.limbs[frames, 2 * index + part]) for part in range(2))
            columns = self.body.columns[limb]
            poses[:, columns] = postures.q[postures.nearest(limb, upper, lower, seed, SEEDS)][:, columns]
        return poses

    def composed(self, frames: np.ndarray, near: np.ndarray) -> np.ndarray:
        """Return poses (N, Q) of frames whose limbs are the best ones of the frames ``near`` (N,)."""
        poses = self.base[frames].copy()
        for index, limb in enumerate(self.body.limbs):
            columns = self.body.columns[limb]
            poses[:, columns] = self.best[near, index][:, columns]
        return poses

    def _try(self, frames: np.ndarray, starts: np.ndarray, weight: np.ndarray) -> None:
        if not len(frames):
            return
        q = _solve(self.body, self.wanted, frames, starts, weight, home=0.0).q
        error = self._measure(frames, q)
        better = error < self.least[frames]
        for index in range(len(self.body.limbs)):
            rows = np.flatnonzero(better[:, index])
            self.least[frames[rows], index] = error[rows, index]
            self.best[frames[rows], index] = q[rows]

    def _measure(self, frames: np.ndarray, q: np.ndarray) -> np.ndarray:
        """Return limb errors (N, L) [rad] of poses (N, Q), infinite where the torso was not kept."""
        poses = pose_robot(self.body.robot, q)
        axes = robot_torso(self.body.robot, poses, self._torso.kind)
        off = np.linalg.norm(axes - self._base_torso[frames], axis=(1, 2)) / np.sqrt(2.0)
        errors = np.empty((len(frames), len(self.body.limbs)))
        for index, limb in enumerate(self.body.limbs):
            upper, lower = (
                rot.angle_between(self._own[s][frames], _local(axes, _vector(self.body.robot, poses, s)))
                for s in LIMBS[limb]
            )
            errors[:, index] = limb_error(upper, lower)
        return np.where((off <= TORSO_SLACK)[:, None], errors, np.inf)


@lru_cache(maxsize=32)
def _prepare(robot: Robot, kind: str, limbs: tuple[str, ...]) -> _Body:
    """Return a robot prepared for limbs that are to be reached."""
    tree = compile_tree(robot.model)
    size = len(tree.variable)
    lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
    scalar = np.flatnonzero(tree.dof_q >= 0)
    lower[scalar], upper[scalar] = robot.lower, robot.upper
    bounds = variable_bounds(tree, lower, upper, np.full(size, np.inf))
    torso = () if kind == CHEST else tuple(s for s in TORSO_SEGMENTS if robot.segment(s) is not None)
    chest = [BodyFrame(robot.frames["chest"].body, rot.as_matrix(robot.frames["chest"].offset))]
    segments = (*torso, *(segment for limb in limbs for segment in LIMBS[limb]))
    costs = no_costs(tree)._replace(
        direction=direction_block(tree, [_direction(robot, segment) for segment in segments]),
        orientation=orientation_block(chest if kind == CHEST else ()),
    )
    return _Body(
        robot=robot,
        torso=torso,
        limbs=limbs,
        tree=tree,
        bounds=bounds,
        costs=costs,
        pattern=pattern_of(tree, costs),
        postures=sample_postures(robot, tree, bounds),
        columns={limb: limb_columns(robot, limb) for limb in limbs},
    )


def _direction(robot: Robot, segment: str) -> BodyDirection:
    ends = robot.segment(segment)
    assert ends is not None
    return BodyDirection(*(BodyPoint(end.body, end.point) for end in ends))


def limb_columns(robot: Robot, limb: str) -> np.ndarray:
    """Return the coordinates of the joints between the body that a limb hangs from and its end."""
    upper, lower = (robot.segment(segment) for segment in LIMBS[limb])
    assert upper is not None
    assert lower is not None
    tree = compile_tree(robot.model)
    ends = (upper[0].body, lower[1].body)
    before, until = (set(tree.chain[body, : tree.chain_count[body]].tolist()) for body in ends)
    return tree.dof_q[sorted(until - before)]


def _turn_into_base(human: HumanMotion, robot: Robot) -> np.ndarray | None:
    """Return (T, 3, 3) from the world to where the robot stands: onto a fixed base, else nowhere else.

    A fixed base stands for the pelvis where the robot has a waist of its own, else for the chest.
    """
    if robot.has_free_base:
        return np.broadcast_to(np.eye(3), (human.frame_count, 3, 3))
    part = "pelvis" if has_waist(robot.frames) and "pelvis" in human.frames else "chest"
    return rot.as_matrix(rot.conjugate(human.frames[part])) if part in human.frames else None


def _wanted(human: HumanMotion, body: _Body, torso: Torso, turn: np.ndarray) -> _Wanted:
    count = human.frame_count
    found = [human.direction(segment) for segment in body.torso]
    directions = [np.einsum("tij,tj->ti", turn, wanted) for wanted, _ in found]
    limbs = [human.direction(segment) for limb in body.limbs for segment in LIMBS[limb]]
    known = [
        torso.known & upper & lower for (_, upper), (_, lower) in zip(limbs[::2], limbs[1::2], strict=True)
    ]
    return _Wanted(
        torso=_columns(directions, (count, 3)),
        torso_known=_columns([known for _, known in found], (count,)).astype(bool),
        chest=turn @ torso.human,
        limbs=_columns([wanted for wanted, _ in limbs], (count, 3)),
        limbs_known=np.stack(known, axis=1),
    )


def _columns(rows: list[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """Stack (T, ...) arrays along a new second axis, also when there are none."""
    return np.stack(rows, axis=1) if rows else np.zeros((shape[0], 0, *shape[1:]))


def _place_torso(
    body: _Body, wanted: _Wanted, human: HumanMotion, motion: RobotMotion, turn: np.ndarray
) -> np.ndarray:
    """Return poses (T, Q) with the torso as near to the person's as it can be, everything else at home."""
    count = human.frame_count
    frames, none = np.arange(count), np.zeros((count, len(body.limbs)))
    home = np.tile(body.robot.home, (count, 1))
    if body.robot.has_free_base:
        up, left = (human.direction(segment)[0] for segment in ("trunk", "shoulder_line"))
        facing = rot.from_axes(None, left, up)
        home[:, 3:7] = rot.multiply(facing, np.array(body.robot.home[3:7]))
    found = [
        _solve(body, wanted, frames, start, none, home=HOME_WEIGHT) for start in (home, np.array(motion.q))
    ]
    first, second = found
    return np.where((first.cost <= second.cost)[:, None], first.q, second.q)


def _with_torso_of(body: _Body, wanted: _Wanted, torso: Torso, base: np.ndarray) -> _Wanted:
    """Return what is wanted in the world that the robot's torso stands in, which it then keeps exactly."""
    poses = pose_robot(body.robot, base)
    axes = robot_torso(body.robot, poses, torso.kind)
    local = np.einsum("tji,tdj->tdi", torso.human, wanted.limbs)
    kept = [rot.normalise(_vector(body.robot, poses, segment)) for segment in body.torso]
    return _Wanted(
        torso=_columns(kept, (len(base), 3)),
        torso_known=np.ones(wanted.torso_known.shape, dtype=bool),
        chest=axes,
        limbs=np.einsum("tij,tdj->tdi", axes, local),
        limbs_known=wanted.limbs_known,
    )


def _with_limbs_of(body: _Body, base: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) with the limbs of other ones."""
    poses = base.copy()
    for columns in body.columns.values():
        poses[:, columns] = q[:, columns]
    return poses


def _solve(
    body: _Body, wanted: _Wanted, frames: np.ndarray, starts: np.ndarray, weight: np.ndarray, home: float
) -> Outcome:
    """Solve frames (N,) from poses (N, Q), limbs by their weights (N, L) [1/rad]."""
    count, size = len(frames), len(body.tree.variable)
    torso_weight = TORSO_WEIGHT * wanted.torso_known[frames]
    chest = len(body.costs.orientation.body)
    limbs = np.where(np.repeat(weight, 2, axis=1)[:, :, None] > 0.0, wanted.limbs[frames], [1.0, 0.0, 0.0])
    costs = body.costs._replace(
        direction=body.costs.direction._replace(
            target=np.concatenate([wanted.torso[frames], limbs], axis=1),
            weight=np.concatenate([torso_weight, np.repeat(weight, 2, axis=1)], axis=1),
        ),
        orientation=body.costs.orientation._replace(
            target=wanted.chest[frames][:, None][:, :chest], weight=np.full((count, chest), TORSO_WEIGHT)
        ),
        point=body.costs.point._replace(
            target=np.zeros((count, 0, 3)), weight=np.zeros((count, 0, 3)), pin=np.zeros((count, 0))
        ),
        posture=body.costs.posture._replace(target=np.array(body.robot.home), weight=np.full(size, home)),
    )
    problem = Problem(body.tree, costs, body.bounds, starts[:1], _EFFORT, body.pattern)
    out = new_outcome(count, starts.shape[1])
    out.q[:] = starts
    with announced_compilation(advance), compiled_together():
        Solver(problem).run(out, 0, count)
    return out


def _vector(robot: Robot, poses: Poses, segment: str) -> np.ndarray:
    """Return a segment that the robot has (T, 3) [m]."""
    vector = robot_vector(robot, poses, segment)
    assert vector is not None
    return vector


def _local(axes: np.ndarray, vectors_w: np.ndarray) -> np.ndarray:
    """Return world vectors (T, 3) in the frames whose axes are the columns of (T, 3, 3)."""
    return np.einsum("tji,tj->ti", axes, vectors_w)
