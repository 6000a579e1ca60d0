"""Arms that are held as the person's are to the torso, where the robot's torso cannot follow the person's.

Who looks at a body sees how arms are held to the trunk. Where a robot has no waist, its standing legs may
turn the whole trunk by 20° away from the person's, and arms that point as the person's in the world are off
by as much. There they are turned along with the trunk: as soon as it is off by more than ``LITTLE``, wholly
from ``MUCH`` on. Most robots' trunks never are, and nothing changes.
"""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.limb_branches import directions_between
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.motion.stretches import stretches
from understudy.retarget.lazy_path import nearest_where
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.torso_lines import Torso, find_torso
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

LITTLE, MUCH = np.radians(4.0), np.radians(8.0)
"""Angles [rad] of the torso's error from which on arms begin to go along, and do so wholly."""

LOOKS = 0.2
"""Time [s] between looks at whether the torso is off at all."""


def arms_with_torso(problem: Problem, out: Outcome, fps: float) -> DirectionBlock:
    """Return the problem's directions, arms turned along with the torso, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames, where parts might pass through each other; those that change are
            solved again so, in place.
        fps: Frames a second [1/s].
    """
    block, torso = problem.costs.direction, torso_that_is_off(problem, out.q, fps)
    if torso is None:
        return block
    # Where the person's torso is not seen, it is taken to be as far off as when it was.
    seen = nearest_where(_is_known(problem, torso))
    error = torso_error(problem, out.q, np.arange(len(out.q)), torso)[seen]
    angle = np.linalg.norm(error, axis=1)
    share = np.clip((angle - LITTLE) / (MUCH - LITTLE), 0.0, 1.0)
    turn = rot.from_rotation_vector(share[:, None] * error)
    target = block.target.copy()
    target[:, torso.arms] = rot.rotate(turn[:, None], target[:, torso.arms])
    target[share == 0.0] = block.target[share == 0.0]
    turned = block._replace(target=target)
    asked = problem.asking(direction=turned)
    solver = frame_solver(without_contact(asked), CARRIED)
    for first, stop in stretches(share > 0.0):
        solve_again(solver, out, first, stop)
    return turned


def torso_that_is_off(problem: Problem, q: np.ndarray, fps: float) -> Torso | None:
    """Return the torso, None where there is none or it is as the person's all through poses (T, Q)."""
    torso = find_torso(problem)
    if torso is None:
        return None
    looks = np.arange(0, len(q), max(1, round(LOOKS * fps)))
    return torso if _is_off(problem, q, looks, torso) else None


def turned_with_torso(
    problem: Problem, q: np.ndarray, frames: np.ndarray, torso: Torso, directions: np.ndarray
) -> np.ndarray:
    """Return directions (N, S, 3) of frames (N,) turned along with the torso in poses (T, Q)."""
    turn = rot.from_rotation_vector(torso_error(problem, q, frames, torso))
    return rot.rotate(turn[:, None], directions)


def _is_off(problem: Problem, q: np.ndarray, frames: np.ndarray, torso: Torso) -> bool:
    """Return whether the torso is off by more than a little in any frame: told faster than by how much."""
    robot, person = _lines(problem, q, frames[_is_known(problem, torso)[frames]], torso)
    trunk = np.stack([robot[:, 0], person[:, 0]])
    ahead = cross(np.stack([robot[:, 1], person[:, 1]]), trunk)
    ahead /= np.sqrt(np.einsum("bni,bni->bn", ahead, ahead))[..., None]
    left = cross(trunk, ahead)
    # The trace of the rotation from one to the other, 1 + 2 cos of its angle.
    trace = np.einsum("bni,bni->n", *_pairs(trunk, ahead, left))
    return bool(np.any(trace < 1.0 + 2.0 * np.cos(LITTLE)))


def _pairs(*axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first of each pair of axes (2, N, 3), and the second, as (A, N, 3)."""
    both = np.stack(axes, axis=1)
    return both[0], both[1]


def _is_known(problem: Problem, torso: Torso) -> np.ndarray:
    """Return in which frames (T,) the person's trunk and shoulders are known."""
    return np.all(problem.costs.direction.weight[:, [torso.trunk, torso.shoulders]] > 0.0, axis=1)


def _lines(
    problem: Problem, q: np.ndarray, frames: np.ndarray, torso: Torso
) -> tuple[np.ndarray, np.ndarray]:
    """Return trunk and shoulders (N, 2, 3) of robot and person in frames (N,) in which they are known."""
    block, lines = problem.costs.direction, np.array([torso.trunk, torso.shoulders])
    own = directions_between(problem.tree, block.body[lines], block.local[lines], q[frames])
    return own, block.target[np.ix_(frames, lines)]


def torso_error(problem: Problem, q: np.ndarray, frames: np.ndarray, torso: Torso) -> np.ndarray:
    """Return by what (N, 3) [rad] the torso in some frames (N,) of poses (T, Q) is turned from the person's.

    Rotation vectors in the world; 0 where the person's trunk or shoulders are not known.
    """
    error, known = np.zeros((len(frames), 3)), _is_known(problem, torso)[frames]
    lines = _lines(problem, q, frames[known], torso)
    robot, person = (rot.from_axes(None, each[:, 1], each[:, 0]) for each in lines)
    error[known] = rot.as_rotation_vector(rot.multiply(robot, rot.conjugate(person)))
    return error
