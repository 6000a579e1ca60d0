"""The pelvis of a walk: how it turns, and the smooth path on which normal joint angles carry it."""

from __future__ import annotations

import numpy as np

from understudy.anthropometry.sizes import Sizes, adult_sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import turns_of
from understudy.synth.motions import gait_norms as norms
from understudy.synth.motions.foot_roll import ankle_over_footprint

TOE_OUT = np.radians(6.0)
"""Yaw of the feet against the line of travel."""

REFERENCE = adult_sizes(1.75)
"""The walker whose measures are stated here; others walk alike in proportion to legs and hips."""

_HALF_STEP_WIDTH = 0.055
"""Ankles' distance from the line of travel [m]."""

_SWAY = 0.020
"""Amplitude [m] by which the pelvis leans over the standing foot."""

_SWAY_LAG = 0.04
"""Share of a stride by which the sway follows the heel strike."""

_HARMONICS = 4
"""Waves of pelvis height and progression in half a stride; more of them would follow every bump of the
normal angles, and a pelvis of 40 kg does not."""

_ALONG_LEG_WEIGHT = 1.2
"""A millimetre along a leg bends its knee by 1 / sin(knee), by degrees where it is nearly straight;
one across the leg does nothing to the knee."""

_TRUST = ((0.0, 0.05, 0.40, 0.52), (3.0, 1.0, 1.0, 0.05))
"""Weight of the standing leg over the phase: when both feet stand the leading leg is the straight one, so it
decides, and the trailing one bends to fit."""

_SURGE_PRICE = 5.0
_BOB_PRICE = 0.5
"""What a metre of the n-th wave costs, times n², forward and up; people's surge of 2 cm comes out."""

_STRETCHED = 0.9998
"""The largest share of its length that a leg may span."""

_FIT_SAMPLES = 400

_FIT_MARGIN = 0.001
"""Share of a stride before heel strike and after toe-off in which a leg still has to reach its footprint."""


def half_step_width(sizes: Sizes) -> float:
    """Return the ankles' distance from the line of travel [m]."""
    return _HALF_STEP_WIDTH * (sizes.hip_width / REFERENCE.hip_width)


def foot_yaw(sign: float) -> np.ndarray:
    """Return how a foot's heading is turned (4,) wxyz; sign 1 is left."""
    return rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), sign * TOE_OUT)


def pelvis_angles(phase: np.ndarray) -> dict[str, np.ndarray]:
    """Return the pelvis's angles, name → (T,) [rad]; the left heel strikes at whole phases."""
    return {
        "pelvis_rotation": norms.course(norms.PELVIS_ROTATION)(phase),
        "pelvis_tilt": norms.course(norms.PELVIS_TILT)(phase),
        "pelvis_obliquity": norms.course(norms.PELVIS_OBLIQUITY)(phase),
    }


def pelvis_orientation(phase: np.ndarray) -> np.ndarray:
    """Return the pelvis's orientation (T, 4) wxyz."""
    return turns_of("Hips", pelvis_angles(phase), len(phase))


def pelvis_position(sizes: Sizes, path: np.ndarray, stride_length: float, phase: np.ndarray) -> np.ndarray:
    """Return the pelvis's centre (T, 3) [m] on a path of :func:`fit_pelvis_path`."""
    forward, up = (_waves(phase) @ path).T
    return np.stack([stride_length * phase + forward, _sway(sizes, phase), up], axis=-1)


def hip_from_pelvis(sizes: Sizes, sign: float, phase: np.ndarray) -> np.ndarray:
    """Return a hip joint (T, 3) [m] from the pelvis's centre, in the world's axes; sign 1 is left."""
    offset = np.array([0.0, sign * 0.5 * sizes.hip_width, -sizes.hip_drop])
    return rot.rotate(pelvis_orientation(phase), offset)


def _normal_ankle_from_hip(sizes: Sizes, phase: np.ndarray) -> np.ndarray:
    """Return the left ankle (T, 3) [m] from its hip as normal angles have it, in the plane of travel."""
    tilt = pelvis_angles(phase)["pelvis_tilt"]
    thigh = norms.course(norms.HIP_FLEXION)(phase) - tilt
    shin = thigh - norms.course(norms.KNEE_FLEXION)(phase)
    forward = sizes.thigh * np.sin(thigh) + sizes.shin * np.sin(shin)
    down = sizes.thigh * np.cos(thigh) + sizes.shin * np.cos(shin)
    return np.stack([forward, np.zeros_like(forward), -down], axis=-1)


def fit_pelvis_path(sizes: Sizes, stride_length: float) -> np.ndarray:
    """Return the coefficients (2H + 1, 2) of the smooth path that suits the standing leg best.

    Both halves of a stride are alike, so the left leg's stance sees every phase of the path. Where its
    foot stands and how normal angles bend it say where the pelvis ought to be; weighted least squares
    over that stance give progression (less steady travel) and height [m].
    """
    samples = np.arange(_FIT_SAMPLES) / _FIT_SAMPLES
    phase = samples[samples <= norms.TOE_OFF]
    leg = _normal_ankle_from_hip(sizes, phase)
    hip = hip_from_pelvis(sizes, 1.0, phase)
    leg[:, 1] = half_step_width(sizes) - _sway(sizes, phase) - hip[:, 1]
    sagittal = np.linalg.norm(leg[:, ::2], axis=1)
    # The leg keeps its length when it leans sideways, so its shadow in the plane of travel is shorter.
    leg[:, ::2] *= (np.sqrt(sagittal**2 - leg[:, 1] ** 2) / sagittal)[:, None]
    ankle = ankle_over_footprint(sizes, norms.course(norms.FOOT_PITCH)(phase))
    wanted = (ankle - leg - hip)[:, ::2] - np.outer(phase, [stride_length, 0.0])
    along = rot.normalise(leg[:, ::2])
    across = along[:, ::-1] * np.array([-1.0, 1.0])
    stiffness = _ALONG_LEG_WEIGHT / np.sin(norms.course(norms.KNEE_FLEXION)(phase))
    trust = np.interp(phase, *_TRUST)
    waves = _waves(phase)
    rows, targets = [], []
    for direction, weight in ((along, stiffness * trust), (across, trust)):
        columns = np.concatenate([direction[:, :1] * waves, direction[:, 1:] * waves], axis=1)
        rows.append(weight[:, None] * columns)
        targets.append(weight * np.sum(direction * wanted, axis=1))
    # Without a price on quick waves the pelvis would surge and bob to spare an ankle a degree.
    price = np.tile(np.arange(1, _HARMONICS + 1) ** 2, 2)
    surge = np.diag(np.concatenate([[0.0], _SURGE_PRICE * price, [0.0], _BOB_PRICE * price]))
    rows.append(surge)
    targets.append(np.zeros(len(surge)))
    solution = np.linalg.lstsq(np.concatenate(rows), np.concatenate(targets), rcond=None)[0]
    path = solution.reshape(2, -1).T
    path[0, 1] -= _excess_height(sizes, path, stride_length)
    return path


def _excess_height(sizes: Sizes, path: np.ndarray, stride_length: float) -> float:
    """Return by how much [m] a path is too high for legs that are nowhere stretched fully in stance.

    It is nothing but for infants, whose wide hips would ask more of their short legs than adults' do.
    """
    phase = np.linspace(-_FIT_MARGIN, norms.TOE_OFF + _FIT_MARGIN, _FIT_SAMPLES)
    roll = ankle_over_footprint(sizes, norms.course(norms.FOOT_PITCH)(phase))
    ankle = rot.rotate(foot_yaw(1.0), roll) + np.array([0.0, half_step_width(sizes), 0.0])
    way = pelvis_position(sizes, path, stride_length, phase) + hip_from_pelvis(sizes, 1.0, phase) - ankle
    longest = _STRETCHED * sizes.leg
    allowed = np.sqrt(np.maximum(longest**2 - way[:, 0] ** 2 - way[:, 1] ** 2, 0.0))
    return max(0.0, float((way[:, 2] - allowed).max()))


def _sway(sizes: Sizes, phase: np.ndarray) -> np.ndarray:
    return _SWAY * (sizes.hip_width / REFERENCE.hip_width) * np.sin(2.0 * np.pi * (phase - _SWAY_LAG))


def _waves(phase: np.ndarray) -> np.ndarray:
    """Return the basis (T, 2H + 1) of curves that repeat every half stride."""
    angle = 4.0 * np.pi * phase[:, None] * np.arange(1, _HARMONICS + 1)
    return np.concatenate([np.ones((len(phase), 1)), np.cos(angle), np.sin(angle)], axis=1)
