"""Arms that are held as the person's are to the torso, where the robot's torso cannot follow the person's.

Who looks at a body sees how arms are held to the trunk. Where a robot has no waist, its standing legs may
turn the whole trunk by 20° away from the person's, and arms that point as the person's in the world are off
by as much. There they are turned along with the trunk: as soon as it is off by more than ``LITTLE``, wholly
from ``MUCH`` on. Most robots' trunks never are, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.frame_loop import CARRIED, Outcome
from understudy.kinematics.limb_branches import directions_between, limbs_of
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import frame_solver, solve_again
from understudy.motion.stretches import stretches
from understudy.retarget.lazy_path import nearest_where
from understudy.spatial import rotations as rot

LITTLE, MUCH = np.radians(4.0), np.radians(8.0)
"""Angles [rad] of the torso's error from which on arms begin to go along, and do so wholly."""

LOOKS = 0.1
"""Time [s] between looks at whether the torso is off at all."""

SAME_POINT = 1e-6
"""Distance [m] up to which two points are one."""


@dataclass(frozen=True, eq=False)
class Torso:
    """The torso among the directions of a problem.

    Attributes:
        trunk: From the middle of the hips to that of the shoulders.
        shoulders: From the right shoulder to the left one.
        arms: (A,) segments of the limbs that begin there.
    """

    trunk: int
    shoulders: int
    arms: np.ndarray


def find_torso(problem: Problem) -> Torso | None:
    """Return the torso: a line between the beginnings of two limbs, and one that ends in its middle.

    That one has to begin in the middle of another such line, the hips'. None where there are no such lines,
    or shoulders move with their arms.
    """
    block, limbs = problem.costs.direction, limbs_of(problem)
    starts = {_point(block, int(limb.segments[0]), 0): limb for limb in limbs}
    lines = [line for line in range(len(block.body)) if _joins(block, line, starts)]
    middles = {_middle(block, line): line for line in lines}
    for trunk in range(len(block.body)):
        hips, shoulders = (middles.get(_point(block, trunk, end)) for end in (0, 1))
        if hips is not None and shoulders is not None:
            own = [starts[_point(block, shoulders, end)].segments for end in (0, 1)]
            return Torso(trunk, shoulders, np.concatenate(own))
    return None


def _point(block: DirectionBlock, segment: int, end: int) -> tuple[int, ...]:
    """Return an end of a segment, the same for two segments that have it in common."""
    place = np.round(block.local[segment, end] / SAME_POINT).astype(int)
    return (int(block.body[segment, end]), *place.tolist())


def _middle(block: DirectionBlock, segment: int) -> tuple[int, ...]:
    """Return the middle of a segment whose ends are on one body."""
    middle = block.local[segment].mean(axis=0)
    return (int(block.body[segment, 0]), *np.round(middle / SAME_POINT).astype(int).tolist())


def _joins(block: DirectionBlock, segment: int, points: Container[tuple[int, ...]]) -> bool:
    """Return whether a segment lies on one body and both its ends are among some points."""
    on_one = block.body[segment, 0] == block.body[segment, 1]
    return bool(on_one and all(_point(block, segment, end) in points for end in (0, 1)))


def arms_with_torso(problem: Problem, out: Outcome, fps: float) -> DirectionBlock:
    """Return the problem's directions, arms turned along with the torso, and solve what that changes again.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of its frames; those that change are solved again, in place.
        fps: Frames a second [1/s].
    """
    block, torso = problem.costs.direction, find_torso(problem)
    if torso is None:
        return block
    looks = np.arange(0, len(out.q), max(1, round(LOOKS * fps)))
    if np.linalg.norm(torso_error(problem, out.q, looks, torso), axis=1).max(initial=0.0) <= LITTLE:
        return block
    # Where the person's torso is not seen, it is taken to be as far off as when it was.
    seen = np.all(block.weight[:, [torso.trunk, torso.shoulders]] > 0.0, axis=1)
    error = torso_error(problem, out.q, np.arange(len(out.q)), torso)[nearest_where(seen)]
    angle = np.linalg.norm(error, axis=1)
    share = np.clip((angle - LITTLE) / (MUCH - LITTLE), 0.0, 1.0)
    turn = rot.from_rotation_vector(share[:, None] * error)
    target = block.target.copy()
    target[:, torso.arms] = rot.rotate(turn[:, None], target[:, torso.arms])
    target[share == 0.0] = block.target[share == 0.0]
    turned = block._replace(target=target)
    solver = frame_solver(replace(problem, costs=problem.costs._replace(direction=turned)), CARRIED)
    for first, stop in stretches(share > 0.0):
        solve_again(solver, out, first, stop)
    return turned


def torso_error(problem: Problem, q: np.ndarray, frames: np.ndarray, torso: Torso) -> np.ndarray:
    """Return by what (N, 3) [rad] the torso in some frames (N,) of poses (T, Q) is turned from the person's.

    Rotation vectors in the world; 0 where the person's trunk or shoulders are not known.
    """
    block, lines = problem.costs.direction, np.array([torso.trunk, torso.shoulders])
    at = np.ix_(frames, lines)
    own = directions_between(problem.tree, block.body[lines], block.local[lines], q[frames])
    robot, person = (rot.from_axes(None, lines[:, 1], lines[:, 0]) for lines in (own, block.target[at]))
    known = np.all(block.weight[at] > 0.0, axis=1)
    return known[:, None] * rot.as_rotation_vector(rot.multiply(robot, rot.conjugate(person)))
