"""What a robot that stands has to keep: ZMP, centre of mass and forces, near to the person's."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.derivatives import DEGREE, smooth_motion
from understudy.dynamics.support import support
from understudy.dynamics.zmp import GRAVITY
from understudy.kinematics.momentum import sweep_masses
from understudy.kinematics.tree import Tree
from understudy.motion import Recording
from understudy.retarget.simultaneous.between_knots import ZmpLimit, between_knots
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.clip import Limit, Term
from understudy.retarget.simultaneous.figures import FigureCost
from understudy.retarget.simultaneous.forces import RESIDUAL, Forces, torque_limit
from understudy.retarget.simultaneous.grid import Grid
from understudy.retarget.simultaneous.ground import FORCE, Ground
from understudy.retarget.simultaneous.ground_limits import ZmpInPolygons, centre_limit, force_limit
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.stance import Stance
from understudy.retarget.simultaneous.weight_shift import shifting

EDGE = 0.05
"""Share of a sole that counts as its edge, on which it stands where it turns about heel or toe."""

AT_REST = 0.5
"""Time [s] for which both soles stand where the robot counts as standing, and not as between two steps."""

BETWEEN = 0.5
"""Share of the ZMP's margin that is left between the moments that are solved."""

TORQUE = 0.95
"""Share of the stated torques that is used."""


def persons_force(
    tree: Tree, q: np.ndarray, fps: float, scale: float, carried: np.ndarray | None
) -> np.ndarray:
    """Return (T − 2, 3) the ground's force on the person per body weight, moving in the robot's size.

    Args:
        tree: The person's tree.
        q: (T, Q) its poses.
        fps: Frames a second [1/s].
        scale: The robot's size by the person's.
        carried: (T,) what plates say of the vertical force per body weight, NaN where they do not; or None.
    """
    smooth = smooth_motion(q, fps).q if len(q) > DEGREE else q
    inertias = np.zeros((len(tree.body_parent), 3, 3))
    centre = sweep_masses(tree, inertias, smooth).centre
    found = np.diff(centre, n=2, axis=0) * (scale * fps**2 / GRAVITY) + np.array([0.0, 0.0, 1.0])
    if carried is not None:
        inner = carried[1:-1]
        found[:, 2] = np.where(np.isfinite(inner), 1.0 + scale * (inner - 1.0), found[:, 2])
    return found


def carried_by_plates(recording: Recording | None, mass: float) -> np.ndarray | None:
    """Return (T,) the vertical force per weight of a person [kg], NaN where plates do not carry all of it."""
    if recording is None or recording.pressure is None:
        return None
    measured = np.ones(len(recording.pressure), dtype=bool)
    if recording.contacts is not None and recording.contacts_known is not None:
        measured = np.asarray((recording.contacts_known | ~recording.contacts).all(axis=1))
    load = recording.pressure[:, 3] / (mass * GRAVITY)
    return np.where(measured & (load > 0.0), load, np.nan)


def standing_terms(
    body: RobotBody, stood: Stance, wanted: np.ndarray, grid: Grid, options: SimultaneousOptions
) -> tuple[list[Limit], list[Term]]:
    """Return limits and costs of what stands.

    Args:
        body: The robot.
        stood: Where its soles stand.
        wanted: (T − 2, 3) the ground's force per body weight that is wanted.
        grid: The moments that are solved.
        options: Weights.
    """
    fps = grid.rate
    corners = _inset(stood.corners, 0.01 * options.zmp_margin)
    carrying, contacts = shifting(corners, stood.sides, stood.lasting_contacts, EDGE)
    polygons = support(carrying, stood.sides, contacts, end=EDGE)
    ground, at_rest = Ground(body, fps, stood.heights), stood.at_rest(round(AT_REST * fps))
    zmp, com, force, person = (
        (2.0 * weight) ** 0.5
        for weight in (options.zmp_weight, options.com_weight, options.joint_weight, options.force_weight)
    )
    stands = np.asarray(stood.stands.any(axis=(1, 2)))
    at_knots = ZmpInPolygons(ground, polygons, zmp)
    between = between_knots(body, stood, _inset(stood.corners, 0.01 * BETWEEN * options.zmp_margin), grid)
    limits: list[Limit] = [
        at_knots
        if between is None or options.horizon == "frame"
        else ZmpLimit(at_knots, between, polygons.inside()),
        force_limit(ground, stands, options.friction, force),
    ]
    if at_rest.any() and com:
        limits.append(centre_limit(ground, polygons.only(at_rest), com))
    terms: list[Term] = [FigureCost(ground, FORCE, wanted, person)]
    if options.dynamics == "full":
        forces = Forces(ground, stood, options.friction)
        terms.append(FigureCost(forces, RESIDUAL, np.zeros((len(wanted), 6)), force))
        if len(forces.motors):
            limits.append(torque_limit(forces, TORQUE, force))
    return limits, terms


def _inset(corners: np.ndarray, margin: float) -> np.ndarray:
    """Return corners (T, S, 4, 3) [m] of soles that are smaller by a margin [m] on every side."""
    heel, toe = corners[:, :, :2], corners[:, :, 2:]
    along, across = toe - heel, corners[:, :, 1::2] - corners[:, :, ::2]
    inwards = np.concatenate([along, -along], axis=2)
    sideways = np.stack([across[:, :, 0], -across[:, :, 0], across[:, :, 1], -across[:, :, 1]], axis=2)
    for way in (inwards, sideways):
        length = np.maximum(np.linalg.norm(way, axis=3, keepdims=True), 1e-9)
        corners = corners + way / length * np.minimum(margin, 0.4 * length)
    return corners
