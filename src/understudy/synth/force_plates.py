"""Force plates under a performer's steps, of every type that C3D has, with known truth.

Each standing foot carries a share of the weight that grows after it came down and shrinks before it leaves.
Forces act under the heel while that alone carries, under the ball while that alone does, and travel from one
to the other in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.export.captures.c3d_plates import WrittenPlate
from understudy.motion.stretches import stretches
from understudy.spatial import rotations as rot
from understudy.synth.synthetic_motion import SyntheticMotion

WEIGHT = 700.0
"""[N]."""

_RAMP = 0.08
"""Time [s] in which a foot takes over the weight."""

_SHEAR = 0.08
_SURFACE_ABOVE = 41.0
"""Of the plate's surface above what measures [mm]."""

_SENSORS = (120.0, 200.0)
"""Distances [mm] of a type 3 plate's sensors from its middle, along x and y."""


@dataclass(frozen=True, eq=False)
class Footing:
    """What the floor does to one foot: forces (T, 3) [N] on the person, and where they act (T, 3) [m]."""

    forces: np.ndarray
    pressure: np.ndarray


@dataclass(frozen=True, eq=False)
class Plate:
    """A plate on the floor.

    Attributes:
        kind: FORCE_PLATFORM:TYPE, 1 to 4.
        corners: (4, 3) [m]; see :class:`~understudy.export.captures.c3d_plates.WrittenPlate`.
        samples: Analog samples a frame.
        offset: What every force channel shows when the plate is empty [N].
        noise: Standard deviation of every force channel [N].
    """

    kind: int
    corners: np.ndarray
    samples: int = 5
    offset: float = 0.0
    noise: float = 0.0


def footings(motion: SyntheticMotion) -> dict[str, Footing]:
    """Return what the floor does to either foot, ``l`` and ``r``, where the motion's contacts say so."""
    standing = {side: motion.contacts[:, 2 * i : 2 * i + 2] for i, side in enumerate("lr")}
    shares = {
        side: _ramped(np.logical_or.reduce(each, axis=1), motion.fps) for side, each in standing.items()
    }
    total = np.maximum(shares["l"] + shares["r"], 1e-9)
    found = {}
    for index, side in enumerate("lr"):
        load = WEIGHT * np.minimum(shares[side], 1.0) / np.maximum(total, 1.0)
        points = motion.contact_points[:, 2 * index : 2 * index + 2]
        progress = _progress(standing[side])[:, None]
        pressure = (1.0 - progress) * points[:, 0] + progress * points[:, 1]
        shear = _SHEAR * load * (2.0 * progress[:, 0] - 1.0)
        forces = np.stack([shear, np.zeros_like(load), load], axis=1)
        found[side] = Footing(forces, pressure * np.array([1.0, 1.0, 0.0]))
    return found


def under_steps(
    motion: SyntheticMotion, kinds: Sequence[int], size: tuple[float, float] = (0.42, 0.20)
) -> list[Plate]:
    """Return a plate of each kind, each under the next whole step of the motion; size ahead and aside [m]."""
    steps = []
    for index in range(2):
        stands = np.logical_or.reduce(motion.contacts[:, 2 * index : 2 * index + 2], axis=1)
        for first, last in stretches(stands):
            flat = motion.contacts[first:last, 2 * index : 2 * index + 2].all(axis=1)
            if first > 0 and last < motion.frame_count and flat.any():
                points = motion.contact_points[first:last, 2 * index : 2 * index + 2][flat]
                steps.append((first, points.mean(axis=(0, 1))))
    steps.sort(key=lambda step: step[0])
    plates = []
    for kind, (_, middle) in zip(kinds, steps, strict=False):
        ahead, aside = 0.5 * size[0], 0.5 * size[1]
        # The plate's x points ahead and its y to the right, so that its z points into the floor.
        signs = ((1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
        corners = [[middle[0] + x * ahead, middle[1] + y * aside, 0.0] for x, y in signs]
        plates.append(Plate(kind, np.array(corners)))
    return plates


def measured(motion: SyntheticMotion, plates: Sequence[Plate], seed: int = 0) -> list[WrittenPlate]:
    """Return what plates measure: the forces of every foot whose pressure acts within their corners.

    Args:
        motion: What is performed.
        plates: The plates.
        seed: Seed of their noise.
    """
    feet = footings(motion)
    generator = np.random.default_rng(seed)
    return [_written(plate, list(feet.values()), generator) for plate in plates]


def _written(plate: Plate, feet: Sequence[Footing], generator: np.random.Generator) -> WrittenPlate:
    centre = plate.corners.mean(axis=0)
    axes = _axes(plate.corners)
    frames = len(feet[0].forces)
    force, moment = np.zeros((frames, 3)), np.zeros((frames, 3))
    half = 0.5 * np.abs((plate.corners - centre) @ axes.T).max(axis=0) * 2.0
    for foot in feet:
        local = (foot.pressure - centre) @ axes.T
        on_plate = (np.abs(local[:, :2]) < half[:2]).all(axis=1)
        # What acts on the plate is the opposite of what acts on the person.
        own = np.where(on_plate[:, None], -foot.forces @ axes.T, 0.0)
        lever = 1000.0 * local + np.array([0.0, 0.0, -_SURFACE_ABOVE])
        force += own
        moment += np.cross(lever, own)
    channels, calibration, origin = _channels(plate.kind, force, moment)
    sampled = np.repeat(channels[:, None], plate.samples, axis=1)
    for column in range(3 if plate.kind < 3 else sampled.shape[2]):
        noise = plate.noise * generator.standard_normal(sampled.shape[:2])
        sampled[:, :, column] += plate.offset + noise
    return WrittenPlate(plate.kind, plate.corners, origin, sampled, calibration)


def _channels(
    kind: int, force: np.ndarray, moment: np.ndarray
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
    """Return channels (T, C), the calibration matrix of type 4, and the origin [mm]."""
    origin = np.array([0.0, 0.0, -_SURFACE_ABOVE])
    six = np.concatenate([force, moment], axis=1)
    if kind == 1:
        down = np.where(np.abs(force[:, 2]) > 1.0, force[:, 2], np.inf)
        x = (-_SURFACE_ABOVE * force[:, 0] - moment[:, 1]) / down
        y = (moment[:, 0] - _SURFACE_ABOVE * force[:, 1]) / down
        return np.column_stack([force, x, y, moment[:, 2]]), None, origin
    if kind == 3:
        a, b = _SENSORS
        about_x, about_y = moment[:, 0] / b, moment[:, 1] / a
        signs = ((1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0))
        corners = [0.25 * (force[:, 2] + x * about_x + y * about_y) for x, y in signs]
        pairs = [0.5 * force[:, axis] for axis in (0, 0, 1, 1)]
        return np.column_stack([*pairs, *corners]), None, np.array([a, b, -_SURFACE_ABOVE])
    if kind == 4:
        calibration = np.diag([250.0, 250.0, 500.0, 1e5, 1e5, 5e4]) + 2.0 * np.eye(6)[::-1]
        return six @ np.linalg.inv(calibration), calibration, origin
    return six, None, origin


def _axes(corners: np.ndarray) -> np.ndarray:
    """Return (3, 3) whose rows are a plate's axes."""
    x = rot.normalise(corners[0] + corners[3] - corners[1] - corners[2])
    z = rot.normalise(np.cross(x, corners[0] + corners[1] - corners[2] - corners[3]))
    return np.stack([x, np.cross(z, x), z])


def _ramped(stands: np.ndarray, fps: float) -> np.ndarray:
    """Return (T,) 0 to 1, rising after a foot came down and falling before it leaves."""
    share = np.zeros(len(stands))
    ramp = max(1.0, _RAMP * fps)
    for first, last in stretches(stands):
        since, until = np.arange(1, last - first + 1), np.arange(last - first, 0, -1)
        rise = since if first > 0 else np.full_like(since, 10_000)
        fall = until if last < len(stands) else np.full_like(until, 10_000)
        share[first:last] = np.clip(np.minimum(rise, fall) / ramp, 0.0, 1.0)
    return share


def _progress(contacts: np.ndarray) -> np.ndarray:
    """Return (T,) 0 while the heel alone carries, 1 while the ball does, and in between while both do."""
    heel, ball = contacts.T
    progress = np.where(ball & ~heel, 1.0, 0.0)
    for first, last in stretches(heel & ball):
        before = bool(first == 0 or (heel & ~ball)[first - 1])
        start, end = (0.25, 0.7) if before else (0.3, 0.7)
        progress[first:last] = np.linspace(start, end, last - first)
    return progress
