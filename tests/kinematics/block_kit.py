"""Checks that hold for every cost block on every model, with MuJoCo's own kinematics as the witness.

To have a new block checked, write one function in ``block_samples.py`` that returns costs in which only that
block is filled, at random, and list it there as a ``Sample``; ``blocks/test_every_block.py`` does the rest
for every robot. The function is given a ``Place``, the pose around which it is checked, and makes targets of
frame ``FRAME``; other rows hold NaN, so that a kernel that reads them is found out.

Where Gauss–Newton's matrix is not simply the square of the residual's Jacobian, the sample says what it is:
``plain`` returns the costs whose Jacobian counts, ``share`` how many times its square each row adds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.kernels.compilation import kernel
from understudy.kinematics import costs as all_costs
from understudy.kinematics.costs import Costs
from understudy.kinematics.forward import Pose, new_pose
from understudy.kinematics.tree import Tree, compile_tree
from understudy.kinematics.work import Asked, new_asked, new_work

FRAME = 1
NUDGE = 1e-7


@dataclass(frozen=True, eq=False, repr=False)
class Place:
    """A pose of a model and those around it, all by MuJoCo.

    Attributes:
        model: The model.
        tree: Its tree.
        q: (Q,) coordinates.
        before: (2, Q) coordinates of the two frames before, the earlier one first.
        pose: Where its bodies are.
        drivers: (D,) variables that drive themselves.
        ahead: For each driver, coordinates and pose a nudge ahead.
        behind: For each driver, coordinates and pose a nudge behind.
    """

    model: mujoco.MjModel
    tree: Tree
    q: np.ndarray
    before: np.ndarray
    pose: Pose
    drivers: np.ndarray
    ahead: list[tuple[np.ndarray, Pose]]
    behind: list[tuple[np.ndarray, Pose]]


class Added(NamedTuple):
    """What costs add to the normal equations: the cost, Jᵀr (V,), and the whole matrix (V, V)."""

    cost: float
    gradient: np.ndarray
    matrix: np.ndarray


Make = Callable[[Place, np.random.Generator], Costs]


@dataclass(frozen=True)
class Sample:
    """A block to be checked.

    Attributes:
        field: Its name in ``Costs``, which is also that of its file.
        make: Returns costs with only this block, filled at random.
        plain: Returns the costs whose Jacobian makes the matrix; the same ones where the block says nothing.
        share: Returns for each residual how many times the square of its Jacobian the matrix holds.
    """

    field: str
    make: Make
    plain: Callable[[Costs, Pose], Costs] = lambda costs, pose: costs
    share: Callable[[Costs, np.ndarray], np.ndarray] = lambda costs, residual: np.ones(len(residual))


def around(model: mujoco.MjModel, q: np.ndarray, before: np.ndarray) -> Place:
    """Return a place at coordinates (Q,) that respect the model's couplings, with two frames before."""
    tree = compile_tree(model)
    drivers = np.flatnonzero(tree.variable == np.arange(model.nv))
    sides: list[list[tuple[np.ndarray, Pose]]] = [[], []]
    for driver in drivers:
        for side, sign in zip(sides, (1.0, -1.0), strict=True):
            change, moved = np.zeros(model.nv), q.copy()
            change[driver] = sign * NUDGE
            mujoco.mj_integratePos(model, moved, change, 1.0)
            follow(model, moved)
            side.append((moved, mujoco_pose(model, tree, moved)))
    return Place(model, tree, q, before, mujoco_pose(model, tree, q), drivers, *sides)


def follow(model: mujoco.MjModel, q: np.ndarray) -> np.ndarray:
    """Set coupled joints of coordinates (Q,) in place, as MuJoCo's documentation has it; return them."""
    for equality in range(model.neq):
        if model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT and model.eq_obj2id[equality] >= 0:
            follower = model.jnt_qposadr[model.eq_obj1id[equality]]
            driver = model.jnt_qposadr[model.eq_obj2id[equality]]
            polynomial = np.polynomial.Polynomial(model.eq_data[equality][:5])
            q[follower] = model.qpos0[follower] + polynomial(q[driver] - model.qpos0[driver])
    return q


def mujoco_pose(model: mujoco.MjModel, tree: Tree, q: np.ndarray) -> Pose:
    """Return where MuJoCo puts bodies; axes and anchors, which residuals do not ask for, are left out."""
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_kinematics(model, data)
    return new_pose(tree)._replace(
        body_pos=np.array(data.xpos), body_mat=np.array(data.xmat).reshape(-1, 3, 3)
    )


def residual_of(costs: Costs, field: str, place: Place, q: np.ndarray, pose: Pose) -> np.ndarray:
    """Return a block's bare residual at coordinates and a pose, after the frames before."""
    block = getattr(costs, field)
    if hasattr(block, "residual_over_time"):
        return block.residual_over_time(place.tree, np.vstack([place.before, q]))[-1]
    return block.residual(place.tree, pose, q, FRAME)


def jacobian_of(costs: Costs, field: str, place: Place) -> np.ndarray:
    """Return (R, V) finite differences of a block's bare residual; followers' columns are 0."""
    columns = np.zeros((len(residual_of(costs, field, place, place.q, place.pose)), place.model.nv))
    for driver, ahead, behind in zip(place.drivers, place.ahead, place.behind, strict=True):
        change = residual_of(costs, field, place, *ahead) - residual_of(costs, field, place, *behind)
        columns[:, driver] = change / (2.0 * NUDGE)
    return columns


def slope_of(costs: Costs, field: str, place: Place) -> np.ndarray:
    """Return (V,) finite differences of ½‖r‖²; followers have none."""
    slope = np.zeros(place.model.nv)
    for driver, ahead, behind in zip(place.drivers, place.ahead, place.behind, strict=True):
        far, near = (residual_of(costs, field, place, *side) for side in (ahead, behind))
        slope[driver] = 0.5 * float((far - near) @ (far + near)) / (2.0 * NUDGE)
    return slope


def asked_of(costs: Costs, place: Place) -> Asked:
    """Return what the solver would ask of frame ``FRAME`` after the frames before."""
    asked, (earlier, last) = new_asked(place.tree), place.before
    return asked._replace(
        last=last,
        velocity_weight=costs.velocity.weight,
        expected=2.0 * last - earlier,
        acceleration_weight=costs.acceleration.weight,
    )


def add(costs: Costs, place: Place, whole: bool = True) -> Added:
    """Return what the kernel makes of costs; followers' coordinates are spoilt for it to set.

    Unless ``whole``, the matrix is of no use.
    """
    tree, size = place.tree, len(place.tree.variable)
    q = place.q.copy()
    q[tree.dof_q[tree.variable != np.arange(size)]] = 99.0
    gradient, matrix = np.full(size, np.nan), np.full((size, size), np.nan)
    buffers = (asked_of(costs, place), new_pose(tree), new_work(tree, *costs.distance.size))
    cost = _add_costs(tree, costs, FRAME, *buffers, q, whole, gradient, matrix)
    return Added(cost, gradient, np.tril(matrix) + np.tril(matrix, -1).T)


@kernel
def _add_costs(tree, costs, frame, asked, pose, work, q, whole, gradient, hessian):
    return all_costs.add_costs(tree, costs, frame, asked, pose, work, q, whole, gradient, hessian)
