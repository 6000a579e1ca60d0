"""What ties a person and a robot: markers on the person, features of the morphed person on the robot's.

The costs of Ayusawa and Yoshida (2017), (4), as inner variables of a clip (see ``kinematics.clip.inner``):
the person's pose belongs to a frame, its sizes φ, the morphing ψ and an offset o of the root to all of them.

    ½ ‖w (m(y, φ) − m*)‖² + ½ ω_g ‖f(y, ψ) + (s − 1) y_root + o − f_robot(x)‖²
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from understudy.kinematics.clip.inner import InnerEquations
from understudy.kinematics.clip.state import stepped
from understudy.retarget.simultaneous.bodies import Person, RobotBody

OFFSET = 3
"""Shared parameters of the offset, the last ones."""


@dataclass(frozen=True, eq=False)
class Tie:
    """Ties of a person and a robot, with N sizes, M lengths of the morphing and the offset shared.

    Attributes:
        person: The person, with what was captured.
        robot: The robot.
        scale: The robot's size over the person's, by which the person's way is scaled; 0 on a fixed base.
        weight: [1/m] of features of both bodies being in the same place.
        unit: [1/m] by which weights of the person's own costs, in metres, are multiplied.
        expected: (N + M + 3,) [m] what is known of shared parameters beforehand.
        certainty: (N + M + 3,) [1/m²] how well, over the whole clip.
    """

    person: Person
    robot: RobotBody
    scale: float
    weight: float
    unit: float
    expected: np.ndarray
    certainty: np.ndarray

    @property
    def size(self) -> int:
        """Variables of the person."""
        return len(self.person.tree.variable)

    @property
    def counts(self) -> tuple[int, int]:
        """N sizes and M lengths of the morphing."""
        sizes = len(self.person.markers.names)
        return sizes, len(self.expected) - sizes - OFFSET

    @cached_property
    def _shift(self) -> np.ndarray:
        """(3, 3F) which features move along with the root."""
        return self.person.with_root

    def part(self, frames: slice | np.ndarray) -> Tie:
        """Return the ties of some frames alone."""
        person = self.person
        return replace(self, person=person.with_markers(person.captured[frames], person.weight[frames]))

    def with_sizes_known(self, shared: np.ndarray, weight: float) -> Tie:
        """Return the ties with sizes and morphing expected as they were identified, by a weight [1/m²]."""
        certainty = np.full(len(shared), 2.0 * weight * self.unit**2 * len(self.person.captured))
        certainty[-OFFSET:] = 0.0
        return replace(self, expected=shared.copy(), certainty=certainty)

    def seated_as(self, other: Tie) -> Tie:
        """Return the ties with markers of the person where they sit in others."""
        return replace(self, person=replace(self.person, markers=other.person.markers))

    def stepped(self, y: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return the person's coordinates (T, P) after a change (T, L)."""
        return stepped(self.person.tree, y, change)

    def cost(self, frames: slice, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> np.ndarray:
        """Return costs (T,) of frames in poses (T, Q), at coordinates (T, P) and parameters (K,)."""
        person = self.person
        found = 0.5 * (self._marker_gaps(frames, y, shared) ** 2).sum(axis=1)
        found += 0.5 * (self._tie_gaps(q, y, shared) ** 2).sum(axis=1)
        _, off, beyond = _off_posture(person, y)
        posture = person.posture**2 * (off**2).sum(axis=1) + person.stops**2 * (beyond**2).sum(axis=1)
        return found + 0.5 * self.unit**2 * posture

    def equations(
        self, frames: slice, q: np.ndarray, y: np.ndarray, shared: np.ndarray, by_shared: bool
    ) -> InnerEquations:
        """Return the normal equations of frames, unless ``by_shared`` of the person and the robot alone."""
        person, variables = self.person, len(self.robot.tree.variable)
        sizes, morphing, _ = self._split(shared)
        gap, shift = self._tie_gaps(q, y, shared), self.weight * self._shift
        robot = self.robot.at(q, self.weight).by[:, :variables]
        tied = person.at_features(morphing, y, self.weight, by_shared).by
        tied[:, :3] += (self.scale - 1.0) * shift
        if by_shared:
            own, tied = self._by_shared(frames, y, sizes, tied, shift)
            inner = own @ own.transpose(0, 2, 1)
            inner += tied @ tied.transpose(0, 2, 1)
            gaps = self._marker_gaps(frames, y, shared)
            slope = (own @ gaps[..., None] + tied @ gap[..., None])[..., 0]
            self._add_posture(y, inner, slope)
        else:
            inner, slope = self.of_person(frames, q, y, shared)
        return InnerEquations(
            inner=inner,
            slope=slope,
            across=-robot @ tied.transpose(0, 2, 1),
            own=robot @ robot.transpose(0, 2, 1),
            gradient=-(robot @ gap[..., None])[..., 0],
        )

    def of_person(
        self, frames: slice, q: np.ndarray, y: np.ndarray, shared: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the matrix (T, L, L) and slope (T, L) of the person's coordinates, all else staying."""
        person, size = self.person, self.size
        sizes, morphing, offset = self._split(shared)
        matrix, slope = np.zeros((len(y), size, size)), np.zeros((len(y), size))
        person.add_markers(sizes, frames, y, slope, matrix)
        slope *= self.unit**2
        matrix *= self.unit**2
        moved = (self.scale - 1.0) * y[:, :3] + offset
        wanted = self.robot.places(q) - moved @ self._shift
        person.add_features(morphing, y, self.weight, wanted, self.scale, slope, matrix)
        self._add_posture(y, matrix, slope)
        return matrix, slope

    def of_morphing(self, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the matrix and the slope of morphing and offset over all frames, all else staying."""
        first, shift = self.counts[0], self.weight * self._shift
        matrix = np.diag(self.certainty[first:])
        slope = (self.certainty * (shared - self.expected))[first:]
        by_lengths = self.person.at_features(self._split(shared)[1], y, self.weight, True).by[:, self.size :]
        by = np.concatenate([by_lengths, np.broadcast_to(shift, (len(y), *shift.shape))], axis=1)
        matrix += (by @ by.transpose(0, 2, 1)).sum(axis=0)
        slope += (by @ self._tie_gaps(q, y, shared)[..., None]).sum(axis=0)[:, 0]
        return matrix, slope

    def _split(self, shared: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return sizes (N,), morphing (M,) and offset (3,)."""
        sizes, morphing = self.counts
        return shared[:sizes], shared[sizes : sizes + morphing], shared[sizes + morphing :]

    def _marker_gaps(self, frames: slice, y: np.ndarray, shared: np.ndarray) -> np.ndarray:
        """Return (T, 3P) how far the person's markers are from what was captured, weighted."""
        person = self.person
        gaps = person.marker_places(self._split(shared)[0], y) - person.captured[frames]
        return (self.unit * person.weight[frames][..., None] * gaps).reshape(len(gaps), -1)

    def _tie_gaps(self, q: np.ndarray, y: np.ndarray, shared: np.ndarray) -> np.ndarray:
        """Return (T, 3F) how far features of the morphed person are from the robot's, weighted."""
        _, morphing, offset = self._split(shared)
        gaps = self.person.feature_places(morphing, y) - self.robot.places(q)
        moved = (self.scale - 1.0) * y[:, :3] + offset
        return self.weight * (gaps + moved @ self._shift)

    def _by_shared(
        self, frames: slice, y: np.ndarray, sizes: np.ndarray, tied: np.ndarray, shift: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return derivatives (T, L + K, …) of markers and of ties, from those of ties (T, L + M, 3F)."""
        inside, (count, lengths) = self.size, self.counts
        own = self.unit * self.person.at_markers(sizes, frames, y, True).by
        every = inside + len(self.expected)
        by_own = np.zeros((len(y), every, own.shape[2]))
        by_own[:, : inside + count] = own
        by_tied = np.zeros((len(y), every, tied.shape[2]))
        by_tied[:, :inside] = tied[:, :inside]
        by_tied[:, inside + count : inside + count + lengths] = tied[:, inside:]
        by_tied[:, -OFFSET:] = shift
        return by_own, by_tied

    def _add_posture(self, y: np.ndarray, matrix: np.ndarray, slope: np.ndarray) -> None:
        """Add that the person's joints are near home, and within their ranges."""
        person, square = self.person, self.unit**2
        scalar, off, beyond = _off_posture(person, y)
        stiff = person.posture**2 + np.where(beyond != 0.0, person.stops**2, 0.0)
        matrix[:, scalar, scalar] += square * stiff
        slope[:, scalar] += square * (person.posture**2 * off + person.stops**2 * beyond)


def _off_posture(person: Person, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return J scalar variables of the person, how far from home (T, J) and beyond their ranges (T, J)."""
    scalar = np.flatnonzero(person.tree.dof_q >= 0)
    columns = person.tree.dof_q[scalar]
    values, home = y[:, columns], np.array(person.human.home)[columns]
    lower, upper = (limit[scalar] for limit in person.limits)
    return scalar, values - home, np.minimum(values - lower, 0.0) + np.maximum(values - upper, 0.0)
