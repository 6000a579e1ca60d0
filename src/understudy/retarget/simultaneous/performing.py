"""The method: human, morphing and robot in one problem, over the whole clip, within the robot's limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace

import numpy as np

from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.ending import Ending
from understudy.retarget.ground import robot_ground
from understudy.retarget.limits.task_points import missed, tell_missed
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.placement import tell_fixed
from understudy.retarget.simultaneous.aligning import aligned
from understudy.retarget.simultaneous.building import Problem, build, fitted_person, with_sizes_known
from understudy.retarget.simultaneous.causal import frames_of, solve_by_frame
from understudy.retarget.simultaneous.grid import Grid, grid_of
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.reconstructing import reconstruct
from understudy.retarget.simultaneous.sequential import solve_in_sequence
from understudy.retarget.simultaneous.solving import TOLERANCE, Found, Progress, solve
from understudy.retarget.simultaneous.standing import carried_by_plates
from understudy.retarget.track import track
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale

Say = Callable[[str], None]

_OF = {"ground force": "% of body weight", "torque": "% of what the motor has"}
"""What a share that is lost is a share of; of joints it is their range."""


def simultaneous(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions | None = None,
    recording: Recording | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
) -> RobotMotion:
    """Make a robot perform a person's motion within its physical limits, the person reconstructed with it."""
    options = options or SimultaneousOptions()
    robot = with_speed(robot, options.assumed_speed)
    grid = grid_of(human.frame_count, human.fps, options.rate)
    problem = problem_on_grid(human, robot, options, recording, grid, say)
    tell_unbalanced(problem, robot, options, say)
    found = solved(problem, options, progress)
    tell_lost(found, say)
    motion = as_motion(human, robot, options, grid, problem, found)
    rebuilt = reconstruct(problem.fit, found, grid, human, recording)
    history = motion.provenance.then("reconstruct", mean_error=rebuilt.mean_error)
    if options.tasks:
        distances = missed(options.tasks, robot, motion.q, human.fps)
        history = history.then("tasks", missed=distances)
        tell_missed(options.tasks, distances, say)
    return replace(motion, reconstruction=rebuilt, provenance=history)


def problem_on_grid(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions,
    recording: Recording | None,
    grid: Grid,
    say: Say | None,
) -> Problem:
    """Return the problem at a grid's knots."""
    person = grid.person(human)
    capture = None if recording is None else grid.recording(recording)
    fit = fitted_person(person, capture, options.human, say)
    first = TrackOptions(assumed_speed=options.assumed_speed, tasks=options.tasks)
    # What it cannot reach is said of the motion itself, in the end.
    tracked = track(person, robot, first)
    tell_fixed(human, robot, say)
    carried = carried_by_plates(recording, fit.human.mass)
    return build(
        person,
        fit,
        tracked,
        robot,
        options,
        grid,
        None if carried is None else grid.at_nearest(carried),
    )


def solved(problem: Problem, options: SimultaneousOptions, progress: Progress | None = None) -> Found:
    """Return the solution of a problem: sizes identified first, then everything within limits."""
    clip, start = aligned(problem.clip, problem.start)
    clip = with_sizes_known(clip, start, options.size_weight)
    if options.horizon == "frame":
        return solve_by_frame(frames_of(clip, problem.fps, options), start, progress)
    way = solve if options.order == "simultaneous" else solve_in_sequence
    return way(clip, start, options.constraints == "hard", progress)


def tell_unbalanced(problem: Problem, robot: Robot, options: SimultaneousOptions, say: Say | None) -> None:
    """Say where balance is asked for, but the person never stands on a foot that the robot has."""
    if say is not None and options.balance and robot.has_free_base and not problem.stance.stands.any():
        say(
            "simultaneous: balance is not looked at, since no foot that the robot has carries the person's "
            "weight in any frame"
        )


def tell_lost(found: Found, say: Say | None) -> None:
    """Say which limits do not hold, and by how much."""
    lost = [
        f"{name} by {excess:.1f} {_OF.get(name, '% of its range') if unit == '%' else unit}"
        for name, (excess, unit) in found.excess.items()
        if excess > TOLERANCE[unit]
    ]
    if lost and say is not None:
        say(f"simultaneous: not every limit can be held; exceeded at most: {', '.join(lost)}")


def as_motion(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions,
    grid: Grid,
    problem: Problem,
    found: Found,
) -> RobotMotion:
    """Return a solution as a motion of all frames."""
    q = grid.all_frames(found.state.robot, 7 if robot.has_free_base else 0)
    # Between a knot in the air and one on the ground a foot is about to land, and does not stand yet.
    before, after = grid.neighbours()
    stands = problem.stance.contacts
    history = human.provenance.then("retarget", method="simultaneous", robot=robot.name, **asdict(options))
    history = history.then("limits", **{name: excess for name, (excess, _) in found.excess.items()})
    return RobotMotion(
        robot=robot.name,
        method="simultaneous",
        joints=robot.joints,
        q=q,
        fps=human.fps,
        status=np.full(grid.frames, int(Ending.CONVERGED if found.has_settled else Ending.ITERATION_LIMIT)),
        contacts=stands[before] & stands[after],
        terrain=robot_ground(human, leg_scale(human, robot)).terrain,
        provenance=history,
    )
