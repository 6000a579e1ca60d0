"""Files of joint angles become recordings of a standard skeleton."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.opensim.angles import pose_figure
from understudy.capture.opensim.reader import read_opensim
from understudy.capture.opensim.skeleton import STATURE
from understudy.capture.placing.place import place
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

FPS = 100.0
FRAMES = 30
TIMES = np.arange(FRAMES) / FPS
SWING = 0.5 * np.sin(6.0 * TIMES)
MOTION = {
    "pelvis_tilt": 0.1 * SWING,
    "pelvis_tx": 1.2 * TIMES,
    "pelvis_ty": np.full(FRAMES, 0.97),
    "hip_flexion_r": SWING,
    "hip_flexion_l": -SWING,
    "knee_angle_r": 0.3 + 0.2 * SWING,
    "knee_angle_l": 0.3 - 0.2 * SWING,
    "lumbar_extension": -0.1 * SWING,
    "arm_flex_r": -SWING,
    "arm_flex_l": SWING,
    "pro_sup_r": np.full(FRAMES, 0.7),
    "pro_sup_l": np.full(FRAMES, 0.7),
}
"""A walk on the spot of sorts [rad, m]."""

LENGTHS = ("pelvis_tx", "pelvis_ty", "pelvis_tz")


def text_of(motion: Mapping[str, np.ndarray], unit: str = "degrees", name: str = "Coordinates") -> str:
    head = {"degrees": "inDegrees=yes\n", "radians": "inDegrees=no\n", "unstated": ""}[unit]
    scale = 1.0 if unit == "radians" else 180.0 / np.pi
    columns = [values if title in LENGTHS else scale * values for title, values in motion.items()]
    rows = np.stack([TIMES, *columns], axis=1)
    lines = ["\t".join(f"{cell:.10f}" for cell in row) for row in rows]
    return f"{name}\n{head}endheader\n" + "\t".join(["time", *motion]) + "\n" + "\n".join(lines) + "\n"


def read(text: str, height: float | None = None) -> Recording:
    source = Source(Path("a.mot"), text.encode(), sidecar=Sidecar(height=height))
    return place(read_opensim(source), source.sidecar)


def test_points_are_those_of_the_skeleton_in_our_axes() -> None:
    recording = read(text_of(MOTION))
    figure = pose_figure({k: v for k, v in MOTION.items() if k not in LENGTHS}, "Rajagopal")
    assert recording.names == figure.names
    places = np.stack([MOTION["pelvis_tx"], MOTION["pelvis_ty"], np.zeros(FRAMES)], axis=1)
    knees = [figure.names.index(f"knee_{side}") for side in "lr"]
    hips = [figure.names.index(f"hip_{side}") for side in "lr"]
    thighs, whole = (
        np.linalg.norm(points[0, knees] - points[0, hips], axis=1).mean()
        for points in (figure.points, recording.points)
    )
    x, y, z = np.moveaxis(whole / thighs * figure.points + places[:, None], -1, 0)
    np.testing.assert_allclose(recording.points, np.stack([x, -z, y], axis=-1), atol=1e-9)
    assert (recording.fps, recording.subject.height) == (FPS, None)


def test_a_stated_height_sizes_the_skeleton_and_leaves_its_way() -> None:
    recording = read(text_of(MOTION), height=2.0)
    figure = pose_figure({k: v for k, v in MOTION.items() if k not in LENGTHS}, "Rajagopal")
    places = np.stack([MOTION["pelvis_tx"], MOTION["pelvis_ty"], np.zeros(FRAMES)], axis=1)
    x, y, z = np.moveaxis(2.0 * figure.points + places[:, None], -1, 0)
    np.testing.assert_allclose(recording.points, np.stack([x, -z, y], axis=-1), atol=1e-9)
    assert recording.subject.height == 2.0
    assert "2 m tall as the user states" in " ".join(recording.notes)


@pytest.mark.parametrize("unit", ["degrees", "radians", "unstated"])
def test_angles_may_be_in_degrees_or_radians(unit: str) -> None:
    expected = read(text_of(MOTION))
    np.testing.assert_allclose(read(text_of(MOTION, unit)).points, expected.points, atol=1e-8)


def test_titles_of_states_are_understood() -> None:
    states = {f"/jointset/some_joint/{name}/value": values for name, values in MOTION.items()}
    states |= {f"/jointset/some_joint/{name}/speed": 9.0 * values for name, values in MOTION.items()}
    text = text_of(
        {k: v if "/pelvis_t" in k and "tilt" not in k else v * 180 / np.pi for k, v in states.items()},
        "radians",
    )
    recording = read(text.replace("inDegrees=no", "inDegrees=yes"))
    np.testing.assert_allclose(recording.points, read(text_of(MOTION)).points, atol=1e-8)
    assert any("Columns left out: /jointset/some_joint/pelvis_tilt/speed" in note for note in recording.notes)


def test_the_pelvis_tells_the_size() -> None:
    small, tall = (read(text_of({**MOTION, "pelvis_ty": np.full(FRAMES, height)})) for height in (0.75, 1.0))
    leg = [
        np.linalg.norm(r.points[0, r.names.index("knee_l")] - r.points[0, r.names.index("hip_l")])
        for r in (small, tall)
    ]
    assert leg[1] / leg[0] == pytest.approx(1.0 / 0.75, rel=1e-9)


def test_without_a_pelvis_height_the_stated_size_is_taken() -> None:
    recording = read(text_of({k: v for k, v in MOTION.items() if k not in LENGTHS}))
    knee, hip = (recording.points[0, recording.names.index(name)] for name in ("knee_l", "hip_l"))
    assert np.linalg.norm(knee - hip) == pytest.approx(0.245 * STATURE, rel=1e-9)
    assert any("1.75 m tall since the file does not tell" in note for note in recording.notes)


def test_the_reference_pose_stands_and_faces_x() -> None:
    recording = read(text_of(MOTION))
    assert recording.reference_points is not None
    reference = dict(zip(recording.names, recording.reference_points, strict=True))
    assert reference["toe_l"][0] > reference["ankle_l"][0] + 0.05
    assert reference["hip_l"][1] > 0.0 > reference["hip_r"][1]
    assert reference["head_top"][2] > reference["shoulder_l"][2] > reference["knee_l"][2]


def test_frames_without_an_angle_are_not_seen() -> None:
    broken = {**MOTION, "hip_flexion_r": np.where(np.arange(FRAMES) == 4, np.nan, SWING)}
    recording = read(text_of(broken))
    np.testing.assert_array_equal(recording.valid_mask.all(axis=1), np.arange(FRAMES) != 4)
    np.testing.assert_array_equal(recording.valid_mask.any(axis=1), np.arange(FRAMES) != 4)


def test_what_the_file_does_not_tell_is_said() -> None:
    legs = {name: values for name, values in MOTION.items() if name.startswith(("hip", "knee", "pelvis"))}
    notes = " ".join(read(text_of(legs)).notes)
    assert "no column tells how they move: the trunk, the left arm, the right arm" in notes
    assert "Coordinates without a column count as zero: ankle_angle_l" in notes
    assert "arm_flex" not in notes


def test_other_columns_are_left_out() -> None:
    recording = read(text_of({**MOTION, "soleus_r": SWING, "ground_force_vx": SWING}))
    assert "Columns left out: soleus_r, ground_force_vx." in recording.notes
    np.testing.assert_array_equal(recording.points, read(text_of(MOTION)).points)


def test_hips_without_knees_are_refused() -> None:
    some = {name: values for name, values in MOTION.items() if not name.startswith("knee")}
    with pytest.raises(CaptureError, match="lacks the columns knee_angle_l, knee_angle_r") as caught:
        read(text_of(some))
    assert caught.value.line == 4


@pytest.mark.parametrize("name", ["Speeds", "Accelerations"])
def test_derivatives_are_refused(name: str) -> None:
    with pytest.raises(CaptureError, match=f"holds {name.lower()}, expected positions or joint angles"):
        read(text_of(MOTION, name=name))


def test_a_pelvis_out_of_this_world_is_refused() -> None:
    with pytest.raises(CaptureError, match="holds a coordinate beyond"):
        read(text_of({**MOTION, "pelvis_tx": np.full(FRAMES, 1e12)}))


def test_a_file_of_nothing_but_gaps_is_refused() -> None:
    with pytest.raises(CaptureError, match="no row without missing values"):
        read(text_of({**MOTION, "knee_angle_l": np.full(FRAMES, np.nan)}))
