"""Keypoints written a few frames at a time: complete or not there at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import OutputError
from understudy.export.captures.keypoint_stream import Append, body_25_stream, mini_rgbd_stream
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import BODY_25_SET, MINI_RGBD_SET
from understudy.synth.point_set import PointSet

FPS = 25.0
FINENESS = 1e-6
Stream = Callable[[Path, float], AbstractContextManager[Append]]


@pytest.mark.parametrize(
    ("stream", "point_set", "ending"),
    [(body_25_stream, BODY_25_SET, "jsonl"), (mini_rgbd_stream, MINI_RGBD_SET, "txt")],
)
def test_frames_read_back_as_they_were_appended(
    stream: Stream, point_set: PointSet, ending: str, tmp_path: Path
) -> None:
    take = record(make("infant_kicking", 1.0, FPS), point_set, Corruption(dropout=0.05), seed=1)
    path = tmp_path / f"take.{ending}"
    with stream(path, FPS) as append:
        append(take.points[:10])
        append(take.points[10:])
    recording = read_capture(path)
    assert (recording.frame_count, recording.fps) == (len(take.points), FPS)
    for start, end in (("shoulder_l", "elbow_l"), ("hip_r", "knee_r")):
        own, other = (
            source.landmark(end)[0] - source.landmark(start)[0] for source in (take.recording(), recording)
        )
        lengths, others = np.linalg.norm(own, axis=1), np.linalg.norm(other, axis=1)
        seen = np.isfinite(lengths)
        assert np.array_equal(seen, recording.landmark(start)[1] & recording.landmark(end)[1])
        assert np.allclose(lengths[seen], others[seen], atol=4 * FINENESS)


def test_nothing_is_left_of_a_stream_that_was_broken_off(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="stop"), body_25_stream(tmp_path / "take.jsonl", FPS) as append:
        append(np.zeros((1, 25, 3)))
        raise RuntimeError("stop")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(OutputError, match="cannot write"),
        body_25_stream(tmp_path / "no" / "take.jsonl", FPS),
    ):
        pass
