"""A finger as a chain of hinges, and the angles that bring its tip to a place.

The geometry of Terlemez et al. (2014), VI-B: sideways first, then the three segments form a trapezoid with
equal inner angles, whose long side reaches from the finger's root to the target. Where a limit is in the
way, bounded least squares goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.human.human import Human
from understudy.kinematics.wide_least_squares import least_squares_in_box
from understudy.spatial import rotations as rot

_MOST_BEND = 2.4
"""A finger whose joints are bent further crosses itself [rad]."""

_HALVINGS = 50
_ROUNDS = 40

_REACHED = 1e-9
"""Distance [m] of a tip that is where it should be."""

_LENGTH = 0.05
"""Length of a finger [m] that makes damping a number."""

_FIRST_DAMPING, _LEAST_DAMPING = 1e-3, 1e-8


@dataclass(frozen=True, eq=False)
class Finger:
    """Hinges from a hand to a fingertip, all in the frame of the hand's wrist when nothing is bent.

    Attributes:
        joints: N names in the order of the chain.
        axes: (N, 3) unit axes.
        offsets: (N, 3) [m] from the joint before (at first the wrist) to each.
        tip: (3,) [m] from the last joint to the tip.
        lower, upper: (N,) [rad].
        root: The joint that moves the finger sideways; one before it cups the palm.
        flexions: The three joints that bend the finger, the first right behind ``root``.
    """

    joints: tuple[str, ...]
    axes: np.ndarray
    offsets: np.ndarray
    tip: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    root: int
    flexions: tuple[int, ...]


def finger_of(human: Human, side: str, marker: str) -> Finger:
    """Return the finger that bears a marker of a fingertip, such as ``IFP``.

    Args:
        human: A body with fingers.
        side: ``l`` or ``r``.
        marker: The marker's name without its side.
    """
    model = human.model
    spot = human.markers[f"{side.upper()}{marker}"]
    wrist = model.body(f"{side.upper()}W").id
    bodies = [spot.body]
    while model.body_parentid[bodies[-1]] != wrist:
        bodies.append(int(model.body_parentid[bodies[-1]]))
    names: list[str] = []
    axes, offsets, ranges, last = [], [], [], []
    for body in reversed(bodies):
        offset = np.array(model.body_pos[body])
        for joint in range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body]):
            names.append(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, joint))
            axes.append(model.jnt_axis[joint])
            offsets.append(offset)
            ranges.append(model.jnt_range[joint])
            offset = np.zeros(3)
        last.append(len(names) - 1)
    lower, upper = np.array(ranges).T
    # Where the first body has one joint only, that cups the palm; fingers bend by each body's last joint.
    root = 1 if last[0] == 0 else 0
    flexions = tuple(k for k in last if k > root)
    return Finger(
        tuple(names), np.array(axes), np.array(offsets), np.array(spot.point), lower, upper, root, flexions
    )


def tip_of(finger: Finger, angles: np.ndarray) -> np.ndarray:
    """Return (T, 3) [m] where a tip is at angles (T, N) [rad]."""
    return _forward(finger, angles)[0]


def reach(finger: Finger, targets: np.ndarray) -> np.ndarray:
    """Return (T, N) [rad] within limits that bring a tip as near as possible to targets (T, 3) [m]."""
    angles = _trapezoid(finger, targets, np.zeros((len(targets), len(finger.joints))))
    if finger.root:
        # A tip does not tell how the palm is cupped; it goes along with the flexion of the knuckle.
        knuckle = finger.flexions[0]
        angles[:, 0] = finger.upper[0] * np.clip(angles[:, knuckle] / finger.upper[knuckle], 0.0, 1.0)
        angles = _trapezoid(finger, targets, angles)
    angles = np.clip(angles, finger.lower, finger.upper)
    # Where limits are in the way the search goes on from there, and once more from the middle of them.
    angles = _improved(finger, targets, angles, angles)
    middle = np.broadcast_to(0.5 * (finger.lower + finger.upper), angles.shape)
    return _improved(finger, targets, angles, middle)


def _improved(finger: Finger, targets: np.ndarray, angles: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return angles (T, N) in which tips that are not reached are searched for from starts (T, N)."""
    apart = np.linalg.norm(tip_of(finger, angles) - targets, axis=1)
    missed = np.flatnonzero(apart > _REACHED)
    if len(missed) == 0:
        return angles
    other = _refined(finger, targets[missed], np.array(starts[missed]))
    nearer = np.linalg.norm(tip_of(finger, other) - targets[missed], axis=1) < apart[missed]
    found = np.array(angles)
    found[missed[nearer]] = other[nearer]
    return found


def _trapezoid(finger: Finger, targets: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return (T, N) [rad] whose joints from the root on reach for the targets, without limits."""
    root = finger.root
    lengths = _segments(finger)
    # A straight finger turns sideways to ``across`` and bends to ``deep``.
    straight = rot.normalise(finger.tip)
    across = np.cross(finger.axes[root], straight)
    deep = np.cross(finger.axes[root + 1], straight)
    wanted = _seen_from_root(finger, targets, angles)
    along, aside, down = wanted @ straight, wanted @ across, wanted @ deep
    # Beyond a quarter turn of flexion the tip lies behind the root.
    sign = np.where(along >= 0.0, 1.0, -1.0)
    bend = _equal_bend(lengths, np.linalg.norm(wanted, axis=1))
    reached = _planar(lengths, bend)
    found = np.array(angles)
    found[:, root] = np.arctan2(sign * aside, sign * along)
    found[:, root + 1] = np.arctan2(down, sign * np.hypot(along, aside)) - np.angle(reached)
    found[:, list(finger.flexions[1:])] = bend[:, None]
    return found


def _segments(finger: Finger) -> np.ndarray:
    """Return (3,) [m] from each joint that bends the finger to the next, and to the tip."""
    spans = zip(finger.flexions[:-1], finger.flexions[1:], strict=True)
    bones = [np.linalg.norm(finger.offsets[start + 1 : end + 1].sum(axis=0)) for start, end in spans]
    return np.array([*bones, np.linalg.norm(finger.tip)])


def _seen_from_root(finger: Finger, targets: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return (T, 3) [m] from the root's joint to the targets, in the axes that the palm has there."""
    if finger.root == 0:
        return targets - finger.offsets[0]
    cupping = rot.from_axis_angle(finger.axes[0], angles[:, 0])
    return rot.rotate(rot.conjugate(cupping), targets - finger.offsets[0]) - finger.offsets[1]


def _planar(lengths: np.ndarray, bend: np.ndarray) -> np.ndarray:
    """Return (T,) complex: a tip in the finger's plane, each segment bent alike from the one before."""
    turn = np.exp(1j * bend)
    return lengths[0] + lengths[1] * turn + lengths[2] * turn**2


def _equal_bend(lengths: np.ndarray, distances: np.ndarray) -> np.ndarray:
    """Return (T,) [rad] the bend at which a tip is this far from the root; the nearest where none is."""
    low, high = np.zeros_like(distances), np.full_like(distances, _MOST_BEND)
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        too_far = np.abs(_planar(lengths, middle)) > distances
        low, high = np.where(too_far, middle, low), np.where(too_far, high, middle)
    return 0.5 * (low + high)


def _forward(finger: Finger, angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return tips (T, 3) [m] and their Jacobians (T, 3, N) [m/rad]."""
    count = len(finger.joints)
    turn = np.tile(rot.IDENTITY, (len(angles), 1))
    place = np.zeros((len(angles), 3))
    places, axes = [], []
    for k in range(count):
        place = place + rot.rotate(turn, finger.offsets[k])
        places.append(place)
        axes.append(rot.rotate(turn, finger.axes[k]))
        turn = rot.multiply(turn, rot.from_axis_angle(finger.axes[k], angles[:, k]))
    tip = place + rot.rotate(turn, finger.tip)
    columns = [np.cross(axis, tip - start) for axis, start in zip(axes, places, strict=True)]
    return tip, np.stack(columns, axis=2)


def _refined(finger: Finger, targets: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return angles (T, N) within limits, nearer to the targets by Levenberg-Marquardt steps."""
    damping = np.full(len(angles), _FIRST_DAMPING)
    tip, jacobian = _forward(finger, angles)
    apart = targets - tip
    for _ in range(_ROUNDS):
        if (np.sum(apart**2, axis=1) < _REACHED**2).all():
            break
        step = _step(finger, angles, jacobian, apart, damping)
        tried = np.clip(angles + step, finger.lower, finger.upper)
        tried_tip, tried_jacobian = _forward(finger, tried)
        tried_apart = targets - tried_tip
        better = np.sum(tried_apart**2, axis=1) < np.sum(apart**2, axis=1)
        angles = np.where(better[:, None], tried, angles)
        apart = np.where(better[:, None], tried_apart, apart)
        jacobian = np.where(better[:, None, None], tried_jacobian, jacobian)
        damping = np.maximum(np.where(better, 0.2, 10.0) * damping, _LEAST_DAMPING)
    return angles


def _step(
    finger: Finger, angles: np.ndarray, jacobian: np.ndarray, apart: np.ndarray, damping: np.ndarray
) -> np.ndarray:
    """Return (T, N) [rad] the damped least-squares step that stays within the limits."""
    price = np.repeat(_LENGTH**2 * damping[:, None], angles.shape[1], axis=1)
    return least_squares_in_box(jacobian, apart, price, finger.lower - angles, finger.upper - angles)
