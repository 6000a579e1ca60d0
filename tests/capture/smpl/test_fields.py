"""Arrays under all the names that programs give them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.npz.arrays import NpzArrays
from understudy.capture.smpl.fields import USUAL_FPS, has_motion, motion_of_arrays
from understudy.capture.smpl.motion import SmplMotion
from understudy.errors import CaptureError

FRAMES = 4
AMASS: dict[str, Any] = {
    "poses": np.linspace(-1.0, 1.0, FRAMES * 156).reshape(FRAMES, 156),
    "trans": np.ones((FRAMES, 3)),
    "betas": np.arange(16.0),
    "gender": "male",
    "mocap_framerate": 120.0,
    "dmpls": np.zeros((FRAMES, 8)),
}
PARTS: dict[str, Any] = {
    "global_orient": np.full((FRAMES, 1, 3), 0.1),
    "body_pose": np.full((FRAMES, 21, 3), 0.2),
    "transl": np.ones((FRAMES, 3), dtype=np.float32),
    "fps": 30,
}
HANDS = {"left_hand_pose": np.full((FRAMES, 45), 0.3), "right_hand_pose": np.full((FRAMES, 45), 0.4)}
NEW_AMASS = {
    "root_orient": np.full((FRAMES, 3), 0.1),
    "pose_body": np.full((FRAMES, 63), 0.2),
    "pose_hand": np.full((FRAMES, 90), 0.3),
    "pose_jaw": np.zeros((FRAMES, 3)),
    "trans": np.ones((FRAMES, 3)),
    "mocap_frame_rate": np.array([100.0]),
}


def read(arrays: dict[str, Any]) -> tuple[SmplMotion, str]:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    archive = NpzArrays(Path("a.npz"), buffer.getvalue())
    assert has_motion(archive)
    motion, notes = motion_of_arrays(Path("a.npz"), archive)
    return motion, " ".join(notes)


def without(arrays: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: array for name, array in arrays.items() if name not in names}


def test_amass() -> None:
    motion, notes = read(AMASS)
    assert (motion.kind.name, motion.fps, motion.gender, notes) == ("SMPL-H", 120.0, "male", "")
    np.testing.assert_array_equal(motion.poses.reshape(FRAMES, -1), AMASS["poses"])
    np.testing.assert_array_equal(motion.betas, np.arange(16.0))


@pytest.mark.parametrize(("width", "kind"), [(66, "SMPL"), (72, "SMPL"), (156, "SMPL-H"), (165, "SMPL-X")])
def test_the_number_of_parameters_tells_the_model(width: int, kind: str) -> None:
    poses = np.full((FRAMES, width), 0.5)
    motion, _ = read(AMASS | {"poses": poses})
    assert motion.kind.name == kind
    np.testing.assert_array_equal(motion.poses.reshape(FRAMES, -1)[:, :width], poses)
    assert not motion.poses.reshape(FRAMES, -1)[:, width:].any()


@pytest.mark.parametrize(
    ("arrays", "kind", "last"),
    [
        (PARTS, "SMPL", 0.0),
        (PARTS | {"body_pose": np.full((FRAMES, 69), 0.2)}, "SMPL", 0.2),
        (PARTS | HANDS, "SMPL-H", 0.4),
        (PARTS | HANDS | {"jaw_pose": np.zeros((FRAMES, 3))}, "SMPL-X", 0.4),
        (NEW_AMASS, "SMPL-X", 0.3),
    ],
)
def test_parts_are_joined(arrays: dict[str, Any], kind: str, last: float) -> None:
    motion, _ = read(arrays)
    assert motion.kind.name == kind
    np.testing.assert_allclose(motion.poses[:, 0], 0.1)
    np.testing.assert_allclose(motion.poses[:, 1:22], 0.2)
    np.testing.assert_allclose(motion.poses[:, -1], last)
    np.testing.assert_allclose(motion.translations, 1.0)


@pytest.mark.parametrize(
    ("arrays", "note"),
    [
        (without(AMASS, "mocap_framerate"), f"{USUAL_FPS:g} frames a second are assumed"),
        (without(AMASS, "betas"), "the mean shape is assumed"),
        (without(AMASS, "gender"), "the neutral body is assumed"),
        (AMASS | {"gender": "x\u2603"}, "is not known; the neutral body is assumed"),
        (without(PARTS, "transl"), "the body's root stays in place"),
        (PARTS | {name: hand[:, :12] for name, hand in HANDS.items()}, "given by 12 components"),
    ],
)
def test_what_is_missing_is_noted(arrays: dict[str, Any], note: str) -> None:
    assert note in read(arrays)[1]


@pytest.mark.parametrize(
    ("gender", "expected"),
    [
        ("female", "female"),
        (b"male", "male"),
        (["Male"], "male"),
        ("b'female'", "female"),
        (b"\xff", "neutral"),
    ],
)
def test_gender_in_all_its_spellings(gender: Any, expected: str) -> None:
    assert read(AMASS | {"gender": gender})[0].gender == expected


@pytest.mark.parametrize("shape", [(10,), (1, 10), (FRAMES, 10), (FRAMES, 1, 10), (0,)])
def test_shapes_of_shape_parameters(shape: tuple[int, ...]) -> None:
    assert read(AMASS | {"betas": np.full(shape, 0.5)})[0].betas.shape == (shape[-1],)


def test_a_single_pose_is_one_frame() -> None:
    motion, _ = read(AMASS | {"poses": np.zeros(72), "trans": np.zeros(3)})
    assert len(motion.poses) == 1


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (AMASS | {"poses": np.zeros((FRAMES, 100))}, r"100 numbers a frame, expected one of 66 \(SMPL\), 72"),
        (
            AMASS | {"poses": np.zeros((FRAMES, 24, 3, 3))},
            r"shape \(4, 24, 3, 3\), expected a row of numbers",
        ),
        (AMASS | {"poses": np.zeros((0, 72))}, "expected a row of numbers a frame"),
        (AMASS | {"trans": np.zeros((FRAMES + 1, 3))}, "expected 4 frames of 3 numbers"),
        (
            AMASS | {"trans": np.full((FRAMES, 3), np.inf)},
            "'trans' holds what is no translation, first in frame 0",
        ),
        (AMASS | {"poses": np.full((FRAMES, 72), np.nan)}, "'poses' holds what is no turn"),
        (AMASS | {"betas": np.full(10, 1e9)}, "'betas' holds what is no shape parameter"),
        (AMASS | {"poses": np.array(["a"] * FRAMES)}, "'poses' holds <U1, expected numbers"),
        (AMASS | {"mocap_framerate": 0.0}, "'mocap_framerate' is 0.0, expected a number from 1e-05"),
        (AMASS | {"mocap_framerate": [1.0, 2.0]}, "is .1.0, 2.0., expected a number"),
        (AMASS | {"poses": np.array([{}], dtype=object)}, "array 'poses' holds pickled objects"),
        (PARTS | {"body_pose": np.zeros((FRAMES, 60))}, "60 numbers a frame, expected 63 or 69"),
        (NEW_AMASS | {"pose_hand": np.zeros((FRAMES, 24))}, "expected 4 frames of 90 numbers"),
    ],
)
def test_faults_name_the_array(arrays: dict[str, Any], message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        read(arrays)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "arrays",
    [
        {"points": np.zeros((2, 3, 3)), "names": np.array(["a"])},
        {"poses": np.zeros((2, 72))},
        {"body_pose": np.zeros((2, 63))},
        {"q": np.zeros((2, 30))},
    ],
)
def test_other_archives_are_not_claimed(arrays: dict[str, Any]) -> None:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    assert not has_motion(NpzArrays(Path("a.npz"), buffer.getvalue()))
