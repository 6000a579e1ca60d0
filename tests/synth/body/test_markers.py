"""Markers sit on the skin of the right part, on the right side."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.synth import SyntheticMotion
from understudy.synth.body.markers import PLUG_IN_GAIT, plug_in_gait
from understudy.synth.body.points import positions_of

MARKERS = 39
BELL = np.array([-0.19, 0.36, -0.30])  # hip joint in shares of the pelvis's width, from between the ASIS


@pytest.fixture(scope="module")
def markers(kicking: SyntheticMotion, walk: SyntheticMotion) -> dict[str, np.ndarray]:
    """Return label → (T, 3) of the walk."""
    points = positions_of(walk, PLUG_IN_GAIT, plug_in_gait(walk.body))
    return dict(zip(PLUG_IN_GAIT, points.swapaxes(0, 1), strict=True))


def joint(motion: SyntheticMotion, name: str) -> np.ndarray:
    return motion.joint_positions[:, motion.body.index(name)]


def test_all_labels_are_there_once() -> None:
    assert len(PLUG_IN_GAIT) == len(set(PLUG_IN_GAIT)) == MARKERS


def test_hip_joints_follow_from_the_pelvis_by_bell_s_shares(
    markers: dict[str, np.ndarray], walk: SyntheticMotion
) -> None:
    left, right = markers["LASI"], markers["RASI"]
    width = np.linalg.norm(left - right, axis=1, keepdims=True)
    outward = (left - right) / width
    forward = 0.5 * (left + right) - 0.5 * (markers["LPSI"] + markers["RPSI"])
    forward /= np.linalg.norm(forward, axis=1, keepdims=True)
    up = np.cross(forward, outward)
    found = 0.5 * (left + right) + width * (BELL[0] * forward + BELL[1] * outward + BELL[2] * up)
    np.testing.assert_allclose(found, joint(walk, "LeftUpLeg"), atol=1e-9)


@pytest.mark.parametrize(
    ("label", "name", "least", "most"),
    [
        ("LKNE", "LeftLeg", 0.045, 0.065),
        ("RANK", "RightFoot", 0.035, 0.050),
        ("LELB", "LeftForeArm", 0.035, 0.050),
        ("RWRA", "RightHand", 0.025, 0.040),
        ("LSHO", "LeftArm", 0.050, 0.080),
        ("RTHI", "RightUpLeg", 0.20, 0.30),
    ],
)
def test_markers_keep_their_distance_from_their_joint(
    label: str, name: str, least: float, most: float, markers: dict[str, np.ndarray], walk: SyntheticMotion
) -> None:
    distances = np.linalg.norm(markers[label] - joint(walk, name), axis=1)
    assert least < distances.min()
    assert distances.max() < most
    assert np.ptp(distances) < 1e-9


def test_outer_markers_are_outside(markers: dict[str, np.ndarray]) -> None:
    for label in ("KNE", "ANK", "SHO", "ELB", "ASI", "FHD"):
        assert (markers[f"L{label}"][:, 1] > markers[f"R{label}"][:, 1]).all()
