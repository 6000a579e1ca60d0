"""The stage of a simulation: robot, scene, reference, senses and clock, made ready before the first step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from understudy.motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.compiling_here import Change
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.simulate import scene, toys
from understudy.simulate.controllers import CONTROLLERS
from understudy.simulate.extent import body_length, lowest_point
from understudy.simulate.objects import SceneObject, add_objects, centres_of, require_frames
from understudy.simulate.options import SimulationOptions
from understudy.simulate.plant import Plant, build_plant
from understudy.simulate.pushes import Push, draw_pushes
from understudy.simulate.reference import Reference
from understudy.simulate.senses.sampling import Sampler
from understudy.simulate.senses.sense import Add
from understudy.simulate.setting import Setting
from understudy.simulate.surroundings import Surroundings
from understudy.simulate.target_pid import TargetOptions
from understudy.simulate.tuning import tuned_gains

TICK = 0.004
"""Longest time [s] from one answer of the controller to the next."""

STEPS = 2
"""Steps of physics a tick."""

HANGING = 0.05
"""How high [m] over the floor the lowest point of a robot stays that is bolted down."""

MATTRESS_LENGTH = 4.0
"""Sides of a mattress in lengths of the robot, which may roll."""

MOBILE_LYING, MOBILE_STANDING = 0.65, 1.5
"""How high a mobile hangs, in lengths of the robot."""

RANDOM_START = 0.6
"""Share of the way from home to the ends of their ranges on which joints may start that start anywhere."""

_LOOKED_AT = 200
"""Frames in which it is looked at how low a robot reaches."""


@dataclass(frozen=True, eq=False)
class Stage:
    """All that a simulation needs.

    Attributes:
        setting: How the motion is simulated.
        plant: The robot in its scene.
        reference: The motion.
        ticks: Answers of the controller a frame.
        samplers: Senses that are on.
        objects: What moves beside the robot, as it was captured.
        start_joints: (J,) where joints start; None is where the motion does.
        targets: How the controller ``targets`` works.
        steps: Steps of physics a tick.
        is_moving: Whether the robot starts as fast as the motion is there.
        pushes: What it gets, in the order of time.
    """

    setting: Setting
    plant: Plant
    reference: Reference
    ticks: int
    samplers: tuple[Sampler, ...]
    objects: tuple[SceneObject, ...] = ()
    start_joints: np.ndarray | None = None
    targets: TargetOptions = TargetOptions()
    steps: int = STEPS
    is_moving: bool = False
    pushes: tuple[Push, ...] = ()

    @property
    def start(self) -> np.ndarray:
        """(nq,) the pose in which the robot starts."""
        pose = np.array(self.reference.q[0])
        if self.start_joints is not None:
            pose[-len(self.start_joints) :] = self.start_joints
        return pose

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.reference.q)

    @property
    def tick_time(self) -> float:
        """Time [s] from one answer of the controller to the next."""
        return 1.0 / (self.reference.fps * self.ticks)

    @property
    def last(self) -> float:
        """When the last frame is [s]."""
        return (self.frame_count - 1) / self.reference.fps


def set_stage(
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions,
    setting: Setting,
    extras: Sequence[Add] = (),
) -> Stage:
    """Make everything ready.

    A frame takes a whole number of ticks, so that the clock of the simulation is the motion's own.

    Args:
        motion: The motion.
        robot: Its robot.
        options: What was asked for.
        setting: What was chosen.
        extras: Each adds something to the model that neither scene nor senses have.
    """
    require_frames(options.objects, motion.frame_count)
    rates = [request.how.rate or 0.0 for request in options.senses]
    ticks = max(1, math.ceil(1.0 / (motion.fps * TICK)), math.ceil(max(rates, default=0.0) / motion.fps))
    time_step = 1.0 / (motion.fps * ticks * STEPS)
    gains = robot.gains
    if options.servos == "tuned":
        gains = tuned_gains(robot, motion.q, options.bandwidth, time_step)
    root, lift = _placed(motion, robot, setting)
    for lead in (request.sense.lead for request in options.senses):
        if lead is not None:
            motion = lead(motion, robot, _surroundings(motion, robot, options, setting, root, lift))
    additions = (*_scene(motion, robot, options, setting), *_parts_of_senses(robot, options))
    additions = (*additions, *(partial(add, robot=robot) for add in extras))
    plant = build_plant(robot, gains, setting.base, time_step, additions, root)
    samplers = tuple(
        Sampler(request.sense, request.how, plant, motion.fps, options.seed) for request in options.senses
    )
    reference = Reference(motion, setting.stands, lift)
    start = _start_joints(robot, options)
    is_moving, pushes = options.start == "moving", draw_pushes(options.push, motion.duration, options.seed)
    asked = setting.controller and CONTROLLERS[setting.controller].every_step
    ticks, steps = (ticks * STEPS, 1) if asked else (ticks, STEPS)
    return Stage(
        *(setting, plant, reference, ticks, samplers, options.objects, start, options.targets),
        *(steps, is_moving, pushes),
    )


def _start_joints(robot: Robot, options: SimulationOptions) -> np.ndarray | None:
    """Return where joints (J,) start, None where the motion does."""
    if options.start in ("motion", "moving"):
        return None
    home = np.array(robot.home[-len(robot.joints) :])
    if options.start == "home":
        return home
    generator = np.random.default_rng(options.seed)
    share = RANDOM_START * generator.uniform(-1.0, 1.0, len(home))
    ends = np.where(share > 0.0, robot.upper, robot.lower)
    return home + np.abs(share) * np.where(np.isfinite(ends), ends - home, 0.0)


def _placed(motion: RobotMotion, robot: Robot, setting: Setting) -> tuple[np.ndarray | None, float]:
    """Return where a root is bolted down that motions have as a free one, and how much others are lifted."""
    if not robot.has_free_base:
        return None, 0.0
    if setting.mode == "kinematic" and setting.base != "fixed":
        return None, 0.0
    if setting.base != "fixed":
        return None, -lowest_point(robot, motion.q[0])
    held = np.array(motion.q[np.unique(np.linspace(0, len(motion.q) - 1, _LOOKED_AT).astype(int))])
    held[:, :ROOT_SIZE] = motion.q[0, :ROOT_SIZE]
    root = np.array(motion.q[0, :ROOT_SIZE])
    root[2] += max(0.0, HANGING - min(lowest_point(robot, q) for q in held))
    return root, 0.0


def _surroundings(
    motion: RobotMotion,
    robot: Robot,
    options: SimulationOptions,
    setting: Setting,
    root: np.ndarray | None,
    lift: float,
) -> Surroundings:
    """Return what the robot may turn its senses to: captured objects first, then the mobile, then toys."""
    count = motion.frame_count
    roots = np.zeros((count, 0))
    if robot.has_free_base:
        roots = np.array(motion.q[:, :ROOT_SIZE]) if root is None else np.tile(root, (count, 1))
        roots[:, 2] += lift
    things = {each.name: centres_of(each) for each in options.objects}
    centre, head = _whereabouts(motion, robot)
    length = body_length(robot)
    places = {}
    if options.mobile:
        places["mobile"] = toys.mobile_place(head, length, _mobile_height(setting) * length)
    if options.toys:
        places |= toys.toy_places(centre, length)
    things |= {name: np.tile(place, (count, 1)) for name, place in places.items()}
    return Surroundings(roots, things, options.gaze_w)


def _mobile_height(setting: Setting) -> float:
    """Return how high a mobile hangs, in lengths of the robot."""
    return MOBILE_LYING if setting.base == "lying" else MOBILE_STANDING


def _scene(motion: RobotMotion, robot: Robot, options: SimulationOptions, setting: Setting) -> list[Change]:
    """Return what is around the robot."""
    centre, head = _whereabouts(motion, robot)
    length = body_length(robot)
    if setting.base == "lying":
        additions = [scene.mattress(centre, MATTRESS_LENGTH * length)]
    else:
        # A robot that is bolted down may have its root anywhere: nothing of it is to touch the floor.
        additions = [scene.floor(0.0 if robot.has_free_base else lowest_point(robot, robot.home) - HANGING)]
    additions += [scene.firm_parts(), scene.light()]
    if options.toys:
        additions.append(toys.toys(centre, length))
    if options.mobile:
        additions.append(toys.mobile(head, length, _mobile_height(setting) * length))
    return [*additions, add_objects(options.objects)]


def _whereabouts(motion: RobotMotion, robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """Return where root and head (2,) [m] are over the floor in the first frame."""
    data = home_data(robot.model, motion.q[0])
    root = data.xpos[robot.model.jnt_bodyid[0], :2].copy()
    head = robot.frames.get("head")
    return root, root if head is None else data.xpos[head.body, :2].copy()


def _parts_of_senses(robot: Robot, options: SimulationOptions) -> list[Change]:
    return [partial(request.sense.add, robot=robot) for request in options.senses]
