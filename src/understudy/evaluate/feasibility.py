"""Feasibility: whether a floor and motors could make a robot move so.

Accelerations are those of the motion below a cutoff: polynomials fitted to a moving window (Savitzky and
Golay 1964), since differences of frames are mostly noise. Which soles may push is the person's stance, so a
method cannot improve by declaring more of it; so are other parts that carry a body (a hand, a back on the
floor). What is not known to carry gives nothing, and what is missing counts as a residual. The floor pushes
so that motors are within their limits where any forces are that explain the motion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.dynamics.derivatives import DEGREE, SmoothMotion, require_cutoff, smooth_motion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.support import support
from understudy.dynamics.zmp import zero_moment_point
from understudy.evaluate.poses import frame_blocks
from understudy.evaluate.statistics import describe, describe_frames, share, shares_over, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.motion.part_contacts import NO_PART_CONTACTS, PartContacts
from understudy.robots.chain import driving_torques
from understudy.robots.ground_contacts import GroundContacts, ground_contacts
from understudy.robots.robot import Robot
from understudy.robots.robot_dynamics import RobotDynamics, robot_dynamics
from understudy.robots.standing import CORNERS, body_weight, standing_height
from understudy.spatial.vectors import norms

CUTOFF = 10.0
"""Frequency [Hz] up to which a robot's links follow; what shakes faster is its servos' business."""

RESIDUAL = 0.05
"""Share of body weight that nothing has to give in 95 % of all frames: contacts are never exact."""

_A_PERIOD = 4.0
"""Of frames that are nearer to each other, so many a period of the cutoff are looked at: nothing that is
slower than the cutoff happens between them."""


@dataclass(frozen=True, eq=False)
class Feasibility:
    """What a motion asks of floor and motors.

    Attributes:
        force: (T,) of the force that the base needs, what soles cannot give, as a share of body weight.
        moment: (T,) the same of the moment about the middle of what stands, as a share of body weight times
            height.
        inside: (T,) [m] how deep the ZMP is in the support polygon, negative outside, NaN without stance.
        torques: (T, J) [N m or N] of the joints.
        stands: (T,) whether a sole may push.
    """

    force: np.ndarray
    moment: np.ndarray
    inside: np.ndarray
    torques: np.ndarray
    stands: np.ndarray

    @property
    def residual(self) -> np.ndarray:
        """(T,) size of the wrench that soles cannot give, as a share of body weight."""
        return np.hypot(self.force, self.moment)

    @property
    def outside(self) -> np.ndarray:
        """(T,) [m] how far the ZMP is outside the support polygon, 0 inside, NaN without stance."""
        return np.maximum(-self.inside, 0.0)


def feasibility_metrics(
    robot: Robot,
    motion: RobotMotion,
    contacts: np.ndarray,
    cutoff: float = CUTOFF,
    part_contacts: PartContacts = NO_PART_CONTACTS,
) -> tuple[Metric, ...]:
    """Return what a motion asks of floor and motors; nothing for clips too short to tell accelerations.

    ``feasibility/root_residual`` is of the wrench that the base needs the part that no forces at the soles'
    corners within cones of friction can give, as a share of body weight, in its least size √(|F|² + |M/h|²):
    a moment counts by the force that makes it on an arm of the robot's height h. ``root_residual_force`` is
    its force alone, ``root_residual_moment`` its moment as a share of body weight times height. Summaries
    are over stance, ``…_all`` over all frames, at least four looks a period of the cutoff.
    ``zmp_outside`` is how far [m] the ZMP of the whole body is outside the polygon of what stands, and
    ``zmp_margin`` how deep it is inside, negative outside: its smallest value is that of the worst frame.
    ``torque`` is the largest share of its stated limit that any joint needs, on a free base in stance.
    ``least_residual`` and ``least_torque`` are in each frame the smaller of these and of those by plain
    differences of frames: a filter spreads what changes at once, as forces do where a foot lands, plain
    differences are noisy, and what both do not find possible is not.

    Args:
        robot: The robot.
        motion: Its motion.
        contacts: (T, 4) bool, which of ``CONTACTS`` carry weight.
        cutoff: Frequency [Hz] up to which movements count.
        part_contacts: Further parts that carry weight.

    Raises:
        InvalidMotionError: Where the cutoff is no frequency over 0.
    """
    require_cutoff(cutoff)
    if motion.frame_count <= DEGREE:
        return ()
    looks = _Looks(max(1, int(motion.fps // (_A_PERIOD * cutoff))), motion.frame_count)
    if not robot.has_free_base:
        smooth = smooth_motion(motion.q, motion.fps, cutoff, free_root=False, every=looks.every)
        torques = driving_torques(robot, smooth.q, inverse_forces(robot.model, smooth).forces)
        return _torque_metrics(robot, torques, looks)
    if not robot.soles:
        return ()
    frames = np.arange(0, motion.frame_count, looks.every)
    found = feasibility(robot, motion, contacts, cutoff, frames, part_contacts)
    least_residual, least_use = found.residual.copy(), torque_use(robot, found)
    over = (least_residual > RESIDUAL) | (least_use > 1.0)
    if over.any() and np.isfinite(cutoff):
        plain = feasibility(robot, motion, contacts, np.inf, frames[over], part_contacts)
        least_residual[over] = np.minimum(least_residual[over], plain.residual)
        least_use[over] = np.fmin(least_use[over], torque_use(robot, plain))
    outside, stood = found.outside, {"frames": float(found.stands.sum()), "cutoff": cutoff}
    return (
        _residual("feasibility/root_residual", found.residual, found.stands, looks, stood),
        _residual("feasibility/root_residual_force", found.force, found.stands, looks, stood),
        _residual("feasibility/root_residual_moment", found.moment, found.stands, looks, stood),
        looks.metric(
            "feasibility/zmp_outside", "m", outside, {"share": share(outside > 0.0, outside)} | stood
        ),
        _depth(looks, found.inside),
        *_torque_metrics(robot, np.where(found.stands[:, None], found.torques, np.nan), looks),
        looks.metric("feasibility/least_residual", "1", least_residual, {}),
        *([looks.metric("feasibility/least_torque", "1", least_use, {})] if _stated(robot).size else []),
    )


def torque_use(robot: Robot, found: Feasibility) -> np.ndarray:
    """Return (T,) the largest share of its stated torque that any motor needs; NaN where none is known."""
    stated = _stated(robot)
    use = np.abs(found.torques[:, stated]) / robot.gains.torque[stated]
    return np.where(found.stands, use.max(axis=1, initial=0.0), np.nan) if stated.size else _unknown(found)


def _unknown(found: Feasibility) -> np.ndarray:
    return np.full(len(found.stands), np.nan)


def _stated(robot: Robot) -> np.ndarray:
    """Return the joints whose motors have a stated torque."""
    return np.flatnonzero(robot.gains.torque_stated)


def feasibility(
    robot: Robot,
    motion: RobotMotion,
    contacts: np.ndarray,
    cutoff: float,
    frames: np.ndarray | None = None,
    part_contacts: PartContacts = NO_PART_CONTACTS,
) -> Feasibility:
    """Return what a motion of at least five frames asks of a robot on a free base that has soles.

    Args:
        robot: The robot.
        motion: Its motion.
        contacts: (T, 4) bool, which of ``CONTACTS`` carry weight.
        cutoff: Frequency [Hz] up to which movements count.
        frames: Which frames are looked at, by default all of them.
        part_contacts: Further parts that carry weight.
    """
    frames = np.arange(motion.frame_count) if frames is None else frames
    smooth = smooth_motion(motion.q, motion.fps, cutoff)
    every_contact = ground_contacts(robot, motion.q, contacts, motion.fps, part_contacts)
    parts = []
    for block in frame_blocks(len(frames)):
        own = frames[block]
        some = SmoothMotion(smooth.q[own], smooth.velocities[own], smooth.accelerations[own])
        on_ground = every_contact.at(own)
        dynamics = robot_dynamics(robot, some, on_ground, motion.terrain)
        parts.append(_judged(robot, on_ground, dynamics, contacts[own]))
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return Feasibility(*(np.concatenate(column) for column in columns))


@dataclass(frozen=True)
class _Looks:
    """Which of a clip's frames forces are found for: every so many of so many."""

    every: int
    count: int

    def metric(
        self,
        name: str,
        unit: str,
        values: np.ndarray,
        more: dict[str, float],
        per_frame: np.ndarray | None = None,
    ) -> Metric:
        """Return a metric of values at these frames; per frame each of them holds until the next one."""
        held = np.repeat(values if per_frame is None else per_frame, self.every)[: self.count]
        summary = describe_frames(values, more)
        summary["frame"] *= self.every
        return Metric(name, unit, summary, held)


def _judged(
    robot: Robot, on_ground: GroundContacts, dynamics: RobotDynamics, contacts: np.ndarray
) -> Feasibility:
    weight, height = body_weight(robot), standing_height(robot)
    ground, soles = dynamics.body.ground, on_ground.soles
    points_w = ground.points_w[:, :soles]
    carries = on_ground.shares > 0.0
    props_up = np.asarray(carries[:, soles:].any(axis=1))
    standing = carries[:, :soles]
    count = standing.sum(axis=1)
    floor = np.sum(points_w[:, :, 2] * standing, axis=1) / np.maximum(count, 1)
    zmp = zero_moment_point(dynamics.body.wrench, weight, floor)
    corners = points_w.reshape(len(zmp), -1, CORNERS, 3)
    polygons = support(corners, tuple(robot.soles), contacts)
    return Feasibility(
        force=norms(ground.residual_forces_w) / weight,
        moment=norms(ground.residual_moments_w) / (weight * height),
        inside=np.where(props_up, np.nan, polygons.depths(zmp)),
        torques=dynamics.torques,
        stands=polygons.stands | props_up,
    )


def _depth(looks: _Looks, inside: np.ndarray) -> Metric:
    """Return how deep the ZMP is in its polygon, the ``frame`` being that in which it is least so."""
    found = looks.metric("feasibility/zmp_margin", "m", inside, {})
    known = inside[~np.isnan(inside)]
    least = (
        {"min": known.min(), "p5": np.percentile(known, 5.0)} if known.size else {"min": np.nan, "p5": np.nan}
    )
    frame = worst_frame(-inside) * looks.every
    return replace(found, summary={**found.summary, **least, "frame": float(frame)})


def _residual(
    name: str, values: np.ndarray, stands: np.ndarray, looks: _Looks, stood: dict[str, float]
) -> Metric:
    """Return a residual, summarised over stance and over all frames."""
    everywhere = {f"{key}_all": value for key, value in describe(values).items() if key in ("median", "p95")}
    return looks.metric(name, "1", np.where(stands, values, np.nan), everywhere | stood, values)


def _torque_metrics(robot: Robot, torques: np.ndarray, looks: _Looks) -> tuple[Metric, ...]:
    """Return the largest use of any stated torque a frame, and for each such joint; none without any."""
    stated = _stated(robot)
    if not stated.size:
        return ()
    use = np.abs(torques[:, stated]) / robot.gains.torque[stated]
    most = use.max(axis=1)
    frame = worst_frame(most)
    joint = float("nan") if np.isnan(frame) else float(stated[use[int(frame)].argmax()])
    largest = np.fmax.reduce(use, axis=0).tolist()
    by_joint = {robot.joints[index]: value for index, value in zip(stated.tolist(), largest, strict=True)}
    return (
        looks.metric("feasibility/torque", "1", most, shares_over(most, (1.0,)) | {"joint": joint}),
        Metric("feasibility/torque_by_joint", "1", by_joint),
    )
