"""LeRobot datasets of rollouts: a video for each eye, read back by ffmpeg as LeRobot's decoders would."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.export.sensing import FPS, FRAMES, SIZE, sensed_rollout
from understudy.errors import InvalidMotionError
from understudy.export import export
from understudy.motion import Pictures
from understudy.motion.pictures import PictureKind
from understudy.motion.png import to_png

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

KEYS = ("observation.images.left_eye", "observation.images.right_eye")
LOST = 12.0
"""Mean difference of values that a film may have lost on pictures as small as these."""


@pytest.fixture(scope="module")
def folder(can_render: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("imageio_ffmpeg")
    rollout, robot = sensed_rollout()
    return export(rollout, "lerobot", tmp_path_factory.mktemp("sets") / "set", robot=robot)


def test_every_frame_has_the_picture_that_was_there(folder: Path, read_film: Callable[[Path], Any]) -> None:
    rollout, _ = sensed_rollout()
    info = json.loads((folder / "meta/info.json").read_text())
    for key, name in zip(KEYS, ("eyes/left", "eyes/right"), strict=True):
        place = info["video_path"].format(video_key=key, chunk_index=0, file_index=0)
        film = read_film(folder / place)
        assert "20 fps" in film.about and "yuv420p" in film.about
        assert film.pictures.shape == (FRAMES, SIZE[1], SIZE[0], 3)
        for frame in range(FRAMES):
            # Ten pictures a second, shown in twenty frames.
            true = rollout.pictures[name][frame // 2].astype(float)
            assert np.abs(film.pictures[frame] - true).mean() < LOST


def test_features_and_episodes_tell_of_the_videos(folder: Path) -> None:
    info = json.loads((folder / "meta/info.json").read_text())
    for key in KEYS:
        feature = info["features"][key]
        assert feature["dtype"] == "video" and feature["shape"] == [SIZE[1], SIZE[0], 3]
        assert feature["names"] == ["height", "width", "channels"]
        assert (feature["info"]["video.fps"], feature["info"]["video.codec"]) == (20, "h264")
    assert not any("depth" in name or "parts" in name for name in info["features"])
    rows = parquet.read_table(folder / "data/chunk-000/file-000.parquet")
    assert set(rows.column_names) == set(info["features"]) - set(KEYS)
    [episode] = parquet.read_table(folder / "meta/episodes/chunk-000/file-000.parquet").to_pylist()
    for key in KEYS:
        assert episode[f"videos/{key}/chunk_index"] == episode[f"videos/{key}/file_index"] == 0
        assert episode[f"videos/{key}/from_timestamp"] == 0.0
        assert episode[f"videos/{key}/to_timestamp"] == pytest.approx(FRAMES / FPS)


def test_statistics_of_pictures_are_by_colour_and_from_0_to_1(folder: Path) -> None:
    rollout, _ = sensed_rollout()
    statistics = json.loads((folder / "meta/stats.json").read_text())[KEYS[0]]
    shown = np.stack([rollout.pictures["eyes/left"][frame // 2] for frame in range(FRAMES)]) / 255.0
    assert np.array(statistics["mean"]).shape == (3, 1, 1)
    np.testing.assert_allclose(np.ravel(statistics["mean"]), shown.mean(axis=(0, 1, 2)))
    np.testing.assert_allclose(np.ravel(statistics["max"]), shown.max(axis=(0, 1, 2)))
    assert statistics["count"] == [FRAMES]


def test_a_rollout_is_asked_for_what_was_wanted_next(folder: Path) -> None:
    rollout, _ = sensed_rollout()
    rows = parquet.read_table(folder / "data/chunk-000/file-000.parquet").to_pydict()
    np.testing.assert_allclose(rows["action"][:-1], rollout.reference[1:], atol=1e-6)
    np.testing.assert_allclose(np.array(rows["observation.state"])[:, 7:], rollout.q, atol=1e-6)


def test_pictures_of_odd_size_are_refused(tmp_path: Path, can_render: str) -> None:
    rollout, robot = sensed_rollout()
    file = np.frombuffer(to_png(np.zeros((5, 6, 3), dtype=np.uint8)), dtype=np.uint8)
    odd = Pictures(np.zeros(1), file, np.array([len(file)]), PictureKind((5, 6, 3), 8, "1/255", 1.0))
    with pytest.raises(InvalidMotionError, match="'eyes/left' has pictures of 6 x 5 pixels, expected even"):
        export(replace(rollout, pictures={"eyes/left": odd}), "lerobot", tmp_path / "set", robot=robot)
    assert list(tmp_path.iterdir()) == []
