"""Storage files with points, and storage files that somebody broke."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import read_capture
from understudy.capture.opensim.reader import read_opensim
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
FPS = 50.0
FRAMES = 6
GROUND = ["ground_force_vx", "ground_force_vy", "ground_force_vz", "1_ground_force_px", "1_ground_force_py"]
GROUND += ["1_ground_force_pz", "ground_torque_x", "ground_torque_y", "ground_torque_z"]


def storage(titles: list[str], values: np.ndarray) -> str:
    rows = np.concatenate([np.arange(len(values))[:, None] / FPS, values], axis=1)
    lines = ["\t".join(f"{cell:.9f}" for cell in row) for row in rows]
    head = f"points\nversion=1\nnRows={len(values)}\nnColumns={len(titles) + 1}\nendheader\n"
    return head + "\t".join(["time", *titles]) + "\n" + "\n".join(lines) + "\n"


@pytest.fixture
def points(t_pose: Pose) -> tuple[list[str], np.ndarray]:
    """Return names and points (T, K, 3) [m] of the made-up person with y up, x forward, z to the right."""
    pose = t_pose()
    x, y, z = np.moveaxis(np.array(list(pose.values())), -1, 0)
    frame = np.stack([x, z, -y], axis=-1)
    return list(pose), np.tile(frame, (FRAMES, 1, 1)) + 0.01 * np.arange(FRAMES)[:, None, None]


@pytest.mark.parametrize("suffixes", [("_x", "_y", "_z"), ("_tx", "_ty", "_tz"), ("_X", "_Y", "_Z")])
def test_points_in_columns(
    tmp_path: Path, points: tuple[list[str], np.ndarray], suffixes: tuple[str, ...]
) -> None:
    names, values = points
    titles = [name + suffix for name in names for suffix in suffixes]
    (tmp_path / "a.sto").write_text(storage(titles, values.reshape(FRAMES, -1)))
    recording = read_capture(tmp_path / "a.sto")
    assert recording.dialect == "MOT/STO (canonical names)"
    assert (recording.names, recording.fps) == (tuple(names), FPS)
    x, y, z = np.moveaxis(values, -1, 0)
    np.testing.assert_allclose(recording.points, np.stack([x, -z, y], axis=-1), atol=1e-8)


def test_points_in_vectors(points: tuple[list[str], np.ndarray]) -> None:
    names, values = points
    rows = [
        "\t".join([str(t / FPS), *(",".join(map(str, p)) for p in frame)]) for t, frame in enumerate(values)
    ]
    text = "DataType=Vec3\nunits=m\nendheader\n" + "\t".join(["time", *names]) + "\n" + "\n".join(rows) + "\n"
    recording = place(read_opensim(Source(Path("a.sto"), text.encode())), Sidecar())
    np.testing.assert_allclose(recording.points[..., 2], values[..., 1], atol=1e-12)


def test_forces_are_kept_out(points: tuple[list[str], np.ndarray]) -> None:
    names, values = points
    titles = [f"{name}_{axis}" for name in names for axis in "xyz"] + GROUND
    both = np.concatenate([values.reshape(FRAMES, -1), np.full((FRAMES, len(GROUND)), 700.0)], axis=1)
    recording = place(read_opensim(Source(Path("a.mot"), storage(titles, both).encode())), Sidecar())
    assert recording.names == tuple(names)
    assert f"Columns left out: {', '.join(GROUND)}." in recording.notes


def test_forces_alone_are_refused() -> None:
    text = storage(GROUND, np.zeros((3, len(GROUND))))
    with pytest.raises(CaptureError, match="holds forces only, expected points") as caught:
        place(read_opensim(Source(Path("a.mot"), text.encode())), Sidecar())
    assert caught.value.line == 6


def test_other_columns_alone_are_refused() -> None:
    with pytest.raises(CaptureError, match="holds the columns soleus_r, soleus_l, expected points"):
        place(
            read_opensim(Source(Path("a.mot"), storage(["soleus_r", "soleus_l"], np.zeros((3, 2))).encode())),
            Sidecar(),
        )


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            return place(read_opensim(Source(Path("broken.mot"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


ANGLES = [f"{name}_{side}" for name in ("hip_flexion", "knee_angle", "arm_flex") for side in "lr"]
ANGLE_FILE = storage(["pelvis_ty", *ANGLES], np.full((FRAMES, 7), 0.9)).encode()


def test_a_file_that_was_cut_off_is_refused() -> None:
    assert isinstance(read_or_refuse(ANGLE_FILE), Recording)
    # What is missing of the last number cannot be told.
    for percent in range(99):
        part = ANGLE_FILE[: len(ANGLE_FILE) * percent // 100]
        if not part.endswith(b"\n"):
            assert isinstance(read_or_refuse(part), CaptureError), percent


@given(content=st.binary(max_size=300))
def test_any_bytes_behind_the_head_are_one_sentence(content: bytes) -> None:
    assert isinstance(read_or_refuse(b"a\nendheader\ntime\thip_flexion_r\n" + content), CaptureError)
