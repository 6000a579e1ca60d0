"""FBX of any program, unit and axes puts the performer's joints where they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.capture.fbx.conftest import FPS, with_more
from understudy.capture import read_capture
from understudy.capture.fbx import scene
from understudy.errors import CaptureError
from understudy.export.captures.bone_frames import in_bone_frames
from understudy.export.captures.bvh import zyx_angles
from understudy.export.captures.fbx import key_curve
from understudy.export.captures.fbx_records import Id, Name, Record
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion
from understudy.synth.body.points import positions_of

Put = Callable[..., Path]
Save = Callable[..., Path]

MILLIMETRE = 1e-3
FILM = 11
"""What stands for 24 frames a second."""

LIMBS = [f"{name}_{side}" for name in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist") for side in "lr"]
SIDES = (("Left", "L", "l"), ("Right", "R", "r"))


def named(midline: dict[str, str], limbs: dict[str, str]) -> dict[str, str]:
    """Return joint of the performer → its name, where ``{Left}``, ``{L}`` and ``{l}`` stand for sides."""
    return midline | {
        f"{side}{joint}": name.format(Left=side, L=letter, l=small)
        for joint, name in limbs.items()
        for side, letter, small in SIDES
    }


MIXAMO = named(
    {
        "Hips": "mixamorig:Hips",
        "LowerBack": "mixamorig:Spine",
        "Spine": "mixamorig:Spine1",
        "Spine1": "mixamorig:Spine2",
        "Neck": "mixamorig:Neck",
        "Neck1": "mixamorig:Neck1",
        "Head": "mixamorig:Head",
        "Head_end": "mixamorig:HeadTop_End",
    },
    {
        joint: f"mixamorig:{{Left}}{joint}"
        for joint in ("UpLeg", "Leg", "Foot", "ToeBase", "Shoulder", "Arm", "ForeArm", "Hand")
    },
)
ROKOKO = named(
    {"Spine1": "Chest"},
    {
        "UpLeg": "{Left}Thigh",
        "Leg": "{Left}Shin",
        "ToeBase": "{Left}Toe",
        "Shoulder": "{Left}Shoulder",
        "Arm": "{Left}Arm",
        "ForeArm": "{Left}ForeArm",
    },
)
OPTITRACK = named(
    {"Hips": "Actor_Hip", "LowerBack": "Actor_Ab", "Spine1": "Actor_Chest", "Neck": "Actor_Neck"}
    | {"Spine": "Actor_Spine", "Neck1": "Actor_Neck2", "Head": "Actor_Head"},
    {
        "UpLeg": "Actor_{L}Thigh",
        "Leg": "Actor_{L}Shin",
        "Foot": "Actor_{L}Foot",
        "ToeBase": "Actor_{L}Toe",
        "Shoulder": "Actor_{L}Shoulder",
        "Arm": "Actor_{L}UArm",
        "ForeArm": "Actor_{L}FArm",
        "Hand": "Actor_{L}Hand",
    },
)
UNREAL = named(
    {"Hips": "pelvis", "LowerBack": "spine_01", "Spine": "spine_02", "Spine1": "spine_03"}
    | {"Neck": "neck_01", "Neck1": "neck_02", "Head": "head"},
    {
        "UpLeg": "thigh_{l}",
        "Leg": "calf_{l}",
        "Foot": "foot_{l}",
        "ToeBase": "ball_{l}",
        "Shoulder": "clavicle_{l}",
        "Arm": "upperarm_{l}",
        "ForeArm": "lowerarm_{l}",
        "Hand": "hand_{l}",
    },
)

STYLES: dict[str, dict[str, object]] = {
    "metres": {"unit": 1.0},
    "inches as a text": {"unit": 0.0254, "is_binary": False},
    "z up": {"up": "z"},
    "z up as a text": {"up": "z", "is_binary": False},
    "no bind pose": {"has_bind_pose": False},
    "nulls": {"bones": "Null", "has_bind_pose": False},
    "Mixamo": {"names": MIXAMO},
    "Rokoko": {"names": ROKOKO},
    "OptiTrack": {"names": OPTITRACK},
    "Unreal": {"names": UNREAL},
}


def require_truth(recording: Recording, motion: SyntheticMotion, far: float = MILLIMETRE) -> None:
    """Require that limbs are where the performer's are."""
    for landmark in LIMBS:
        columns = [recording.names.index(name) for name in recording.landmark_points[landmark]]
        away = recording.points[:, columns].mean(axis=1) - positions_of(motion, (landmark,))[:, 0]
        assert np.linalg.norm(away, axis=1).max() < far, landmark


@pytest.mark.parametrize("style", STYLES)
def test_limbs_are_where_they_truly_are(put: Put, walk: SyntheticMotion, style: str) -> None:
    recording = read_capture(put(**STYLES[style]))
    assert recording.fps == FPS
    assert not recording.warnings
    require_truth(recording, walk)
    if style in ("Mixamo", "Rokoko", "OptiTrack", "Unreal"):
        assert recording.dialect == f"FBX ({style})"


def take_of(number: int, name: str, seconds: float) -> list[Record]:
    ticks = round(seconds * 46_186_158_000)
    span = [
        Record("P", ("LocalStart", "KTime", "Time", "", Id(0))),
        Record("P", ("LocalStop", "KTime", "Time", "", Id(ticks))),
    ]
    inner = (Record("Properties70", (), span),)
    return [
        Record("AnimationStack", (Id(number), Name(name, "AnimStack"), ""), inner),
        Record("AnimationLayer", (Id(number + 1), Name("BaseLayer", "AnimLayer"), "")),
    ]


@pytest.mark.parametrize("is_binary", [True, False])
def test_an_empty_take_is_not_read_though_it_is_longer(
    records: list[Record], save: Save, walk: SyntheticMotion, is_binary: bool
) -> None:
    found = with_more(records, "Objects", take_of(50, "mixamo.com", 9.0))
    found = with_more(found, "Connections", [Record("C", ("OO", Id(51), Id(50)))])
    recording = read_capture(save(found, is_binary))
    assert recording.frame_count == len(walk.root_positions)
    assert any(
        "Of 2 takes" in said and "'Take 001'" in said and "mixamo.com" in said for said in recording.notes
    )
    require_truth(recording, walk)


def test_a_take_in_which_all_keys_are_alike_is_not_read(
    records: list[Record], save: Save, walk: SyntheticMotion
) -> None:
    times = (np.arange(5) * 46_186_158_000).astype(np.int64)
    curve = key_curve(60, times, np.ones(5))
    node = Record("AnimationCurveNode", (Id(59), Name("R", "AnimCurveNode"), ""))
    found = with_more(records, "Objects", [*take_of(50, "still", 9.0), node, curve])
    hips = next(link for link in records[-1].inner if link.values[-1] == "Lcl Translation").values[2]
    links = [("OO", Id(51), Id(50)), ("OO", Id(59), Id(51)), ("OP", Id(59), hips, "Lcl Rotation")]
    links += [("OP", Id(60), Id(59), "d|X")]
    recording = read_capture(save(with_more(found, "Connections", [Record("C", link) for link in links])))
    assert recording.frame_count == len(walk.root_positions)
    assert any(said.endswith("left aside: still.") for said in recording.notes)


def test_keys_that_follow_at_another_rate_tell_it(records: list[Record], save: Save) -> None:
    for record in records:
        if record.name == "GlobalSettings":
            rows = [
                row for row in record.inner[1].inner if row.values[0] not in ("TimeMode", "CustomFrameRate")
            ]
            rows.append(Record("P", ("TimeMode", "enum", "", "", 11)))
            record.inner[1].inner[:] = rows  # pyright: ignore[reportIndexIssue]
    recording = read_capture(save(records))
    assert recording.fps == FPS
    assert any("as its keys follow each other" in said for said in recording.notes)


def test_a_scaled_null_above_the_body_scales_it(
    records: list[Record], save: Save, walk: SyntheticMotion
) -> None:
    """Some programs put a body in metres under a node that makes it as large as centimetres are."""
    scale = Record("P", ("Lcl Scaling", "Lcl Scaling", "", "A", 2.0, 2.0, 2.0))
    inner = (Record("Version", (232,)), Record("Properties70", (), (scale,)))
    objects = [Record("Model", (Id(77), Name("Armature", "Model"), "Null"), inner)]
    found = with_more(records, "Objects", objects)
    found = [record for record in found if record.name != "Connections"]
    links = next(record for record in records if record.name == "Connections").inner
    hips = [
        Record("C", ("OO", link.values[1], Id(77)))
        if link.values[0] == "OO" and isinstance(link.values[2], Id) and link.values[2].number == 0
        else link
        for link in links
    ]
    found.append(Record("Connections", (), [*hips, Record("C", ("OO", Id(77), Id(0)))]))
    plain, scaled = read_capture(save(records)), read_capture(save(found))
    assert "Armature" not in scaled.names
    np.testing.assert_allclose(scaled.points, 2.0 * plain.points, atol=1e-6)


def test_without_the_library_one_sentence_says_what_to_install(
    put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene, "find_spec", lambda name: None)
    with pytest.raises(CaptureError, match=r"is FBX, which .* pip install 'understudy\[fbx\]'"):
        read_capture(put())


FATES = {
    "crash": ("import ctypes; ctypes.string_at(0)", r"crashes, or needs over 2048 MiB \(SIGSEGV\)"),
    "silence": ("pass", "takes over 2048 MiB"),
    "an end": ("import sys; sys.exit(3)", r"exit code 3"),
}


@pytest.mark.parametrize("fate", FATES)
def test_however_the_other_process_ends_it_is_one_sentence(
    put: Put, monkeypatch: pytest.MonkeyPatch, fate: str
) -> None:
    code, sentence = FATES[fate]
    monkeypatch.setattr(scene, "_START", code)
    with pytest.raises(CaptureError, match=sentence):
        read_capture(put())


def test_a_process_that_does_not_end_is_ended(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "_START", "import time; time.sleep(1e6)")
    monkeypatch.setattr(scene, "SECONDS", 0.05)
    with pytest.raises(CaptureError, match=r"takes over 0\.05 s to read"):
        read_capture(put())


@pytest.mark.parametrize("has_bind_pose", [True, False])
def test_a_pose_of_the_motion_is_no_pose_at_rest(
    records: list[Record], save: Save, walk: SyntheticMotion, has_bind_pose: bool
) -> None:
    """Programs that save no bind pose leave bones as they were in the frame that was shown."""
    for record in records:
        for model in record.inner if record.name == "Objects" else ():
            if model.name == "Model":
                _turn_as_in_first_frame(model, walk)
    if not has_bind_pose:
        records = [
            Record(each.name, each.values, [inner for inner in each.inner if inner.name != "Pose"])
            for each in records
        ]
    recording = read_capture(save(records))
    assert any("is a moment of it" in said for said in recording.notes) != has_bind_pose
    # Where forward is shows in the motion alone then, whose mean is a fraction of a degree off.
    require_truth(recording, walk, MILLIMETRE if has_bind_pose else 0.02)
    assert recording.reference_points is not None
    arm = [recording.names.index(f"Left{joint}") for joint in ("Arm", "Hand")]
    along = np.diff(recording.reference_points[arm], axis=0)[0]
    # In a T-pose, arms point to the sides.
    assert along[1] / np.linalg.norm(along) > 0.98


def _turn_as_in_first_frame(model: Record, walk: SyntheticMotion) -> None:
    name = model.values[1]
    assert isinstance(name, Name)
    motion = in_bone_frames(walk.skeleton, walk.root_positions, walk.local_rotations)
    turn = motion.turns[0, motion.names.index(name.name)]
    angles = np.rad2deg(zyx_angles(rot.as_matrix(turn)))[::-1].tolist()
    rows = model.inner[1].inner
    more = Record("P", ("Lcl Rotation", "Lcl Rotation", "", "A", *angles))
    object.__setattr__(model.inner[1], "inner", [*rows, more])
