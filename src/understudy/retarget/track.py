"""The default method: follow the person's directions within the robot's limits, feet on the floor.

One bounded least-squares problem a frame, each solved from the last. Its costs, in one unit of angle:
directions of segments, orientations of pelvis, head, hands and feet, the hips' travel, and soles that
stay where they stand. Limits of position and velocity are hard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.clip import solve, variable_bounds
from understudy.kinematics.tasks import BodyPoint, Tasks, compile_tasks
from understudy.kinematics.tree import Tree, compile_tree
from understudy.kinematics.wishes import Bounds, Effort, Wishes
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget.goals import Goals, goals, robot_direction, robot_frame
from understudy.retarget.placement import ANKLES, HIPS, Placement, place, placed_points
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

TORSO_SEGMENTS = ("trunk", "hip_line", "shoulder_line")

_START_SEED = 7


@dataclass(frozen=True)
class TrackOptions:
    """Weights and limits of ``track``; the defaults serve whole, upper and lying bodies alike.

    Attributes:
        segments: Weight [1/rad] of the directions of segments, by kind.
        parts: Weight [1/rad] of the orientations of body parts, by kind.
        reach: Angle [rad] from which on a limb's direction pulls no harder, so that an arm which the robot
            cannot raise does not bend its back. The torso's directions always pull.
        travel: Weight [1/m] of following the hips' steps.
        return_time: Time [s] in which the robot comes back to the person's scaled path.
        ankle_height: Weight [1/m] of the ankles following the person's, as high above the floor.
        stance: Weight [1/m] of soles that stand.
        partial_stance: Share of that weight for a foot that stands on its heel or toe alone.
        landing_time: Time [s] in which a landing sole is brought to rest.
        release_time: Time [s] in which a leaving sole is let go.
        floor: Weight [1/m] of every surface point staying above the floor.
        home: Weight [1/rad] of the home pose, which decides what the person leaves open.
        still: Weight [s/rad] of joint velocity, which keeps idle joints from wandering.
        steady: Weight [s²/rad] of joint acceleration, which damps noise without lagging behind.
        doubtful_angle: Angle [rad] by which the body may be off before another fold of it is looked for.
        limits: Whether joint position limits hold.
        velocity_limits: Whether joint velocity limits hold.
    """

    segments: Mapping[str, float] = field(
        default_factory=lambda: {
            "trunk": 2.0,
            "hip_line": 2.0,
            "shoulder_line": 2.0,
            "upper_arm": 1.5,
            "forearm": 1.0,
            "thigh": 1.3,
            "shin": 1.2,
        }
    )
    parts: Mapping[str, float] = field(
        default_factory=lambda: {"pelvis": 0.6, "head": 0.2, "hand": 0.15, "foot": 0.15}
    )
    reach: float = 0.1
    travel: float = 2.0
    return_time: float = 0.5
    ankle_height: float = 2.0
    stance: float = 15.0
    partial_stance: float = 0.3
    landing_time: float = 0.02
    release_time: float = 0.02
    floor: float = 60.0
    home: float = 1e-3
    still: float = 1e-4
    steady: float = 2e-5
    doubtful_angle: float = 0.35
    limits: bool = True
    velocity_limits: bool = True


def track(
    human: HumanMotion,
    robot: Robot,
    options: TrackOptions | None = None,
    say: Callable[[str], None] | None = None,
) -> RobotMotion:
    """Make a robot follow a person; frame t uses nothing of the person after t.

    Args:
        human: The person's motion.
        robot: A robot with a card.
        options: Weights and limits.
        say: Told in a sentence when the solver has to be compiled first.
    """
    options = options or TrackOptions()
    looks, spots = (
        goals(human, robot, options.segments, options.parts),
        place(human, robot, options.partial_stance),
    )
    if not looks.segments:
        raise InvalidMotionError(f"the capture has no segment that robot '{robot.name}' has too")
    tree, tasks = compile_robot(robot, looks.segments, looks.parts)
    solution = solve(
        tree,
        tasks,
        make_wishes(tree, human, robot, looks, spots, options),
        make_bounds(tree, robot, human.fps, options),
        _starts(human, robot, spots),
        _effort(human.fps, options),
        say,
    )
    return RobotMotion(
        robot=robot.name,
        method="track",
        joints=robot.joints,
        q=solution.q,
        fps=human.fps,
        status=solution.status,
        contacts=human.contact_mask,
        provenance=human.provenance.then("retarget", method="track", robot=robot.name, **asdict(options)),
    )


@lru_cache(maxsize=64)
def compile_robot(robot: Robot, segments: tuple[str, ...], parts: tuple[str, ...]) -> tuple[Tree, Tasks]:
    """Return a robot's tree and the tasks of following these segments and parts, compiled once."""
    tree = compile_tree(robot.model)
    floor = [
        BodyPoint(shape.body, centre, float(radius))
        for shape in robot.surface
        for centre, radius in zip(shape.centres, shape.radii, strict=True)
    ]
    tasks = compile_tasks(
        tree,
        points=[point for _, point in placed_points(robot)] if robot.has_free_base else (),
        directions=[robot_direction(robot, segment) for segment in segments],
        frames=[robot_frame(robot, part) for part in parts],
        floor=floor if robot.has_free_base else (),
    )
    return tree, tasks


def _effort(fps: float, options: TrackOptions) -> Effort:
    return Effort(
        first_iterations=200,
        iterations=30,
        smallest_step=1e-5,
        pin_rise=1.0 - math.exp(-1.0 / (fps * options.landing_time)),
        pin_fall=1.0 - math.exp(-1.0 / (fps * options.release_time)),
        doubtful_cost=0.5 * options.doubtful_angle**2,
        doubt_pause=max(1, round(0.1 * fps)),
    )


def make_wishes(
    tree: Tree, human: HumanMotion, robot: Robot, looks: Goals, spots: Placement, options: TrackOptions
) -> Wishes:
    """Return what the solver is asked for: goals and places with their weights."""
    points = len(spots.names) if robot.has_free_base else 0
    weight = np.zeros((human.frame_count, points, 3))
    leak, pin_weight = np.ones(points), np.zeros(points)
    for index, name in enumerate(spots.names[:points]):
        if name == HIPS:
            weight[:, index] = options.travel
            leak[index] = 1.0 - math.exp(-1.0 / (human.fps * options.return_time))
        elif name in ANKLES:
            weight[:, index, 2] = options.ankle_height
        else:
            pin_weight[index] = options.stance
    size = len(tree.variable)
    return Wishes(
        point=np.ascontiguousarray(spots.places[:, :points]),
        point_weight=weight * spots.known[:, :points, None],
        point_leak=leak,
        pin=np.ascontiguousarray(spots.firmness[:, :points]),
        pin_weight=pin_weight,
        direction=looks.directions,
        direction_weight=looks.direction_weights,
        direction_reach=np.array(
            [np.inf if name in TORSO_SEGMENTS else options.reach for name in looks.segments]
        ),
        frame=looks.frames,
        frame_weight=looks.frame_weights,
        floor_weight=options.floor,
        home=np.array(robot.home),
        home_weight=np.full(size, options.home),
        still_weight=np.full(size, options.still * human.fps),
        steady_weight=np.full(size, options.steady * human.fps**2),
    )


def make_bounds(tree: Tree, robot: Robot, fps: float, options: TrackOptions) -> Bounds:
    """Return the hard limits of the robot at a frame rate."""
    size = len(tree.variable)
    lower, upper, largest_step = np.full(size, -np.inf), np.full(size, np.inf), np.full(size, np.inf)
    scalar = np.flatnonzero(tree.dof_q >= 0)
    if options.limits:
        lower[scalar], upper[scalar] = robot.lower, robot.upper
    if options.velocity_limits:
        largest_step[scalar] = robot.velocity / fps
    return variable_bounds(tree, lower, upper, largest_step)


def _starts(human: HumanMotion, robot: Robot, spots: Placement) -> np.ndarray:
    """Return poses from which to solve the first frame: home, mid-range, and some around them.

    A single start may sit at a half-turn from the goal, where no cost pulls it either way.
    """
    generator = np.random.default_rng(_START_SEED)
    home = np.array(robot.home)
    joints = slice(len(home) - len(robot.joints), None)
    low, high = np.maximum(robot.lower, -np.pi), np.minimum(robot.upper, np.pi)
    poses = [home[joints], 0.5 * (low + high)]
    poses += [np.clip(home[joints] + 0.5 * generator.standard_normal(len(low)), low, high) for _ in range(6)]
    starts = np.tile(home, (len(poses), 1))
    starts[:, joints] = poses
    if robot.has_free_base:
        starts[:, 3:7] = _first_root_orientation(human, robot)
        if spots.names[:1] == (HIPS,) and spots.known[0, 0]:
            starts[:, :3] = spots.places[0, 0]
    return starts


def _first_root_orientation(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return a quaternion (4,) that turns the robot's root roughly as the person's trunk is turned."""
    wanted = human.frames.get("pelvis", human.frames.get("chest"))
    if wanted is not None:
        turn = wanted[0]
    else:
        (up, up_known), (left, left_known) = human.direction("trunk"), human.direction("shoulder_line")
        turn = rot.from_axes(None, left[0], up[0]) if up_known[0] and left_known[0] else rot.IDENTITY
    return rot.multiply(turn, np.array(robot.home[3:7]))
