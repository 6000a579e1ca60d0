"""Body heights by shape parameters."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.smpl.stature import LARGEST, SHORTEST, TALLEST, scale_of_steps, stature_of_shape
from understudy.synth import make


def virtual_caliper(gender: str, height: float, volume_root: float) -> np.ndarray:
    """Return the first two shape parameters as Pujades et al. regress them from height and volume."""
    slopes, biases = {
        "female": ([[12.5456, 5.0553], [10.1758, -37.1027]], [-22.7295, -1.5645]),
        "male": ([[-11.5401, -6.0211], [11.4195, -45.3828]], [23.2009, -0.5770]),
    }[gender]
    return np.array(slopes) @ [height, volume_root] + biases


@pytest.mark.parametrize("gender", ["female", "male"])
@pytest.mark.parametrize("height", [1.5, 1.7, 1.9])
@pytest.mark.parametrize("volume_root", [0.38, 0.42])
def test_the_regression_is_undone(gender: str, height: float, volume_root: float) -> None:
    betas = virtual_caliper(gender, height, volume_root)
    assert stature_of_shape(gender, betas) == pytest.approx(height, abs=2e-3)


def test_a_shape_of_nothing_is_the_mean() -> None:
    assert stature_of_shape("neutral", np.zeros(0)) == pytest.approx(1.66)
    assert stature_of_shape("neutral", np.array([1.0])) == pytest.approx(1.76)


@pytest.mark.parametrize("value", [-50.0, 50.0])
def test_heights_stay_believable(value: float) -> None:
    assert SHORTEST <= stature_of_shape("male", np.array([value, 0.0])) <= TALLEST


EXACT = 0.01


def walk_in_size(scale: float) -> tuple[np.ndarray, list[np.ndarray], float]:
    """Return a walk of a body that is larger by a scale, its feet as seen at scale 1."""
    motion = make("walk")
    names = motion.skeleton.names
    feet = [motion.joint_positions[:, names.index(f"{side}ToeBase")] for side in ("Left", "Right")]
    return scale * motion.root_positions, [foot - motion.root_positions for foot in feet], motion.fps


@pytest.mark.parametrize("scale", [0.85, 1.0, 1.2])
def test_a_walk_shows_the_size(scale: float) -> None:
    found = scale_of_steps(*walk_in_size(scale))
    assert found == pytest.approx(scale, abs=EXACT)


def test_a_squat_shows_the_size() -> None:
    height = 0.9 - 0.4 * np.sin(np.linspace(0.0, np.pi, 60)) ** 2
    root = np.stack([np.zeros(60), np.zeros(60), 1.1 * height], axis=1)
    feet = [np.stack([np.zeros(60), np.full(60, y), -height], axis=1) for y in (0.1, -0.1)]
    assert scale_of_steps(root, feet, 30.0) == pytest.approx(1.1, abs=EXACT)


def test_who_does_not_move_shows_nothing() -> None:
    root, feet, fps = walk_in_size(1.0)
    assert scale_of_steps(np.zeros_like(root), feet, fps) is None
    assert scale_of_steps(root[:2], [foot[:2] for foot in feet], fps) is None


def test_who_glides_shows_nothing() -> None:
    root, feet, fps = walk_in_size(1.0)
    still = [np.tile(foot[:1], (len(foot), 1)) for foot in feet]
    assert scale_of_steps(root, still, fps) is None


def test_a_giant_is_not_believed() -> None:
    root, feet, fps = walk_in_size(LARGEST + 1.0)
    assert scale_of_steps(root, feet, fps) is None
