"""Joint angles first, end effectors second (Terlemez 2014, VI-D).

The first step sends every anatomical angle of the person to the joint that plays it (``geometric``). It knows
nothing of where hands and feet come to be on a body of other proportions. So in the second step the places of
the person's end effectors, in the robot's height and width, are reached as nearly as may be, and arms and
legs leave their first angles as little as that takes. What is no arm and no leg stays, which makes of every
limb a problem of its own, as in the paper; all are solved in one go because they share feet on the floor,
parts that must not meet, and limits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kernels.compilation import telling
from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import PointBlock, join_points, point_block
from understudy.kinematics.body_parts import BodyFrame, BodyPoint
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import pattern_of
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.landmarks import SIDES
from understudy.retarget.closed_form import root_poses
from understudy.retarget.estimates import estimated_places
from understudy.retarget.geometric import wanted_joints
from understudy.retarget.goals import into_base
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import with_weight
from understudy.retarget.limits.task_points import with_tasks
from understudy.retarget.method import Say
from understudy.retarget.method_options import TwoStepOptions
from understudy.retarget.over_time import OverTime, over_time
from understudy.retarget.placement import ANKLES, HIPS, ROOT, Placement, place
from understudy.retarget.solved_motion import (
    ground_of,
    ready_robot,
    solved_motion,
    with_terrain,
)
from understudy.retarget.time_scaling import at_feasible_pace
from understudy.retarget.track import compile_robot
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale, robot_sizes
from understudy.robots.tree_sides import joints_between
from understudy.spatial import rotations as rot

REACH = 0.05
"""Distance [m] from which on a hand pulls no harder, since bodies of other proportions do not reach all."""

SHOULDERS = "mid_shoulders"

_FIRST = 1
"""The body that carries a free root."""


def two_step(
    human: HumanMotion,
    robot: Robot,
    options: TwoStepOptions | None = None,
    say: Say | None = None,
) -> RobotMotion:
    """Make a robot take a person's joint angles, and then bring its hands and feet to their places.

    Args:
        human: The person's motion.
        robot: A robot with a card; where the card names no joints for angles, they are derived.
        options: Weights and limits.
        say: Told in a sentence when the solver has to be compiled first, and which task is out of reach.

    Raises:
        RobotError: Where no joint of the robot plays an anatomical angle.
        InvalidMotionError: Where the capture shows none that the robot has.
    """
    options = options or TwoStepOptions()
    ready = ready_robot(human, robot, options, say)

    def perform(person: HumanMotion, own: TwoStepOptions) -> RobotMotion:
        problem, asked = two_step_problem(person, ready, own, say)
        return solved_motion(problem, person, ready, "two-step", own, say, asked)

    return at_feasible_pace(perform, human, ready, options, say)


def two_step_problem(
    human: HumanMotion, robot: Robot, options: TwoStepOptions, say: Say | None = None
) -> tuple[Problem, OverTime]:
    """Return what the second step asks of a robot in every frame, and what frames ask of each other."""
    with telling(say):
        first = first_step(human, robot, options)
    tree, empty, _ = compile_robot(robot, (), (), options.self_collision > 0.0)
    weights = np.zeros((human.frame_count, len(tree.variable)))
    weights[:, tree.dof_q >= 0] = options.held
    weights[:, _limb_dofs(robot)] = options.near
    root = BodyFrame(_FIRST, np.eye(3))
    turned = rot.as_matrix(first[:, 3:7])[:, None] if robot.has_free_base else None
    ground = ground_of(human, robot, options)
    spots = estimated_places(place(human, robot, options.partial_stance, ground), human.fps)
    costs = empty._replace(
        point=_points(empty.point, spots, human, robot, options),
        orientation=orientation_block(
            [root] if robot.has_free_base else [],
            turned,
            None if turned is None else np.full(turned.shape[:2], options.root_turn),
        ),
        floor=empty.floor._replace(weight=np.array([options.floor])),
        distance=with_weight(empty.distance, options.self_collision, human.frame_count),
        guide=guide_block(tree, first, weights),
    )
    costs = with_terrain(costs, ground.terrain, options.floor)
    problem = Problem(
        tree=tree,
        costs=costs,
        bounds=joint_bounds(tree, robot, human.fps, options.limits, velocity=False, acceleration=False),
        starts=first[:1],
        pattern=pattern_of(tree, costs),
    )
    if options.tasks:
        problem = with_tasks(problem, options.tasks, robot, human.frame_count, human.fps, say)
    return problem, over_time(tree, human, robot, spots, options)


def first_step(human: HumanMotion, robot: Robot, options: TwoStepOptions) -> np.ndarray:
    """Return coordinates (T, nq) in which joints have the person's angles, within limits where they hold."""
    joints = wanted_joints(human, robot)
    if options.limits:
        joints = np.clip(joints, robot.lower, robot.upper)
    return np.hstack([root_poses(human, robot, joints), joints]) if robot.has_free_base else joints


def _points(
    empty: PointBlock, spots: Placement, human: HumanMotion, robot: Robot, options: TwoStepOptions
) -> PointBlock:
    """Return the cost of hips, soles, lifted feet and hands that are not where they should be."""
    hands = hand_goals(human, robot)
    weight = options.reach * np.repeat(hands.known[..., None], 3, axis=2)
    reaching = point_block(hands.points, hands.places, weight, np.full(len(hands.points), REACH))
    if not robot.has_free_base:
        return reaching
    weight = options.stance * np.repeat(spots.firmness[..., None], 3, axis=2)
    soles = [i for i, name in enumerate(spots.names) if name not in (ROOT, HIPS, *ANKLES)]
    for index, name in enumerate(spots.names):
        if name in (ROOT, HIPS):
            weight[:, index] = options.root * spots.known[:, index, None]
        elif name in ANKLES:
            own = [i for i in soles if spots.names[i].endswith(name[-2:])]
            lifted = 1.0 - spots.firmness[:, own].max(axis=1, initial=0.0)
            weight[:, index] = options.reach * (lifted * spots.known[:, index])[:, None]
    return join_points(empty._replace(target=spots.places, weight=weight), reaching)


def _limb_dofs(robot: Robot) -> list[int]:
    """Return the degrees of freedom of arms and legs, between trunk and hand or sole."""
    ends: list[tuple[str, int]] = [(HIPS, sole.body) for sole in robot.soles.values()]
    for side in SIDES:
        names = ((SHOULDERS, ("knuckle", "wrist", "elbow")), (HIPS, ("toe", "ankle", "knee")))
        for middle, parts in names:
            found = next((f"{part}_{side}" for part in parts if f"{part}_{side}" in robot.landmarks), None)
            ends += [] if found is None else [(middle, robot.landmarks[found].body)]
    model = robot.model
    joints = {
        joint
        for middle, end in ends
        if middle in robot.middles
        for joint in joints_between(model, robot.middles[middle].body, end)
    }
    return sorted(int(model.jnt_dofadr[joint]) for joint in joints)


@dataclass(frozen=True, eq=False)
class HandGoals:
    """Places of H hands over T frames.

    Attributes:
        points: Points of the robot.
        places: (T, H, 3) [m].
        known: (T, H).
    """

    points: tuple[BodyPoint, ...]
    places: np.ndarray
    known: np.ndarray


def hand_goals(human: HumanMotion, robot: Robot) -> HandGoals:
    """Return where knuckles, or wrists where either body has no knuckles, should be.

    A hand is as far from the middle of the hips as the person's, scaled by the bodies' heights, and sideways
    by the widths of their shoulders (Terlemez 2014, VI-D: total height and width). Without hips it is the
    middle of the shoulders. A robot on a fixed base has the person's trunk face as it does.
    """
    names = [name for side in SIDES if (name := _hand(human, robot, side)) is not None]
    count = human.frame_count
    origin = next((name for name in (HIPS, SHOULDERS) if _both_have(human, robot, name)), None)
    if origin is None or not names:
        return HandGoals((), np.zeros((count, 0, 3)), np.zeros((count, 0), dtype=bool))
    start, start_known = human.landmark(origin)
    left, left_known = _sideways(human)
    turn = None if robot.has_free_base else into_base(human, robot)
    tall, wide = body_scales(human, robot)
    own_start = _origin(human, robot, origin)
    places, known = [], []
    for name in names:
        hand, seen = human.landmark(name)
        way = np.nan_to_num(hand - start)
        aside = np.sum(way * left, axis=1, keepdims=True) * left
        scaled = tall * (way - aside) + wide * aside
        places.append(own_start + (scaled if turn is None else rot.rotate(turn, scaled)))
        known.append(seen & start_known & left_known)
    points = tuple(BodyPoint(robot.landmarks[n].body, robot.landmarks[n].point) for n in names)
    return HandGoals(points, np.stack(places, axis=1), np.stack(known, axis=1))


def body_scales(human: HumanMotion, robot: Robot) -> tuple[float, float]:
    """Return how tall and how wide the robot is beside the person.

    Height is that of legs and trunk together, or of what both have of it; width that of the shoulders, or
    as the height where either has none.
    """
    own, theirs = robot_sizes(robot), human.sizes
    shared = [s for s in ("leg", "trunk") if own.get(s, 0.0) > 0.0 and theirs.get(s, 0.0) > 0.0]
    tall = sum(own[s] for s in shared) / sum(theirs[s] for s in shared) if shared else leg_scale(human, robot)
    across = own.get("shoulder_line", 0.0), theirs.get("shoulder_line", 0.0)
    return tall, across[0] / across[1] if min(across) > 0.0 else tall


def _hand(human: HumanMotion, robot: Robot, side: str) -> str | None:
    """Return the landmark that stands for a hand on both bodies."""
    for name in (f"knuckle_{side}", f"wrist_{side}"):
        if name in robot.landmarks and human.landmark(name)[1].any():
            return name
    return None


def _both_have(human: HumanMotion, robot: Robot, middle: str) -> bool:
    return middle in robot.middles and bool(human.landmark(middle)[1].any())


def _origin(human: HumanMotion, robot: Robot, origin: str) -> np.ndarray:
    """Return (T, 3) [m] where the middle from which hands are measured is on the robot."""
    if robot.has_free_base and origin == HIPS:
        spots = place(human, robot, partial_stance=0.0)
        return spots.places[:, spots.names.index(HIPS)]
    at_home = point_in_world(home_data(robot.model, robot.home), robot.middles[origin])
    return np.tile(at_home, (human.frame_count, 1))


def _sideways(human: HumanMotion) -> tuple[np.ndarray, np.ndarray]:
    """Return unit vectors (T, 3) to the person's left, and where they are known."""
    shoulders, known = human.direction("shoulder_line")
    hips, hips_known = human.direction("hip_line")
    return np.where(known[:, None], shoulders, hips), known | hips_known
