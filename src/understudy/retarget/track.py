"""The default method: follow the person's directions within the robot's limits, feet on the floor.

One least-squares problem over all frames. Its costs, in one unit of angle: directions of segments,
orientations of pelvis, head, hands and feet, the hips' travel, accelerations, and footholds that are moved
from where the person stands. Soles stay on them, within limits of position, velocity and acceleration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.floor import floor_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.limits import Effort
from understudy.kinematics.point_places import point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import Pattern, pattern_of
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.awaited import awaited
from understudy.retarget.estimates import estimated_goals, estimated_places
from understudy.retarget.fingers import finger_guide
from understudy.retarget.goals import Goals, goals, robot_direction, robot_frame
from understudy.retarget.limbs_from_torso import limbs_from_torso
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import self_collision, with_weight
from understudy.retarget.limits.task_points import with_tasks
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.over_time import OverTime, over_time, standing_as
from understudy.retarget.placement import ANKLES, HIPS, ROOT, Placement, place, placed_points
from understudy.retarget.solved_motion import (
    ground_of,
    ready_robot,
    solved_motion,
    with_terrain,
)
from understudy.retarget.start_poses import start_poses
from understudy.retarget.time_scaling import at_feasible_pace
from understudy.robots.robot import Robot

DOUBT_PAUSE, LONGEST_PAUSE, LONGEST_LEAD = 0.1, 1.0, 1.0
"""Times [s] between looks for a better IK branch, at first and at the most, and for leading joints to one."""

ENOUGH = 5e-7
"""What a frame may still have to gain when it is left: as much as 0.06° of a limb."""


def track(
    human: HumanMotion,
    robot: Robot,
    options: TrackOptions | None = None,
    say: Callable[[str], None] | None = None,
) -> RobotMotion:
    """Make a robot follow a person, the whole clip in view.

    Args:
        human: The person's motion.
        robot: A robot with a card.
        options: Weights and limits.
        say: Told in a sentence when the solver has to be compiled first, and which task is out of reach.
    """
    options = options or TrackOptions()
    ready = ready_robot(human, robot, options, say)

    def perform(person: HumanMotion, own: TrackOptions) -> RobotMotion:
        free = replace(own, tasks=())
        problem, asked = clip_problem(person, ready, free, say)
        if own.tasks:
            # Feet stand as they would without tasks: a hand that reaches out does not draw them along.
            q, point = np.array(perform(person, free).q), problem.costs.point
            asked = standing_as(asked, point_places(problem.tree, point, q), point.weight)
            problem = with_tasks(problem, own.tasks, ready, person.frame_count, person.fps, say, q)
        return solved_motion(problem, person, ready, "track", own, say, asked)

    return at_feasible_pace(perform, human, ready, options, say)


def track_problem(
    human: HumanMotion, robot: Robot, options: TrackOptions, say: Callable[[str], None] | None = None
) -> Problem:
    """Return what ``track`` asks of a robot, for any driver of the solver."""
    return clip_problem(human, robot, options, say)[0]


def clip_problem(
    human: HumanMotion, robot: Robot, options: TrackOptions, say: Callable[[str], None] | None = None
) -> tuple[Problem, OverTime]:
    """Return what is asked of a robot in every frame, and what frames ask of each other."""
    human = awaited(human)
    ground = ground_of(human, robot, options)
    looks = estimated_goals(goals(human, robot, options.segments, options.parts), human.fps)
    spots = estimated_places(place(human, robot, options.partial_stance, ground), human.fps)
    if not looks.segments:
        raise InvalidMotionError(f"the capture has no segment that robot '{robot.name}' has too")
    tree, empty, pattern = compile_robot(robot, looks.segments, looks.parts, options.self_collision > 0.0)
    costs = make_costs(empty, human, robot, looks, spots, options)
    problem = Problem(
        tree=tree,
        costs=with_terrain(costs, ground.terrain, options.floor),
        bounds=joint_bounds(tree, robot, human.fps, options.limits, velocity=False, acceleration=False),
        starts=start_poses(human, robot, spots),
        effort=track_effort(human.fps, options),
        pattern=pattern,
    )
    if options.tasks:
        problem = with_tasks(problem, options.tasks, robot, human.frame_count, human.fps, say)
    asked = over_time(tree, human, robot, spots, options)
    return problem, replace(asked, direction=limbs_from_torso(costs.direction, looks, robot, tree))


@lru_cache(maxsize=64)
def compile_robot(
    robot: Robot, segments: tuple[str, ...], parts: tuple[str, ...], collides: bool = True
) -> tuple[Tree, Costs, Pattern]:
    """Return a robot's tree and costs of following these segments and parts that have no targets yet."""
    tree = compile_tree(robot.model)
    surface = [
        BodyPoint(shape.body, centre, float(radius))
        for shape in robot.surface
        for centre, radius in zip(shape.centres, shape.radii, strict=True)
    ]
    placed = [point for _, point in placed_points(robot)]
    costs = no_costs(tree)._replace(
        point=point_block(placed if robot.has_free_base else ()),
        direction=direction_block(tree, [robot_direction(robot, segment) for segment in segments]),
        orientation=orientation_block([robot_frame(robot, part) for part in parts]),
        floor=floor_block(surface if robot.has_free_base else ()),
        distance=self_collision(robot, tree) if collides else no_costs(tree).distance,
    )
    return tree, costs, pattern_of(tree, costs)


def track_effort(fps: float, options: TrackOptions) -> Effort:
    """Return when ``track`` is content with a frame, and when it doubts one."""
    return Effort(
        enough=ENOUGH,
        doubtful_cost=0.5 * options.doubtful_angle**2,
        doubt_pause=max(1, round(DOUBT_PAUSE * fps)),
        longest_pause=max(1, round(LONGEST_PAUSE * fps)),
        longest_lead=max(1, round(LONGEST_LEAD * fps)),
    )


def make_costs(
    empty: Costs, human: HumanMotion, robot: Robot, looks: Goals, spots: Placement, options: TrackOptions
) -> Costs:
    """Return what the solver is asked for: goals and places with their weights."""
    points = len(spots.names) if robot.has_free_base else 0
    weight = np.zeros((human.frame_count, points, 3))
    for index, name in enumerate(spots.names[:points]):
        if name in (ROOT, HIPS):
            weight[:, index] = options.travel * spots.known[:, index, None]
        elif name in ANKLES:
            weight[:, index, 2] = options.ankle_height * spots.known[:, index]
        else:
            weight[:, index] = options.stance * spots.firmness[:, index, None]
    return steady_costs(empty, robot, human.frame_count, human.fps, options)._replace(
        point=empty.point._replace(target=spots.places[:, :points], weight=weight),
        direction=empty.direction._replace(target=looks.directions, weight=looks.direction_weights),
        orientation=empty.orientation._replace(target=looks.frames, weight=looks.frame_weights),
        guide=finger_guide(empty.guide, human, robot),
    )


def steady_costs(empty: Costs, robot: Robot, frames: int, fps: float, options: TrackOptions) -> Costs:
    """Return what is asked of a robot whatever the person does: floor, parts apart, home, quiet joints.

    Args:
        empty: Costs of the robot, see :func:`compile_robot`.
        robot: The robot.
        frames: T.
        fps: Frames a second [1/s].
        options: Weights.
    """
    size = len(empty.velocity.weight)
    return empty._replace(
        floor=empty.floor._replace(weight=np.array([options.floor])),
        distance=with_weight(empty.distance, options.self_collision, frames),
        posture=empty.posture._replace(target=np.array(robot.home), weight=np.full(size, options.home)),
        velocity=empty.velocity._replace(weight=np.full(size, options.still * fps)),
        acceleration=empty.acceleration._replace(weight=np.full(size, options.steady * fps**2)),
    )
