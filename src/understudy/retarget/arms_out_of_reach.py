"""Arms that are out of reach do not drag the trunk along.

A robot's shoulders may end where a person's do not: iCub's arms hardly swing back. An arm that cannot point
as the person's pulls at the chest instead, the harder the farther it is out of reach, and legs, which hang
from the other end of the same waist, pay for it. So the freely solved clip is looked at. Where an arm is off,
its frames are solved once more with the trunk held as the person's, which tells what the arm can reach by
itself. From there it is asked for no more than ``MOST`` towards the person's. An arm that is nearer than that
is asked for what the person does, as before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.limb_branches import directions_between
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, frame_solver, solve_again
from understudy.motion.stretches import stretches, stretches_around
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.torso_lines import Torso, find_torso
from understudy.spatial import rotations as rot
from understudy.spatial.hann_mean import hann_mean

MOST = np.radians(20.0)
"""Error [rad] of upper arm and forearm together beyond which an arm pulls no harder at the trunk."""

NOTICED = np.radians(5.0)
"""Error [rad] from which on an arm is looked at; with a trunk that went along it is less off than without."""

FIRM = 10.0
"""How many times as firmly the trunk is held while it is found out what arms can reach."""

LOOKS = 0.1
"""Time [s] between looks at whether arms are off at all."""

EASE = 0.1
"""Time [s] on either side of a frame over which it is averaged how much of its way an arm is asked for."""


def arms_within_reach(problem: Problem, out: Outcome, fps: float) -> DirectionBlock:
    """Return the problem's directions, arms asked for what they can do, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames, where parts might pass through each other; those that change are
            solved again so, in place.
        fps: Frames a second [1/s].
    """
    block, torso = problem.costs.direction, find_torso(problem)
    looks = slice(None, None, max(1, round(LOOKS * fps)))
    if torso is None or not torso.has_waist or not _are_off(problem, torso, out.q, looks).any():
        return block
    ease = round(EASE * fps)
    free, target = without_contact(problem), block.target.copy()
    firmly = frame_solver(_with_firm_trunk(free, torso), CARRIED)
    changed, alone = np.zeros(len(target), dtype=bool), Outcome(*(array.copy() for array in out))
    for first, stop in stretches_around(_are_off(problem, torso, out.q, slice(None)), 2 * ease):
        part = slice(first, stop)
        wish = _wish(problem, torso, _reached(firmly, torso, alone, part), part, ease)
        changed[part] = wish.is_less
        target[np.ix_(first + np.flatnonzero(wish.is_less), torso.arms)] = wish.directions[wish.is_less]
    if not changed.any():
        return block
    given = block._replace(target=target)
    solver = frame_solver(free.asking(direction=given), CARRIED)
    for first, stop in stretches(changed):
        solve_again(solver, out, first, stop)
    return given


@dataclass(frozen=True, eq=False)
class _Wish:
    """What arms are asked for in N frames.

    Attributes:
        directions: (N, A, 3) of their segments.
        is_less: (N,) whether that is less than what the person does.
    """

    directions: np.ndarray
    is_less: np.ndarray


def _are_off(problem: Problem, torso: Torso, q: np.ndarray, frames: slice) -> np.ndarray:
    """Return in which of some frames (N,) of poses (T, Q) an arm is off by so much that it is looked at."""
    block = problem.costs.direction
    own = directions_between(problem.tree, block.body[torso.arms], block.local[torso.arms], q[frames])
    angles = rot.angle_between(own, block.target[frames, torso.arms])
    return np.any(_together(angles, block.weight[frames, torso.arms]) > NOTICED, axis=1)


def _together(angles: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return the errors (N, A / 2) [rad] of arms whose segments are off by (N, A) [rad], known or not."""
    return np.linalg.norm((angles * (weight > 0.0)).reshape(len(angles), -1, 2), axis=2)


def _with_firm_trunk(problem: Problem, torso: Torso) -> Problem:
    """Return the problem with a trunk that arms hardly move."""
    direction, orientation = problem.costs.direction, problem.costs.orientation
    weight, turned = direction.weight.copy(), orientation.weight.copy()
    weight[:, [torso.trunk, torso.hips, torso.shoulders]] *= FIRM
    turned[:, np.isin(orientation.body, torso.bodies)] *= FIRM
    return problem.asking(
        direction=direction._replace(weight=weight), orientation=orientation._replace(weight=turned)
    )


def _reached(firmly: Solver, torso: Torso, alone: Outcome, part: slice) -> np.ndarray:
    """Return the directions (N, A, 3) of arms by themselves in a stretch of a clip, solved so in place."""
    block = firmly.problem.costs.direction
    solve_again(firmly, alone, part.start, part.stop)
    return directions_between(
        firmly.problem.tree, block.body[torso.arms], block.local[torso.arms], alone.q[part]
    )


def _wish(problem: Problem, torso: Torso, reached: np.ndarray, part: slice, ease: int) -> _Wish:
    """Return what arms that reach so far (N, A, 3) by themselves are asked for in a stretch.

    Args:
        problem: What the person does.
        torso: Whose arms.
        reached: Directions.
        part: The stretch.
        ease: Frames over which it is averaged, on either side.
    """
    block = problem.costs.direction
    turn = rot.as_rotation_vector(rot.shortest_arc(reached, block.target[part, torso.arms]))
    off = _together(np.linalg.norm(turn, axis=2), block.weight[part, torso.arms])
    share = hann_mean(MOST / np.maximum(off, MOST), ease)
    directions = rot.rotate(rot.from_rotation_vector(np.repeat(share, 2, axis=1)[..., None] * turn), reached)
    return _Wish(directions, share.min(axis=1) < 1.0)
