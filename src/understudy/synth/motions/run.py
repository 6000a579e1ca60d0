"""A steady run along +x, and the same person standing still, for laboratories that judge joint angles.

Joint angles follow the courses of runners (after Novacheck 1998 and Hamner et al. 2013) and grow with speed.
The pelvis advances steadily and rises as the standing foot has it, smoothed, so that a sole creeps at up to a
metre a second and sinks by a centimetre: angles are exact, footing is not, so it is not among ``MOTIONS``.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import PeriodicCurve
from understudy.synth.synthetic_motion import SyntheticMotion

Keys = tuple[tuple[float, float], ...]

TOE_OFF = 0.36
"""Share of the stride after which the foot leaves the floor."""

USUAL_SPEED = 4.0
"""[m/s] of the courses below."""

_COURSES: dict[str, tuple[Keys, float]] = {
    # Percent of the stride from landing on → degrees; and the power of speed with which the range grows.
    "hip_flexion": (
        (
            (0, 42),
            (8, 38),
            (18, 22),
            (28, 4),
            (36, -7),
            (42, -6),
            (50, 8),
            (60, 34),
            (70, 52),
            (80, 57),
            (90, 50),
        ),
        0.5,
    ),
    "knee_flexion": (
        (
            (0, 16),
            (8, 33),
            (16, 44),
            (26, 33),
            (34, 21),
            (40, 26),
            (50, 66),
            (60, 99),
            (67, 105),
            (76, 82),
            (88, 34),
            (95, 15),
        ),
        0.4,
    ),
    "ankle_dorsiflexion": (
        (
            (0, 7),
            (5, 9),
            (12, 20),
            (18, 25),
            (26, 14),
            (34, -13),
            (38, -22),
            (46, -17),
            (58, -2),
            (75, 5),
            (90, 6),
        ),
        0.3,
    ),
    "hip_abduction": (((0, -3), (12, -9), (26, -5), (38, 2), (52, 5), (70, 2), (88, -1)), 0.2),
    "hip_rotation": (((0, 4), (20, -3), (40, 2), (70, 8), (90, 6)), 0.0),
    "ankle_eversion": (((0, -4), (14, 8), (30, -2), (50, -5), (80, -4)), 0.0),
    "toe_extension": (((0, 8), (15, 2), (30, 24), (37, 18), (50, 6), (80, 6)), 0.2),
    "shoulder_flexion": (((0, -42), (50, 22)), 0.5),
    "elbow_flexion": (((0, 98), (25, 88), (50, 104), (75, 92)), 0.0),
}
_STEADY = {"shoulder_abduction": 12.0, "shoulder_rotation": -20.0, "forearm_pronation": 20.0}
_PELVIS: dict[str, Keys] = {
    "pelvis_tilt": ((0, 13), (18, 11), (36, 16), (50, 13), (68, 11), (86, 16)),
    "pelvis_obliquity": ((0, 1), (12, 5), (36, -2), (50, -1), (62, -5), (86, 2)),
    "pelvis_rotation": ((0, -4), (25, 2), (50, 4), (75, -2)),
}
_LEAN = 9.0
_HARMONICS, _PATH_HARMONICS = 8, 3
_SAMPLES = 200
_STRIDE_TIME = 0.70
"""[s] of an adult of 1.75 m at the usual speed."""

_STANDING = {
    "pelvis_tilt": 9.0,
    "hip_flexion": 12.0,
    "knee_flexion": 4.0,
    "hip_abduction": 4.0,
    "hip_rotation": 7.0,
}
_ARMS_AWAY = {"shoulder_abduction": 28.0, "elbow_flexion": 12.0}


def make_run(body: Body, seconds: float, fps: float, speed: float = USUAL_SPEED) -> SyntheticMotion:
    """Return a run.

    Args:
        body: The runner.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        speed: Of an adult of 1.75 m [m/s], about; smaller people run at the same Froude number.
    """
    size = body.sizes.leg / 0.86
    stride_time = _STRIDE_TIME * (USUAL_SPEED / speed) ** 0.25 * math.sqrt(size)
    phase = np.arange(round(seconds * fps)) / fps / stride_time
    path = _path(body, speed)
    angles = _angles(phase, speed)
    waves = _waves(phase) @ path[:-1]
    positions = np.stack([path[-1, 0] * phase + waves[:, 0], np.zeros_like(phase), waves[:, 1]], axis=1)
    contacts = np.zeros((len(phase), 4), dtype=bool)
    for side, lag in enumerate((0.0, 0.5)):
        into = np.mod(phase - lag, 1.0)
        contacts[:, 2 * side] = into <= 0.55 * TOE_OFF
        contacts[:, 2 * side + 1] = (into <= TOE_OFF) & (into > 0.1 * TOE_OFF)
    return SyntheticMotion(
        "run", body, positions, local_rotations(body.skeleton, angles), fps, contacts, angles
    )


def make_still(body: Body, seconds: float, fps: float) -> SyntheticMotion:
    """Return the person standing still with flat feet and arms held off the body: a static trial."""
    frames = round(seconds * fps)
    angles = {"pelvis_tilt": _STANDING["pelvis_tilt"], "trunk_flexion": -_STANDING["pelvis_tilt"] + 2.0}
    for side, _, _ in SIDES:
        angles |= {f"{name}_{side}": value for name, value in _STANDING.items() if name != "pelvis_tilt"}
        angles |= {f"{name}_{side}": value for name, value in _ARMS_AWAY.items()}
    course = {name: np.full(frames, np.radians(value)) for name, value in angles.items()}
    course |= _flat_feet(body, course)
    rotations = local_rotations(body.skeleton, course)
    low = _soles(body, np.zeros((frames, 3)), rotations)[..., 2].min(axis=1)
    positions = np.stack([np.zeros(frames), np.zeros(frames), -low], axis=1)
    contacts = np.ones((frames, 4), dtype=bool)
    return SyntheticMotion("static", body, positions, rotations, fps, contacts, course)


def _flat_feet(body: Body, course: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the ankles' angles that lay the soles on the floor."""
    from understudy.spatial import rotations as rot
    from understudy.synth.body.angles import ball_joint_angles

    frames = len(course["pelvis_tilt"])
    rotations = local_rotations(body.skeleton, course)
    _, orientations = forward_kinematics(body.skeleton, np.zeros((frames, 3)), rotations)
    found: dict[str, np.ndarray] = {}
    for side, prefix, sign in SIDES:
        shin = orientations[:, body.index(f"{prefix}Leg")]
        ahead = rot.rotate(shin, np.array([1.0, 0.0, 0.0]))
        foot = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.arctan2(ahead[:, 1], ahead[:, 0]))
        flexion, eversion, rotation = ball_joint_angles(rot.multiply(rot.conjugate(shin), foot), sign)
        found |= {
            f"ankle_dorsiflexion_{side}": flexion,
            f"ankle_eversion_{side}": eversion,
            f"ankle_rotation_{side}": rotation,
        }
    return found


def _course(keys: Keys) -> PeriodicCurve:
    return PeriodicCurve.through_keys([(p / 100.0, math.radians(a)) for p, a in keys], _HARMONICS)


def _angles(phase: np.ndarray, speed: float) -> dict[str, np.ndarray]:
    angles = {name: _course(keys)(phase) for name, keys in _PELVIS.items()}
    for (side, _, _), lag in zip(SIDES, (0.0, 0.5), strict=True):
        for name, (keys, power) in _COURSES.items():
            course = _course(keys)(phase - lag)
            middle = float(np.real(_course(keys).coefficients[0]))
            angles[f"{name}_{side}"] = middle + (speed / USUAL_SPEED) ** power * (course - middle)
        angles[f"knee_flexion_{side}"] = np.maximum(angles[f"knee_flexion_{side}"], np.radians(4.0))
        angles |= {f"{name}_{side}": np.full(len(phase), math.radians(a)) for name, a in _STEADY.items()}
    angles["trunk_flexion"] = math.radians(_LEAN) - angles["pelvis_tilt"]
    angles["trunk_bending"] = angles["pelvis_obliquity"]
    angles["trunk_rotation"] = -2.0 * angles["pelvis_rotation"]
    return angles


def _waves(phase: np.ndarray) -> np.ndarray:
    """Return (T, 2H + 1) what repeats with every step."""
    steps = 4.0 * np.pi * phase[:, None] * np.arange(1, _PATH_HARMONICS + 1)
    return np.concatenate([np.ones((len(phase), 1)), np.cos(steps), np.sin(steps)], axis=1)


def _path(body: Body, speed: float) -> np.ndarray:
    """Return coefficients (2H + 2, 2) of the pelvis's surge and height [m]; the last row is a stride's way.

    While a foot stands, its lowest point stays where it is, which says how fast the pelvis goes and how high
    it is; in flight it falls freely, which three waves a step follow well.
    """
    phase = np.arange(_SAMPLES) / _SAMPLES
    rotations = local_rotations(body.skeleton, _angles(phase, speed))
    soles = _soles(body, np.zeros((_SAMPLES, 3)), rotations)[:, :2]
    stands = phase < TOE_OFF
    lowest = soles[..., 2].argmin(axis=1)
    back = -np.gradient(soles[np.arange(_SAMPLES), lowest, 0], 1.0 / _SAMPLES)
    # Where the lowest point passes from heel to ball its place leaps, which is no motion.
    steady = stands & (
        np.abs(np.diff(lowest, prepend=lowest[:1])) + np.abs(np.diff(lowest, append=lowest[-1:])) == 0
    )
    stride = float(np.median(back[steady]))
    height = -soles[..., 2].min(axis=1)
    waves = _waves(phase)
    weight = np.where(stands, 1.0, 0.02)[:, None]
    top = height[stands].mean() + 0.01
    up = np.linalg.lstsq(weight * waves, weight[:, 0] * np.where(stands, height, top), rcond=None)[0]
    surge = np.zeros_like(up)
    return np.vstack([np.column_stack([surge, up]), [stride, 0.0]])


def _soles(body: Body, positions: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """Return (T, 4, 3) [m] the soles under heels and balls."""
    frames = len(positions)
    empty = np.zeros((frames, 4), dtype=bool)
    return SyntheticMotion("soles", body, positions, rotations, 1.0, empty, {}).contact_points
