"""A made-up person whose joints are known, with markers at every place that a set may name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.markers import Markers, Track
from understudy.spatial import rotations as rot

UNIT = 0.001
"""Lengths are in millimetres."""

WIDTH, DEPTH = 240.0, 160.0
"""Of the pelvis."""

HIP = (90.0 - 0.24 * DEPTH - 9.9, 0.33 * WIDTH + 7.3, 1000.0 - 0.30 * WIDTH - 10.9)
"""The left hip by the printed formula of Harrington; the pelvis's front corners are at x = 90, z = 1000."""

KNEE_WIDTH, ANKLE_WIDTH, ELBOW_WIDTH, RADIUS = 100.0, 70.0, 70.0, 7.0

JOINTS: dict[str, tuple[float, float, float]] = {
    "hip_l": HIP,
    "knee_l": (80.0, HIP[1], 500.0),
    "ankle_l": (0.0, HIP[1], 90.0),
    "shoulder_l": (0.0, 170.0, 1460.0 - 0.17 * 340.0),
    "elbow_l": (-30.0, 170.0, 1110.0),
    "wrist_l": (180.0, 170.0, 1000.0),
}
"""Knees and elbows are bent, in planes along which the person faces."""

PLACES: dict[str, tuple[float, float, float]] = {
    "pelvis_front_l": (90.0, WIDTH / 2, 1000.0),
    "pelvis_back_l": (90.0 - DEPTH, 50.0, 1000.0),
    "sacrum": (90.0 - DEPTH, 0.0, 1000.0),
    "knee_outer_l": (80.0, HIP[1] + KNEE_WIDTH / 2 + RADIUS, 500.0),
    "knee_inner_l": (80.0, HIP[1] - KNEE_WIDTH / 2 - RADIUS, 500.0),
    "ankle_outer_l": (0.0, HIP[1] + ANKLE_WIDTH / 2 + RADIUS, 90.0),
    "ankle_inner_l": (0.0, HIP[1] - ANKLE_WIDTH / 2 - RADIUS, 90.0),
    "heel_l": (-50.0, HIP[1], 40.0),
    "foot_top_l": (130.0, HIP[1], 40.0),
    "ball_inner_l": (130.0, HIP[1] - 40.0, 30.0),
    "ball_outer_l": (110.0, HIP[1] + 50.0, 20.0),
    "toe_tip_l": (200.0, HIP[1], 20.0),
    "shoulder_top_l": (0.0, 170.0, 1460.0),
    "shoulder_front_l": (50.0, 170.0, 1402.0),
    "shoulder_back_l": (-50.0, 170.0, 1402.0),
    "elbow_outer_l": (-30.0, 170.0 + ELBOW_WIDTH / 2 + RADIUS, 1110.0),
    "elbow_inner_l": (-30.0, 170.0 - ELBOW_WIDTH / 2 - RADIUS, 1110.0),
    "wrist_thumb_l": (180.0, 140.0, 1000.0),
    "wrist_little_l": (180.0, 200.0, 1000.0),
    "wrist_l": (180.0, 170.0, 1000.0),
    "hand_back_l": (260.0, 170.0, 960.0),
    "hand_thumb_l": (260.0, 130.0, 960.0),
    "hand_little_l": (250.0, 210.0, 960.0),
    "head_front_l": (90.0, 60.0, 1640.0),
    "head_back_l": (-90.0, 60.0, 1640.0),
    "neck_back": (-70.0, 0.0, 1500.0),
    "neck_front": (70.0, 0.0, 1400.0),
    "back": (-90.0, 0.0, 1250.0),
    "sternum": (90.0, 0.0, 1250.0),
    "head_top": (0.0, 0.0, 1720.0),
    "forehead": (90.0, 0.0, 1640.0),
    "head_rear": (-90.0, 0.0, 1640.0),
}
"""Where markers sit on the left side and in the middle."""

WIDTHS = {
    f"{joint}_{side}": width
    for joint, width in (("knee", KNEE_WIDTH), ("ankle", ANKLE_WIDTH), ("elbow", ELBOW_WIDTH))
    for side in "lr"
}


def both_sides(table: dict[str, tuple[float, float, float]]) -> dict[str, np.ndarray]:
    """Return a table with the right side added as the mirror image of the left one."""
    mirrored = {
        f"{name[:-2]}_r": np.array([x, -y, z]) for name, (x, y, z) in table.items() if name.endswith("_l")
    }
    return {name: np.array(place) for name, place in table.items()} | mirrored


def turned(table: dict[str, np.ndarray], turn: np.ndarray, frames: int = 4) -> dict[str, np.ndarray]:
    """Return tracks (T, 3) of places that move on and are turned by a quaternion."""
    way = np.arange(frames)[:, None] * np.array([10.0, 5.0, 0.0])
    return {name: rot.rotate(turn, place + way) for name, place in table.items()}


MarkedPerson = Callable[..., tuple[Markers, dict[str, np.ndarray]]]


@pytest.fixture(scope="session")
def marked_person() -> MarkedPerson:
    """Return a function that gives markers at chosen places, and the true joints (T, 3)."""

    def make(
        *missing: str, turn: np.ndarray = rot.IDENTITY, unit: float | None = UNIT, measured: bool = True
    ) -> tuple[Markers, dict[str, np.ndarray]]:
        tracks = turned(both_sides(PLACES), turn)
        kept = {
            place: Track(points, (place.upper(),))
            for place, points in tracks.items()
            if not any(place.startswith(name) for name in missing)
        }
        return Markers(kept, unit, WIDTHS if measured else {}), turned(both_sides(JOINTS), turn)

    return make


INNER = ("knee_inner", "ankle_inner", "elbow_inner")


@pytest.fixture(scope="session")
def inner() -> tuple[str, ...]:
    """Return the places that most marker sets leave out."""
    return INNER
