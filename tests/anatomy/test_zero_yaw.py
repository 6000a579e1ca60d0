"""Yaw by the thesis's own forward kinematics, matrix by matrix, against the closed form.

With the base as 3.4 describes it in words (z along the shoulders, x along the reference), the printed
matrices (3.22) to (3.25) and (3.31) to (3.33) bend elbow and knee about the axis of the roll: in the plane of
abduction. Flexion in 3.3 is not that, and (3.28) turns the frame back by R_x(-π/2) before the elbow. The same
turn is missing in (3.22), (3.23), (3.31) and (3.32); with it, all of them give one and the same yaw.
"""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anatomy.limbs import ARM_BENDS, LEG_BENDS, horizontal_elevation_rotation, pitch_roll_yaw

RIGHT_ANGLE = np.pi / 2
ARM_BASE = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]])
"""Columns x down, y back, z left, in forward, left, up."""


def r_x(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def r_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def signed_angle(start: np.ndarray, end: np.ndarray, normal: np.ndarray) -> float:
    start, end = (v - (v @ normal) * normal for v in (start, end))
    return float(np.arctan2(np.cross(start, end) @ normal, start @ end))


def upper_frame(pitch: float, roll: float, side: str) -> np.ndarray:
    """Return the frame after pitch and roll: (3.22) and (3.23), turned back as (3.28) does.

    Abduction is positive on the side to which R_x turns the roll's axis: +π/2 on the left. The thesis prints
    the two sides the other way round, by which a positive roll would bring both arms in.
    """
    aside = RIGHT_ANGLE if side == "l" else -RIGHT_ANGLE
    return ARM_BASE @ r_z(-pitch) @ r_x(aside) @ r_z(roll) @ r_x(-aside)


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize(("bends", "sign"), [(ARM_BENDS, -1.0), (LEG_BENDS, 1.0)])
def test_yaw_by_matrices(side: str, bends: float, sign: float) -> None:
    generator = np.random.default_rng(7)
    for _ in range(200):
        upper, lower = generator.normal(size=(2, 3))
        pitch, roll, yaw = (
            float(r.values[0]) for r in pitch_roll_yaw(upper[:, None], lower[:, None], side, bends)
        )
        frame = upper_frame(pitch, roll, side)
        np.testing.assert_allclose(frame[:, 0], upper / np.linalg.norm(upper), atol=1e-9)
        bend = np.arctan2(np.linalg.norm(np.cross(upper, lower)), upper @ lower)
        without_yaw = (frame @ r_z(sign * bend))[:, 0]
        turn = signed_angle(without_yaw, lower, frame[:, 0])
        # About the limb, outwards from the body, inward rotation is positive on the left.
        expected = turn if side == "l" else -turn
        assert np.cos(yaw - expected) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("side", ["l", "r"])
def test_rotation_by_matrices(side: str) -> None:
    """(3.26) to (3.28): x to the side, z along the spine, the elbow bending ahead of a raised arm."""
    outward = 1.0 if side == "l" else -1.0
    # Columns: x to the side, y ahead, z down on the left and up on the right.
    base = np.array([[0.0, 1.0, 0.0], [outward, 0.0, 0.0], [0.0, 0.0, -outward]])
    generator = np.random.default_rng(8)
    for _ in range(200):
        upper, lower = generator.normal(size=(2, 3))
        horizontal, elevation, rotation = (
            float(r.values[0]) for r in horizontal_elevation_rotation(upper[:, None], lower[:, None], side)
        )
        aside = outward * RIGHT_ANGLE
        frame = base @ r_z(horizontal) @ r_x(aside) @ r_z(RIGHT_ANGLE - elevation) @ r_x(-aside)
        np.testing.assert_allclose(frame[:, 0], upper / np.linalg.norm(upper), atol=1e-9)
        bend = np.arctan2(np.linalg.norm(np.cross(upper, lower)), upper @ lower)
        turn = signed_angle((frame @ r_z(bend))[:, 0], lower, frame[:, 0])
        expected = turn if side == "l" else -turn
        assert np.cos(rotation - expected) == pytest.approx(1.0, abs=1e-9)


def test_the_printed_matrices_bend_in_the_plane_of_abduction() -> None:
    """What (3.22) and (3.24) give at zero angles: a forearm to the side, which 3.3 calls no flexion."""
    printed = ARM_BASE @ r_z(0.0) @ r_x(RIGHT_ANGLE) @ r_z(0.0)
    forearm = (printed @ r_z(RIGHT_ANGLE))[:, 0]
    np.testing.assert_allclose(np.abs(forearm), [0.0, 1.0, 0.0], atol=1e-12)
    ours = (upper_frame(0.0, 0.0, "r") @ r_z(-RIGHT_ANGLE))[:, 0]
    np.testing.assert_allclose(ours, [1.0, 0.0, 0.0], atol=1e-12)
