"""The home pose: upright, soles flat, arms hanging, elbows ready to bend forwards.

Each limb is bent by a small bounded least-squares problem of its own, started from several poses because
a T-pose or a forearm stretched ahead may be a quarter turn away from hanging.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from scipy.optimize import least_squares

from understudy.robots.onboarding.bending import flexion_sign
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.reaching import joint_range
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.zero_pose import Posed

ARMS_OUT = 0.1
"""How far upper arms hang from the vertical [rad], so that hands clear the thighs."""

ELBOWS_BENT = 0.1
"""How far forearms lean ahead [rad]; a stretched elbow does not show which way it bends."""

_ALIGN, _LEAN, _REST = 0.3, 0.05, 0.03
"""Weights of hinges pointing sideways, of thighs leaning sideways, and of staying near the zero pose."""

_REST_UNLIMITED = 0.1
"""Weight of staying near the zero pose for joints without limits."""

_NEGLIGIBLE = 5e-3
"""Angle [rad] below which a joint is left at its zero."""

_GOOD = 0.01
"""Cost below which no further start is tried."""

_STARTS, _SEED, _TRIES = 5, 11, 150
"""Starts at random beside the model's own, their seed, and poses that are tried from each at most.

Models that are no riddle take up to 125.
"""

Residuals = Callable[[Posed], list[np.ndarray]]


def hang_arm(tree: LinkTree, limb: Limb, axes: BodyAxes, outward: float) -> dict[int, float]:
    """Return angles [rad] by joint in which an arm hangs; ``outward`` is 1 for the left, -1 for the right."""
    upper = _body(limb, limb.root)
    fore = _body(limb, limb.middle)
    flexion = flexion_sign(tree, limb) * tree.axis_w[limb.middle[0]]
    down = -axes.up_w
    upper_goal = np.cos(ARMS_OUT) * down + outward * np.sin(ARMS_OUT) * axes.left_w
    fore_goal = np.cos(ELBOWS_BENT) * down + np.sin(ELBOWS_BENT) * axes.forward_w

    def residuals(posed: Posed) -> list[np.ndarray]:
        upper_arm = posed.turned(upper, _unit(limb.middle_w - limb.root_w))
        forearm = posed.turned(fore, _unit(limb.end_w - limb.middle_w))
        hinge = posed.turned(_body(limb, limb.middle[:1]), flexion)
        return [upper_arm - upper_goal, forearm - fore_goal, _ALIGN * (hinge + axes.left_w)]

    return _solve(tree, limb.root + limb.middle, residuals)


def straighten_leg(tree: LinkTree, limb: Limb, axes: BodyAxes, sole_down_w: np.ndarray) -> dict[int, float]:
    """Return angles [rad] by joint in which a leg stands with its sole flat.

    Args:
        tree: The links.
        limb: The leg.
        axes: The body's directions.
        sole_down_w: (3,) which way the sole faces in the zero pose.
    """
    thigh, shin = _body(limb, limb.root), _body(limb, limb.middle)
    foot = _body(limb, limb.end) if limb.end else shin
    down = -axes.up_w
    ahead = _unit(np.cross(axes.left_w, -sole_down_w))

    def residuals(posed: Posed) -> list[np.ndarray]:
        upper = posed.turned(thigh, _unit(limb.middle_w - limb.root_w))
        lower = posed.turned(shin, _unit(limb.end_w - limb.middle_w))
        return [
            np.array([upper @ axes.forward_w, _LEAN * (upper @ axes.left_w)]),
            lower - down,
            posed.turned(foot, sole_down_w) - down,
            _ALIGN * (posed.turned(foot, ahead) - axes.forward_w),
        ]

    return _solve(tree, limb.moving, residuals)


def nearest_directions(
    tree: LinkTree, limb: Limb, upper_goal: np.ndarray, lower_goal: np.ndarray | None
) -> list[float]:
    """Return how far off [rad] both segments stay when a limb comes as near to directions as it can.

    Args:
        tree: The links.
        limb: The limb.
        upper_goal: (3,) wanted direction of thigh or upper arm.
        lower_goal: (3,) wanted direction of shin or forearm, None where it does not matter.
    """
    segments = [(_body(limb, limb.root), _unit(limb.middle_w - limb.root_w), upper_goal)]
    joints = limb.inner + limb.root
    if lower_goal is not None:
        segments.append((_body(limb, limb.middle), _unit(limb.end_w - limb.middle_w), lower_goal))
        joints = joints + limb.middle

    def residuals(posed: Posed) -> list[np.ndarray]:
        return [posed.turned(body, segment) - goal for body, segment, goal in segments]

    posed = Posed(tree, _solve(tree, joints, residuals))
    gaps = [float(np.linalg.norm(gap)) for gap in residuals(posed)]
    return [2.0 * float(np.arcsin(min(1.0, 0.5 * gap))) for gap in gaps]


def _solve(tree: LinkTree, joints: tuple[int, ...], residuals: Residuals) -> dict[int, float]:
    """Return the angles of the best pose found from several starts.

    The zero pose and the model's own keyframes are the first starts, and what is near them wins over what is
    half a turn away: a shoulder without limits reaches every direction in two ways.
    """
    model = tree.model
    ranges = np.array([joint_range(model, joint) for joint in joints])
    low, high = ranges[:, 0], np.maximum(ranges[:, 1], ranges[:, 0] + 1e-6)
    posed = Posed(tree, {})

    def off(angles: np.ndarray) -> float:
        posed.bend(dict(zip(joints, angles, strict=True)))
        return float(sum((gap**2).sum() for gap in residuals(posed)))

    own = [np.clip(pose, low, high) for pose in _own_poses(tree, joints)]
    rest = min(own, key=off)
    limited = np.array([bool(model.jnt_limited[joint]) for joint in joints])
    pull = np.where(limited, _REST, _REST_UNLIMITED)

    def error(angles: np.ndarray) -> np.ndarray:
        posed.bend(dict(zip(joints, angles, strict=True)))
        return np.concatenate([*residuals(posed), pull * (angles - rest)])

    generator = np.random.default_rng(_SEED)
    starts = [rest, *own, 0.5 * (low + high)]
    starts += [generator.uniform(low, high) for _ in range(_STARTS)]
    best, least = rest, np.inf
    for start in starts:
        inside = np.clip(start, low + 1e-9, high - 1e-9)
        solution = least_squares(error, inside, bounds=(low, high), xtol=1e-7, max_nfev=_TRIES)
        if solution.cost < least:
            best, least = solution.x, float(solution.cost)
        if least < _GOOD:
            break
    return dict(zip(joints, np.clip(best, low, high).tolist(), strict=True))


def _own_poses(tree: LinkTree, joints: tuple[int, ...]) -> list[np.ndarray]:
    """Return the poses (J,) that the model itself has: at zero, and in its keyframes."""
    model = tree.model
    addresses = [int(model.jnt_qposadr[joint]) for joint in joints]
    return [model.qpos0[addresses], *(model.key_qpos[key][addresses] for key in range(model.nkey))]


def rounded(tree: LinkTree, angles: Mapping[int, float]) -> dict[int, float]:
    """Return angles to 1e-4 rad that stay within their ranges, without those that are as good as zero."""
    kept = {}
    for joint, angle in angles.items():
        low, high = joint_range(tree.model, joint)
        zero = float(tree.model.qpos0[int(tree.model.jnt_qposadr[joint])])
        if abs(angle - zero) < _NEGLIGIBLE and low <= zero <= high:
            continue
        value = round(angle, 4)
        if not low <= value <= high:
            value = float(np.ceil(low * 1e4) / 1e4 if value < low else np.floor(high * 1e4) / 1e4)
        kept[joint] = value
    return kept


def _body(limb: Limb, joints: tuple[int, ...]) -> int:
    """Return the body right after the last of these joints."""
    return limb.stem.link_of_joint(joints[-1]).body


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / max(float(np.linalg.norm(vector)), 1e-12)
