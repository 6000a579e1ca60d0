"""The default method: follow the person's directions within the robot's limits, feet on the floor.

One bounded least-squares problem a frame, each solved from the last. Its costs, in one unit of angle:
directions of segments, orientations of pelvis, head, hands and feet, the hips' travel, and soles that
stand where the person's do. Limits of position, velocity and acceleration are hard (see ``limits``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.blocks.direction import direction_block
from understudy.kinematics.blocks.floor import floor_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.terrain import terrain_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.limits import Effort
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution
from understudy.kinematics.sparsity import Pattern, pattern_of
from understudy.kinematics.starts import start_postures
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.terrain import Terrain
from understudy.retarget.fingers import finger_guide
from understudy.retarget.footholds import eased
from understudy.retarget.goals import Goals, goals, robot_direction, robot_frame
from understudy.retarget.ground import RobotGround, require_level, robot_ground
from understudy.retarget.limits.balance import balanced, require_balance
from understudy.retarget.limits.joints import joint_bounds, tell_speeds
from understudy.retarget.limits.self_collision import self_collision, with_weight
from understudy.retarget.limits.task_points import missed, tell_missed, with_tasks
from understudy.retarget.limits.whole_clip import solve_within_limits
from understudy.retarget.pelvis_root import root_for_pelvis, root_is_pelvis
from understudy.retarget.placement import (
    ANKLES,
    HIPS,
    ROOT,
    Placement,
    place,
    placed_points,
    tell_fixed,
)
from understudy.retarget.track_options import TrackOptions
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale
from understudy.spatial import rotations as rot

DOUBT_PAUSE, LONGEST_PAUSE, LONGEST_LEAD = 0.1, 1.0, 1.0
"""Times [s] between looks for a better IK branch, at first and at the most, and for leading joints to one."""


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
    if options.balance:
        require_balance(human, robot)
        require_level(human, "balance")
    robot = with_speed(robot, options.assumed_speed)
    tell_fixed(human, robot, say)
    if options.velocity_limits:
        tell_speeds(robot, say)
    problem = track_problem(human, robot, options, say)
    bounds = joint_bounds(
        problem.tree,
        robot,
        human.fps,
        options.limits,
        options.velocity_limits,
        options.acceleration_limits,
    )

    def solve(asked: Problem) -> Solution:
        return solve_within_limits(asked, human.frame_count, human.fps, bounds, say)

    solution = solve(problem)
    history = human.provenance.then("retarget", method="track", robot=robot.name, **_said(options, human))
    if options.balance:
        margin, weight = options.balance_margin, options.balance_weight
        kept = balanced(problem, solution, solve, human, robot, margin, weight, say)
        solution, history = kept.solution, history.then("balance", share=kept.share, rounds=kept.rounds)
    if options.tasks:
        distances = missed(options.tasks, robot, solution.q, human.fps)
        history = history.then("tasks", missed=distances)
        tell_missed(options.tasks, distances, say)
    return RobotMotion(
        robot=robot.name,
        method="track",
        joints=robot.joints,
        q=solution.q,
        fps=human.fps,
        status=solution.endings,
        contacts=human.contact_mask,
        terrain=track_ground(human, robot, options).terrain,
        provenance=history,
    )


def _said(options: TrackOptions, human: HumanMotion) -> dict[str, object]:
    """Return the options for the history; how steps are scaled is said where there are steps."""
    said = asdict(options)
    if human.terrain.is_level:
        del said["real_terrain"]
    return said


def track_problem(
    human: HumanMotion, robot: Robot, options: TrackOptions, say: Callable[[str], None] | None = None
) -> Problem:
    """Return what ``track`` asks of a robot, for any driver of the solver."""
    ground = track_ground(human, robot, options)
    looks, spots = (
        goals(human, robot, options.segments, options.parts),
        place(human, robot, options.partial_stance, ground),
    )
    if not looks.segments:
        raise InvalidMotionError(f"the capture has no segment that robot '{robot.name}' has too")
    tree, empty, pattern = compile_robot(robot, looks.segments, looks.parts, options.self_collision > 0.0)
    costs = make_costs(empty, human, robot, looks, spots, options)
    problem = Problem(
        tree=tree,
        costs=_with_terrain(costs, ground.terrain, options.floor),
        bounds=joint_bounds(tree, robot, human.fps, options.limits, velocity=False, acceleration=False),
        starts=_starts(human, robot, spots),
        effort=_effort(human.fps, options),
        pattern=pattern,
    )
    if not options.tasks:
        return problem
    return with_tasks(problem, options.tasks, robot, human.frame_count, human.fps, say)


def track_ground(human: HumanMotion, robot: Robot, options: TrackOptions) -> RobotGround:
    """Return what the robot stands on."""
    return robot_ground(human, leg_scale(human, robot), options.real_terrain)


def _with_terrain(costs: Costs, terrain: Terrain, weight: float) -> Costs:
    """Return costs that also keep the robot out of steps and ramps; level ground leaves them as they are."""
    if terrain.is_level:
        return costs
    planes = np.stack([patch.planes() for patch in terrain.patches])
    return costs._replace(terrain=terrain_block(costs.floor, planes, weight))


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


def _effort(fps: float, options: TrackOptions) -> Effort:
    return Effort(
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
    soles = []
    for index, name in enumerate(spots.names[:points]):
        if name in (ROOT, HIPS):
            weight[:, index] = options.travel * spots.known[:, index, None]
        elif name in ANKLES:
            weight[:, index, 2] = options.ankle_height * spots.known[:, index]
        else:
            soles.append(index)
    for axes, time in (([0, 1], options.place_time), ([2], options.height_time)):
        firmness = eased(spots.firmness[:, soles], round(human.fps * time))
        weight[:, soles, axes[0] : axes[-1] + 1] = options.stance * firmness[..., None]
    size = len(empty.velocity.weight)
    return empty._replace(
        point=empty.point._replace(target=spots.places[:, :points], weight=weight),
        direction=empty.direction._replace(target=looks.directions, weight=looks.direction_weights),
        orientation=empty.orientation._replace(target=looks.frames, weight=looks.frame_weights),
        floor=empty.floor._replace(weight=np.array([options.floor])),
        distance=with_weight(empty.distance, options.self_collision, human.frame_count),
        posture=empty.posture._replace(target=np.array(robot.home), weight=np.full(size, options.home)),
        velocity=empty.velocity._replace(weight=np.full(size, options.still * human.fps)),
        guide=finger_guide(empty.guide, human, robot),
        acceleration=empty.acceleration._replace(weight=np.full(size, options.steady * human.fps**2)),
    )


def _starts(human: HumanMotion, robot: Robot, spots: Placement) -> np.ndarray:
    """Return poses from which to solve the first frame: start postures placed where the person is."""
    home = np.array(robot.home)
    columns = np.arange(len(home) - len(robot.joints), len(home))
    starts = start_postures(home, columns, robot.lower, robot.upper)
    if robot.has_free_base:
        turn = _first_turn(human)
        known = spots.names[:1] in ((HIPS,), (ROOT,)) and spots.known[:, 0].any()
        spot = spots.places[spots.known[:, 0].argmax(), 0] if known else None
        if root_is_pelvis(robot) or spots.names[:1] == (ROOT,):
            starts[:, 3:7] = rot.multiply(turn, np.array(robot.home[3:7]))
            starts[:, :3] = starts[:, :3] if spot is None else spot
        else:
            starts[:, :7] = [root_for_pelvis(robot, start, turn, spot) for start in starts]
    return starts


def _first_turn(human: HumanMotion) -> np.ndarray:
    """Return a quaternion (4,) that turns a robot at home roughly as the person's trunk, when first seen."""
    wanted = human.frames.get("pelvis", human.frames.get("chest"))
    if wanted is not None:
        return wanted[0]
    (up, up_known), (left, left_known) = human.direction("trunk"), human.direction("shoulder_line")
    known = up_known & left_known
    first = int(known.argmax())
    return rot.from_axes(None, left[first], up[first]) if known[first] else np.array(rot.IDENTITY)
