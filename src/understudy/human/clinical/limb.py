"""A limb's coordinates from where its parts point, for axes that need not be square to each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from understudy.human.clinical.skeleton import Turns
from understudy.spatial import rotations as rot

KEPT = 0.03
"""Pull to the angles that were begun with, against a unit arrow's; it decides what arrows leave open."""

ROUNDS = 12
_ENOUGH = 1e-9


@dataclass(frozen=True, eq=False)
class Arrow:
    """A vector on a limb.

    Attributes:
        parts: Pairs of how many of the limb's turns move a vector, and the vector (3,) or (T, 3) when nothing
            is turned; the arrow is the sum of the turned vectors, at unit length.
        weight: How much it counts.
    """

    parts: tuple[tuple[int, np.ndarray], ...]
    weight: float = 1.0


def pose_limb(
    turns: Turns,
    arrows: list[Arrow],
    targets: list[np.ndarray],
    start: np.ndarray,
    kept: np.ndarray | float = KEPT,
) -> np.ndarray:
    """Return the angles (T, N) [rad] at which arrows point best where they should.

    Gauss and Newton's steps, all frames at once, on Σ weight² |arrow − target|² + Σ kept² (angle − start)².

    Args:
        turns: N turns, from the body outwards.
        arrows: Vectors on the limb.
        targets: For each arrow (T, 3) unit vectors, in the frame that bears the limb.
        start: (T, N) [rad] angles to begin with.
        kept: (T, N), or one number for all, how much they pull.
    """
    angles = start.copy()
    ridge = np.broadcast_to(np.square(kept), start.shape)
    axes = [rot.normalise(np.array(axis)) for _, axis in turns]
    for _ in range(ROUNDS):
        frames, moved_axes = _frames(axes, angles)
        rows, errors = [], []
        for arrow, target in zip(arrows, targets, strict=True):
            value, slopes = _point(arrow, frames, moved_axes)
            length = np.linalg.norm(value, axis=-1)[:, None]
            unit = value / length
            flat = slopes / length[:, None] - unit[:, None] * (
                (slopes / length[:, None]) * unit[:, None]
            ).sum(axis=-1, keepdims=True)
            rows.append(arrow.weight * flat)
            errors.append(arrow.weight * (unit - target))
        jacobian, error = np.concatenate(rows, axis=2), np.concatenate(errors, axis=1)
        normal = jacobian @ jacobian.transpose(0, 2, 1) + ridge[:, None] * np.eye(len(axes))
        gradient = (jacobian @ error[..., None])[..., 0] + ridge * (angles - start)
        step = np.linalg.solve(normal, gradient[..., None])[..., 0]
        angles = angles - step
        if np.abs(step).max() < _ENOUGH:
            break
    return angles


def turned(turns: Turns, angles: np.ndarray) -> np.ndarray:
    """Return (T, 4) wxyz the product of turns by angles (T, N) [rad]."""
    each = [
        rot.from_axis_angle(rot.normalise(np.array(axis)), angles[:, index])
        for index, (_, axis) in enumerate(turns)
    ]
    return reduce(rot.multiply, each)


def _frames(axes: list[np.ndarray], angles: np.ndarray) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return the orientation (T, 4) behind each number of turns, and each turn's axis (T, 3) there."""
    frames, moved = [np.tile(rot.IDENTITY, (len(angles), 1))], []
    for index, axis in enumerate(axes):
        moved.append(rot.rotate(frames[-1], axis))
        frames.append(rot.multiply(frames[-1], rot.from_axis_angle(axis, angles[:, index])))
    return frames, moved


def _point(arrow: Arrow, frames: list[np.ndarray], axes: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return an arrow (T, 3) and its derivatives (T, N, 3) by the angles."""
    value = np.zeros((len(frames[0]), 3))
    slopes = np.zeros((len(frames[0]), len(axes), 3))
    for count, vector in arrow.parts:
        part = rot.rotate(frames[count], vector)
        value += part
        for index in range(count):
            slopes[:, index] += np.cross(axes[index], part)
    return value, slopes


def ball_angles(turn: np.ndarray, turns: Turns) -> np.ndarray:
    """Return (T, 3) [rad] of a joint that turns about z, then x, then y; the latter two mirrored on the left.

    With R = Rz(a) Rx(b) Ry(c) the sine of b is an entry of R. Of the two triples that make the same turn, the
    first frame takes the one with the smaller angles, every further one that which is nearer to the last.

    Args:
        turn: (T, 4) wxyz.
        turns: The joint's, whose axes are ±x, ±y and z in this order.
    """
    matrix = rot.as_matrix(turn)
    second = np.arcsin(np.clip(matrix[:, 2, 1], -1.0, 1.0))
    first = np.arctan2(-matrix[:, 0, 1], matrix[:, 1, 1])
    third = np.arctan2(-matrix[:, 2, 0], matrix[:, 2, 2])
    signs = np.array([np.sign(np.sum(axis)) for _, axis in turns])
    one = np.stack([first, second, third], axis=1)
    other = np.stack([first + np.pi, np.pi - second, third + np.pi], axis=1)
    found = np.empty_like(one)
    last = np.zeros(3)
    for frame, pair in enumerate(zip(one, other, strict=True)):
        near = [last + np.mod(each - last + np.pi, 2.0 * np.pi) - np.pi for each in pair]
        last = found[frame] = min(near, key=lambda each, last=last: float(np.abs(each - last).sum()))
    return found * signs
