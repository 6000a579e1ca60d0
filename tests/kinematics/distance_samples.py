"""Random pairs of capsules of both kinds: skew, parallel, one after the other, and shrunk to spheres."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from tests.kinematics.block_kit import FRAME, Make, Place, Sample
from tests.kinematics.random_parts import COUNT, HEIGHTS, in_row, pairs_of, weights
from understudy.kernels.compilation import kernel
from understudy.kinematics.blocks import distance
from understudy.kinematics.blocks.distance import AHEAD, AT_LEAST, EXACTLY, SOFTNESS, distance_block
from understudy.kinematics.body_parts import BodyCapsule
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.forward import Pose


@kernel
def _push(gap):
    return distance.push(gap, SOFTNESS, AHEAD)


Line = tuple[np.ndarray, np.ndarray]


def _beside(generator: np.random.Generator) -> tuple[Line, Line]:
    """Return parallel lines with their middles side by side, so that both ends are equally near.

    Tilted either way their distance has a kink, which finite differences see the more the longer they are.
    """
    middle, along, aside = _axes(generator)
    return (middle - 0.02 * along, middle + 0.02 * along), (
        middle + 0.3 * aside - 0.5 * along,
        middle + 0.3 * aside + 0.5 * along,
    )


def _after(generator: np.random.Generator) -> tuple[Line, Line]:
    """Return parallel lines one after the other, nearest at their ends."""
    middle, along, aside = _axes(generator)
    return (middle - 0.2 * along, middle), (
        middle + 0.3 * along + 0.1 * aside,
        middle + 0.6 * along + 0.1 * aside,
    )


def _skew(generator: np.random.Generator) -> tuple[Line, Line]:
    """Return lines that pass each other, nearest within both."""
    middle, along, aside = _axes(generator)
    across = np.cross(along, aside) + 0.5 * along
    return (middle - 0.2 * along, middle + 0.3 * along), (
        middle + 0.2 * aside - 0.4 * across,
        middle + 0.2 * aside + 0.3 * across,
    )


def _anywhere(generator: np.random.Generator) -> tuple[Line, Line]:
    ends = generator.normal(size=(4, 3))
    return (ends[0], ends[1]), (ends[2], ends[3])


def _axes(generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a point and two unit vectors at a right angle."""
    axes, _ = np.linalg.qr(generator.normal(size=(3, 3)))
    return generator.normal(size=3), axes[0], axes[1]


def _lines(generator: np.random.Generator) -> list[tuple[Line, Line]]:
    """Return pairs of lines of every kind; the parallel ones come first."""
    lines = [_beside(generator), _after(generator), _skew(generator), _skew(generator)]
    for spheres in ((0,), (1,), (0, 1), ()):
        pair = list(_anywhere(generator))
        for which in spheres:
            pair[which] = (pair[which][0], pair[which][0])
        lines.append((pair[0], pair[1]))
    return lines


def _capsule(pose: Pose, body: int, line: Line, radius: float) -> BodyCapsule:
    """Return a capsule that lies around a line of the world in this pose."""
    start, end = ((point - pose.body_pos[body]) @ pose.body_mat[body] for point in line)
    return BodyCapsule(body, start, end, radius)


def _pairs(kind: int) -> Make:
    def make(place: Place, generator: np.random.Generator) -> Costs:
        bodies = pairs_of(place, generator)
        radii = generator.uniform(0.0, 0.1, (COUNT, 2))
        pairs = [
            (_capsule(place.pose, a, one, radius[0]), _capsule(place.pose, b, other, radius[1]))
            for (a, b), (one, other), radius in zip(bodies, _lines(generator), radii, strict=True)
        ]
        zero, one = in_row(np.zeros(COUNT)), in_row(np.ones(COUNT))
        bare = distance_block(place.tree, pairs, zero, one, np.full(COUNT, EXACTLY))
        gap = bare.residual(place.tree, place.pose, place.q, FRAME)
        # Targets put the pairs at known heights above the bend: the one beside each other, whose distance
        # has a kink, where the cost is straight.
        target, weight = in_row(gap - 0.45 * HEIGHTS * SOFTNESS), in_row(weights(generator, COUNT))
        block = distance_block(place.tree, pairs, target, weight, np.full(COUNT, kind))
        return no_costs(place.tree)._replace(distance=block)

    return make


def _share(costs: Costs, residual: np.ndarray) -> np.ndarray:
    """Return how many times the square of its Jacobian the second derivative of a pair's cost is.

    With c = ½r² it is 2 c c″ / c′², of the gap at which ``push`` costs as much.
    """
    shares = np.ones(len(residual))
    for index, half_square in enumerate(0.5 * (residual / costs.distance.weight[FRAME]) ** 2):
        if half_square > 0.0:
            gap = brentq(lambda d, wanted=half_square: _push(d)[0] - wanted, -10.0, AHEAD, xtol=1e-15)
            cost, slope, curvature = _push(gap)
            shares[index] = 2.0 * cost * curvature / slope**2
    return shares


DISTANCES = {
    "distance at least": Sample("distance", _pairs(AT_LEAST), share=_share),
    "distance exactly": Sample("distance", _pairs(EXACTLY)),
}
