"""NumPy archives of named points, and recordings that were saved."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import FORMATS, read_capture
from understudy.capture.npz.reader import (
    NPZ,
    SAVED_RECORDING,
    read_npz_points,
    read_saved_recording,
)
from understudy.capture.placing.place import place
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
FPS = 50.0
FRAMES = 4


@pytest.fixture
def arrays(t_pose: Pose) -> dict[str, np.ndarray]:
    """Return the arrays of an archive of the made-up person, z up, rising [m]."""
    pose = t_pose()
    points = np.tile(np.array(list(pose.values())), (FRAMES, 1, 1))
    points[..., 2] += 0.01 * np.arange(FRAMES)[:, None]
    return {"points": points, "names": np.array(list(pose)), "fps": np.array(FPS)}


def packed(arrays: dict[str, Any], compressed: bool = False) -> bytes:
    buffer = io.BytesIO()
    save = np.savez_compressed if compressed else np.savez
    save(buffer, **arrays)
    return buffer.getvalue()


def parse(arrays: dict[str, np.ndarray]) -> RawCapture:
    return read_npz_points(Source(Path("a.npz"), packed(arrays)))


@pytest.mark.parametrize("compressed", [False, True])
def test_points_names_and_rate(arrays: dict[str, np.ndarray], compressed: bool) -> None:
    content = packed(arrays, compressed)
    assert [known for known in FORMATS if known.matches(content)] == [NPZ]
    recording = place(read_npz_points(Source(Path("a.npz"), content)), Sidecar())
    assert recording.dialect == "NPZ (canonical names)"
    assert recording.fps == FPS
    np.testing.assert_allclose(recording.points, arrays["points"], atol=1e-12)


@pytest.mark.parametrize("kind", ["U20", "S20"])
@pytest.mark.parametrize("numbers", [np.float32, np.float64, np.int16])
def test_types_do_not_matter(arrays: dict[str, np.ndarray], kind: str, numbers: type) -> None:
    millimetres = (1000.0 * arrays["points"]).astype(numbers)
    table = parse({**arrays, "names": arrays["names"].astype(kind), "points": millimetres})
    assert table.names == tuple(arrays["names"])
    np.testing.assert_array_equal(table.points, millimetres)


def test_units_and_up_may_be_stated(arrays: dict[str, np.ndarray]) -> None:
    table = parse({**arrays, "units": np.array("mm"), "up": np.array("-Z")})
    assert (table.unit, table.up) == (0.001, "-z")
    assert parse({**arrays, "unit": np.array(0.0254)}).unit == 0.0254


def test_points_that_are_not_valid_are_missing(arrays: dict[str, np.ndarray]) -> None:
    valid = np.ones(arrays["points"].shape[:2], dtype=bool)
    valid[1, 2] = False
    points = arrays["points"].copy()
    points[2, 3] = np.inf
    table = parse({**arrays, "points": points, "valid": valid})
    valid[2, 3] = False
    np.testing.assert_array_equal(np.isfinite(table.points).all(axis=-1), valid)


def test_times_may_stand_in_for_a_rate(arrays: dict[str, np.ndarray]) -> None:
    del arrays["fps"]
    raw = parse({**arrays, "times": 3.0 + np.arange(FRAMES) / 20.0})
    assert place(raw, Sidecar()).fps == 20.0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("points", np.zeros((4, 3)), r"'points' has the shape \(4, 3\), expected \(frames, 24, 3\)"),
        ("points", np.zeros((0, 24, 3)), "holds no row of numbers"),
        ("points", np.full((4, 24, 3), "a"), "'points' holds <U1, expected numbers"),
        ("names", np.arange(24), "'names' has no list of texts"),
        ("names", np.array("hip_l"), "'names' has no list of texts"),
        ("fps", np.array(1e-320), "expected a number from 1e-05 to 100000"),
        ("fps", np.array(0.0), "'fps' is 0.0, expected a number from 1e-05 to 100000"),
        ("fps", np.array([1.0, 2.0]), r"'fps' is \[1.0, 2.0\]"),
        ("valid", np.ones(4), r"'valid' has the shape \(4,\), expected \(4, 24\)"),
        ("times", np.arange(3.0), r"'times' has the shape \(3,\), expected \(4,\)"),
        ("units", np.array("ft"), "'units' is 'ft', expected one of mm"),
        ("up", np.array("w"), "'up' is 'w', expected one of y"),
    ],
)
def test_faults_name_the_array(
    arrays: dict[str, np.ndarray], name: str, value: np.ndarray, message: str
) -> None:
    with pytest.raises(CaptureError, match=message):
        parse({**arrays, name: value})


def test_a_rate_or_times_are_needed(arrays: dict[str, np.ndarray]) -> None:
    del arrays["fps"]
    with pytest.raises(CaptureError, match="neither times nor a frame rate"):
        place(parse(arrays), Sidecar())


@pytest.mark.parametrize("name", ["points", "names"])
def test_points_and_names_are_needed(arrays: dict[str, np.ndarray], name: str) -> None:
    del arrays[name]
    with pytest.raises(CaptureError, match=f"lacks the array '{name}'"):
        parse(arrays)


def test_pickles_are_never_loaded(arrays: dict[str, np.ndarray]) -> None:
    content = packed({**arrays, "names": np.array([object()] * 24, dtype=object)})
    with pytest.raises(CaptureError, match="array 'names'"):
        read_npz_points(Source(Path("a.npz"), content))


def test_a_saved_recording_comes_back(tmp_path: Path, arrays: dict[str, np.ndarray]) -> None:
    names = tuple(str(name) for name in arrays["names"])
    saved = Recording(
        names, arrays["points"] + 7.0, FPS, landmark_points={"hip_l": ("hip_l",)}, dialect="X", notes=("Hm.",)
    )
    saved = replace(saved, warnings=("Oh.",))
    saved.save(tmp_path / "a.npz")
    assert [known for known in FORMATS if known.matches((tmp_path / "a.npz").read_bytes())] == [
        SAVED_RECORDING
    ]
    read = read_capture(tmp_path / "a.npz")
    np.testing.assert_array_equal(read.points, saved.points)
    assert read.warnings == ("Oh.",)
    assert (read.dialect, read.notes, dict(read.landmark_points)) == ("X", ("Hm.",), {"hip_l": ("hip_l",)})


def test_a_broken_saved_recording_is_one_sentence(tmp_path: Path, arrays: dict[str, np.ndarray]) -> None:
    path = tmp_path / "a.npz"
    Recording(("a",), np.zeros((1, 1, 3)), FPS).save(path)
    with np.load(path) as data:
        content = {name: data[name] for name in data.files}
    for name, value in (
        ("points", np.zeros((1, 2, 3))),
        ("provenance", np.array("{")),
        ("fps", np.array(-1.0)),
    ):
        path.write_bytes(packed({**content, name: value}))
        with pytest.raises(CaptureError, match="is not a recording as Understudy saves it"):
            read_capture(path)


def test_headers_of_a_saved_recording_are_not_evaluated(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    Recording(("a",), np.zeros((1, 1, 3)), FPS).save(path)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content.replace(b"False", b'""", '))
    with pytest.raises(CaptureError, match="has a header that is not read"):
        read_capture(path)


def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.capture.npz.reader._FREE_BYTES", 1000)
    Recording(("a",), np.zeros((100_000, 1, 3)), FPS).save(tmp_path / "a.npz")
    with pytest.raises(CaptureError, match="would unpack to"):
        read_capture(tmp_path / "a.npz")


def read_or_refuse(content: bytes) -> Recording | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            return place(read_npz_points(Source(Path("broken.npz"), content)), Sidecar())
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


def test_truncated_anywhere_it_is_one_sentence(arrays: dict[str, np.ndarray]) -> None:
    whole = packed(arrays)
    for percent in range(100):
        assert isinstance(read_or_refuse(whole[: len(whole) * percent // 100]), CaptureError)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edits=st.lists(
        st.tuples(st.floats(0.0, 1.0, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=8
    )
)
def test_edited_bytes_are_one_sentence_or_a_recording(
    arrays: dict[str, np.ndarray], edits: list[tuple[float, int]]
) -> None:
    content = bytearray(packed(arrays))
    for share, value in edits:
        content[int(share * len(content))] = value
    NPZ.matches(bytes(content))
    SAVED_RECORDING.matches(bytes(content))
    read_or_refuse(bytes(content))


def test_saved_recordings_are_not_read_as_plain_points(tmp_path: Path) -> None:
    Recording(("a",), np.zeros((1, 1, 3)), FPS).save(tmp_path / "a.npz")
    recording = read_saved_recording(Source(tmp_path / "a.npz", (tmp_path / "a.npz").read_bytes()))
    assert recording.names == ("a",)
