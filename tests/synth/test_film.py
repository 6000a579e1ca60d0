"""What a tracker would see of a performance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.errors import InvalidMotionError
from understudy.synth import make
from understudy.synth.film import (
    CLASSES,
    LIMBS,
    MEASURED,
    PinholeCamera,
    TrackerNoise,
    class_of,
    tracked_performance,
)
from understudy.synth.formats import RENDERINGS
from understudy.synth.synthetic_motion import SyntheticMotion

NAMES = BLAZEPOSE_33.names
FOCAL = 900.0


@pytest.fixture(scope="module")
def wave() -> SyntheticMotion:
    return make("wave", seconds=4.0, fps=50.0)


@pytest.fixture(scope="module")
def camera() -> PinholeCamera:
    return PinholeCamera.looking_at(np.array([0.0, 0.0, 1.0]), np.array([4.0, 1.0, 1.4]), FOCAL, (1280, 720))


def test_a_camera_sees_its_target_in_the_middle_upright_and_not_mirrored(camera: PinholeCamera) -> None:
    middle, above, left = camera.project(np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.1], [0.0, -0.1, 1.0]]))
    np.testing.assert_allclose(middle, [640.0, 360.0])
    assert above[1] < 360.0
    # Seen from the front, what is at the person's right is at the left.
    assert left[0] < 640.0
    np.testing.assert_allclose(camera.axes @ camera.axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(camera.axes) == pytest.approx(1.0)


def test_without_noise_it_is_the_truth(wave: SyntheticMotion, camera: PinholeCamera) -> None:
    points = RENDERINGS["mediapipe"].point_set(wave.body).positions(wave)
    seen = tracked_performance(wave, camera)
    np.testing.assert_allclose(seen.values[..., :2], camera.project(points))
    hips = [NAMES.index("Left_hip"), NAMES.index("Right_hip")]
    np.testing.assert_allclose(seen.values[:, hips, 2:5].mean(axis=1), 0.0, atol=1e-12)
    # Distances are those of the body, and down is down for a camera that looks almost level.
    ankle, wrist = NAMES.index("Left_ankle"), NAMES.index("Right_wrist")
    np.testing.assert_allclose(
        np.linalg.norm(seen.values[:, ankle, 2:5] - seen.values[:, wrist, 2:5], axis=1),
        np.linalg.norm(points[:, ankle] - points[:, wrist], axis=1),
    )
    assert (seen.values[:, ankle, 3] > 0.5).all()


def test_every_point_has_a_class_and_every_class_points() -> None:
    assert {class_of(name) for name in NAMES} == set(CLASSES)
    assert class_of("Left_foot_index") == "hand and foot"
    assert class_of("Right_eye_outer") == "head"


def test_noise_is_as_large_as_it_is_asked_for(wave: SyntheticMotion, camera: PinholeCamera) -> None:
    true = tracked_performance(wave, camera)
    height = (wave.body.subject.height or 0.0) * FOCAL / np.linalg.norm(camera.position - [0.0, 0.0, 1.0])
    for noise in (TrackerNoise(white=MEASURED.white), TrackerNoise(bias=MEASURED.bias)):
        error = tracked_performance(wave, camera, noise).values[..., :2] - true.values[..., :2]
        wanted = np.array([(noise.white or noise.bias)[class_of(name)] for name in NAMES])
        found = error.std(axis=(0, 2)) / height
        np.testing.assert_allclose(found, wanted, rtol=0.3)
        assert np.mean(found / wanted) == pytest.approx(1.0, abs=0.08)
    # White noise has forgotten itself in the next picture, what lasts has not.
    white, lasting = (
        tracked_performance(wave, camera, noise).values[:, 0, 0] - true.values[:, 0, 0]
        for noise in (TrackerNoise(white=MEASURED.white), TrackerNoise(bias=MEASURED.bias))
    )
    assert abs(np.corrcoef(white[1:], white[:-1])[0, 1]) < 0.25
    assert np.corrcoef(lasting[1:], lasting[:-1])[0, 1] > 0.5


def test_limbs_are_lost_for_as_long_as_asked_for(wave: SyntheticMotion, camera: PinholeCamera) -> None:
    seen = tracked_performance(wave, camera, TrackerNoise(lost=0.2))
    lost = seen.values[..., 5] < 0.5
    for limb in LIMBS:
        rows = [NAMES.index(name) for name in limb]
        assert lost[:, rows].mean() == pytest.approx(0.2, abs=0.01)
        assert (lost[:, rows] == lost[:, rows[:1]]).all()
    assert not lost[:, NAMES.index("Nose")].any()


def test_left_and_right_are_mixed_up_for_as_long_as_asked_for(
    wave: SyntheticMotion, camera: PinholeCamera
) -> None:
    true, seen = (tracked_performance(wave, camera, TrackerNoise(mixed_up=share)) for share in (0.0, 0.3))
    left, right = NAMES.index("Left_wrist"), NAMES.index("Right_wrist")
    is_mixed = (seen.values[:, left] == true.values[:, right]).all(axis=1)
    assert is_mixed.mean() == pytest.approx(0.3, abs=0.01)
    np.testing.assert_array_equal(seen.values[~is_mixed], true.values[~is_mixed])


def test_the_same_is_asked_for_twice_and_is_the_same(wave: SyntheticMotion, camera: PinholeCamera) -> None:
    noise = replace(MEASURED, lost=0.1)
    first, second, other = (tracked_performance(wave, camera, noise, seed).values for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, second)
    assert (first != other).any()


def test_nobody_stands_behind_a_camera(wave: SyntheticMotion) -> None:
    camera = PinholeCamera.looking_at(np.array([9.0, 0.0, 1.0]), np.array([4.0, 0.0, 1.0]), FOCAL, (640, 480))
    with pytest.raises(InvalidMotionError, match="behind the camera"):
        tracked_performance(wave, camera)
