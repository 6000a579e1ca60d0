"""Whole parameter files: the built-in walk in SMPL's parameters, and files that somebody broke."""

from __future__ import annotations

import os
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.capture.effort import not_hanging
from understudy.capture import FORMATS, read_capture
from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.smpl.body import TO_OUR_AXES, mean_skeleton
from understudy.capture.smpl.joints import FINGERS, KINDS, PARENTS, SMPL, SMPL_H, SmplKind
from understudy.capture.smpl.motion import SmplMotion
from understudy.capture.smpl.reader import SMPL_FILE, looks_like_smpl, read_amass
from understudy.capture.smpl.skeleton import MODELS_VARIABLE
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.amass import write_amass
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make

LEG = 0.86
"""Thigh and shin of the built-in walker [m]."""

LEFT = np.array([0.0, 1.0, 0.0])
UPS = {"z": 0.5 * np.pi, "y": 0.0, "-y": np.pi}
"""The file's axis that is up → how far a body that stands along SMPL's y is pitched to stand along it."""

_SOURCES = {
    **{"pelvis": "Hips", "spine1": "LowerBack", "spine2": "Spine", "spine3": "Spine1"},
    **{"neck": "Neck", "head": "Head"},
}
for _word in ("left", "right"):
    _pairs = {"hip": "UpLeg", "knee": "Leg", "ankle": "Foot", "foot": "ToeBase", "collar": "Shoulder"}
    _pairs |= {"shoulder": "Arm", "elbow": "ForeArm", "wrist": "Hand"}
    _pairs |= {f"{finger}1": "HandIndex1" for finger in FINGERS if finger != "thumb"}
    _SOURCES |= {f"{_word}_{joint}": f"{_word.title()}{source}" for joint, source in _pairs.items()}


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    return make("walk")


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)


def smpl_walk(walk: SyntheticMotion, kind: SmplKind, up: str = "z") -> SmplMotion:
    """Return the walk in a model's parameters: local rotations of its joints in its own axes."""
    turned: dict[str, np.ndarray] = {}
    for joint in kind.joints:
        source = _SOURCES.get(joint)
        turned[joint] = (
            turned[PARENTS[joint]]
            if source is None
            else walk.joint_orientations[:, walk.skeleton.names.index(source)]
        )
    pitch = rot.from_axis_angle(LEFT, UPS[up])
    local = [rot.multiply(pitch, turned["pelvis"])] + [
        rot.multiply(rot.conjugate(turned[PARENTS[joint]]), turned[joint]) for joint in kind.joints[1:]
    ]
    back = np.argsort(TO_OUR_AXES)
    return SmplMotion(
        kind=kind,
        poses=rot.as_rotation_vector(np.stack(local, axis=1))[..., back],
        translations=rot.rotate(pitch, walk.root_positions)[:, back],
        fps=walk.fps,
        betas=np.zeros(10),
    )


@pytest.fixture
def walk_file(walk: SyntheticMotion, tmp_path: Path) -> Path:
    write_amass(tmp_path / "walk.npz", smpl_walk(walk, SMPL_H))
    return tmp_path / "walk.npz"


def landmark(recording: Recording, name: str) -> np.ndarray:
    return recording.points[:, recording.names.index(recording.landmark_points[name][0])]


def directions(recording: Recording, start: str, end: str) -> np.ndarray:
    return rot.normalise(landmark(recording, end) - landmark(recording, start))


@pytest.mark.parametrize("up", UPS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_walk_comes_back(walk: SyntheticMotion, tmp_path: Path, kind: SmplKind, up: str) -> None:
    write_amass(tmp_path / "a.npz", smpl_walk(walk, kind, up))
    recording = read_capture(tmp_path / "a.npz")
    assert recording.dialect == f"SMPL ({kind.name})"
    assert (recording.frame_count, recording.fps) == (walk.frame_count, walk.fps)
    assert f"In the file {up} is up" in " ".join(recording.notes)
    hips = landmark(recording, "mid_hip")
    np.testing.assert_allclose(
        hips - hips[0], walk.root_positions - walk.root_positions[0], atol=1e-9, err_msg="path"
    )
    for joint, source in (("knee_l", "LeftLeg"), ("wrist_r", "RightHand"), ("head", "Head")):
        column = recording.names.index(recording.landmark_points[joint][0])
        assert recording.rotations is not None
        expected = walk.joint_orientations[:, walk.skeleton.names.index(source)]
        np.testing.assert_allclose(
            np.abs(np.sum(recording.rotations[:, column] * expected, axis=1)), 1.0, atol=1e-9
        )


def test_the_walker_looks_like_one(walk: SyntheticMotion, walk_file: Path) -> None:
    recording = read_capture(walk_file)
    names = walk.skeleton.names
    for start, end, first, second, degrees in (
        ("hip_l", "knee_l", "LeftUpLeg", "LeftLeg", 7.0),
        ("knee_r", "ankle_r", "RightLeg", "RightFoot", 8.0),
        ("shoulder_l", "elbow_l", "LeftArm", "LeftForeArm", 8.0),
        ("elbow_r", "wrist_r", "RightForeArm", "RightHand", 4.0),
    ):
        joints = walk.joint_positions
        expected = joints[:, names.index(second)] - joints[:, names.index(first)]
        found = directions(recording, start, end)
        # SMPL's T-pose is not drawn with a ruler: its bones lean by some degrees, in every frame alike.
        assert np.rad2deg(rot.angle_between(found, expected).max()) < degrees
    leg = np.linalg.norm(
        landmark(recording, "knee_l") - landmark(recording, "hip_l"), axis=1
    ) + np.linalg.norm(landmark(recording, "ankle_l") - landmark(recording, "knee_l"), axis=1)
    np.testing.assert_allclose(leg, LEG, atol=0.03)
    assert "at which standing feet stay in place" in " ".join(recording.notes)


def test_the_reference_pose_is_a_t_pose_that_faces_x(walk_file: Path) -> None:
    recording = read_capture(walk_file)
    assert recording.reference_points is not None
    reference = dict(zip(recording.names, recording.reference_points, strict=True))
    assert reference["left_wrist"][1] > reference["left_shoulder"][1] + 0.4
    assert reference["left_foot"][0] > reference["left_ankle"][0] + 0.1
    np.testing.assert_array_equal(recording.reference_rotations, np.tile(rot.IDENTITY, (len(reference), 1)))


def test_fingers_bend(walk_file: Path) -> None:
    recording = read_capture(walk_file)
    assert recording.landmark_points["knuckle_l"] == ("left_middle1",)
    hand = directions(recording, "wrist_l", "knuckle_l")
    fingers = directions(recording, "knuckle_l", "fingertip_l")
    assert np.rad2deg(rot.angle_between(hand, fingers)).min() > 10.0


def test_who_stands_still_is_as_tall_as_gender_and_shape_say(tmp_path: Path) -> None:
    poses = np.zeros((5, 24, 3))
    poses[:, 0, 0] = 0.5 * np.pi
    still = SmplMotion(SMPL, poses, np.zeros((5, 3)), 30.0, np.array([2.0, 0.0]), "female")
    write_amass(tmp_path / "a.npz", still)
    recording = read_capture(tmp_path / "a.npz")
    assert "1.79 m, by gender (female) and shape parameters, approximately" in " ".join(recording.notes)
    assert recording.subject.sex == "female"
    assert landmark(recording, "wrist_l")[0, 1] > landmark(recording, "shoulder_l")[0, 1] + 0.4
    assert landmark(recording, "toe_l")[0, 0] > landmark(recording, "ankle_l")[0, 0] + 0.1


def test_a_body_that_is_upright_along_no_axis_leaves_a_doubt(tmp_path: Path) -> None:
    poses = np.zeros((5, 24, 3))
    poses[:, 0, 2] = 0.25 * np.pi
    write_amass(tmp_path / "a.npz", SmplMotion(SMPL, poses, np.zeros((5, 3)), 30.0, np.zeros(10)))
    read = read_capture(tmp_path / "a.npz")
    assert "it may be" in " ".join(read.warnings)


def test_what_is_stated_beside_the_file_counts(walk_file: Path) -> None:
    recording = read_capture(walk_file, Sidecar(fps=25.0, up="y", height=1.5))
    notes = " ".join([*recording.notes, *recording.warnings])
    assert (recording.fps, recording.subject.height) == (25.0, 1.5)
    assert "y is up, as the user states" in notes
    assert "The person is 1.5 m tall, as the user states" in notes
    plain = read_capture(walk_file)
    assert plain.reference_points is not None
    assert recording.reference_points is not None
    scale = np.ptp(recording.reference_points[:, 2]) / np.ptp(plain.reference_points[:, 2])
    np.testing.assert_allclose(recording.reference_points, scale * plain.reference_points, atol=1e-9)
    assert read_capture(walk_file, Sidecar(up="x")).frame_count == recording.frame_count


def test_a_body_model_beside_the_file_is_used(walk: SyntheticMotion, walk_file: Path) -> None:
    joints = rest_pose(mean_skeleton(SMPL_H, 2.0)).points[0, :52][:, np.argsort(TO_OUR_AXES)]
    np.savez(
        walk_file.parent / "SMPLH_NEUTRAL.npz",
        v_template=joints,
        shapedirs=np.zeros((52, 3, 16)),
        J_regressor=np.eye(52),
    )
    recording = read_capture(walk_file)
    assert "those of the body model SMPLH_NEUTRAL.npz, 2.00 m tall" in " ".join(recording.notes)
    assert recording.provenance.steps[0][1]["file"] == "SMPLH_NEUTRAL.npz"
    # SMPL puts the pelvis where the model has it, moved by the translation and not turned with the root.
    pelvis = smpl_walk(walk, SMPL_H).translations[0] + joints[0]
    x, y, z = pelvis
    np.testing.assert_allclose(landmark(recording, "mid_hip")[0], [-y, x, z], atol=1e-9)


class Trap:
    """Leaves a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        """Name the file."""
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a pickle would call."""
        return (os.system, (f"touch '{self.path}'",))


@pytest.mark.parametrize("protocol", [0, 2, 3, 4, 5])
def test_pickles_that_ask_for_more_than_arrays_are_refused(tmp_path: Path, protocol: int) -> None:
    trap = Trap(tmp_path / "sprung")
    content = pickle.dumps({"poses": trap, "trans": np.zeros(3)}, protocol=protocol)
    (tmp_path / "motion.pkl").write_bytes(content)
    said = r"asks to call \w+\.system, which is never done, .*convert it where it was made: numpy\.savez"
    with pytest.raises(CaptureError, match=said):
        read_capture(tmp_path / "motion.pkl")
    assert not trap.path.exists()
    pickle.loads(content)
    assert trap.path.exists()


@pytest.mark.parametrize("protocol", [0, 2, 3, 4, 5])
def test_pickles_of_arrays_are_read_as_archives_are(walk_file: Path, protocol: int) -> None:
    with np.load(walk_file) as arrays:
        content = pickle.dumps({name: arrays[name] for name in arrays}, protocol=protocol)
    path = walk_file.with_suffix(".pkl")
    path.write_bytes(content)
    archived, pickled = read_capture(walk_file), read_capture(path)
    np.testing.assert_array_equal(pickled.points, archived.points)
    assert pickled.notes == archived.notes


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ([1, 2], "is a pickle without a dictionary of arrays, expected poses and trans"),
        ({"frames": [1, 2], "names": "x"}, "is a pickle with frames, names, expected poses and trans"),
    ],
)
def test_other_pickles_say_what_they_hold(tmp_path: Path, held: object, said: str) -> None:
    (tmp_path / "motion.pkl").write_bytes(pickle.dumps(held))
    with pytest.raises(CaptureError, match=said):
        read_capture(tmp_path / "motion.pkl")


def test_archives_of_pytorch_without_a_motion_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "result.pt", "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}.")
    with pytest.raises(CaptureError, match="is a pickle without a dictionary of arrays, expected poses"):
        read_capture(tmp_path / "result.pt")


def test_no_other_sample_looks_like_smpl(shared: Path) -> None:
    samples = [path for path in (shared / "motions").rglob("*") if path.is_file()]
    assert [path.name for path in samples if looks_like_smpl(path.read_bytes())] == []
    assert SMPL_FILE in FORMATS


def read_or_refuse(content: bytes) -> RawCapture | CaptureError:
    """Return what came out; anything but a recording or a CaptureError fails the test that asks."""
    try:
        with not_hanging():
            looks_like_smpl(content)
            return read_amass(Source(Path("broken.npz"), content))
    except CaptureError as error:
        assert len(str(error).splitlines()) == 1
        return error


@given(content=st.binary(max_size=300))
def test_any_bytes_behind_an_archives_first_are_one_sentence(content: bytes) -> None:
    assert isinstance(read_or_refuse(b"PK\x03\x04" + content + b"PK\x05\x06" + content[:18]), CaptureError)
