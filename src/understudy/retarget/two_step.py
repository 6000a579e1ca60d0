"""Joint angles first, end effectors second (Terlemez 2014, VI-D).

The first step sends every anatomical angle of the person to the joint that plays it (``geometric``). It knows
nothing of where hands and feet come to be on a body of other proportions. So in the second step the places of
the person's end effectors, in the robot's height and width, are reached as nearly as may be, and arms and
legs leave their first angles as little as that takes. What is no arm and no leg stays, which makes of every
limb a problem of its own, as in the paper; all are solved in one go because they share feet on the floor,
parts that must not meet, and limits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.kernels.compilation import telling
from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.orientation import orientation_block
from understudy.kinematics.blocks.point import PointBlock, join_points, point_block
from understudy.kinematics.body_parts import BodyFrame
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import pattern_of
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.landmarks import SIDES
from understudy.retarget.closed_form import root_poses
from understudy.retarget.end_effectors import hand_goals
from understudy.retarget.footholds import eased
from understudy.retarget.geometric import wanted_joints
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import with_weight
from understudy.retarget.limits.task_points import with_tasks
from understudy.retarget.method_options import TwoStepOptions
from understudy.retarget.placement import ANKLES, HIPS, ROOT, place
from understudy.retarget.solved_motion import (
    ground_of,
    ready_robot,
    sole_weights,
    solved_motion,
    with_terrain,
)
from understudy.retarget.time_scaling import at_feasible_pace
from understudy.retarget.track import compile_robot
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import joints_between
from understudy.spatial import rotations as rot

REACH = 0.05
"""Distance [m] from which on a hand pulls no harder, since bodies of other proportions do not reach all."""

_FIRST = 1
"""The body that carries a free root."""


def two_step(
    human: HumanMotion,
    robot: Robot,
    options: TwoStepOptions | None = None,
    say: Callable[[str], None] | None = None,
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
        problem = two_step_problem(person, ready, own, say)
        return solved_motion(problem, person, ready, "two-step", own, say)

    return at_feasible_pace(perform, human, ready, options, say)


def two_step_problem(
    human: HumanMotion, robot: Robot, options: TwoStepOptions, say: Callable[[str], None] | None = None
) -> Problem:
    """Return what the second step asks of a robot, near the angles of the first."""
    with telling(say):
        first = first_step(human, robot, options)
    tree, empty, _ = compile_robot(robot, (), (), options.self_collision > 0.0)
    weights = np.zeros((human.frame_count, len(tree.variable)))
    weights[:, tree.dof_q >= 0] = options.held
    weights[:, _limb_dofs(robot)] = options.near
    root = BodyFrame(_FIRST, np.eye(3))
    turned = rot.as_matrix(first[:, 3:7])[:, None] if robot.has_free_base else None
    costs = empty._replace(
        point=_points(empty.point, human, robot, options),
        orientation=orientation_block(
            [root] if robot.has_free_base else [],
            turned,
            None if turned is None else np.full(turned.shape[:2], options.root_turn),
        ),
        floor=empty.floor._replace(weight=np.array([options.floor])),
        distance=with_weight(empty.distance, options.self_collision, human.frame_count),
        guide=guide_block(tree, first, weights),
    )
    costs = with_terrain(costs, ground_of(human, robot, options).terrain, options.floor)
    problem = Problem(
        tree=tree,
        costs=costs,
        bounds=joint_bounds(tree, robot, human.fps, options.limits, velocity=False, acceleration=False),
        starts=first[:1],
        pattern=pattern_of(tree, costs),
    )
    if not options.tasks:
        return problem
    return with_tasks(problem, options.tasks, robot, human.frame_count, human.fps, say)


def first_step(human: HumanMotion, robot: Robot, options: TwoStepOptions) -> np.ndarray:
    """Return coordinates (T, nq) in which joints have the person's angles, within limits where they hold."""
    joints = wanted_joints(human, robot)
    if options.limits:
        joints = np.clip(joints, robot.lower, robot.upper)
    return np.hstack([root_poses(human, robot, joints), joints]) if robot.has_free_base else joints


def _points(empty: PointBlock, human: HumanMotion, robot: Robot, options: TwoStepOptions) -> PointBlock:
    """Return the cost of hips, soles, lifted feet and hands that are not where they should be."""
    hands = hand_goals(human, robot)
    weight = options.reach * np.repeat(hands.known[..., None], 3, axis=2)
    reaching = point_block(hands.points, hands.places, weight, np.full(len(hands.points), REACH))
    if not robot.has_free_base:
        return reaching
    spots = place(human, robot, options.partial_stance, ground_of(human, robot, options))
    weight = np.zeros((human.frame_count, len(spots.names), 3))
    soles = [i for i, name in enumerate(spots.names) if name not in (ROOT, HIPS, *ANKLES)]
    weight[:, soles] = sole_weights(spots.firmness[:, soles], human.fps, options)
    for index, name in enumerate(spots.names):
        if name in (ROOT, HIPS):
            weight[:, index] = options.root * spots.known[:, index, None]
        elif name in ANKLES:
            own = [i for i in soles if spots.names[i].endswith(name[-2:])]
            stands = eased(spots.firmness[:, own], round(human.fps * options.place_time))
            lifted = 1.0 - stands.max(axis=1, initial=0.0)
            weight[:, index] = options.reach * (lifted * spots.known[:, index])[:, None]
    return join_points(empty._replace(target=spots.places, weight=weight), reaching)


def _limb_dofs(robot: Robot) -> list[int]:
    """Return the degrees of freedom of arms and legs, between trunk and hand or sole."""
    ends: list[tuple[str, int]] = [("mid_hips", sole.body) for sole in robot.soles.values()]
    for side in SIDES:
        names = (("mid_shoulders", ("knuckle", "wrist", "elbow")), ("mid_hips", ("toe", "ankle", "knee")))
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
