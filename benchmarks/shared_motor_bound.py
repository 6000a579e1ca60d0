"""What two legs that share a motor miss together, at least, frame by frame.

    python benchmarks/shared_motor_bound.py worst.json [--robots nao] [--clips 54_01]

Regret asks every limb alone, and NAO's hips share one motor: what is within reach of either leg may not be
within that of both. Here both legs are asked at once. Torso and hips of such a robot are one body, so that in
the torso's frame a leg is where its own joints put it, and but for the shared one no joint has a say in both.
For every place h of the shared motor, in steps of 1° over its range, each leg's least error E(h) = √(θ_thigh²
+ θ_shin²) is found within the other joints' ranges, from several starts. Then

    B = min over h of the larger of E_left(h) − reach_left and E_right(h) − reach_right

is what the worse leg's regret comes to at least, less √2 ½° for places between the steps: a joint that turns
by δ turns thigh and shin by no more. No feet, floor, speed or neighbouring frame counts. A p99 of at most 10°
leaves each leg 1 % of the frames over that; where B is over 10° in more than 2 % of them, no motion meets it,
whatever the method. The same bound of the largest regret is B's maximum.

``worst.json`` is what ``worst_frames.py --json`` wrote; clips of the robot whose p99 is missed there are
looked at, of long ones 400 frames, evenly. Prints a table in Markdown.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from missed_clips import choosing_parser, missed_clips, write_head, write_row
from worst_causes import limb_reach
from worst_frames import EPISODE, P99_BAR

from understudy.evaluate.limbs import LIMBS, limb_error
from understudy.evaluate.poses import Poses, pose_robot
from understudy.evaluate.reach_problem import ReachProblem, reach_problem
from understudy.evaluate.torso import SHOULDERS_AND_HIPS, find_torso, robot_torso, robot_vector
from understudy.motion import HumanMotion
from understudy.retarget import track
from understudy.robots import Robot
from understudy.spatial import rotations as rot

LEGS = ("leg_l", "leg_r")
STEP = 1.0
"""Between places of the shared motor [°]."""
BETWEEN = np.sqrt(2.0) * 0.5 * STEP
"""By how much [°] a leg may be nearer between two of them."""
MOST_FRAMES = 400
ALLOWED = 0.02
"""Share of frames in which one of two legs may be over the bar while each keeps its 99th percentile."""
HOLD = 100.0
"""Weight [1/rad] that holds the torso."""


def main() -> int:
    """Print what every clip's legs miss at least."""
    parser = choosing_parser("What two legs that share a motor miss together, at least.")
    parser.set_defaults(robots=["nao"])
    write_head(["clip", "p99", "of", "B over 10°", "B's p98", "B over 30°", "B at most", "p99 ≤ 10°"])
    proven = looked_at = 0
    for row in missed_clips(parser.parse_args()):
        looked_at += 1
        bound = shared_bound(row.human, row.robot)
        share = float((bound > P99_BAR).mean())
        proven += share > ALLOWED
        write_row(
            [
                row.clip,
                f"{row.p99:.1f}°",
                row.limb,
                f"{100.0 * share:.1f} %",
                f"{np.percentile(bound, 98.0):.1f}°",
                f"{100.0 * (bound > EPISODE).mean():.1f} %",
                f"{bound.max():.1f}°",
                "out of reach" if share > ALLOWED else "not excluded",
            ]
        )
    sys.stdout.write(f"{proven} of {looked_at} are out of reach\n")
    return 0


def shared_bound(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return what the worse leg's regret [°] comes to at least, in frames evenly over the clip.

    Raises:
        ValueError: For a robot whose legs share no motor, or whose hips move against its shoulders.
    """
    motion = track(human, robot)
    reach = limb_reach(human, motion, robot)
    torso = find_torso(human, robot, pose_robot(robot, motion.q))
    seen = np.logical_and.reduce([torso.known, *(np.isfinite(reach[leg]) for leg in LEGS)])
    frames = np.flatnonzero(seen)[:: max(1, int(seen.sum()) // MOST_FRAMES)]
    problem = reach_problem(robot, torso.kind, LEGS)
    if torso.kind != SHOULDERS_AND_HIPS or len(problem.hung) != 1:
        raise ValueError(f"{robot.name}: hips and shoulders are not of one body")
    local = np.stack(
        [
            np.einsum("tji,tj->ti", torso.human[frames], human.direction(segment)[0][frames])
            for leg in LEGS
            for segment in LIMBS[leg]
        ],
        axis=1,
    )
    least = np.full(len(frames), np.inf)
    starts = [motion.q[frames], np.tile(robot.home, (len(frames), 1))]
    for place in _places(problem):
        errors = np.full((len(frames), len(LEGS)), np.inf)
        for index, start in enumerate(starts):
            found = _solve(problem, place, start, local)
            own = _errors(problem, found, local)
            errors = np.minimum(errors, own)
            if index == 0:
                starts[0] = found
        over = np.degrees(errors - np.stack([reach[leg][frames] for leg in LEGS], axis=1))
        least = np.minimum(least, over.max(axis=1))
    return np.maximum(least - BETWEEN, 0.0)


def _shared(problem: ReachProblem) -> int:
    """Return the degree of freedom of the shared motor."""
    common = set(problem.columns[LEGS[0]].tolist()) & set(problem.columns[LEGS[1]].tolist())
    if len(common) != 1:
        raise ValueError(f"{problem.robot.name}: legs share {len(common)} motors")
    return int(np.flatnonzero(problem.problem.tree.dof_q == common.pop())[0])


def _places(problem: ReachProblem) -> np.ndarray:
    """Return places [rad] of the shared motor all over its range."""
    dof = _shared(problem)
    bounds = problem.problem.bounds
    low, high = bounds.lower[dof], bounds.upper[dof]
    return np.linspace(low, high, int(np.ceil(np.degrees(high - low) / STEP)) + 1)


def _solve(problem: ReachProblem, place: float, starts: np.ndarray, local: np.ndarray) -> np.ndarray:
    """Return poses (N, Q) with the shared motor at a place and both legs as near as they come then."""
    dof, robot = _shared(problem), problem.robot
    bounds = problem.problem.bounds
    lower, upper = bounds.lower.copy(), bounds.upper.copy()
    lower[dof] = upper[dof] = place
    bounds = bounds._replace(lower=lower, upper=upper)
    held = replace(problem, problem=replace(problem.problem, bounds=bounds))
    placed = starts.copy()
    placed[:, :7] = robot.home[:7]
    home = pose_robot(robot, robot.home[None])
    axes, count = robot_torso(robot, home, SHOULDERS_AND_HIPS)[0], len(starts)
    wanted = np.zeros((count, len(problem.segments), 3))
    weights = np.zeros(wanted.shape[:2])
    wanted[:, problem.torso_count :], weights[:, problem.torso_count :] = local @ axes.T, 1.0
    bodies = len(problem.parts) + len(problem.hung)
    turns, firm = np.tile(np.eye(3), (count, bodies, 1, 1)), np.zeros((count, bodies))
    turns[:, len(problem.parts) :] = home.orientations[0, problem.hung]
    firm[:, len(problem.parts) :] = HOLD
    return held.solve([placed], (wanted, weights), (turns, firm))[0].q


def _errors(problem: ReachProblem, q: np.ndarray, local: np.ndarray) -> np.ndarray:
    """Return limb errors (N, 2) [rad] of poses (N, Q)."""
    poses: Poses = pose_robot(problem.robot, q)
    axes = robot_torso(problem.robot, poses, SHOULDERS_AND_HIPS)
    angles = []
    for index, segment in enumerate(problem.segments[problem.torso_count :]):
        vector = robot_vector(problem.robot, poses, segment)
        assert vector is not None
        angles.append(rot.angle_between(local[:, index], np.einsum("tji,tj->ti", axes, vector)))
    return np.stack([limb_error(*angles[:2]), limb_error(*angles[2:])], axis=1)


if __name__ == "__main__":
    sys.exit(main())
