"""Smooth coordinates, velocities and accelerations."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.dynamics.derivatives import smooth_motion
from understudy.errors import InvalidMotionError
from understudy.kernels.compilation import Kernel
from understudy.spatial import rotations as rot

FPS = 120.0
TIME = np.arange(240) / FPS


def free(positions: np.ndarray, turns: np.ndarray, joints: np.ndarray) -> np.ndarray:
    return np.concatenate([positions, turns, joints], axis=1)


def test_constant_acceleration_is_exact_up_to_the_ends() -> None:
    q = np.stack([0.3 - 2.0 * TIME + 0.5 * 9.81 * TIME**2, TIME**4], axis=1)
    motion = smooth_motion(q, FPS, free_root=False)
    np.testing.assert_allclose(motion.q, q, atol=1e-9)
    np.testing.assert_allclose(motion.velocities[:, 0], -2.0 + 9.81 * TIME, atol=1e-8)
    np.testing.assert_allclose(motion.accelerations[:, 0], 9.81, atol=1e-6)
    np.testing.assert_allclose(motion.accelerations[:, 1], 12.0 * TIME**2, atol=1e-6)


@pytest.mark.parametrize(("frequency", "kept"), [(1.0, 0.99), (2.0, 0.95)])
def test_slow_movements_pass(frequency: float, kept: float) -> None:
    wave = np.sin(2.0 * np.pi * frequency * TIME)[:, None]
    motion = smooth_motion(wave, FPS, cutoff=6.0, free_root=False)
    inside = slice(40, -40)
    expected = -((2.0 * np.pi * frequency) ** 2) * wave
    assert np.ptp(motion.accelerations[inside]) / np.ptp(expected[inside]) > kept


def test_noise_is_taken_off() -> None:
    noise = np.random.default_rng(3).normal(0.0, 0.001, (2000, 1))
    smooth = smooth_motion(noise, FPS, cutoff=6.0, free_root=False)
    raw = np.diff(noise, n=2, axis=0) * FPS**2
    assert smooth.accelerations[50:-50].std() < 0.05 * raw.std()


def test_a_spinning_root_has_mujocos_velocities() -> None:
    spin = np.array([0.4, -1.1, 0.7])
    start = rot.from_rotation_vector(np.array([0.2, 0.5, -0.1]))
    # A constant spin in own axes, in quaternions whose signs flip.
    turns = rot.multiply(start, rot.from_rotation_vector(TIME[:, None] * spin))
    turns[100:150] *= -1.0
    motion = smooth_motion(free(np.zeros((240, 3)), turns, np.zeros((240, 1))), FPS, cutoff=10.0)
    np.testing.assert_allclose(motion.velocities[:, 3:6], np.tile(spin, (240, 1)), atol=1e-4)
    np.testing.assert_allclose(motion.accelerations[:, 3:6], 0.0, atol=1e-2)
    np.testing.assert_allclose(np.linalg.norm(motion.q[:, 3:7], axis=1), 1.0, atol=1e-12)


def test_velocities_integrate_to_the_motion() -> None:
    model = mujoco.MjModel.from_xml_string(
        "<mujoco><worldbody><body><freejoint/><geom size='0.1'/><body><joint axis='0 1 0'/>"
        "<geom size='0.1'/></body></body></worldbody></mujoco>"
    )
    turns = rot.from_rotation_vector(0.8 * np.stack([np.sin(TIME), np.cos(2 * TIME), TIME], axis=1))
    positions = np.stack([np.sin(3 * TIME), TIME, np.cos(TIME)], axis=1)
    motion = smooth_motion(free(positions, turns, np.sin(2.0 * TIME)[:, None]), FPS)
    between = np.empty(model.nv)
    for frame in range(30, 200, 10):
        mujoco.mj_differentiatePos(model, between, 2.0 / FPS, motion.q[frame - 1], motion.q[frame + 1])
        np.testing.assert_allclose(between, motion.velocities[frame], atol=2e-3)
        change = (motion.velocities[frame + 1] - motion.velocities[frame - 1]) * 0.5 * FPS
        np.testing.assert_allclose(change, motion.accelerations[frame], atol=2e-2)


@pytest.mark.parametrize(
    ("q", "cutoff", "message"),
    [
        (np.zeros((4, 2)), 6.0, "accelerations of 4 frames cannot be told, expected at least 5"),
        (np.zeros((40, 2)), 0.0, "expected a frequency over 0"),
        (np.full((40, 2), np.nan), 6.0, "not finite"),
    ],
)
def test_what_has_no_acceleration_is_refused(q: np.ndarray, cutoff: float, message: str) -> None:
    with pytest.raises(InvalidMotionError, match=message):
        smooth_motion(q, FPS, cutoff, free_root=False)


def test_the_shortest_clip_has_derivatives() -> None:
    q = (np.arange(5) / FPS)[:, None] ** 2
    np.testing.assert_allclose(smooth_motion(q, FPS, free_root=False).accelerations, 2.0, atol=1e-6)


@pytest.mark.parametrize("every", [1, 3])
def test_a_kernel_smooths_to_the_last_bit_as_numpy_does(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    q = np.random.default_rng(6).normal(size=(200, 5))
    found = []
    for answer in (False, True):
        monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames, answer=answer: answer)
        found.append(smooth_motion(q, 60.0, free_root=False, every=every))
    for name in ("q", "velocities", "accelerations"):
        np.testing.assert_array_equal(getattr(found[0], name), getattr(found[1], name))
