"""What a robot that stands has to keep: ZMP, centre of mass, the ground's force (Ayusawa 2017, (19) to (21)).

Rows of a clip (see ``kinematics.clip.stencil``). The ZMP is in its polygon: n (p − corner f_z) ≤ 0 for every
edge. The ground pushes, and does not hold a foot that slips: |fₓ| + |f_y| ≤ μ f_z, which every pyramid of
friction allows. While the robot stands on both feet for long, its centre of mass is over them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from understudy.dynamics.support import Support
from understudy.dynamics.zmp import LEAST_PULL
from understudy.kinematics.clip.stencil import StencilRows
from understudy.retarget.physics.anchors import Anchors
from understudy.retarget.physics.contacts import at_rest, carrying, in_flight, polygons, shares
from understudy.retarget.physics.ground import CENTRE, COUNT, FORCE, TIPPING, YAW, Ground

AT_REST = 0.5
"""Time [s] for which both soles stand where the robot counts as standing, and not as between two steps."""

TWIST = 0.5
"""Share of the friction on the mean arm of a polygon that turns about the vertical: the rest pushes."""

FLIGHT = 0.8
"""Time [s] between two stances up to which nothing carries a body that jumps: it would rise by 0.8 m."""

FIRM = 10.0
"""Weight [1] of a wrench as large as body weight, or that on an arm of 1 m, that nothing gives in the air."""

LENGTH, SHARE = 1.0, 10.0
"""Distance [m] beyond a polygon, and force per body weight, that count as much beyond their limits as a
joint's largest speed does beyond that. In the end 1 mm and 1 % cost as much as a limb 6° off."""

_NO_LENGTH = 1e-9
"""An edge [m] below which two corners are one."""

_SIGNS = np.array([[x, y] for x in (1.0, -1.0) for y in (1.0, -1.0)])


@dataclass(frozen=True, eq=False)
class Standing:
    """Limits of a robot that stands, over T frames.

    Attributes:
        ground: What its motion asks of the ground.
        sides: S sides of soles.
        points: (S, 4) their corners among a clip's points.
        contacts: (T, 4) which of ``CONTACTS`` are in contact.
        wanted: (T, 3) the ground's force per body weight that is wanted.
        weight: [1] of that.
        margin: [m] of the ZMP to the edges of a sole, or (S, 2) along and across each.
        friction: μ.
        anchors: The soles that carry, from which the ZMP is seen; without them it is the world's origin.
    """

    ground: Ground
    sides: tuple[str, ...]
    points: np.ndarray
    contacts: np.ndarray
    wanted: np.ndarray
    weight: float
    margin: np.ndarray | float
    friction: float
    anchors: Anchors | None = field(default=None, kw_only=True)

    @property
    def count(self) -> int:
        """Quantities."""
        return COUNT

    def part(self, frames: slice) -> Standing:
        """Return the limits of some frames on end alone."""
        ground = replace(self.ground, heights=self.ground.heights[frames])
        return replace(self, ground=ground, contacts=self.contacts[frames], wanted=self.wanted[frames])

    def every(self, some: np.ndarray, stride: int) -> Standing:
        """Return the limits of some frames (N,), so many apart."""
        ground = replace(self.ground, heights=self.ground.heights[some], fps=self.ground.fps / stride)
        return replace(self, ground=ground, contacts=self.contacts[some], wanted=self.wanted[some])

    def look(self, q: np.ndarray, first: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
        """Return quantities and derivatives; see :class:`~understudy.kinematics.clip.stencil.Stencil`."""
        return self.from_soles(q[first - 1 : stop - 1], first - 1, *self.ground.look(q, first, stop))

    def from_soles(
        self, q: np.ndarray, first: int, values: np.ndarray, by: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what the ground asks of poses (M, Q) from a frame on, as seen from the soles that carry."""
        if self.anchors is None:
            return values, by
        return self.anchors.seen(q, self._shares[first : first + len(q)], values, by)

    @cached_property
    def _shares(self) -> np.ndarray:
        return shares(self.sides, carrying(self.contacts))

    def rows(self, target: np.ndarray) -> StencilRows:
        """Return costs and limits where points (T, P, 3) [m] of soles stand."""
        frames = len(target)
        carries = carrying(self.contacts)
        rest = round(AT_REST * self.ground.fps)
        allowed = polygons(target[:, self.points], self.sides, carries, self.margin)
        stands, still = np.asarray(carries.any(axis=1)), at_rest(carries, rest)
        normals, along, counts = _edges(allowed)
        middle, reach = _spread(allowed)
        if self.anchors is not None:
            place = self.anchors.targets(target[:, self.points], self._shares)
            along = along - np.einsum("tei,ti->te", normals, place)
        edges = normals.shape[1]
        count = 2 * edges + 1 + len(_SIGNS) + 2
        slopes, offsets = np.zeros((frames, count, COUNT)), np.zeros((frames, count))
        unit = np.zeros((frames, count))
        zmp, push = slice(edges), slice(edges, edges + 1 + len(_SIGNS))
        twist, centre = slice(push.stop, push.stop + 2), slice(count - edges, count)
        slopes[:, zmp, FORCE.stop - 1], slopes[:, zmp, TIPPING] = -along, normals
        slopes[:, centre, CENTRE], offsets[:, centre] = normals, -along
        slopes[:, push, FORCE] = np.vstack(
            [[0.0, 0.0, -1.0], np.column_stack([_SIGNS, np.full(len(_SIGNS), -self.friction)])]
        )
        for row, sign in zip(range(twist.start, twist.stop), (1.0, -1.0), strict=True):
            slopes[:, row, YAW.start] = sign
            slopes[:, row, FORCE] = np.column_stack(
                [sign * middle[:, 1], -sign * middle[:, 0], -TWIST * self.friction * reach]
            )
        lasting = stands.copy()
        lasting[1:-1] &= stands[2:] & stands[:-2]
        offsets[:, edges] = np.where(lasting, LEAST_PULL, 0.0)
        unit[:, zmp] = LENGTH * counts
        unit[:, push], unit[:, twist] = SHARE * allowed.stands[:, None], LENGTH * allowed.stands[:, None]
        unit[:, centre] = LENGTH * (counts & still[:, None])
        # Polygons are small beside what counts as much as a limit of joints: felt from as far, they would
        # cost more in their middle than all else does, and never become firm.
        room = np.full((frames, count), 0.5 * _half_width(target[:, self.points]))
        room[:, push] = 0.5 * np.r_[1.0 - LEAST_PULL, np.full(len(_SIGNS), self.friction)]
        wanted, weight = np.zeros((frames, COUNT)), np.zeros((frames, COUNT))
        wanted[:, FORCE], weight[:, FORCE] = self.wanted, self.weight**2
        air = in_flight(carries, round(FLIGHT * self.ground.fps))
        wanted[air], weight[np.ix_(air, np.arange(YAW.stop))] = 0.0, FIRM**2
        rows = wanted, weight, slopes, offsets, unit, room
        return StencilRows(*(_of_frame_before(array) for array in rows))

    def excess(self, q: np.ndarray, target: np.ndarray) -> dict[str, tuple[float, str]]:
        """Return limit → by how much poses (T, Q) exceed it at most, in ``mm`` or ``%`` of body weight."""
        if len(q) < 3:
            return {}
        values, rows = self.look(q, 2, len(q))[0], self.rows(target)
        over = np.einsum("trn,tn->tr", rows.slopes[2:], values) + rows.offsets[2:]
        over = np.where(rows.unit[2:] > 0.0, over, 0.0)
        edges = (over.shape[1] - 3 - len(_SIGNS)) // 2
        push = slice(edges, edges + 1 + len(_SIGNS))
        return {
            "ZMP": (1000.0 * float(over[:, :edges].max(initial=0.0)), "mm"),
            "ground force": (100.0 * float(over[:, push].max(initial=0.0)), "%"),
            "yaw moment": (1000.0 * float(over[:, push.stop : -edges].max(initial=0.0)), "mm"),
            "centre of mass": (1000.0 * float(over[:, -edges:].max(initial=0.0)), "mm"),
        }


def _spread(allowed: Support) -> tuple[np.ndarray, np.ndarray]:
    """Return middles (T, 2) [m] of polygons' corners and how far from these they are on the mean (T,) [m]."""
    middle = allowed.corners.mean(axis=1)
    return middle, np.linalg.norm(allowed.corners - middle[:, None], axis=2).mean(axis=1)


def _half_width(corners: np.ndarray) -> float:
    """Return half the width [m] of soles with corners (T, S, 4, 3) [m]."""
    return 0.5 * float(np.linalg.norm(corners[0, :, 1] - corners[0, :, 0], axis=1).min())


def _of_frame_before(values: np.ndarray) -> np.ndarray:
    """Return values (T, …) of frames as those of rows, each of which is of the frame before it."""
    found = np.zeros_like(values)
    found[1:] = values[:-1]
    return found


def _edges(allowed: Support) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return edges of polygons: normals (T, E, 2), places along them (T, E), whether there is one (T, E)."""
    length = np.linalg.norm(allowed.edges, axis=2, keepdims=True)
    counts = (length > _NO_LENGTH) & allowed.stands[:, None, None]
    outward = np.stack([allowed.edges[..., 1], -allowed.edges[..., 0]], axis=2)
    normals = np.where(counts, outward / np.maximum(length, _NO_LENGTH), 0.0)
    return normals, np.einsum("tei,tei->te", normals, allowed.corners), counts[..., 0]
