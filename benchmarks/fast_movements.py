"""Synthetic truth for ``peaks.py``: a kick, claps and a landing whose joint angles are known exactly.

Each is made directly in a robot's joints, at 120 Hz:

* kick: the right knee is raised and bent, then hip pitch and knee swing the foot forward on minimum-jerk
  curves, the knee with a peak speed of 10 rad/s; the left foot stands.
* clap: both arms are stretched forward and closed and opened at 3 Hz by the shoulders' roll, with a second
  harmonic that makes the turn at the closed end sharper; both feet stand.
* landing: from a crouch the robot pushes off, its root flies on a parabola for 0.25 s (apex 7.7 cm), and is
  decelerated within 0.1 s while the knees bend; soles lie flat on the floor before and after, and are up to
  3 cm over it in between. The vertical acceleration and its rate are continuous.

A movement has to stay within the joints' ranges, within 90 % of their limits of velocity and acceleration,
over the floor, and free of self-penetration. Where a robot's limits do not allow it, the effort is lowered by
5 % until they do: the kick takes longer, the claps are smaller, the flight is shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import mujoco
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import least_squares

from understudy.motion.landmarks import CONTACTS
from understudy.robots import Robot
from understudy.robots.self_collision import SelfCollision
from understudy.robots.standing import robot_sole_points

FPS = 120.0
GRAVITY = 9.81
SHARE_OF_LIMITS = 0.9
"""Share of velocity and acceleration limits that a movement may use."""
LESS_EFFORT, LEAST_EFFORT = 0.95, 0.1
FLOOR_TOLERANCE = 1e-4
"""Depth [m] of a sole in the floor that interpolation explains."""
STILL = 0.4
"""Time [s] for which the robot stands still before and after a movement."""
KICK_SPEED = 10.0
"""Peak speed [rad/s] of the kicking knee at full effort."""
LIFTING = 0.6
"""Time [s] in which the foot that kicks is lifted, drawn back and put down."""
MINIMUM_JERK_PEAK = 1.875
"""Peak speed of a minimum-jerk curve, in distances over durations."""
ARMS_OUT = 0.3
"""Roll [rad] of the shoulders in a kick, which keeps the hands off the thigh."""
ELBOW_BEND = 0.6
"""Bend [rad] of the elbows while the hands clap."""
CLAP_RATE, CLAPS = 3.0, 8
"""Claps a second [Hz], and how many there are."""
FLIGHT, BRAKING, PUSHING = 0.25, 0.1, 0.15
"""Times [s] in which the root flies, is decelerated and pushes off."""
SINKING, HELD, RISING = 0.5, 0.2, 0.6
"""Times [s] in which the robot goes into a crouch, stays there before and after the hop, and stands up."""
CLEARANCE = 0.03
"""Height [m] of the soles in the middle of the flight at full effort."""
TOUCHDOWN_BEND = 1.0
"""Bend [rad] of the knees when the soles touch the floor."""

JOINTS: Mapping[str, Mapping[str, str]] = {
    "g1": {
        "hip": "left_hip_pitch_joint",
        "knee": "left_knee_joint",
        "ankle": "left_ankle_pitch_joint",
        "shoulder": "left_shoulder_pitch_joint",
        "roll": "left_shoulder_roll_joint",
        "elbow": "left_elbow_joint",
    },
    "hrp4": {
        "hip": "L_HIP_P",
        "knee": "L_KNEE_P",
        "ankle": "L_ANKLE_P",
        "shoulder": "L_SHOULDER_P",
        "roll": "L_SHOULDER_R",
        "elbow": "L_ELBOW_P",
    },
    "nao": {
        "hip": "LHipPitch",
        "knee": "LKneePitch",
        "ankle": "LAnklePitch",
        "shoulder": "LShoulderPitch",
        "roll": "LShoulderRoll",
        "elbow": "LElbowRoll",
    },
}
"""Robot → role → joint of its left side: hips, shoulders and elbows bend forward to the negative side, knees
to the positive one, and the shoulder's roll opens the arm to the positive one."""


@dataclass(frozen=True, eq=False)
class Movement:
    """A movement that is known exactly.

    Attributes:
        name: ``kick``, ``clap`` or ``landing``.
        q: (T, nq) the robot's coordinates.
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        effort: Share of the full effort that the robot's limits allow.
    """

    name: str
    q: np.ndarray
    contacts: np.ndarray
    effort: float


Made = tuple[np.ndarray, np.ndarray]
"""Coordinates (T, nq) and contacts (T, 4)."""


def movement(name: str, robot: Robot) -> Movement:
    """Return a movement with the most effort that the robot's limits allow.

    Raises:
        ValueError: Where they allow none.
    """
    effort, problem = 1.0, ""
    while effort >= LEAST_EFFORT:
        q, contacts = MOVEMENTS[name](robot, effort)
        problem = violation(robot, q, contacts)
        if not problem:
            return Movement(name, q, contacts, effort)
        effort *= LESS_EFFORT
    raise ValueError(f"{name} on {robot.name}: {problem}, expected a movement within limits")


def violation(robot: Robot, q: np.ndarray, contacts: np.ndarray) -> str:
    """Return which limit a movement (T, nq) breaks, in words; empty where it breaks none."""
    angles = q[:, 7:]
    if not np.isfinite(q).all():
        return "a coordinate is not finite"
    if ((angles < robot.lower) | (angles > robot.upper)).any():
        return "a joint is out of its range"
    for order, limit in ((1, robot.velocity), (2, robot.acceleration)):
        if (np.abs(np.diff(angles, order, axis=0)).max(axis=0) * FPS**order > SHARE_OF_LIMITS * limit).any():
            return f"a joint is over its limit of {('velocity', 'acceleration')[order - 1]}"
    heights = sole_heights(robot, q)
    standing = contacts[:, robot_sole_points(robot).contacts]
    if heights.min() < -FLOOR_TOLERANCE or np.abs(heights[standing]).max(initial=0.0) > FLOOR_TOLERANCE:
        return "a sole is in the floor, or stands over it"
    collision = SelfCollision(robot.model)
    if any(collision.touching_pairs(pose) - robot.overlapping for pose in q):
        return "parts penetrate each other"
    return ""


def sole_heights(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Return heights (T, S) [m] of the corners of the soles over the floor."""
    soles, data = robot_sole_points(robot), mujoco.MjData(robot.model)
    heights = np.empty((len(q), len(soles.bodies)))
    for frame, pose in enumerate(q):
        data.qpos[:] = pose
        mujoco.mj_kinematics(robot.model, data)
        turns = data.xmat[soles.bodies].reshape(-1, 3, 3)
        heights[frame] = data.xpos[soles.bodies, 2] + np.einsum("sj,sj->s", turns[:, 2], soles.places)
    return heights


def kick(robot: Robot, effort: float) -> Made:
    """Return a kick of the right leg, the slower the less effort."""
    bend, straight, forward = 1.4, 0.1, -1.1
    swing = MINIMUM_JERK_PEAK * (bend - straight) / (KICK_SPEED * effort)
    lifted = STILL + LIFTING
    kicked = lifted + 0.1 + swing
    bent = kicked + 0.1 + LIFTING
    down = bent + LIFTING
    time = _times(down + STILL)
    # With half the knee's bend in hip and ankle the sole stays level, so that no toe gets into the floor.
    raised = {"hip": -0.5 * bend, "knee": bend, "ankle": -0.5 * bend}
    stretched = {"hip": forward, "knee": straight, "ankle": 0.0}
    leg = np.tile(robot.home, (len(time), 1))
    for role, value in raised.items():
        leg[:, _column(robot, role)] += _through(
            time,
            [
                (STILL, lifted, value),
                (kicked - swing, kicked, stretched[role]),
                (bent - LIFTING, bent, value),
                (bent, down, 0.0),
            ],
        )
    contacts = np.ones((len(time), len(CONTACTS)), dtype=bool)
    in_air = (time > STILL) & (time < down)
    for point in ("heel_r", "toe_r"):
        contacts[in_air, CONTACTS.index(point)] = False
    arms = np.tile(robot.home, (len(time), 1))
    arms[:, _column(robot, "roll")] += ARMS_OUT
    return robot.mirrored(leg) + _both_sides(robot, arms) - robot.home, contacts


def clap(robot: Robot, effort: float) -> Made:
    """Return claps of both hands, the smaller the less effort."""
    raising, amplitude = 0.6, 0.4 * effort
    begin, end = STILL + raising, STILL + raising + CLAPS / CLAP_RATE
    time = _times(end + raising + STILL)
    raised = _through(time, [(STILL, begin, 1.0), (end, end + raising, 0.0)])
    turn = 2.0 * np.pi * CLAP_RATE * np.clip(time - begin, 0.0, end - begin)
    # 0 where the hands are apart; the second harmonic sharpens the turn where they are together.
    closing = 0.5 * ((1.0 - np.cos(turn)) - 0.2 * (1.0 - np.cos(2.0 * turn)))
    envelope = _through(time, [(begin, begin + 1.0 / CLAP_RATE, 1.0), (end - 1.0 / CLAP_RATE, end, 0.0)])
    left = np.tile(robot.home, (len(time), 1))
    left[:, _column(robot, "shoulder")] -= 1.0 * raised
    # An elbow that is straight would leave the upper arm's turn about itself open.
    left[:, _column(robot, "elbow")] -= ELBOW_BEND
    open_by = 2.0 * amplitude - (robot.home[_column(robot, "roll")] - 0.05)
    left[:, _column(robot, "roll")] += open_by * raised - 2.0 * amplitude * envelope * closing
    return _both_sides(robot, left), np.ones((len(time), len(CONTACTS)), dtype=bool)


def landing(robot: Robot, effort: float) -> Made:
    """Return a hop that is caught with the knees, with a flight the shorter the less effort."""
    flight = FLIGHT * effort
    legs, heights = crouches(robot)
    legs_of, height_of = CubicSpline(legs[:, 1], legs), CubicSpline(legs[:, 1], heights)
    bend_of = CubicSpline(heights[::-1], legs[::-1, 1])
    speed, touchdown = 0.5 * GRAVITY * flight, float(height_of(TOUCHDOWN_BEND))
    deep, deepest = (float(bend_of(touchdown - _caught(speed, last)[0])) for last in (PUSHING, BRAKING))
    push = STILL + SINKING + HELD
    off, on = push + PUSHING, push + PUSHING + flight
    stopped = on + BRAKING
    rise = stopped + HELD
    time = _times(rise + RISING + STILL)
    straight = legs[0, 1]
    # What happens while the root pushes, flies and is decelerated is filled in below.
    bend = straight + _through(
        time,
        [
            (STILL, STILL + SINKING, deep - straight),
            (push, stopped, deepest - straight),
            (rise, rise + RISING, 0.0),
        ],
    )
    root = height_of(bend)
    pushing, flying, braking = (
        (time >= start) & (time < end) for start, end in ((push, off), (off, on), (on, stopped))
    )
    since = time[flying] - off
    root[pushing] = touchdown - _caught(speed, PUSHING, off - time[pushing])[1]
    root[flying] = touchdown + speed * since - 0.5 * GRAVITY * since**2
    root[braking] = touchdown - _caught(speed, BRAKING, time[braking] - on)[1]
    share = np.clip((time - off) / flight, 0.0, 1.0)
    clearance = effort**2 * CLEARANCE * (4.0 * share * (1.0 - share)) ** 3
    moving = pushing | flying | braking
    bend[moving] = bend_of((root - clearance)[moving])
    q = np.tile(robot.home, (len(time), 1))
    q[:, _leg_columns(robot)] = legs_of(bend)
    q = _both_sides(robot, q)
    q[:, 2] = root
    return q, np.repeat(~flying[:, None], len(CONTACTS), axis=1)


def crouches(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """Return poses in which the robot stands on bent legs, ankles under the hips and soles flat.

    Returns:
        (N, 3) angles [rad] of hip, knee and ankle, and (N,) heights [m] of the root, from high to low.
    """
    model, data, q = robot.model, mujoco.MjData(robot.model), robot.home.copy()
    columns, sole = _leg_columns(robot), robot.soles["l"]
    ankle = robot.landmarks["ankle_l"]

    def placed(angles: np.ndarray) -> tuple[float, float, float]:
        """Return the sole's slope, and where ankle along x and sole along z are [m]."""
        q[columns] = angles
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        turn, place = data.xmat[sole.body].reshape(3, 3), data.xpos[sole.body]
        heel, toe = (place + turn @ point for point in (sole.heel, sole.toe))
        at = data.xpos[ankle.body] + data.xmat[ankle.body].reshape(3, 3) @ ankle.point
        return float(toe[2] - heel[2]), float(at[0]), float(0.5 * (heel[2] + toe[2]))

    _, below, _ = placed(robot.home[columns])
    most = min(2.0, float(robot.upper[columns[1] - 7]))
    bends = np.linspace(robot.home[columns[1]], most, 80)
    found, heights, start = [], [], robot.home[columns][[0, 2]]
    for bend in bends:

        def off(pair: np.ndarray, bend: float = bend) -> list[float]:
            slope, along, _ = placed(np.array([pair[0], bend, pair[1]]))
            return [slope, along - below]

        start = least_squares(off, start, xtol=1e-14, ftol=1e-14, gtol=1e-14).x
        found.append([start[0], bend, start[1]])
        heights.append(robot.home[2] - placed(np.array(found[-1]))[2])
    return np.array(found), np.array(heights)


def _caught(speed: float, duration: float, since: np.ndarray | None = None) -> tuple[float, np.ndarray]:
    """Return how far [m] a falling root sinks while it is decelerated, in all and after some times [s].

    Its acceleration goes from −g to 0: a(t) = −g (1 − s(t)) + B sin²(πt/T), s(t) = t/T − sin(2πt/T)/2π. B is
    such that the fall's speed v is gone after T: B = 2v/T + g.

    Args:
        speed: v [m/s].
        duration: T [s].
        since: Times [s] after touchdown, none by default.
    """
    most = 2.0 * speed / duration + GRAVITY
    time = np.linspace(0.0, duration, 2001)
    phase = 2.0 * np.pi * time / duration
    smooth = time / duration - np.sin(phase) / (2.0 * np.pi)
    accelerations = -GRAVITY * (1.0 - smooth) + most * 0.5 * (1.0 - np.cos(phase))
    sunk = -CubicSpline(time, accelerations).antiderivative().antiderivative()(time) + speed * time
    curve = CubicSpline(time, sunk)
    return float(sunk[-1]), curve(np.zeros(0) if since is None else since)


def _times(duration: float) -> np.ndarray:
    return np.arange(round(duration * FPS) + 1) / FPS


def _through(time: np.ndarray, pieces: list[tuple[float, float, float]]) -> np.ndarray:
    """Return a curve (T,) from 0 through minimum-jerk pieces: begin [s], end [s], value at its end."""
    curve, value = np.zeros(len(time)), 0.0
    for begin, end, target in pieces:
        s = np.clip((time - begin) / (end - begin), 0.0, 1.0)
        curve += (target - value) * (10.0 * s**3 - 15.0 * s**4 + 6.0 * s**5)
        value = target
    return curve


def _both_sides(robot: Robot, left: np.ndarray) -> np.ndarray:
    """Return coordinates (T, nq) in which the right side does what the left one does alone."""
    both = left.copy()
    both[:, 7:] += robot.mirrored(left)[:, 7:] - robot.home[7:]
    return both


def _column(robot: Robot, role: str) -> int:
    return 7 + robot.joints.index(JOINTS[robot.name][role])


def _leg_columns(robot: Robot) -> list[int]:
    return [_column(robot, role) for role in ("hip", "knee", "ankle")]


MOVEMENTS: Mapping[str, Callable[[Robot, float], Made]] = {"kick": kick, "clap": clap, "landing": landing}
"""Name of a movement → what makes it."""
