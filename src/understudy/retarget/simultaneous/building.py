"""The problem of a clip from what the user has: a person's motion, its capture, and a robot."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.human.fit.body_choice import choose_body
from understudy.human.fit.fitting import BodyFit, FitPlan, Say, fit_body
from understudy.human.fit.targets import VAGUE_DEVIATION
from understudy.kinematics.blocks.floor import floor_block
from understudy.kinematics.blocks.point import join_points, point_block
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.costs import Costs, no_costs
from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.ground import robot_ground
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import self_collision, with_weight
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.simultaneous.bodies import (
    Person,
    RobotBody,
    morphed_shape,
    robot_body,
    shared_features,
)
from understudy.retarget.simultaneous.clip import Clip, Held, Limit, State, Term
from understudy.retarget.simultaneous.grid import Grid
from understudy.retarget.simultaneous.joint_terms import (
    ACCELERATION,
    POSITION,
    VELOCITY,
    JointLimit,
    Steady,
)
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.parts_limit import PartsApart
from understudy.retarget.simultaneous.soles_limit import PinnedSoles, some_points
from understudy.retarget.simultaneous.stance import Stance, stance
from understudy.retarget.simultaneous.standing import persons_force, standing_terms
from understudy.retarget.solved_motion import with_terrain
from understudy.retarget.track import track_problem
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale

POSTURE, STOPS = 0.003, 0.5
"""Weights [m/rad] of the person's joints at home, and of those beyond their range."""

HOME = 0.003
"""Weight [m/rad] of the robot's joints at home, which decides what nothing else does."""

FLOOR = 60.0
"""Weight [1/m] of the robot's surface staying above the floor, as in ``track``."""

PLANNED = 0.98
"""Share of the limits of speed and acceleration that is used, so that rounding exceeds none."""

VAGUE = 1.0
"""Certainty [1/m²] a frame of the morphing before it was identified: a twentieth of what it has afterwards.

It decides between lengths that follow each other, as along a spine that hardly bends. With a thousandth of
it they were what errors of a millimetre asked for, a pelvis of less than nothing among them.
"""


@dataclass(frozen=True, eq=False)
class Problem:
    """A clip with what it was made of.

    Attributes:
        clip: The problem.
        start: Where its solution begins.
        fit: The person as fitted without the robot.
        stance: Where soles stand.
        fps: Frames a second [1/s].
    """

    clip: Clip
    start: State
    fit: BodyFit
    stance: Stance
    fps: float


def fitted_person(human: HumanMotion, recording: Recording | None, subset: str, say: Say | None) -> BodyFit:
    """Return the human with these joints fitted to the markers where there are any, else to landmarks."""
    source = human if recording is None else recording
    return fit_body(source, choose_body(source).with_subset(f"morphing_{subset}"), FitPlan(), say)


def build(
    human: HumanMotion,
    fit: BodyFit,
    tracked: RobotMotion,
    robot: Robot,
    options: SimultaneousOptions,
    grid: Grid,
    carried: np.ndarray | None = None,
) -> Problem:
    """Return the problem of a clip.

    Args:
        human: The person's motion.
        fit: The person's body fitted to it.
        tracked: What the robot does to begin with.
        robot: The robot.
        options: Weights and limits.
        grid: The moments that are solved.
        carried: (T,) what plates say of the vertical force on the person per body weight, NaN where they
            do not; None without plates.
    """
    joints, parts = shared_features(fit.human, robot)
    morphed, features = morphed_shape(fit.human, joints, parts)
    weight = np.where(np.isfinite(fit.poses.distances), 1.0, 0.0)
    loose, captured = fit.targets.deviations >= VAGUE_DEVIATION, fit.targets.places[: len(weight)]
    person = Person(fit.human, fit.shape, morphed, features, captured, weight, POSTURE, STOPS, loose)
    body = robot_body(robot, joints, parts)
    frames, fps = len(tracked.q), human.fps
    stood = stance(human, robot)
    corners = 4 * len(stood.sides)
    costs = _with_tasks(_frame_costs(body, stood, frames, options), human, robot, options)
    costs = with_terrain(costs, robot_ground(human, leg_scale(human, robot)).terrain, FLOOR)
    limits = _joint_limits(body, frames, fps, options)
    terms: list[Term] = [Steady(body.tree, body.free, fps, options.steady)]
    scale = leg_scale(human, robot) if robot.has_free_base else 0.0
    if options.balance and stood.stands.any():
        wanted = persons_force(person.tree, fit.poses.q, fps, scale, carried)
        more_limits, more_terms = standing_terms(body, stood, wanted, grid, options)
        limits, terms = limits + more_limits, terms + more_terms
    sizes, morphing = fit.shape.values, (scale or 1.0) * morphed.values
    certainty = np.r_[
        np.full(len(sizes), 2.0 * options.size_weight), np.full(len(morphing), VAGUE), np.full(3, 0.0)
    ]
    clip = Clip(
        person=person,
        robot=body,
        scale=scale,
        tie=(2.0 * options.tie_weight) ** 0.5,
        costs=costs,
        terms=terms,
        limits=limits + _apart(body, costs, grid, options),
        held=_held(body, costs, corners, grid),
        expected=np.r_[sizes, morphing, np.zeros(3)],
        certainty=certainty * frames,
        unknown=np.arange(len(certainty)),
    )
    rows = frames if options.sizes == "framewise" else 1
    start = State(
        fit.poses.q,
        np.array(tracked.q),
        *(np.tile(values, (rows, 1)) for values in (sizes, morphing, np.zeros(3))),
    )
    return Problem(clip, start, fit, stood, fps)


def _held(body: RobotBody, costs: Costs, corners: int, grid: Grid) -> list[Held]:
    """Return what costs of single frames hold: so many corners of soles."""
    root = ROOT_SIZE if body.robot.has_free_base else 0
    if not corners:
        return []
    return [PinnedSoles(body.tree, costs.point, corners, lambda q: grid.at_controls(q, root))]


def _apart(body: RobotBody, costs: Costs, grid: Grid, options: SimultaneousOptions) -> list[Limit]:
    """Return that parts are not in each other, beside the costs of being near to that."""
    if not len(costs.distance.body):
        return []
    return [PartsApart(body, costs.distance, grid, options.self_collision)]


def _frame_costs(body: RobotBody, stood: Stance, frames: int, options: SimultaneousOptions) -> Costs:
    """Return what single frames ask of the robot: soles, floor, parts apart, and its home pose a little."""
    robot, tree = body.robot, body.tree
    empty, size = no_costs(tree), len(tree.variable)
    soles = [robot.soles[side] for side in stood.sides]
    corners = [BodyPoint(sole.body, corner) for sole in soles for corner in sole.points]
    held = np.repeat(stood.held, 2, axis=2).reshape(frames, len(corners))
    weight = np.repeat(held[..., None], 3, axis=2).astype(np.float64)
    surface = [
        BodyPoint(shape.body, centre, float(radius))
        for shape in robot.surface
        for centre, radius in zip(shape.centres, shape.radii, strict=True)
    ]
    apart = empty.distance
    if options.self_collision > 0.0:
        apart = with_weight(self_collision(robot, tree), options.self_collision, frames)
    return empty._replace(
        point=point_block(
            corners,
            stood.corners.reshape(frames, len(corners), 3),
            (2.0 * options.foot_weight) ** 0.5 * weight,
        ),
        floor=floor_block(surface if robot.has_free_base else (), FLOOR),
        distance=apart,
        posture=empty.posture._replace(target=np.array(robot.home), weight=np.full(size, HOME)),
    )


def _with_tasks(costs: Costs, human: HumanMotion, robot: Robot, options: SimultaneousOptions) -> Costs:
    """Return costs with parts of the robot at given places, as ``track`` leads them there."""
    if not options.tasks:
        return costs
    asked = track_problem(human, robot, TrackOptions(tasks=options.tasks)).costs.point
    count = len({task.part for task in options.tasks})
    tasks = some_points(asked, slice(-count, None))
    return costs._replace(point=join_points(costs.point, tasks))


def _joint_limits(body: RobotBody, frames: int, fps: float, options: SimultaneousOptions) -> list[Limit]:
    """Return limits of the joints' positions, speeds and accelerations ((13) to (15))."""
    tree = body.tree
    bounds, own = joint_bounds(tree, body.robot, fps), free_scalars(tree)
    columns, places = tree.dof_q[own], np.searchsorted(body.free, own)
    margin = np.radians(options.joint_margin)
    lower, upper = bounds.lower[own], bounds.upper[own]
    margin = np.minimum(margin, 0.1 * (upper - lower))
    speed, haste = PLANNED * bounds.largest_step[own] * fps, PLANNED * bounds.largest_change[own] * fps**2
    asked = [(POSITION, lower + margin, upper - margin)]
    asked += [(VELOCITY, -speed, speed)] if options.velocity_limits else []
    asked += [(ACCELERATION, -haste, haste)] if options.acceleration_limits else []
    weight = (2.0 * options.joint_weight) ** 0.5
    return [
        JointLimit(columns, places, (low, high), stencil, fps, frames, weight) for stencil, low, high in asked
    ]


def with_sizes_known(clip: Clip, state: State, weight: float) -> Clip:
    """Return a clip with sizes and morphing expected as they were identified."""
    count = len(clip.expected) - 3
    certainty = np.r_[np.full(count, 2.0 * weight), np.zeros(3)] * len(state.robot)
    return replace(clip, expected=state.shared.mean(axis=0), certainty=certainty)
