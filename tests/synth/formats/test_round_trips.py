"""Whatever is written in a format reads back as the truth, within the digits that the format has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.motion import Recording
from understudy.synth import Corruption, SyntheticMotion, Take, make, record
from understudy.synth.formats import RENDERINGS

POINT_FORMATS = tuple(name for name, rendering in RENDERINGS.items() if rendering.holds_points)
FRAME_BY_FRAME = ("mediapipe",)
"""Formats in which every frame is seen from the hips, so that the way through the world is lost."""

PRECISION = {"c3d": 1e-6}  # [m]: single precision; others have texts of nanometres
TEXT_PRECISION = 2e-8
JOINT_TOLERANCE = {
    "c3d": 0.015,
    "motive_markers": 0.015,
    "nexus": 0.015,
}  # [m]: joints are computed from markers on the skin
SPOILT = Corruption(noise=0.003, dropout=0.1, outliers=0.01)
FPS = 30.0


@pytest.fixture(scope="module")
def teapot() -> SyntheticMotion:
    return make("teapot", seconds=1.6, fps=FPS)


def written(motion: SyntheticMotion, name: str, how: Corruption, folder: Path) -> tuple[Take, Recording]:
    """Return a take, and what is read of the file that it was written to."""
    rendering = RENDERINGS[name]
    take = record(motion, rendering.point_set(motion.body), how)
    path = folder / f"take{rendering.suffix}"
    rendering.write(path, take)
    return take, read_capture(path)


def seen_alike(take: Take, recording: Recording) -> tuple[np.ndarray, np.ndarray]:
    """Return the take's points and the recording's (T, K, 3), NaN where missing."""
    columns = [recording.names.index(name) for name in take.names]
    found = np.where(recording.valid_mask[..., None], recording.points, np.nan)[:, columns]
    return take.points, found


def misfit(wanted: np.ndarray, found: np.ndarray) -> float:
    """Return the largest distance [m] after the best rigid alignment of points (N, 3) (Kabsch)."""
    wanted, found = wanted - wanted.mean(axis=0), found - found.mean(axis=0)
    left, _, right = np.linalg.svd(found.T @ wanted)
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
    return float(np.linalg.norm(found @ (left @ flip @ right) - wanted, axis=1).max())


@pytest.mark.parametrize("name", POINT_FORMATS)
def test_clean_points_come_back(name: str, teapot: SyntheticMotion, tmp_path: Path) -> None:
    take, recording = written(teapot, name, Corruption(), tmp_path)
    wanted, found = seen_alike(take, recording)
    assert recording.fps == pytest.approx(FPS)
    assert found.shape == wanted.shape
    tolerance = PRECISION.get(name, TEXT_PRECISION)
    parts = zip(wanted, found, strict=True) if name in FRAME_BY_FRAME else [(wanted, found)]
    for want, have in parts:
        assert misfit(want.reshape(-1, 3), have.reshape(-1, 3)) < tolerance


@pytest.mark.parametrize("name", POINT_FORMATS)
def test_missing_points_are_missing_and_others_where_they_were_seen(
    name: str, teapot: SyntheticMotion, tmp_path: Path
) -> None:
    take, recording = written(teapot, name, SPOILT, tmp_path)
    wanted, found = seen_alike(take, recording)
    np.testing.assert_array_equal(np.isnan(found).any(axis=-1), take.captured.is_missing)
    if name not in FRAME_BY_FRAME:
        seen = ~take.captured.is_missing
        assert misfit(wanted[seen], found[seen]) < PRECISION.get(name, TEXT_PRECISION)


@pytest.mark.parametrize("name", POINT_FORMATS)
def test_the_reader_finds_the_limbs_where_they_are(
    name: str, teapot: SyntheticMotion, tmp_path: Path
) -> None:
    _, recording = written(teapot, name, Corruption(), tmp_path)
    truth = record(teapot, RENDERINGS["csv"].point_set(teapot.body), Corruption())
    limbs = [f"{part}_{side}" for part in ("hip", "knee", "shoulder", "elbow", "wrist") for side in "lr"]
    found = np.stack([landmark(recording, limb) for limb in limbs], axis=1)
    wanted = truth.points[:, [truth.names.index(limb) for limb in limbs]]
    for frame in (0, len(found) // 2, len(found) - 1):
        assert misfit(wanted[frame], found[frame]) < JOINT_TOLERANCE.get(name, 1e-3)
    height = found[..., 2] - found[:, :1, 2]
    np.testing.assert_allclose(height, wanted[..., 2] - wanted[:, :1, 2], atol=0.02)


def landmark(recording: Recording, name: str) -> np.ndarray:
    columns = [recording.names.index(point) for point in recording.landmark_points[name]]
    return recording.points[:, columns].mean(axis=1)


@pytest.mark.parametrize("name", ["csv", "trc", "openpose", "mini_rgbd", "mediapipe"])
def test_who_lies_is_read_as_lying(name: str, tmp_path: Path) -> None:
    take, recording = written(make("infant_roll", seconds=1.0, fps=FPS), name, Corruption(), tmp_path)
    assert take.is_lying
    trunk = landmark(recording, "shoulder_l") - landmark(recording, "hip_l")
    assert np.abs(trunk[:, 2] / np.linalg.norm(trunk, axis=1)).max() < 0.4


@pytest.mark.parametrize("name", RENDERINGS)
def test_equal_takes_give_equal_bytes(name: str, teapot: SyntheticMotion, tmp_path: Path) -> None:
    rendering = RENDERINGS[name]
    contents = []
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        how = SPOILT if rendering.holds_points else Corruption()
        take = record(teapot, rendering.point_set(teapot.body), how, seed=3)
        path = folder / f"take{rendering.suffix}"
        rendering.write(path, take)
        files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        contents.append([(file.name, file.read_bytes()) for file in files])
    assert contents[0] == contents[1]
