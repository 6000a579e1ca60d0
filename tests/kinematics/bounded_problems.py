"""Random problems with limits in the way of their solution, on any tree, and SciPy's answer to them."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from scipy.optimize import OptimizeResult, least_squares
from scipy.spatial.transform import Rotation

from tests.kinematics.block_kit import FRAME, Place, around, asked_of, follow, mujoco_pose
from tests.kinematics.random_parts import COUNT, bodies_of, in_row, pairs_of, world
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.posture import posture_block
from understudy.kinematics.blocks.relative_point import relative_point_block
from understudy.kinematics.body_parts import BodyDirection, BodyFrame, BodyPoint
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.work import Asked

ACTIVE = 0.3
"""Share of the joints whose limit lies between where they start and where they would go."""

RANGE, BEYOND = 0.4, 0.05
"""Room of a joint on either side [rad or m], and how far a limit in the way keeps it from its best place."""

NOISE, TURN_NOISE, OFF = 0.05, 0.1, 0.1
"""Of places [m] and turns [rad] that no pose can explain, and of the start."""


@dataclass(frozen=True, eq=False, repr=False)
class Bounded:
    """A problem that nearly has a solution, limits, and a start within them."""

    place: Place
    costs: Costs
    asked: Asked
    start: np.ndarray

    def residual(self, q: np.ndarray) -> np.ndarray:
        """Return all bare residuals of a pose, by MuJoCo."""
        tree, pose = self.place.tree, mujoco_pose(self.place.model, self.place.tree, q)
        fields = ("point", "orientation", "posture", "relative_point")
        return np.concatenate([getattr(self.costs, f).residual(tree, pose, q, FRAME) for f in fields])

    def moved(self, change: np.ndarray) -> np.ndarray:
        """Return the start moved by a change (D,) of what drives itself."""
        model, q, whole = self.place.model, self.start.copy(), np.zeros(self.place.model.nv)
        whole[self.place.drivers] = change
        mujoco.mj_integratePos(model, q, whole, 1.0)
        return follow(model, q)

    def by_scipy(self) -> OptimizeResult:
        """Return SciPy's solution, in changes of what drives itself."""
        drivers, at = self.place.drivers, self.place.tree.dof_q[self.place.drivers]
        here = np.where(at >= 0, self.start[at], 0.0)
        low, high = self.asked.lower[drivers] - here, self.asked.upper[drivers] - here
        return least_squares(
            lambda change: self.residual(self.moved(change)),
            np.zeros(len(drivers)),
            bounds=(np.minimum(low, -1e-15), np.maximum(high, 1e-15)),
            xtol=1e-13, ftol=1e-14, gtol=1e-12, max_nfev=200,
        )  # fmt: skip


def bounded_problem(model: mujoco.MjModel, seed: int) -> Bounded:
    """Return a problem of a model, some of whose limits are in the way."""
    generator, q = np.random.default_rng(seed), np.array(model.qpos0)
    mujoco.mj_integratePos(model, q, 0.5 * generator.normal(size=model.nv), 1.0)
    place = around(model, follow(model, q), np.tile(q, (2, 1)))
    scalar = place.drivers[place.tree.dof_q[place.drivers] >= 0]
    at = place.tree.dof_q[scalar]
    lower, upper = np.full(model.nv, -np.inf), np.full(model.nv, np.inf)
    in_the_way = generator.random(len(scalar)) < ACTIVE
    lower[scalar] = np.where(in_the_way, q[at] + BEYOND, q[at] - RANGE)
    upper[scalar] = q[at] + RANGE
    start, change = q.copy(), np.zeros(model.nv)
    change[place.drivers] = OFF * generator.normal(size=len(place.drivers))
    mujoco.mj_integratePos(model, start, change, 1.0)
    start[at] = np.clip(start[at], lower[scalar], upper[scalar])
    costs = _noisy_costs(place, generator)
    asked = asked_of(costs, place)._replace(lower=lower, upper=upper)
    return Bounded(place, costs, asked, follow(model, start))


def _noisy_costs(place: Place, generator: np.random.Generator) -> Costs:
    """Return costs that a pose nearly meets, but for noise that no pose can explain."""
    tree, pose, bodies = place.tree, place.pose, bodies_of(place, generator)
    points = [BodyPoint(body, 0.3 * generator.normal(size=3)) for body in bodies.tolist()]
    places = world(pose, bodies, np.array([point.local for point in points]))
    turns = Rotation.from_rotvec(TURN_NOISE * generator.normal(size=(COUNT, 3))).as_matrix()
    ways = [
        BodyDirection(BodyPoint(start, points[0].local), BodyPoint(end, points[1].local))
        for start, end in pairs_of(place, generator)
    ]
    relative = relative_point_block(tree, ways, in_row(np.zeros((COUNT, 3))), in_row(np.ones((COUNT, 3))))
    met = relative.residual(tree, pose, place.q, FRAME).reshape(COUNT, 3)
    noise = NOISE * generator.normal(size=(2, COUNT, 3))
    return no_costs(tree)._replace(
        point=point_block(points, in_row(places + noise[0]), in_row(generator.uniform(1.0, 3.0, (COUNT, 3)))),
        orientation=orientation_block(
            [BodyFrame(body, np.eye(3)) for body in bodies.tolist()],
            in_row(pose.body_mat[bodies] @ turns),
            in_row(np.ones(COUNT)),
        ),
        posture=posture_block(tree, place.q, np.full(place.model.nv, 0.3)),
        relative_point=relative._replace(target=in_row(met + noise[1])),
    )
