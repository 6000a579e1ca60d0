"""Poses of rigid objects from their markers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.capture import read_capture
from understudy.errors import InvalidMotionError
from understudy.human.marker_model import MarkerModel
from understudy.human.objects import object_motion, object_motions, told_objects
from understudy.motion import Recording
from understudy.motion.object_motion import ObjectMotion
from understudy.spatial import rotations as rot

CUP = MarkerModel(
    ("rim", "handle", "side", "foot"),
    np.array([[0.04, 0.0, 0.09], [-0.01, 0.07, 0.05], [-0.04, -0.03, 0.06], [0.02, -0.01, 0.0]]),
)
TRIANGLE = np.array([[0.0, 0.0, 0.0], [0.2, 0.0, 0.0], [0.0, 0.1, 0.05]])
NOISE = 0.001
FRAMES = 400


def tumbling(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return true positions (T, 3) and quaternions (T, 4)."""
    rng = np.random.default_rng(seed)
    return rng.uniform(-2.0, 2.0, (count, 3)), rot.normalise(rng.normal(size=(count, 4)))


def seen_markers(model: MarkerModel, positions: np.ndarray, quaternions: np.ndarray) -> np.ndarray:
    return positions[:, None] + rot.rotate(quaternions[:, None], model.points[None])


def turn_errors(motion: ObjectMotion, truth: np.ndarray) -> np.ndarray:
    apart = rot.multiply(rot.conjugate(truth), motion.quaternions)[motion.valid]
    return rot.as_rotation_vector(apart)


def test_clean_markers_give_the_pose_exactly() -> None:
    positions, quaternions = tumbling(FRAMES)
    motion = object_motion(CUP, seen_markers(CUP, positions, quaternions))
    assert motion.valid.all()
    np.testing.assert_allclose(motion.positions, positions, atol=1e-12)
    np.testing.assert_allclose(turn_errors(motion, quaternions), 0.0, atol=1e-9)
    np.testing.assert_allclose(motion.residuals, 0.0, atol=1e-12)


def test_the_error_of_the_pose_is_what_the_noise_explains() -> None:
    positions, quaternions = tumbling(FRAMES)
    noise = np.random.default_rng(2).normal(scale=NOISE, size=(FRAMES, len(CUP.names), 3))
    motion = object_motion(CUP, seen_markers(CUP, positions, quaternions) + noise)
    # Least squares has the covariance σ² (∑ |p|² 1 - p pᵀ)⁻¹ for small turns and σ²/K for the centroid.
    arms = CUP.points - CUP.points.mean(axis=0)
    information = sum((arm @ arm * np.eye(3) - np.outer(arm, arm) for arm in arms), np.zeros((3, 3)))
    expected_turn = NOISE * np.sqrt(np.diag(np.linalg.inv(information)))
    np.testing.assert_allclose(turn_errors(motion, quaternions).std(axis=0), expected_turn, rtol=0.15)
    centroid = motion.positions + rot.rotate(motion.quaternions, CUP.points.mean(axis=0))
    truth = positions + rot.rotate(quaternions, CUP.points.mean(axis=0))
    assert (centroid - truth).std() == pytest.approx(NOISE / np.sqrt(len(CUP.names)), rel=0.15)


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(3, 9), noise=st.floats(0.0, 0.003))
def test_any_object_is_found_within_the_noise(seed: int, count: int, noise: float) -> None:
    rng = np.random.default_rng(seed)
    points = np.concatenate([TRIANGLE, rng.uniform(-0.3, 0.3, (count - 3, 3))])
    model = MarkerModel(tuple(f"m{k}" for k in range(count)), points)
    positions, quaternions = tumbling(20, seed)
    off = noise * rng.uniform(-1.0, 1.0, (20, count, 3))
    motion = object_motion(model, seen_markers(model, positions, quaternions) + off)
    # No rigid pose is nearer to the markers than the one found, so the true one bounds the residual.
    bound = np.sqrt((off**2).sum(axis=2).mean(axis=1))
    assert motion.valid.all()
    assert (motion.residuals <= bound + 1e-12).all()


def test_missing_markers_are_done_without() -> None:
    positions, quaternions = tumbling(FRAMES)
    seen = seen_markers(CUP, positions, quaternions)
    seen[:100, 1] = np.nan
    seen[100:200, 2:] = np.nan
    valid = np.ones(seen.shape[:2], dtype=bool)
    valid[200:300, 0] = False
    seen[200:300, 0] += 5.0
    motion = object_motion(CUP, seen, valid)
    expected = np.ones(FRAMES, dtype=bool)
    expected[100:200] = False
    np.testing.assert_array_equal(motion.valid, expected)
    np.testing.assert_allclose(motion.positions[expected], positions[expected], atol=1e-12)
    assert np.isnan(motion.positions[~expected]).all()
    assert np.isnan(motion.quaternions[~expected]).all()


def test_markers_left_in_one_line_tell_no_pose() -> None:
    model = MarkerModel(("a", "b", "c", "d"), np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]) * 0.1)
    seen = seen_markers(model, *tumbling(10))
    seen[:4, 3] = np.nan
    assert object_motion(model, seen).valid.tolist() == [False] * 4 + [True] * 6


def test_mirrored_markers_get_an_error() -> None:
    seen = seen_markers(CUP, *tumbling(30)) * np.array([1.0, -1.0, 1.0])
    with pytest.raises(InvalidMotionError, match="mirror image of their model"):
        object_motion(CUP, seen)


def test_swapped_labels_do_not_pass_as_a_fit() -> None:
    seen = seen_markers(CUP, *tumbling(30))[:, [1, 0, 2, 3]]
    with pytest.raises(InvalidMotionError, match="labels not swapped"):
        object_motion(CUP, seen)


def test_noise_never_makes_a_flat_object_mirrored() -> None:
    flat = MarkerModel(("a", "b", "c", "d"), np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.002]]) * 0.1)
    positions, quaternions = tumbling(FRAMES)
    noise = np.random.default_rng(3).normal(scale=NOISE, size=(FRAMES, 4, 3))
    motion = object_motion(flat, seen_markers(flat, positions, quaternions) + noise)
    # A rotation that took the reflection would be off by half a turn.
    assert np.linalg.norm(turn_errors(motion, quaternions), axis=1).max() < np.deg2rad(5.0)


def test_objects_of_a_recording_have_learnt_models() -> None:
    positions, quaternions = tumbling(60)
    seen = seen_markers(CUP, positions, quaternions)
    names = tuple(f"Cup:{name}" for name in CUP.names)
    recording = Recording(names, seen, 100.0, objects={"Cup": names})
    motion = object_motions(recording)["Cup"]
    # The learnt frame is another one than the model's, but fixed to the cup.
    in_cup = rot.multiply(rot.conjugate(quaternions), motion.quaternions)
    same = rot.multiply(rot.conjugate(in_cup[0]), in_cup)
    np.testing.assert_allclose(rot.as_rotation_vector(same), 0.0, atol=1e-7)
    known = object_motions(recording, {"Cup": MarkerModel(names, CUP.points)})["Cup"]
    np.testing.assert_allclose(known.positions, positions, atol=1e-12)


@pytest.fixture
def recording_with_a_stick() -> Recording:
    """Return a recording of a cup, and of a stick that has its markers in one line."""
    line = np.linspace(0.0, 1.0, 4)[None, :, None] * np.ones((5, 1, 3))
    stick, cup = ("s1", "s2", "s3", "s4"), ("c1", "c2", "c3", "c4")
    points = np.concatenate([line, seen_markers(CUP, *tumbling(5))], axis=1)
    return Recording((*stick, *cup), points, 100.0, objects={"stick": stick, "cup": cup})


def test_an_error_names_the_object(recording_with_a_stick: Recording) -> None:
    with pytest.raises(InvalidMotionError, match="object 'stick': the markers 's1'.* lie in one line"):
        object_motions(recording_with_a_stick)


def test_an_object_without_a_pose_leaves_the_others(recording_with_a_stick: Recording) -> None:
    motions, problems = told_objects(recording_with_a_stick)
    assert set(motions) == {"cup"}
    assert set(problems) == {"stick"}


def test_a_model_of_other_markers_gets_an_error(recording_with_a_stick: Recording) -> None:
    _, problems = told_objects(recording_with_a_stick, {"cup": CUP})
    assert problems["cup"].startswith("unknown marker 'rim'")


def test_real_markers_on_a_head_are_as_rigid_as_a_cap(shared: Path) -> None:
    recording = read_capture(shared / "motions/c3d/Movement_trial.c3d")
    names = tuple(name for name in recording.names if name.endswith(("LFHD", "RFHD", "LBHD", "RBHD")))
    columns = [recording.names.index(name) for name in names]
    some = Recording(
        names,
        recording.points[:, columns],
        recording.fps,
        recording.valid_mask[:, columns],
        objects={"cap": names},
    )
    motion = object_motions(some)["cap"]
    assert motion.valid.mean() > 0.9
    assert np.nanmedian(motion.residuals) < 0.003
