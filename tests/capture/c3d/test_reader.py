"""Laboratory files become recordings, real ones and made-up ones, whole ones and broken ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import Sidecar, read_capture
from understudy.capture.c3d.reader import read_c3d
from understudy.capture.placing.place import place
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Make = Callable[..., bytes]
Person = Callable[..., np.ndarray]

MOVEMENT, STATIC = "Movement_trial.c3d", "Static_trial.c3d"
STATURE = 1.679
"""Of the person in the real files [m], by their own parameters."""


def read_made(content: bytes, path: str | Path = "made.c3d") -> Recording:
    source = Source(Path(path), content)
    return place(read_c3d(source), source.sidecar)


def landmark(recording: Recording, name: str) -> np.ndarray:
    columns = [recording.names.index(point) for point in recording.landmark_points[name]]
    return recording.points[:, columns].mean(axis=1)


@pytest.mark.parametrize(
    ("name", "frames", "places", "computed", "gaps"),
    [(MOVEMENT, 323, 159, 16, 1055), (STATIC, 498, 153, 14, 493)],
)
def test_numbers_of_real_files(
    shared: Path, name: str, frames: int, places: int, computed: int, gaps: int
) -> None:
    recording = read_capture(shared / "motions" / "c3d" / name)
    assert recording.points.shape == (frames, places + computed, 3)
    assert recording.fps == 120.0
    assert recording.subject.height == pytest.approx(STATURE)
    assert recording.subject.mass == 85.0
    assert recording.dialect == "C3D (Plug-in Gait)"
    assert (~recording.valid_mask).sum() == gaps


@pytest.mark.parametrize("name", [MOVEMENT, STATIC])
def test_real_points_equal_those_of_ezc3d(shared: Path, name: str, ezc3d: ModuleType) -> None:
    path = shared / "motions" / "c3d" / name
    recording = read_capture(path)
    theirs = ezc3d.c3d(str(path))
    labels = theirs["parameters"]["POINT"]["LABELS"]["value"]
    points = theirs["data"]["points"][:3].transpose(2, 1, 0)
    kept = [k for k, label in enumerate(labels) if label in recording.names]
    own = recording.points[:, [recording.names.index(labels[k]) for k in kept]]
    assert np.array_equal(np.isfinite(own).all(axis=-1), np.isfinite(points[:, kept]).all(axis=-1))
    # The world is turned about the vertical, which keeps heights and distances.
    assert np.allclose(own[..., 2], points[:, kept, 2] / 1000.0, atol=1e-9, equal_nan=True)
    spans = [
        np.linalg.norm(track[:, 1:] - track[:, :1], axis=-1) for track in (own, points[:, kept] / 1000.0)
    ]
    assert np.allclose(*spans, atol=1e-9, equal_nan=True)


def test_the_person_stands_upright_and_faces_forward(shared: Path) -> None:
    recording = read_capture(shared / "motions" / "c3d" / STATIC)
    hips, shoulders = (
        0.5 * (landmark(recording, f"{name}_l") + landmark(recording, f"{name}_r"))
        for name in ("hip", "shoulder")
    )
    assert np.rad2deg(rot.angle_between(shoulders - hips, np.array([0.0, 0.0, 1.0]))).max() < 10.0
    left = landmark(recording, "hip_l") - landmark(recording, "hip_r")
    assert (left[:, 1] > 0.95 * np.linalg.norm(left, axis=1)).all()
    for side in "lr":
        assert (
            landmark(recording, f"toe_{side}")[:, 0] > landmark(recording, f"heel_{side}")[:, 0] + 0.15
        ).all()
    assert (landmark(recording, "nose")[:, 0] > landmark(recording, "head")[:, 0] + 0.05).all()


def test_the_person_walks_forward_down_the_stairs(shared: Path) -> None:
    hips = landmark(read_capture(shared / "motions" / "c3d" / MOVEMENT), "mid_hip")
    way = hips[-1] - hips[0]
    assert way[0] > 1.2
    assert abs(way[1]) < 0.2
    assert way[2] == pytest.approx(-0.95, abs=0.1)


@pytest.mark.parametrize(
    ("name", "inner"),
    [
        (
            MOVEMENT,
            {"LKNE": "*123", "RKNE": "*139", "LANK": "*128", "RANK": "*144", "LELB": "*117", "RELB": "*118"},
        ),
        (
            STATIC,
            {"LKNE": "*130", "RKNE": "*126", "LANK": "*122", "RANK": "*138", "LELB": "*117", "RELB": "*127"},
        ),
    ],
)
def test_computed_joints_lie_between_outer_and_unlabelled_inner_markers(
    shared: Path, name: str, inner: dict[str, str]
) -> None:
    recording = read_capture(shared / "motions" / "c3d" / name)
    joints = {"KNE": "knee", "ANK": "ankle", "ELB": "elbow"}
    for outer, marker in inner.items():
        tracks = [recording.points[:, recording.names.index(point)] for point in (outer, marker)]
        joint = landmark(recording, f"{joints[outer[1:]]}_{outer[0].lower()}")
        distance = np.linalg.norm(joint - np.mean(tracks, axis=0), axis=1)
        assert np.nanmedian(distance) < 0.025


def test_real_notes_say_what_was_found(shared: Path) -> None:
    notes = " ".join(read_capture(shared / "motions" / "c3d" / MOVEMENT).notes)
    for part in (
        "Left out 80 of 239",
        "LFEO",
        "4 force plates",
        "z is up",
        "Computed from several markers: *spine",
    ):
        assert part in notes


@pytest.mark.parametrize(
    ("word", "millimetres"), [("mm", 1.0), ("cm", 10.0), ("m", 1000.0), ("in", 25.4), ("", 10.0)]
)
def test_units(make_c3d: Make, person: Person, word: str, millimetres: float) -> None:
    recording = read_made(make_c3d(person(unit=millimetres), point={"UNITS": word}))
    asis = [recording.points[0, recording.names.index(name)] for name in ("LASI", "RASI")]
    assert np.linalg.norm(asis[0] - asis[1]) == pytest.approx(0.24, abs=1e-6)


@pytest.mark.parametrize("up", ["+Z", "+Y", "-Y", "+X", ""])
def test_axes(make_c3d: Make, person: Person, up: str) -> None:
    shift = {"Z": 0, "Y": 2, "X": 1, "": 2}[up[-1:]]
    points = np.roll(person(), shift, axis=2)
    if up.startswith("-"):
        points = points * np.array([-1.0, -1.0, 1.0])
    right = {"Z": "+X", "Y": "+Z", "X": "+Y", "": ""}[up[-1:]]
    recording = read_made(make_c3d(points, point={"X_SCREEN": right, "Y_SCREEN": up}))
    assert np.allclose(recording.points[:, :30], person() / 1000.0, atol=1e-6)


def test_labels_with_the_subjects_name(make_c3d: Make, person: Person, labels: tuple[str, ...]) -> None:
    plain = read_made(make_c3d(person()))
    for prefix in ("Ann:", "Lab:Ann:", "Ann_"):
        named = read_made(make_c3d(person(), [prefix + label for label in labels]))
        assert named.names[:30] == tuple(prefix + label for label in labels)
        assert np.array_equal(landmark(named, "hip_l"), landmark(plain, "hip_l"))


def test_of_several_persons_the_first_is_read(
    make_c3d: Make, person: Person, labels: tuple[str, ...]
) -> None:
    both = np.concatenate([person(), person() + 1000.0, person()[:, :1]], axis=1)
    names = [f"Ann:{label}" for label in labels] + [f"Bob:{label}" for label in labels] + ["Box:1"]
    recording = read_made(make_c3d(both, names))
    assert {name.partition(":")[0] for name in recording.names if not name.startswith("*")} == {"Ann", "Box"}
    assert "There are several persons: 'Ann' is read, Bob left out." in recording.notes


def test_gaps_of_markers_are_gaps_of_joints(make_c3d: Make, person: Person, labels: tuple[str, ...]) -> None:
    residuals = np.zeros((5, len(labels)))
    residuals[2, labels.index("LASI")] = -1.0
    recording = read_made(make_c3d(person(), residuals=residuals))
    for name in ("LASI", "*hip_l", "*hip_r", "*knee_l"):
        assert recording.valid_mask[:, recording.names.index(name)].tolist() == [
            True,
            True,
            False,
            True,
            True,
        ]


def test_an_unknown_set_says_what_to_write(make_c3d: Make, person: Person) -> None:
    with pytest.raises(CaptureError) as raised:
        read_made(make_c3d(person(), [f"Q{k}" for k in range(30)]))
    for part in ("Plug-in Gait", "MMM", "'made.markers.toml' beside", "--draft-marker-set", "Q0, Q1"):
        assert part in str(raised.value)


def test_a_custom_set_beside_the_file(
    tmp_path: Path, make_c3d: Make, person: Person, labels: tuple[str, ...]
) -> None:
    (tmp_path / "take.c3d").write_bytes(make_c3d(person(), [f"Q{label}" for label in labels]))
    text = '[anatomy]\npelvis_front = "Q{S}ASI"\npelvis_back = "Q{S}PSI"\nknee_outer = "Q{S}KNE"\n'
    text += 'ankle_outer = "Q{S}ANK"\n[landmarks]\nwrist = ["Q{S}WRA", "Q{S}WRB"]\n'
    (tmp_path / "take.markers.toml").write_text(text)
    recording = read_capture(tmp_path / "take.c3d")
    assert recording.dialect == "C3D (take)"
    assert recording.landmark_points["wrist_r"] == ("QRWRA", "QRWRB")
    (tmp_path / "take.markers.toml").rename(tmp_path / "other.toml")
    stated = read_capture(tmp_path / "take.c3d", Sidecar(marker_set=tmp_path / "other.toml"))
    assert np.array_equal(landmark(stated, "hip_l"), landmark(recording, "hip_l"))
    (tmp_path / "take.capture.toml").write_text("marker_set = 'other.toml'\n")
    assert np.array_equal(read_capture(tmp_path / "take.c3d").points, stated.points)


def test_a_stated_set_goes_before_what_the_labels_tell(
    tmp_path: Path, make_c3d: Make, person: Person
) -> None:
    path = tmp_path / "take.c3d"
    path.write_bytes(make_c3d(person()))
    assert read_capture(path, Sidecar(marker_set=Path("helen hayes"))).dialect == "C3D (Helen Hayes)"
    with pytest.raises(CaptureError, match="unknown marker set 'Plug-in gate' .did you mean 'Plug-in Gait'"):
        read_capture(path, Sidecar(marker_set=Path("Plug-in gate")))


def test_the_sidecar_goes_before_the_file(tmp_path: Path, make_c3d: Make, person: Person) -> None:
    (tmp_path / "take.c3d").write_bytes(make_c3d(person(), point={"UNITS": "m"}))
    (tmp_path / "take.capture.toml").write_text("unit = 0.001\nfps = 50\n")
    recording = read_capture(tmp_path / "take.c3d")
    assert recording.fps == 50.0
    assert np.allclose(recording.points[:, :30], person() / 1000.0, atol=1e-6)


def test_without_a_rate_time_does_not_pass(tmp_path: Path, make_c3d: Make, person: Person) -> None:
    (tmp_path / "take.c3d").write_bytes(make_c3d(person(), rate=0.0))
    with pytest.raises(CaptureError, match="has neither times nor a frame rate.*state --fps"):
        read_capture(tmp_path / "take.c3d")
    recording = read_capture(tmp_path / "take.c3d", Sidecar(fps=200.0))
    assert recording.fps == 200.0


def test_the_users_rate_goes_before_the_files(tmp_path: Path, make_c3d: Make, person: Person) -> None:
    (tmp_path / "take.c3d").write_bytes(make_c3d(person(), rate=100.0))
    recording = read_capture(tmp_path / "take.c3d", Sidecar(fps=200.0))
    assert recording.fps == 200.0
    assert "200 frames a second, as the user states, though the file says 100." in recording.warnings


@pytest.mark.parametrize("name", [MOVEMENT, STATIC])
def test_real_files_cut_off_anywhere_are_one_error_each(shared: Path, name: str) -> None:
    content = (shared / "motions" / "c3d" / name).read_bytes()
    for percent in range(1, 100):
        with not_hanging(), pytest.raises(CaptureError):
            read_made(content[: len(content) * percent // 100])


@pytest.fixture(scope="session")
def whole(make_c3d: Make, person: Person) -> bytes:
    """Return a small file with everything in it that is read."""
    channels = 6
    parameters = {
        "ANALOG": {
            "USED": channels,
            "SCALE": np.ones(channels),
            "GEN_SCALE": 1.0,
            "OFFSET": np.zeros(channels, dtype=int),
            "UNITS": ["N"] * channels,
        },
        "FORCE_PLATFORM": {
            "USED": 1,
            "TYPE": np.array([2]),
            "CORNERS": np.arange(12.0).reshape(1, 4, 3),
            "CHANNEL": np.arange(1, channels + 1)[None],
        },
        "PROCESSING": {"Height": 1700.0, "LKneeWidth": 100.0},
    }
    return make_c3d(person(), parameters=parameters, analog=np.ones((5, 3, channels)))


@given(data=st.data())
def test_changed_bytes_never_do_more_than_a_capture_error(data: st.DataObject, whole: bytes) -> None:
    content = bytearray(whole)
    end = data.draw(st.sampled_from((24, 3072, len(whole))), label="header, parameters, all")
    places = data.draw(st.lists(st.integers(0, end - 1), min_size=1, max_size=8), label="places")
    for index in places:
        content[index] = data.draw(st.integers(0, 255))
    try:
        recording = read_made(bytes(content))
    except CaptureError as error:
        assert str(error).startswith("made.c3d: ")
    else:
        assert recording.frame_count > 0
