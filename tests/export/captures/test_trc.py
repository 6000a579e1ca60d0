"""Recordings written as TRC come back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import InvalidMotionError, OutputError
from understudy.export.captures.trc import write_trc
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
EXACT = 1e-7
"""Largest difference after writing and reading [m]."""


@pytest.fixture
def recording(t_pose: Pose) -> Recording:
    """Return the made-up person rising a little, one wrist not seen in one frame."""
    pose = t_pose()
    points = np.tile(np.array(list(pose.values())), (5, 1, 1))
    points[..., 2] += 0.1 * np.arange(5)[:, None]
    valid = np.ones(points.shape[:2], dtype=bool)
    valid[2, list(pose).index("wrist_l")] = False
    landmark_points = {name: (name,) for name in pose}
    return Recording(tuple(pose), points, 59.94, valid=valid, landmark_points=landmark_points)


@pytest.mark.parametrize("unit", ["mm", "m"])
def test_a_round_trip_keeps_everything(tmp_path: Path, recording: Recording, unit: str) -> None:
    write_trc(tmp_path / "a.trc", recording, unit)
    read = read_capture(tmp_path / "a.trc")
    assert read.names == recording.names
    assert read.fps == pytest.approx(recording.fps, rel=1e-9)
    assert dict(read.landmark_points) == dict(recording.landmark_points)
    np.testing.assert_array_equal(read.valid_mask, recording.valid_mask)
    seen = recording.valid_mask
    np.testing.assert_allclose(read.points[seen], recording.points[seen], atol=EXACT)


def test_a_real_file_comes_back(tmp_path: Path, shared: Path) -> None:
    first = read_capture(shared / "motions" / "trc" / "pose2sim_balancing_body25b.trc")
    write_trc(tmp_path / "a.trc", first)
    np.testing.assert_allclose(read_capture(tmp_path / "a.trc").points, first.points, atol=EXACT)


def test_axes_are_those_of_opensim(tmp_path: Path) -> None:
    write_trc(tmp_path / "a.trc", Recording(("a",), np.array([[[1.0, 2.0, 3.0]]]), 10.0), "m")
    cells = (tmp_path / "a.trc").read_text().splitlines()[-1].split("\t")
    assert [float(cell) for cell in cells] == [1.0, 0.0, 1.0, 3.0, -2.0]


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, recording: Recording) -> None:
    with pytest.raises(InvalidMotionError, match="unit is 'ft', expected one of mm, m"):
        write_trc(tmp_path / "a.trc", recording, "ft")
    with pytest.raises(OutputError, match="cannot write"):
        write_trc(tmp_path / "nowhere" / "a.trc", recording)
    assert list(tmp_path.iterdir()) == []
