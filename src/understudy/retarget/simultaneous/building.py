"""The problem of a clip: what ``track`` asks of a robot, with a person tied to it instead of directions."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.dynamics.derivatives import DEGREE, smooth_motion
from understudy.dynamics.zmp import GRAVITY
from understudy.human.fit.body_choice import choose_body
from understudy.human.fit.fitting import BodyFit, FitPlan, fit_body
from understudy.human.fit.targets import VAGUE_DEVIATION
from understudy.kinematics.clip.footholds import Footholds
from understudy.kinematics.clip.problem import ClipProblem
from understudy.kinematics.costs import no_costs
from understudy.kinematics.limits import Bounds
from understudy.kinematics.masses import centres_of_mass
from understudy.kinematics.problem import Problem
from understudy.kinematics.tree import Tree
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.whole_clip import clip_of, every, of_frames, slower
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.over_time import OverTime
from understudy.retarget.physics.forces import Forces
from understudy.retarget.physics.robot_forces import robot_forces
from understudy.retarget.placement import ANKLES, HIPS, ROOT, placed_points
from understudy.retarget.simultaneous.bodies import Person, morphed_shape, robot_body, shared_features
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.tie import OFFSET, Tie
from understudy.retarget.solved_motion import Say
from understudy.retarget.track import clip_problem
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale

POSTURE, STOPS = 0.003, 0.5
"""Weights [m/rad] of the person's joints at home, and of those beyond their range."""

VAGUE = 1.0
"""Certainty [1/m²] a frame of the morphing before it was identified: a twentieth of what it has afterwards.

It decides between lengths that follow each other, as along a spine that hardly bends. With a thousandth of
it they were what errors of a millimetre asked for, a pelvis of less than nothing among them.
"""

FEW = 50
"""Frames from which sizes are identified at first; with the robot, all frames look at them again. The 200 of
a fit by itself brought 02_01 on G1 0.7 mm nearer, and took 1.7 times as long in all."""

LIMB = 0.3
"""Length [m] of a limb of a robot without thighs: a feature as far off counts as 1 rad does in ``track``."""


@dataclass(frozen=True, eq=False)
class Building:
    """A clip with what it was made of.

    Attributes:
        problem: What single frames ask of the robot.
        asked: What frames ask of each other.
        bounds: Limits of the robot.
        tie: What ties the person to the robot.
        forces: Those that floor and motors have to give, if they count.
        contacts: (T, 4) which of ``CONTACTS`` touch the floor.
        fit: The person as fitted without the robot.
        fps: Frames a second [1/s].
    """

    problem: Problem
    asked: OverTime
    bounds: Bounds
    tie: Tie
    forces: Forces | None
    contacts: np.ndarray
    fit: BodyFit
    fps: float

    def every(self, some: np.ndarray, stride: int) -> Building:
        """Return the problem of some frames (N,), so many apart."""
        return replace(
            self,
            problem=every(self.problem, some, stride),
            asked=of_frames(self.asked, some, stride),
            bounds=slower(self.bounds, stride),
            tie=self.tie.part(some),
            forces=None if self.forces is None else self.forces.every(some, stride),
            contacts=self.contacts[some],
            fps=self.fps / stride,
        )

    def clip(self) -> ClipProblem:
        """Return it as a problem of the clip solver."""
        clip = clip_of(self.problem, self.fps, self.bounds, self.asked)
        return replace(clip, stencil=self.forces, inner=self.tie)


def track_options(options: SimultaneousOptions) -> TrackOptions:
    """Return options by which ``track`` finds the start, and has prices and limits in common."""
    return TrackOptions(
        velocity_limits=options.velocity_limits,
        acceleration_limits=options.acceleration_limits,
        assumed_speed=options.assumed_speed,
        self_collision=options.self_collision,
        tasks=options.tasks,
    )


def build(
    human: HumanMotion,
    robot: Robot,
    options: SimultaneousOptions,
    recording: Recording | None,
    say: Say | None,
) -> Building:
    """Return the problem of a clip.

    Args:
        human: The person's motion.
        robot: The robot.
        options: Weights and limits.
        recording: What was captured; markers of it are fitted where there are any, else landmarks.
        say: Told in a sentence when something takes long.
    """
    problem, asked = clip_problem(human, robot, track_options(options))
    tree = problem.tree
    none, point = no_costs(tree), problem.costs.point
    weight = np.array(point.weight)
    for index, (name, _) in enumerate(placed_points(robot) if robot.has_free_base else ()):
        if name in (HIPS, ROOT, *ANKLES):
            weight[:, index] = 0.0
    costs = problem.costs._replace(
        direction=none.direction, orientation=none.orientation, point=point._replace(weight=weight)
    )
    source = human if recording is None else recording
    body = choose_body(source).with_subset(f"morphing_{options.human}")
    fit = fit_body(source, body, FitPlan(frames=FEW), say)
    scale = leg_scale(human, robot) if robot.has_free_base else 0.0
    contacts = _contacts(human, robot, asked.footholds)
    return Building(
        problem=replace(problem, costs=costs),
        asked=replace(asked, direction=None),
        bounds=_bounds(tree, robot, human.fps, options),
        tie=_tie(fit, robot, scale, options),
        forces=_forces(human, robot, tree, asked, contacts, fit, scale, recording, options),
        contacts=contacts,
        fit=fit,
        fps=human.fps,
    )


def _bounds(tree: Tree, robot: Robot, fps: float, options: SimultaneousOptions) -> Bounds:
    """Return the robot's limits, with a margin to the ends of ranges."""
    bounds = joint_bounds(tree, robot, fps, True, options.velocity_limits, options.acceleration_limits)
    width = bounds.upper - bounds.lower
    margin = np.where(np.isfinite(width), np.minimum(np.radians(options.joint_margin), 0.1 * width), 0.0)
    return bounds._replace(lower=bounds.lower + margin, upper=bounds.upper - margin)


def _tie(fit: BodyFit, robot: Robot, scale: float, options: SimultaneousOptions) -> Tie:
    """Return what ties a person to a robot, sizes known as they were fitted, the morphing vaguely."""
    joints, parts = shared_features(fit.human, robot)
    morphed, features = morphed_shape(fit.human, joints, parts)
    weight = np.where(np.isfinite(fit.poses.distances), 1.0, 0.0)
    loose, captured = fit.targets.deviations >= VAGUE_DEVIATION, fit.targets.places[: len(weight)]
    person = Person(fit.human, fit.shape, morphed, features, captured, weight, POSTURE, STOPS, loose)
    limb = LIMB if robot.segment("thigh_l") is None else robot.segment_length("thigh_l")
    unit = 1.0 / (limb * (2.0 * options.tie_weight) ** 0.5)
    sizes, lengths = fit.shape.values, (scale or 1.0) * morphed.values
    certainty = np.r_[
        np.full(len(sizes), 2.0 * options.size_weight), np.full(len(lengths), VAGUE), np.zeros(OFFSET)
    ]
    return Tie(
        person=person,
        robot=robot_body(robot, joints, parts),
        scale=scale,
        weight=1.0 / limb,
        unit=unit,
        expected=np.r_[sizes, lengths, np.zeros(OFFSET)],
        certainty=unit**2 * len(weight) * certainty,
    )


def _contacts(human: HumanMotion, robot: Robot, footholds: Footholds) -> np.ndarray:
    """Return (T, 4) which of ``CONTACTS`` touch the floor.

    A sole that stands where neither end of the person's foot is known to touch stands on both.
    """
    found = np.array(human.contact_mask)
    for side, stance in zip([side for side in SIDES if side in robot.soles], footholds.stance.T, strict=True):
        own = [CONTACTS.index(f"{end}_{side}") for end in ("heel", "toe")]
        found[:, own] |= ((stance >= 0) & ~found[:, own].any(axis=1))[:, None]
    return found


def _forces(
    human: HumanMotion,
    robot: Robot,
    tree: Tree,
    asked: OverTime,
    contacts: np.ndarray,
    fit: BodyFit,
    scale: float,
    recording: Recording | None,
    options: SimultaneousOptions,
) -> Forces | None:
    """Return the forces that floor and motors have to give; None where it never stands, or none count."""
    if options.physics == "none" or not robot.has_free_base:
        return None
    found = robot_forces(
        tree,
        robot,
        contacts,
        asked.footholds.stance >= 0,
        human.fps,
        motors=options.physics == "full",
        friction=options.friction,
        inset=0.01 * options.zmp_margin,
    )
    if found is None:
        return None
    wanted = _persons_force(fit, human.fps, scale, recording)
    return replace(found, wanted=wanted, weight=(2.0 * options.force_weight) ** 0.5)


def _persons_force(fit: BodyFit, fps: float, scale: float, recording: Recording | None) -> np.ndarray:
    """Return (T, 3) the ground's force on the person per body weight, moving in the robot's size.

    Where force plates carry all of the person, the vertical force is theirs.
    """
    tree, q = fit.shape.tree, fit.poses.q
    smooth = smooth_motion(q, fps).q if len(q) > DEGREE else q
    centre = centres_of_mass(tree, smooth)
    found = np.zeros((len(q), 3))
    found[1:-1] = np.diff(centre, n=2, axis=0) * (scale * fps**2 / GRAVITY)
    found[:, 2] += 1.0
    if recording is not None and recording.pressure is not None:
        measured = np.ones(len(recording.pressure), dtype=bool)
        if recording.contacts is not None and recording.contacts_known is not None:
            measured = np.asarray((recording.contacts_known | ~recording.contacts).all(axis=1))
        load = recording.pressure[:, 3] / (fit.human.mass * GRAVITY)
        found[:, 2] = np.where(measured & (load > 0.0), 1.0 + scale * (load - 1.0), found[:, 2])
    return found
