"""Between frames a motion goes on smoothly, and its rates are those of the motion."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion import RobotMotion
from understudy.simulate.reference import Reference, curves_through, smoothed
from understudy.spatial import rotations as rot

FPS, HERTZ, SIZE = 60.0, 1.0, 0.5
SPIN = 2.0
"""How fast the root turns [rad/s]."""


def motion(free: bool, fps: float = FPS, seconds: float = 2.0) -> RobotMotion:
    """Return one joint that swings, on a root that moves along x and turns about z."""
    time = np.arange(round(seconds * fps) + 1) / fps
    joint = SIZE * np.sin(2.0 * np.pi * HERTZ * time)[:, None]
    if not free:
        return RobotMotion("r", "m", ("a",), joint, fps, np.zeros(len(time)))
    place = np.stack([time, 0.0 * time, 1.0 + 0.0 * time], axis=1)
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), SPIN * time)
    return RobotMotion("r", "m", ("a",), np.concatenate([place, turn, joint], 1), fps, np.zeros(len(time)))


def reference(free: bool, fps: float = FPS) -> Reference:
    made = motion(free, fps)
    return Reference(made, np.zeros((made.frame_count, 4), dtype=bool))


def test_a_joint_follows_its_curve_with_its_rates() -> None:
    found = reference(False).between(37, 8, 0.0)
    time, omega = (37 + np.arange(8) / 8) / FPS, 2.0 * np.pi * HERTZ
    np.testing.assert_allclose(found.joints[:, 0], SIZE * np.sin(omega * time), atol=2e-3)
    np.testing.assert_allclose(found.rates[:, 0], SIZE * omega * np.cos(omega * time), atol=0.02)
    expected = -SIZE * omega**2 * np.sin(omega * time)
    np.testing.assert_allclose(found.accelerations[:, 0], expected, atol=0.1)


def test_positions_rates_and_accelerations_go_on_from_frame_to_frame() -> None:
    made = reference(True)
    before, after = made.between(20, 1000), made.between(21, 1000)
    for name, step in (("joints", 1e-4), ("rates", 1e-3), ("accelerations", 0.2), ("root", 1e-4)):
        jump = np.abs(getattr(after, name)[0] - getattr(before, name)[-1]).max()
        assert jump < step, name


def test_a_root_moves_and_turns_as_fast_as_it_does() -> None:
    found = reference(True).between(30, 5, 0.0)
    np.testing.assert_allclose(found.root_rates, np.tile([1.0, 0, 0, 0, 0, SPIN], (5, 1)), atol=5e-3)
    np.testing.assert_allclose(found.root_accelerations, np.zeros((5, 6)), atol=0.2)
    time = (30 + np.arange(5) / 5) / FPS
    turned = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), SPIN * time)
    np.testing.assert_allclose(rot.angle_between(found.root[:, 3:], turned), 0.0, atol=2e-3)


def test_a_still_pose_has_no_rates() -> None:
    found = reference(True).still(10)
    assert not found.rates.any()
    assert not found.root_rates.any()
    np.testing.assert_array_equal(found.root, motion(True).q[10, :7])


def test_a_lifted_root_is_higher_all_the_time() -> None:
    made = motion(True)
    lifted = Reference(made, np.zeros((made.frame_count, 4), dtype=bool), lift=0.25)
    np.testing.assert_allclose(lifted.q[:, 2], made.q[:, 2] + 0.25)


def test_slow_captures_are_met_exactly_and_fast_ones_are_freed_of_noise() -> None:
    noise = np.where(np.arange(121) % 2, 1e-3, -1e-3)[:, None]
    np.testing.assert_array_equal(smoothed(noise, 30.0), noise)
    assert np.abs(smoothed(noise, 240.0)[20:-20]).max() < 0.15 * np.abs(noise).max()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_motions_of_few_frames_have_curves(count: int) -> None:
    line = np.arange(float(count))[:, None]
    curves = curves_through(line)
    np.testing.assert_allclose(curves[3], line)
    np.testing.assert_allclose(curves[2, :-1], 1.0)
    np.testing.assert_allclose(curves[:2], 0.0, atol=1e-12)
