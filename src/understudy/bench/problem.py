"""A tracking problem stated once, to be solved by Understudy and by its peers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.posture import posture_block
from understudy.kinematics.body_parts import BodyDirection, BodyFrame, BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.limits import Effort, variable_bounds
from understudy.kinematics.problem import Problem as KernelProblem
from understudy.kinematics.solver import Solution, solve_clip
from understudy.kinematics.tree import compile_tree
from understudy.motion import HumanMotion
from understudy.pipeline import retarget
from understudy.retarget.goals import goals, robot_direction, robot_frame
from understudy.retarget.placement import HIPS, place, placed_points
from understudy.retarget.track import TrackOptions
from understudy.robots import Robot

HOME_WEIGHT = 1e-3
"""Weight [1/rad] of the home pose in every problem; makes the optimum unique."""

CONTENT = Effort(iterations=51)
"""Both sides iterate until no coordinate moves by more than 1e-5 rad or m."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Directions, orientations and points of a robot to be followed within its joint limits.

    Attributes:
        robot: The robot.
        directions: D directions with weights and targets (T, D, 3).
        frames: F orientations with weights and targets (T, F, 3, 3).
        points: P points with weights and targets (T, P, 3) [m].
        start: (Q,) pose from which the first frame is solved.
    """

    robot: Robot
    directions: tuple[BodyDirection, ...]
    direction_weights: np.ndarray
    wanted_directions: np.ndarray
    frames: tuple[BodyFrame, ...]
    frame_weights: np.ndarray
    wanted_frames: np.ndarray
    points: tuple[BodyPoint, ...]
    point_weights: np.ndarray
    wanted_points: np.ndarray
    start: np.ndarray

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.wanted_directions)


def costs_of_track(human: HumanMotion, robot: Robot) -> Problem:
    """Return what ``track`` asks of a robot: its directions, orientations and travel, feet left free."""
    options = TrackOptions()
    looks, spots = goals(human, robot, options.segments, options.parts), place(human, robot, 0.0)
    hips = [index for index, name in enumerate(spots.names) if name == HIPS]
    return Problem(
        robot=robot,
        directions=tuple(robot_direction(robot, name) for name in looks.segments),
        direction_weights=looks.direction_weights[0],
        wanted_directions=looks.directions,
        frames=tuple(robot_frame(robot, name) for name in looks.parts),
        frame_weights=looks.frame_weights[0],
        wanted_frames=looks.frames,
        points=tuple(point for name, point in placed_points(robot) if name == HIPS),
        point_weights=np.full(len(hips), options.travel),
        wanted_points=np.ascontiguousarray(spots.places[:, hips]),
        start=np.array(retarget(human, robot).q[0]),
    )


def poses_of_links(human: HumanMotion, robot: Robot) -> Problem:
    """Return fourteen links' full poses, taken from a motion that the robot can do, as IK tools like it."""
    import mujoco

    motion = retarget(human, robot)
    names = [f"{part}_{side}" for part in ("knee", "ankle", "elbow", "wrist") for side in "lr"]
    bodies = {robot.landmarks[name].body for name in names if name in robot.landmarks}
    bodies |= {attachment.body for attachment in robot.frames.values()}
    links = sorted(bodies)[:14]
    data = mujoco.MjData(robot.model)
    places, turns = np.empty((len(motion.q), len(links), 3)), np.empty((len(motion.q), len(links), 3, 3))
    for t, q in enumerate(motion.q):
        data.qpos[:] = q
        mujoco.mj_kinematics(robot.model, data)
        places[t], turns[t] = data.xpos[links], data.xmat[links].reshape(-1, 3, 3)
    return Problem(
        robot=robot,
        directions=(),
        direction_weights=np.zeros(0),
        wanted_directions=np.zeros((len(motion.q), 0, 3)),
        frames=tuple(BodyFrame(body, np.eye(3)) for body in links),
        frame_weights=np.ones(len(links)),
        wanted_frames=turns,
        points=tuple(BodyPoint(body, np.zeros(3)) for body in links),
        point_weights=np.ones(len(links)),
        wanted_points=places,
        start=np.array(motion.q[0]),
    )


def prepare(problem: Problem) -> Callable[[], Solution]:
    """Set a problem up for the project's own solver and return what solves it."""
    robot, frames = problem.robot, problem.frame_count
    tree = compile_tree(robot.model)
    size, points = len(tree.variable), len(problem.points)
    scalar = np.flatnonzero(tree.dof_q >= 0)
    lower, upper, largest = np.full(size, -np.inf), np.full(size, np.inf), np.full(size, np.inf)
    lower[scalar], upper[scalar] = robot.lower, robot.upper
    weight = np.broadcast_to(problem.point_weights[:, None], (frames, points, 3))
    costs = no_costs(tree)._replace(
        point=point_block(problem.points, problem.wanted_points, weight),
        direction=direction_block(
            tree,
            problem.directions,
            problem.wanted_directions,
            np.tile(problem.direction_weights, (frames, 1)),
        ),
        orientation=orientation_block(
            problem.frames, problem.wanted_frames, np.tile(problem.frame_weights, (frames, 1))
        ),
        posture=posture_block(tree, robot.home, np.full(size, HOME_WEIGHT)),
    )
    bounds = variable_bounds(tree, lower, upper, largest)
    stated = KernelProblem(tree, costs, bounds, problem.start, CONTENT)
    return lambda: solve_clip(stated, frames)
