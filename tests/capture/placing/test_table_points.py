"""Points of a table become a recording."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.placing import table_points
from understudy.capture.placing.stature import stature
from understudy.capture.placing.table_points import TablePoints, record
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
FPS = 50.0
HEIGHT = 0.01


@pytest.fixture
def table(t_pose: Pose) -> TablePoints:
    """Return three frames of the made-up person in metres, z up, facing x."""
    pose = t_pose()
    points = np.tile(np.array(list(pose.values())), (3, 1, 1))
    points[..., 2] += HEIGHT * np.arange(3)[:, None]
    return TablePoints(tuple(pose), points, FPS, unit=1.0, up="z", forward="x")


def read(table: TablePoints, unit: float | None = None) -> Recording:
    return record(Source(Path("f"), b"", sidecar=Sidecar(unit=unit)), "CSV", table)


def test_what_is_stated_is_kept_to_the_digit(table: TablePoints) -> None:
    recording = read(table)
    np.testing.assert_array_equal(recording.points, table.points)
    assert recording.fps == FPS
    assert recording.dialect == "CSV (canonical names)"


def test_without_a_forward_axis_the_person_is_turned_to_face_x(table: TablePoints) -> None:
    sideways = TablePoints(table.names, table.points[..., [1, 0, 2]] * (1.0, -1.0, 1.0), FPS)
    recording = read(sideways)
    np.testing.assert_allclose(recording.points, table.points, atol=1e-12)


def test_the_sidecar_goes_before_the_table(table: TablePoints) -> None:
    recording = read(table, unit=0.5)
    np.testing.assert_allclose(recording.points, 0.5 * table.points)


def test_a_point_without_all_coordinates_is_not_seen(table: TablePoints) -> None:
    points = table.points.copy()
    points[1, 4, 2] = np.nan
    recording = read(TablePoints(table.names, points, FPS, 1.0, "z", "x"))
    expected = np.ones(points.shape[:2], dtype=bool)
    expected[1, 4] = False
    np.testing.assert_array_equal(recording.valid_mask, expected)


def test_equal_names_are_numbered(table: TablePoints) -> None:
    names = (*table.names, "extra", "extra", "extra (2)")
    points = np.concatenate([table.points, np.zeros((3, 3, 3))], axis=1)
    recording = read(TablePoints(names, points, FPS, 1.0, "z", "x"))
    assert recording.names[-3:] == ("extra", "extra (3)", "extra (2)")
    assert "Names that occur more than once were numbered: extra." in recording.notes


def test_landmarks_that_the_file_states_are_used(table: TablePoints) -> None:
    stated = {"hip_l": ("hip_l", "hip_r")}
    recording = read(TablePoints(table.names, table.points, FPS, 1.0, "z", "x", stated))
    assert dict(recording.landmark_points) == stated


def test_unit_and_axes_are_inferred_from_the_body(table: TablePoints) -> None:
    file_points = 1000.0 * table.points[..., [1, 2, 0]]
    recording = read(TablePoints(table.names, file_points, FPS))
    np.testing.assert_allclose(recording.points, table.points, atol=1e-9)
    pose = {name: recording.points[0, k] for k, name in enumerate(recording.names)}
    assert 1.5 < stature(pose) < 1.8


@pytest.mark.parametrize("frames", [0, 3])
def test_nothing_and_too_much_are_refused(
    table: TablePoints, frames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_points, "MAX_POINTS", 10)
    with pytest.raises(CaptureError, match="holds no row of numbers|at most 10 in all"):
        read(TablePoints(table.names, table.points[:frames], FPS))


def test_points_out_of_this_world_are_refused(table: TablePoints) -> None:
    points = table.points.copy()
    points[1, 2, 0] = 1e12
    with pytest.raises(CaptureError, match="holds a coordinate beyond 1e.09 in frame 1"):
        read(TablePoints(table.names, points, FPS, 1.0, "z", "x"))


def test_an_empty_capture_is_refused(table: TablePoints) -> None:
    with pytest.raises(CaptureError, match="shows no point in any frame"):
        read(TablePoints(table.names, np.full_like(table.points, np.nan), FPS, 1.0, "z", "x"))
