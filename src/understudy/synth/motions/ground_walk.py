"""Walks over given footprints, level, on steps or aslope: feet neither slip nor sink, legs follow.

Each foot comes down, lies flat, rolls over its ball and swings on to its next footprint, high enough over
what is between. The pelvis goes evenly from footprint to footprint, as high as the legs that stand reach.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import minimum_filter1d, uniform_filter1d

from understudy.anthropometry.sizes import Sizes
from understudy.motion.terrain import Terrain
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations, turns_of
from understudy.synth.body.leg import hip_from_pelvis, leg_to_foot
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import minimum_jerk, wander
from understudy.synth.motions.foot_roll import ankle_over_footprint, toe_pitch
from understudy.synth.motions.gait_pelvis import REFERENCE, foot_yaw, half_step_width
from understudy.synth.synthetic_motion import SyntheticMotion

STANCE = 1.25
"""Steps for which a foot stands; what is over one is with both feet down."""

_FLAT_FROM, _FLAT_UNTIL = 0.15, 0.62
"""Shares of a stance at which a foot is flat and at which its heel rises."""

_LIFTED = np.radians(1.0)
"""Pitch beyond which a heel or ball counts as off the ground."""

_CLEARANCE = 0.075
"""Leg lengths by which a swinging ankle is raised over the line to its next footprint."""

_FELT = 0.25
"""Share of its height from which on a bump is asked to clear the ground; near its ends it cannot."""

_EAGER = 1.35
"""A foot goes up first and forward then, or forward first and down then, each by so much faster."""

_STRETCHED, _SMOOTHING = 0.985, 0.2
"""Share of its length that a leg spans at most; steps over which the pelvis's height is evened out."""

_TILT = np.radians(6.0)
_ARM_SWING, _WAVERING = np.radians(16.0), np.radians(1.5)
_STEADY_ARM = {"shoulder_abduction": 8.0, "elbow_flexion": 28.0, "forearm_pronation": 25.0}
"""[deg]."""


@dataclass(frozen=True, eq=False)
class Course:
    """Footprints along x, left and right in turns, the left one first.

    Attributes:
        terrain: What stands on the floor.
        place: Number of a step, also below 0 → x [m] under the ankle of its flat foot.
        height: x [m] → height of the ground [m] there, along the course.
        slope: x [m] → angle [rad] by which it rises.
        step_time: From one foot's coming down to the other's [s].
        landing: Pitch [rad] with which a foot comes down, toes up positive.
        leaving: Pitch [rad] with which it leaves, toes down positive.
    """

    terrain: Terrain
    place: Callable[[int], float]
    height: Callable[[float], float]
    slope: Callable[[float], float]
    step_time: float
    landing: float = np.radians(14.0)
    leaving: float = np.radians(45.0)


def walk_over(
    name: str, body: Body, seconds: float, fps: float, seed: int, course: Course
) -> SyntheticMotion:
    """Return a walk over a course.

    Args:
        name: What it is called.
        body: The walker.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of the small variation of arms and head.
        course: Where the feet stand.
    """
    times = np.arange(round(seconds * fps)) / fps
    step_time = course.step_time * math.sqrt(body.sizes.leg / REFERENCE.leg)
    # The first frame stands on a foot while the other one swings through.
    phase = times / step_time + 0.6
    feet = [_Foot(body.sizes, course, number, sign) for number, (_, _, sign) in enumerate(SIDES)]
    tracks = [foot.track(phase) for foot in feet]
    generator = random.Random(seed)
    angles = {"pelvis_tilt": np.full(len(times), _TILT), "trunk_flexion": np.full(len(times), -0.5 * _TILT)}
    pelvis = turns_of("Hips", angles, len(times))
    root = _pelvis(body.sizes, course, phase, tracks, pelvis, 2 * round(_SMOOTHING * step_time * fps) + 1)
    contacts = []
    for (side, prefix, sign), track in zip(SIDES, tracks, strict=True):
        pole = rot.rotate(foot_yaw(sign), np.array([1.0, 0.0, 0.0]))
        angles |= leg_to_foot(body.sizes, track.ankle, track.foot, root, pelvis, pole, side, prefix, sign)
        angles[f"toe_extension_{side}"] = track.toes
        angles |= _arm(side, sign, phase, times, generator)
        contacts.append(track.contacts)
    return SyntheticMotion(
        name=name,
        body=body,
        root_positions=root,
        local_rotations=local_rotations(body.skeleton, angles),
        fps=fps,
        contacts=np.concatenate(contacts, axis=1),
        angles=angles,
        terrain=course.terrain,
    )


@dataclass(frozen=True, eq=False)
class _Track:
    """A foot over time: ankle (T, 3) [m], orientation (T, 4), toes (T,) [rad], heel and ball down (T, 2)."""

    ankle: np.ndarray
    foot: np.ndarray
    toes: np.ndarray
    contacts: np.ndarray


@dataclass(frozen=True, eq=False)
class _Foot:
    sizes: Sizes
    course: Course
    first: int
    sign: float

    def track(self, phase: np.ndarray) -> _Track:
        """Return the foot's way at phases (T,) counted in steps."""
        stride = np.floor((phase - self.first) / 2.0)
        into = phase - self.first - 2.0 * stride
        standing = into <= STANCE
        pitch = self._pitch(into)
        ankle, foot = np.empty((len(phase), 3)), np.empty((len(phase), 4))
        for number in np.unique(stride).astype(int):
            frames = stride == number
            here, there = self._print(number), self._print(number + 1)
            s = np.clip((into[frames] - STANCE) / (2.0 - STANCE), 0.0, 1.0)
            ahead, lift = s, s
            if there.height > here.height:
                ahead, lift = 1.0 - (1.0 - s) * _EAGER, s * _EAGER
            elif there.height < here.height:
                ahead, lift = s * _EAGER, 1.0 - (1.0 - s) * _EAGER
            share, rise = _brisk(np.clip(ahead, 0.0, 1.0)), _brisk(np.clip(lift, 0.0, 1.0))
            end = self._pitch(np.array([STANCE]))
            start = here.ankle(self.sizes, pitch[frames])
            left = here.ankle(self.sizes, end)[0]
            came = there.ankle(self.sizes, np.array([self.course.landing]))[0]
            swing = left + (came - left) * np.stack([share, share, rise], axis=1)
            on = standing[frames]
            slope = here.slope + np.where(on, 0.0, share) * (there.slope - here.slope)
            foot[frames] = _turned(slope, self.sign, pitch[frames])
            bump = 4.0 * s * (1.0 - s)
            swing[:, 2] += self._clearance(swing, foot[frames], bump) * bump
            ankle[frames] = np.where(on[:, None], start, swing)
        toes_in_swing = 1.0 - minimum_jerk((into - STANCE) / (0.5 * (2.0 - STANCE)))
        toes = (toe_pitch(pitch) - pitch) * np.where(standing, 1.0, toes_in_swing)
        heel = standing & (pitch >= -_LIFTED)
        ball = standing & (pitch <= _LIFTED) & (toe_pitch(pitch) >= -_LIFTED)
        return _Track(ankle, foot, toes, np.stack([heel, ball], axis=1))

    def _clearance(self, ankle: np.ndarray, foot: np.ndarray, bump: np.ndarray) -> float:
        """Return how high [m] a bump (T,) of height 1 has to be for the foot to clear the ground below it."""
        sizes, usual = self.sizes, _CLEARANCE * self.sizes.leg
        low = -sizes.ankle_height
        sole = np.array([[-sizes.heel_back, 0.0, low], [sizes.ball_forward, 0.0, low]])
        points = ankle[:, None] + rot.rotate(foot[:, None], sole)
        lack = (self.course.terrain.heights(points[..., :2]) - points[..., 2]).max(axis=1)
        high = bump > _FELT
        return max(usual, float(np.max(lack[high] / bump[high], initial=0.0)) + 0.3 * usual)

    def _pitch(self, into: np.ndarray) -> np.ndarray:
        """Return the pitch (T,) [rad] over the ground, toes up positive, at steps since it came down."""
        share = np.minimum(into / STANCE, 1.0)
        down = self.course.landing * (1.0 - minimum_jerk(share / _FLAT_FROM))
        up = -self.course.leaving * minimum_jerk((share - _FLAT_UNTIL) / (1.0 - _FLAT_UNTIL))
        swung = minimum_jerk((into - STANCE) / (2.0 - STANCE))
        return down + up + swung * (self.course.landing + self.course.leaving)

    def _print(self, stride: int) -> _Footprint:
        x = self.course.place(2 * stride + self.first)
        aside = self.sign * half_step_width(self.sizes)
        return _Footprint(x, aside, self.course.height(x), self.course.slope(x), self.sign)


@dataclass(frozen=True)
class _Footprint:
    x: float
    aside: float
    height: float
    slope: float
    sign: float

    def ankle(self, sizes: Sizes, pitch: np.ndarray) -> np.ndarray:
        """Return the ankle (T, 3) [m] of a foot that rolls over it at pitches (T,) [rad]."""
        level = rot.rotate(foot_yaw(self.sign), ankle_over_footprint(sizes, pitch))
        tilt = rot.from_axis_angle(np.array([0.0, -1.0, 0.0]), np.array(self.slope))
        return np.array([self.x, self.aside, self.height]) + rot.rotate(tilt, level)


def _brisk(share: np.ndarray) -> np.ndarray:
    """Return a course from 0 to 1 that neither starts nor ends at rest: feet leave and land with a speed."""
    return share - 0.7 * np.sin(2.0 * np.pi * share) / (2.0 * np.pi)


def _turned(slope: np.ndarray, sign: float, pitch: np.ndarray) -> np.ndarray:
    """Return a foot's orientation (T, 4) on slopes (T,) [rad] at pitches (T,) [rad] over them."""
    back = np.array([0.0, -1.0, 0.0])
    yawed = rot.multiply(rot.from_axis_angle(back, slope), foot_yaw(sign))
    return rot.multiply(yawed, rot.from_axis_angle(back, pitch))


def _pelvis(
    sizes: Sizes,
    course: Course,
    phase: np.ndarray,
    tracks: list[_Track],
    pelvis: np.ndarray,
    window: int,
) -> np.ndarray:
    """Return the pelvis's centre (T, 3) [m]: over each footprint in the middle of its stance."""
    numbers = np.arange(math.floor(phase[0]) - 3, math.ceil(phase[-1]) + 4)
    places = [course.place(int(number)) for number in numbers]
    forward = CubicSpline(numbers + 0.5 * STANCE, places)(phase) + 0.3 * sizes.ball_forward
    limits = []
    for (_, _, sign), track in zip(SIDES, tracks, strict=True):
        hip = hip_from_pelvis(sizes, pelvis, sign)
        away, beside = forward + hip[:, 0] - track.ankle[:, 0], hip[:, 1] - track.ankle[:, 1]
        span = np.sqrt(np.maximum((_STRETCHED * sizes.leg) ** 2 - away**2 - beside**2, 0.0))
        limits.append(track.ankle[:, 2] + span - hip[:, 2])
    highest = np.minimum(*limits)
    # A mean of lowest values over the same window is nowhere over the limit itself.
    height = uniform_filter1d(minimum_filter1d(highest, window), window)
    return np.stack([forward, np.zeros_like(forward), height], axis=1)


def _arm(
    side: str, sign: float, phase: np.ndarray, times: np.ndarray, generator: random.Random
) -> dict[str, np.ndarray]:
    """Return the arm of a side, which swings against its leg."""
    arm = {name: np.full(len(times), np.radians(value)) for name, value in _STEADY_ARM.items()}
    arm["shoulder_flexion"] = -sign * _ARM_SWING * np.cos(np.pi * phase)
    return {
        f"{name}_{side}": values + _WAVERING * wander(generator, times, 4.0, 1.5)
        for name, values in arm.items()
    }
