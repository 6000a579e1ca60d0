"""The problem (4) of Ayusawa and Yoshida (2017) over a whole clip: what is unknown, and what it costs.

Unknown are the person's and the robot's poses in all frames, the person's sizes and the morphing's. What all
of it costs near some values is a quadratic function of changes: the normal equations, limits beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from understudy.kinematics.batch_frames import FrameBuffers, write_frames
from understudy.kinematics.costs import Costs
from understudy.retarget.simultaneous.bodies import Person, RobotBody
from understudy.retarget.simultaneous.sums import Sums

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

    def parts(self) -> Iterator[slice]:
        """Yield frames, so many at a time that their derivatives fit into memory and sizes are the same."""
        frames, chunk = len(self.robot), CHUNK if len(self.sizes) == 1 else 1
        for first in range(0, frames, chunk):
            yield slice(first, min(first + chunk, frames))

    def with_shared(self, shared: np.ndarray) -> State:
        """Return the state with other sizes, morphing and offset (1 or T, K)."""
        sizes, morphing, offset = np.split(
            shared, np.cumsum([self.sizes.shape[1], self.morphing.shape[1]]), axis=1
        )
        return self._replace(sizes=sizes, morphing=morphing, offset=offset)


class Term(Protocol):
    """A cost of the robot's motion over time."""

    def cost(self, robot: np.ndarray) -> float:
        """Return the cost of poses (T, Q)."""
        ...

    def add(self, robot: np.ndarray, sums: Sums) -> None:
        """Add the cost's derivatives at poses (T, Q)."""
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

    def add_pull(self, pull: np.ndarray, sums: Sums) -> None:
        """Add Jᵀ pull to the first derivatives, ``pull`` in the shape of the rows."""
        ...

    def add_stiffness(self, stiffness: np.ndarray, sums: Sums) -> None:
        """Add Jᵀ stiffness J to the second ones, ``stiffness`` in the shape of the rows."""
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
        held: What costs of single frames hold as firmly as limits: soles in their places.
        expected: (K,) [m] what is known of sizes, morphing and offset beforehand.
        certainty: (K,) [1/m²] how well, over the whole clip.
        unknown: (U,) which of them are unknown; others stay as they are.
        buffers: For costs of single frames.
    """

    person: Person
    robot: RobotBody
    scale: float
    tie: float
    costs: Costs
    terms: Sequence[Term]
    limits: Sequence[Limit]
    held: Sequence[Held]
    expected: np.ndarray
    certainty: np.ndarray
    unknown: np.ndarray
    buffers: FrameBuffers = field(default_factory=FrameBuffers)


class Bodies(NamedTuple):
    """What ties bodies in some frames: of H variables of the person, U shared ones, D of the robot."""

    inner: np.ndarray  # (T, H + U, H + U) of person and shared
    inner_slope: np.ndarray  # (T, H + U)
    across: np.ndarray  # (T, D, H + U)
    own: np.ndarray  # (T, D, D) of the robot
    gradient: np.ndarray  # (T, D)


@dataclass(frozen=True, eq=False)
class Equations:
    """Normal equations at a state. What ties bodies is worked out when it is asked for: it is most of them.

    Attributes:
        clip: The problem.
        state: The state.
        sums: Of the robot, but for what ties it to the person.
        prior: (U,) diagonal of what is known of shared ones, in all.
        prior_slope: (1 or T, U).
        limits: The limits near the state.
        of_frames: What single frames ask of the robot, as a cost.
    """

    clip: Clip
    state: State
    sums: Sums
    prior: np.ndarray
    prior_slope: np.ndarray
    limits: tuple[LinearLimit, ...]
    of_frames: float

    @cached_property
    def cost(self) -> float:
        """What the state costs."""
        return _cost(self.clip, self.state, self.of_frames, self.limits)

    def bodies(self) -> Iterator[tuple[slice, Bodies]]:
        """Yield what ties bodies, some frames at a time."""
        parts = list(self.state.parts())
        if len(parts) == 1:
            yield parts[0], self._only_bodies
            return
        for part in parts:
            yield part, _tied(self.clip, self.state, part)

    @cached_property
    def _only_bodies(self) -> Bodies:
        """Of clips of a few frames, which may be asked for again."""
        return _tied(self.clip, self.state, slice(0, len(self.state.robot)))


def cost_of(clip: Clip, state: State) -> float:
    """Return what a state costs."""
    of_frames = float(_of_frames(clip, state.robot, False)[0].sum())
    return _cost(clip, state, of_frames, [limit.at(state.robot) for limit in clip.limits])


def _cost(clip: Clip, state: State, of_frames: float, limits: Sequence[LinearLimit]) -> float:
    """Return what a state costs, with what single frames ask of the robot, and limits near the state."""
    person, rows, q = clip.person, len(state.sizes), state.person
    off = state.shared - clip.expected
    cost = of_frames + 0.5 * float((clip.certainty / rows * off**2).sum()) + _posture_cost(person, q)
    chunk = len(q) if rows == 1 else 1
    for first in range(0, len(q), chunk):
        part = slice(first, first + chunk)
        cost += 0.5 * float((_marker_gaps(clip, state, part) ** 2).sum())
        cost += 0.5 * float((_tie_gaps(clip, state, part) ** 2).sum())
    cost += sum(term.cost(state.robot) for term in clip.terms)
    still = np.zeros((len(q), len(clip.robot.free)))
    return cost + sum(limit_cost(limit, still) for limit in limits)


def evaluate(clip: Clip, state: State) -> Equations:
    """Return the normal equations at a state."""
    free, off = clip.robot.free, state.shared - clip.expected
    cost, gradient, hessian = _of_frames(clip, state.robot, True)
    whole = len(free) == hessian.shape[1]
    sums = Sums(len(state.robot), len(free), hessian if whole else hessian[:, free[:, None], free])
    sums.gradient[:] = gradient[:, free]
    for term in clip.terms:
        term.add(state.robot, sums)
    return Equations(
        clip=clip,
        state=state,
        sums=sums,
        prior=clip.certainty[clip.unknown],
        prior_slope=(clip.certainty / len(state.sizes) * off)[:, clip.unknown],
        limits=tuple(limit.at(state.robot) for limit in clip.limits),
        of_frames=float(cost.sum()),
    )


def _of_frames(clip: Clip, q: np.ndarray, whole: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what single frames ask of the robot: costs (T,), gradients (T, V), matrices (T, V, V)."""
    tree, costs = clip.robot.tree, clip.costs
    frames, size = len(q), len(tree.variable)
    cost, gradient = np.empty(frames), np.empty((frames, size))
    hessian = np.empty((frames if whole else 1, size, size))
    buffers = clip.buffers.of(tree, costs, frames)
    write_frames(
        tree, costs, 0, frames, *buffers, whole, np.array(q, order="C"), cost, gradient, hessian
    )  # fmt: skip
    return cost, gradient, hessian


def _marker_gaps(clip: Clip, state: State, part: slice) -> np.ndarray:
    """Return (T, 3M) how far the person's markers are from what was captured, weighted."""
    person, row = clip.person, min(part.start, len(state.sizes) - 1)
    places = person.marker_places(state.sizes[row], state.person[part])
    gaps = person.weight[part][..., None] * (places - person.captured[part])
    return gaps.reshape(len(gaps), -1)


def _tie_gaps(clip: Clip, state: State, part: slice) -> np.ndarray:
    """Return (T, 3F) how far features of the morphed person are from the robot's, weighted."""
    person, row = clip.person, min(part.start, len(state.sizes) - 1)
    q = state.person[part]
    gaps = person.feature_places(state.morphing[row], q) - clip.robot.places(state.robot[part])
    moved = (clip.scale - 1.0) * q[:, :3] + state.offset[row]
    return clip.tie * (gaps + moved @ _shift(person))


def _shift(person: Person) -> np.ndarray:
    """Return (3, 3F) which features move along with the root."""
    return person.with_root


def _tied(clip: Clip, state: State, part: slice) -> Bodies:
    """Return what markers on the person, and features that tie the morphed person to the robot, ask for."""
    person, row, q = clip.person, min(part.start, len(state.sizes) - 1), state.person[part]
    has_shared, shift = len(clip.unknown) > 0, clip.tie * _shift(person)
    tied = person.at_features(state.morphing[row], q, clip.tie, has_shared).by
    robot = clip.robot.at(state.robot[part], clip.tie).by[:, clip.robot.free]
    gap = _tie_gaps(clip, state, part)
    tied[:, :3] += (clip.scale - 1.0) * shift
    if has_shared:
        inside = len(person.tree.variable)
        own = person.at_markers(state.sizes[row], part, q, has_shared).by
        own, tied = _by_shared(clip, own, tied, shift, inside)
        inner = own @ own.transpose(0, 2, 1)
        inner += tied @ tied.transpose(0, 2, 1)
        slope = (own @ _marker_gaps(clip, state, part)[..., None] + tied @ gap[..., None])[..., 0]
        _add_posture(person, q, inner, slope)
    else:
        inner, slope = equations_of_person(clip, state, part)
    return Bodies(
        inner=inner,
        inner_slope=slope,
        across=-robot @ tied.transpose(0, 2, 1),
        own=robot @ robot.transpose(0, 2, 1),
        gradient=-(robot @ gap[..., None])[..., 0],
    )


def equations_of_person(clip: Clip, state: State, part: slice) -> tuple[np.ndarray, np.ndarray]:
    """Return the matrix (T, H, H) and slope (T, H) of the person's poses alone, all else staying as it is."""
    person, row, q = clip.person, min(part.start, len(state.sizes) - 1), state.person[part]
    size = len(person.tree.variable)
    matrix, slope = np.zeros((len(q), size, size)), np.zeros((len(q), size))
    person.add_markers(state.sizes[row], part, q, slope, matrix)
    moved = (clip.scale - 1.0) * q[:, :3] + state.offset[row]
    wanted = clip.robot.places(state.robot[part]) - moved @ _shift(person)
    person.add_features(state.morphing[row], q, clip.tie, wanted, clip.scale, slope, matrix)
    _add_posture(person, q, matrix, slope)
    return matrix, slope


def equations_of_morphing(clip: Clip, state: State) -> tuple[np.ndarray, np.ndarray]:
    """Return the matrix and the slope of morphing and offset alone, all else staying as it is."""
    person, rows, first = clip.person, len(state.sizes), state.sizes.shape[1]
    shift, inside = clip.tie * _shift(person), len(person.tree.variable)
    matrix = np.diag(clip.certainty[first:])
    slope = (clip.certainty / rows * (state.shared - clip.expected))[:, first:].sum(axis=0)
    for part in state.parts():
        row, q = min(part.start, rows - 1), state.person[part]
        by_lengths = person.at_features(state.morphing[row], q, clip.tie, True).by[:, inside:]
        by = np.concatenate([by_lengths, np.broadcast_to(shift, (len(q), *shift.shape))], axis=1)
        matrix += (by @ by.transpose(0, 2, 1)).sum(axis=0)
        slope += (by @ _tie_gaps(clip, state, part)[..., None]).sum(axis=0)[:, 0]
    return matrix, slope


def _by_shared(
    clip: Clip, own: np.ndarray, tied: np.ndarray, shift: np.ndarray, inside: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return derivatives (T, H + U, …) of markers and of ties by the person and by unknown shared parameters.

    Args:
        clip: The problem.
        own: (T, H + N, 3M) of markers by the person and its sizes.
        tied: (T, H + M, 3F) of ties by the person and the morphing.
        shift: (3, 3F) of ties by the offset.
        inside: H.
    """
    frames, sizes, lengths = len(own), own.shape[1] - inside, tied.shape[1] - inside
    by_own = np.zeros((frames, inside + len(clip.expected), own.shape[2]))
    by_own[:, : inside + sizes] = own
    by_tied = np.zeros((frames, inside + len(clip.expected), tied.shape[2]))
    by_tied[:, :inside], by_tied[:, inside + sizes : inside + sizes + lengths] = (
        tied[:, :inside],
        tied[:, inside:],
    )
    by_tied[:, inside + sizes + lengths :] = shift
    if len(clip.unknown) == len(clip.expected):
        return by_own, by_tied
    rows = np.r_[np.arange(inside), inside + clip.unknown]
    return by_own[:, rows], by_tied[:, rows]


def _off_posture(person: Person, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return J scalar variables of the person, how far from home (T, J) and beyond their ranges (T, J)."""
    scalar = np.flatnonzero(person.tree.dof_q >= 0)
    columns = person.tree.dof_q[scalar]
    values, home = q[:, columns], np.array(person.human.home)[columns]
    lower, upper = (limit[scalar] for limit in person.limits)
    return scalar, values - home, np.minimum(values - lower, 0.0) + np.maximum(values - upper, 0.0)


def _posture_cost(person: Person, q: np.ndarray) -> float:
    """Return what the person's joints cost away from home and out of their ranges."""
    _, off, beyond = _off_posture(person, q)
    return 0.5 * float(person.posture**2 * (off**2).sum() + person.stops**2 * (beyond**2).sum())


def _add_posture(person: Person, q: np.ndarray, matrix: np.ndarray, slope: np.ndarray) -> None:
    """Add that the person's joints are near home, and within their ranges."""
    scalar, off, beyond = _off_posture(person, q)
    matrix[:, scalar, scalar] += person.posture**2 + np.where(beyond != 0.0, person.stops**2, 0.0)
    slope[:, scalar] += person.posture**2 * off + person.stops**2 * beyond
