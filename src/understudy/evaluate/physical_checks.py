"""Whether a robot's motion keeps what physics asks of it, checked by MuJoCo and by nothing that made it.

``evaluate`` says how faithful a motion is to a person; this asks the motion alone. Contacts are the motion's
own (``RobotMotion.contacts``): soles that it says are held.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.derivatives import DEGREE
from understudy.evaluate.feasibility import CUTOFF, feasibility
from understudy.evaluate.limits import position_excess, rate_excess
from understudy.evaluate.penetration import SelfContactFinder, floor_metrics
from understudy.evaluate.poses import Poses
from understudy.evaluate.statistics import share, worst_frame
from understudy.evaluate.survey import survey
from understudy.motion import RobotMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches
from understudy.robots.assumed_speeds import as_retargeted
from understudy.robots.robot import Robot


@dataclass(frozen=True)
class Excess:
    """How often, and by how much at most, something is over its limit.

    Attributes:
        frames: Frames in which any joint is.
        worst: The largest excess, 0 where there is none; of hinges [rad, rad/s, rad/s²], of slides in metres.
        joint: The joint that has it, empty where there is none.
        frame: When, −1 where there is none.
    """

    frames: int = 0
    worst: float = 0.0
    joint: str = ""
    frame: int = -1


@dataclass(frozen=True)
class PhysicalChecks:
    """What physics says of a motion. What does not apply is NaN: soles on a fixed base, a clip too short.

    Attributes:
        frames: T.
        position: Joints over their ranges.
        velocity: Joints over their largest speeds.
        acceleration: Joints over their largest accelerations.
        slide: [m] the farthest that a corner of a sole is from where its stance began, over the floor.
        tilt: [rad] the largest angle between the floor and a sole that stands on heel and toe.
        floor_depth: [m] of the deepest part under the floor.
        self_depth: [m] of the deepest part in another one, by MuJoCo's geoms.
        zmp_share: Of stance frames, the share whose ZMP by inverse dynamics is in the support polygon.
        zmp_outside: [m] how far it is outside at most.
        root_residual: Median over stance of the wrench that soles cannot give, as a share of body weight.
    """

    frames: int
    position: Excess
    velocity: Excess
    acceleration: Excess
    slide: float
    tilt: float
    floor_depth: float
    self_depth: float
    zmp_share: float
    zmp_outside: float
    root_residual: float


def physical_checks(
    motion: RobotMotion, robot: Robot, contacts: np.ndarray | None = None, cutoff: float = CUTOFF
) -> PhysicalChecks:
    """Check a motion.

    Args:
        motion: The motion.
        robot: Its robot.
        contacts: (T, 4) bool, which of ``CONTACTS`` are held; the motion's own by default.
        cutoff: Frequency [Hz] up to which movements count for the ZMP, see ``evaluate.feasibility``.
    """
    robot = as_retargeted(robot, motion)
    held = motion.contact_mask if contacts is None else contacts
    finder = SelfContactFinder(robot, motion.frame_count)
    surveyed = survey(robot, motion, motion.terrain, finder.poses)
    poses = surveyed.poses
    positions, fps = motion.joint_positions, motion.fps
    stands_on_soles = robot.has_free_base and bool(robot.soles)
    zmp_share, zmp_outside, residual = _forces(motion, robot, held, cutoff)
    return PhysicalChecks(
        frames=motion.frame_count,
        position=_excess(robot, position_excess(positions, robot.lower, robot.upper)),
        velocity=_excess(robot, rate_excess(positions, fps, 1, robot.velocity)),
        acceleration=_excess(robot, rate_excess(positions, fps, 2, robot.acceleration)),
        slide=_slide(robot, poses, held) if stands_on_soles else np.nan,
        tilt=_tilt(robot, poses, held) if stands_on_soles else np.nan,
        floor_depth=max((m.summary["max"] for m in floor_metrics(robot, surveyed)), default=np.nan),
        self_depth=float(finder.found.depth.max()),
        zmp_share=zmp_share,
        zmp_outside=zmp_outside,
        root_residual=residual,
    )


def _excess(robot: Robot, excess: np.ndarray) -> Excess:
    """Return a summary of how far joints (T, J) are over their limits, NaN where that is not known."""
    known = np.nan_to_num(excess)
    over = known.max(axis=1, initial=0.0)
    if not over.any():
        return Excess()
    frame = int(over.argmax())
    joint = robot.joints[int(known[frame].argmax())]
    return Excess(int((over > 0.0).sum()), float(over[frame]), joint, frame)


def _slide(robot: Robot, poses: Poses, held: np.ndarray) -> float:
    """Return the largest distance [m] over the floor of a held corner from where its stance began."""
    farthest = 0.0
    for side, sole in robot.soles.items():
        corners = poses.points(sole.body, sole.points)[..., :2]
        for part, of_part in (("heel", corners[:, :2]), ("toe", corners[:, 2:])):
            for start, stop in stretches(held[:, CONTACTS.index(f"{part}_{side}")]):
                way = np.linalg.norm(of_part[start:stop] - of_part[start], axis=2)
                farthest = max(farthest, float(way.max()))
    return farthest


def _tilt(robot: Robot, poses: Poses, held: np.ndarray) -> float:
    """Return the largest angle [rad] between the floor and a sole that is held at heel and toe."""
    largest = 0.0
    for side, sole in robot.soles.items():
        whole = held[:, [CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")]].all(axis=1)
        if whole.any():
            ahead, aside = sole.toe - sole.heel, sole.points[0] - sole.points[1]
            normal = np.cross(ahead, aside)
            tip, foot = poses.heights(sole.body, np.stack([normal, np.zeros(3)]))[whole].T
            upright = (tip - foot) / np.linalg.norm(normal)
            largest = max(largest, float(np.arccos(np.clip(upright, -1.0, 1.0)).max()))
    return largest


def _forces(motion: RobotMotion, robot: Robot, held: np.ndarray, cutoff: float) -> tuple[float, float, float]:
    """Return the share of stance with the ZMP inside, how far it is outside at most [m], and the residual."""
    if not (robot.has_free_base and robot.soles and held.any() and motion.frame_count > DEGREE):
        return np.nan, np.nan, np.nan
    found = feasibility(robot, motion, held, cutoff)
    farthest = float(found.outside[int(worst_frame(found.outside))])
    return (
        share(found.outside <= 0.0, found.outside),
        farthest,
        float(np.median(found.residual[found.stands])),
    )
