"""The problem (4) of Ayusawa and Yoshida (2017) over a whole clip: what is unknown, and what it costs.

Unknown are the person's and the robot's poses in all frames, the person's sizes and the morphing's. What all
of it costs near some values is a quadratic function of changes: the normal equations, limits beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from understudy.kinematics.batch_frames import write_frames
from understudy.kinematics.costs import Costs
from understudy.kinematics.forward import new_pose
from understudy.kinematics.point_jacobians import PointJacobians
from understudy.kinematics.work import new_asked, new_work
from understudy.retarget.simultaneous.bodies import Person, RobotBody
from understudy.retarget.simultaneous.soles_limit import PinnedSoles

CHUNK = 64
"""Frames whose derivatives are in memory at a time."""


class State(NamedTuple):
    """All unknowns. Sizes, morphing and offset have one row, or one a frame where they may change."""

    person: np.ndarray  # (T, Q) coordinates of the person
    robot: np.ndarray  # (T, Q') coordinates of the robot
    sizes: np.ndarray  # (1 or T, N) [m] the person's lengths
    morphing: np.ndarray  # (1 or T, M) [m] the morphed human's
    offset: np.ndarray  # (1 or T, 3) [m] by which its root is moved beyond the scaled one

    @property
    def shared(self) -> np.ndarray:
        """(1 or T, K) sizes, morphing and offset."""
        return np.concatenate([self.sizes, self.morphing, self.offset], axis=1)

    def with_shared(self, shared: np.ndarray) -> State:
        """Return the state with other sizes, morphing and offset (1 or T, K)."""
        sizes, morphing, offset = np.split(
            shared, np.cumsum([self.sizes.shape[1], self.morphing.shape[1]]), axis=1
        )
        return self._replace(sizes=sizes, morphing=morphing, offset=offset)


class Term(Protocol):
    """A cost of the robot's motion over time."""

    def add(self, robot: np.ndarray, gradient: np.ndarray, bands: np.ndarray) -> float:
        """Add to gradient (T, D) and bands (T, 3, D, D) for poses (T, Q); return the cost."""
        ...


class LinearLimit(Protocol):
    """A limit near some poses: rows that are linear in a change and cost ½w² max(0, r)² each."""

    @property
    def weight(self) -> float:
        """w, in units of the rows."""
        ...

    def rows(self, change: np.ndarray) -> np.ndarray:
        """Return the rows after a change (T, D); over 0 where more than allowed."""
        ...

    def add(
        self,
        pull: np.ndarray | None,
        stiffness: np.ndarray | None,
        gradient: np.ndarray | None,
        bands: np.ndarray | None,
    ) -> None:
        """Add Jᵀ pull to gradient (T, D) and Jᵀ stiffness J to bands, both of the shape of the rows."""
        ...


def limit_cost(limit: LinearLimit, change: np.ndarray) -> float:
    """Return what a limit costs after a change (T, D)."""
    return 0.5 * limit.weight**2 * float((np.maximum(limit.rows(change), 0.0) ** 2).sum())


class Held(Protocol):
    """What the robot's motion has to keep."""

    name: str
    unit: str

    def excess(self, robot: np.ndarray) -> float:
        """Return by how much poses (T, Q) exceed it at most, in its unit."""
        ...

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Make more of what poses (T, Q) exceed: by multipliers, and a weight that grows by a factor."""
        ...


class Limit(Held, Protocol):
    """A limit of the robot's motion over time."""

    def at(self, robot: np.ndarray) -> LinearLimit:
        """Return the limit near poses (T, Q)."""
        ...


@dataclass(frozen=True, eq=False)
class Clip:
    """What is given.

    Attributes:
        person: The person, with what was captured.
        robot: The robot.
        scale: The robot's size over the person's, by which the person's way is scaled.
        tie: [1] weight of features of both bodies being in the same place.
        costs: What single frames ask of the robot.
        terms: What its motion over time costs.
        limits: What it has to keep over time.
        held: Soles that stand, whose places are among the points of ``costs``.
        expected: (K,) [m] what is known of sizes, morphing and offset beforehand.
        certainty: (K,) [1/m²] how well, over the whole clip.
        unknown: (U,) which of them are unknown; others stay as they are.
    """

    person: Person
    robot: RobotBody
    scale: float
    tie: float
    costs: Costs
    terms: Sequence[Term]
    limits: Sequence[Limit]
    held: Sequence[PinnedSoles]
    expected: np.ndarray
    certainty: np.ndarray
    unknown: np.ndarray


class Equations(NamedTuple):
    """Normal equations at a state: of H variables of the person, U shared ones, D of the robot."""

    cost: float
    inner: np.ndarray  # (T, H + U, H + U) of person and shared, in single frames
    inner_slope: np.ndarray  # (T, H + U)
    across: np.ndarray  # (T, H + U, D)
    gradient: np.ndarray  # (T, D)
    bands: np.ndarray  # (T, 3, D, D)
    prior: np.ndarray  # (U,) diagonal of what is known of shared ones, in all
    prior_slope: np.ndarray  # (1 or T, U)
    limits: tuple[LinearLimit, ...]


def evaluate(clip: Clip, state: State) -> Equations:
    """Return cost and normal equations at a state."""
    frames, size = len(state.robot), len(clip.robot.free)
    inside, rows = len(clip.person.tree.variable) + len(clip.unknown), len(state.sizes)
    off = state.shared - clip.expected
    found = Equations(
        cost=0.0,
        inner=np.zeros((frames, inside, inside)),
        inner_slope=np.zeros((frames, inside)),
        across=np.zeros((frames, inside, size)),
        gradient=np.zeros((frames, size)),
        bands=np.zeros((frames, 3, size, size)),
        prior=clip.certainty[clip.unknown],
        prior_slope=(clip.certainty / rows * off)[:, clip.unknown],
        limits=tuple(limit.at(state.robot) for limit in clip.limits),
    )
    cost = _add_robot(clip, state.robot, found)
    chunk = CHUNK if rows == 1 else 1
    for first in range(0, frames, chunk):
        cost += _add_bodies(clip, state, slice(first, min(first + chunk, frames)), found)
    cost += 0.5 * float((clip.certainty / rows * off**2).sum())
    cost += sum(term.add(state.robot, found.gradient, found.bands) for term in clip.terms)
    still = np.zeros((frames, size))
    return found._replace(cost=cost + sum(limit_cost(limit, still) for limit in found.limits))


def _add_robot(clip: Clip, q: np.ndarray, found: Equations) -> float:
    """Add what single frames ask of the robot."""
    tree, costs, free = clip.robot.tree, clip.costs, clip.robot.free
    frames, size = len(q), len(tree.variable)
    cost, gradient, hessian = np.empty(frames), np.empty((frames, size)), np.empty((frames, size, size))
    write_frames(
        tree, costs, 0, frames, new_asked(tree), new_pose(tree), new_work(tree, *costs.distance.size),
        np.array(q, order="C"), cost, gradient, hessian,
    )  # fmt: skip
    found.bands[:, 0] += hessian[:, free[:, None], free]
    found.gradient[:] += gradient[:, free]
    return float(cost.sum())


def _add_bodies(clip: Clip, state: State, part: slice, found: Equations) -> float:
    """Add markers on the person, and features that tie the morphed person to the robot."""
    person, free, row = clip.person, clip.robot.free, min(part.start, len(state.sizes) - 1)
    q = state.person[part]
    markers = person.at_markers(state.sizes[row], q)
    weight = np.repeat(person.weight[part], 3, axis=1)
    off = weight * (markers.places - person.captured[part].reshape(len(q), -1))
    morphed = person.at_features(state.morphing[row], q)
    robot = clip.robot.at(state.robot[part])
    moved = (clip.scale - 1.0) * q[:, :3] + state.offset[row]
    shift = np.kron(person.is_place, np.eye(3))
    gap = clip.tie * (morphed.places - robot.places + moved @ shift)
    by_own, by_tied = markers.by_variables * weight[:, None], clip.tie * morphed.by_variables
    by_tied[:, :3] += clip.tie * (clip.scale - 1.0) * shift
    by_robot = clip.tie * robot.by_variables[:, free]
    if len(clip.unknown):
        by_own, by_tied = (
            np.concatenate(pair, axis=1)
            for pair in zip((by_own, by_tied), _by_shared(clip, markers, morphed, weight, shift), strict=True)
        )
    found.inner[part] = by_own @ by_own.transpose(0, 2, 1) + by_tied @ by_tied.transpose(0, 2, 1)
    found.inner_slope[part] = (by_own @ off[..., None] + by_tied @ gap[..., None])[..., 0]
    found.across[part] = -by_tied @ by_robot.transpose(0, 2, 1)
    found.bands[part, 0] += by_robot @ by_robot.transpose(0, 2, 1)
    found.gradient[part] -= (by_robot @ gap[..., None])[..., 0]
    return 0.5 * float((off**2).sum() + (gap**2).sum()) + _add_posture(person, q, part, found)


def _by_shared(
    clip: Clip, markers: PointJacobians, morphed: PointJacobians, weight: np.ndarray, shift: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return derivatives of markers (T, U, 3M) and of ties (T, U, 3F) by unknown shared parameters."""
    frames, sizes, rows = *markers.by_lengths.shape[:2], morphed.places.shape[1]
    lengths = np.concatenate([morphed.by_lengths, np.broadcast_to(shift, (frames, *shift.shape))], axis=1)
    by_own = np.zeros((frames, sizes + lengths.shape[1], markers.places.shape[1]))
    by_own[:, :sizes] = markers.by_lengths * weight[:, None]
    by_tied = np.concatenate([np.zeros((frames, sizes, rows)), clip.tie * lengths], axis=1)
    return by_own[:, clip.unknown], by_tied[:, clip.unknown]


def _add_posture(person: Person, q: np.ndarray, part: slice, found: Equations) -> float:
    """Add that the person's joints are near home, and within their ranges."""
    scalar = np.flatnonzero(person.tree.dof_q >= 0)
    columns = person.tree.dof_q[scalar]
    values, home = q[:, columns], np.array(person.human.home)[columns]
    lower, upper = (limit[scalar] for limit in person.limits)
    beyond = np.minimum(values - lower, 0.0) + np.maximum(values - upper, 0.0)
    found.inner[part, scalar, scalar] += person.posture**2 + np.where(beyond != 0.0, person.stops**2, 0.0)
    found.inner_slope[part, scalar] += person.posture**2 * (values - home) + person.stops**2 * beyond
    near = float(((values - home) ** 2).sum())
    return 0.5 * (person.posture**2 * near + person.stops**2 * float((beyond**2).sum()))
