"""The reference human's lengths as parameters of its model, and what is known of them beforehand."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.human.fit.seen_lengths import seen_lengths
from understudy.human.fit.targets import Targets
from understudy.human.human import Human
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.identification import Prior
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import compile_tree

TIP_LENGTHS = ("head", "hand", "hand_breadth", "toes")
"""Lengths beyond the last joint, which place no body but points."""

PROPORTION_DEVIATION = 0.045
"""Standard deviation of a segment's share of height among people, over the share.

Drillis and Contini's shares of height vary by 3 to 6 % between people of one height: thighs and shins by 4 %,
arms by 4 %, widths of hips and shoulders by 6 %.
"""

LEAST_DEVIATION = 0.005
"""A segment's standard deviation [m] at least: to so much are joint centres known at all."""

SIZE_DEVIATION = 0.04
"""Standard deviation of a person's whole size from that of the chosen body, over the size."""

_STEP = 1e-4
"""Change of a length [m] by which its effect on points is found; effects are linear."""


def body_shape(human: Human, targets: Targets, is_symmetric: bool) -> Shape:
    """Return a person's model with the targets on it as a function of its lengths.

    Args:
        human: The person.
        targets: The points that are fitted.
        is_symmetric: Whether left and right have the same lengths.
    """
    parameters = human.lengths if is_symmetric else human.side_lengths
    values = {name: length.value for name, length in parameters.items()}
    values |= {name: value for name, value in _tip_lengths(human, is_symmetric).items() if name not in values}
    tree = compile_tree(human.model)
    bodies, locals_ = targets.attached(human)
    body_slope = np.zeros((len(values), len(tree.body_parent), 3))
    point_slope = np.zeros((len(values), len(bodies), 3))
    for index, (name, value) in enumerate(values.items()):
        if name in parameters:
            for body, direction in parameters[name].moves:
                body_slope[index, mujoco.mj_name2id(human.model, mujoco.mjtObj.mjOBJ_BODY, body)] += direction
        changed = human.with_lengths({name: value + _STEP})
        point_slope[index] = (targets.attached(changed)[1] - locals_) / _STEP
    points = tuple(BodyPoint(body, local) for body, local in zip(bodies, locals_, strict=True))
    return Shape(tree, points, tuple(values), np.array(list(values.values())), body_slope, point_slope)


def _tip_lengths(human: Human, is_symmetric: bool) -> dict[str, float]:
    own = human.with_lengths({}).own_lengths or {}
    if not is_symmetric:
        return {name: own[name] for name in own if name.removesuffix("_l").removesuffix("_r") in TIP_LENGTHS}
    return {
        name: own[name] if name in own else 0.5 * (own[f"{name}_l"] + own[f"{name}_r"])
        for name in TIP_LENGTHS
    }


def body_prior(shape: Shape, targets: Targets) -> Prior:
    """Return what is known of a person's lengths before any pose is.

    Proportions vary, and all lengths vary together; of what landmarks show by themselves more is known.
    """
    values = shape.values
    own = np.maximum(PROPORTION_DEVIATION * values, LEAST_DEVIATION)
    covariance = np.diag(own**2) + SIZE_DEVIATION**2 * np.outer(values, values)
    precision = np.linalg.inv(covariance)
    certainty, pull = precision.copy(), precision @ values
    for seen in seen_lengths(targets):
        share = _shares(shape, seen.parts) / seen.deviation
        certainty += np.outer(share, share)
        pull += share * (seen.value / seen.deviation)
    return Prior(np.linalg.solve(certainty, pull), certainty, targets.deviations)


def _shares(shape: Shape, parts: Mapping[str, float]) -> np.ndarray:
    """Return (N,) how often each of a shape's lengths is in a sum of lengths of single sides."""
    shares = np.zeros(len(shape.names))
    for name, share in parts.items():
        both = name.removesuffix("_l").removesuffix("_r")
        shares[shape.names.index(name if name in shape.names else both)] += share
    return shares


def joint_limits(human: Human) -> tuple[np.ndarray, np.ndarray]:
    """Return lower and upper limits (V,) [rad] of all degrees of freedom, infinite for the root."""
    model = human.model
    lower, upper = np.full(model.nv, -np.inf), np.full(model.nv, np.inf)
    for joint in range(model.njnt):
        if model.jnt_limited[joint]:
            lower[model.jnt_dofadr[joint]], upper[model.jnt_dofadr[joint]] = model.jnt_range[joint]
    return lower, upper
