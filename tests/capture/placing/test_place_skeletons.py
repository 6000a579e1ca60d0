"""Unit, axes and reference pose of whole files, and the notes that say so."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Sidecar, Skeleton, read_capture
from understudy.errors import CaptureError
from understudy.export.captures.bvh import write_bvh
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Motion = Callable[[Skeleton, int], tuple[np.ndarray, np.ndarray]]

ARMS_DOWN = {"LeftArm": -80.0, "RightArm": 80.0}
"""Turns about x [deg] from the rest pose's T to hanging arms."""


def still(skeleton: Skeleton, count: int, turns: dict[str, float]) -> np.ndarray:
    """Return local rotations (T, J, 4) that turn some joints about x [deg]."""
    rotations = np.tile(rot.IDENTITY, (count, skeleton.joint_count, 1))
    for name, degrees in turns.items():
        rotations[:, skeleton.names.index(name)] = rot.from_axis_angle(np.eye(3)[0], np.deg2rad(degrees))
    return rotations


def landmark(recording: Recording, name: str) -> np.ndarray:
    return recording.points[:, recording.names.index(recording.landmark_points[name][0])]


def test_rest_pose_is_the_reference(person: Skeleton, small_motion: Motion, tmp_path: Path) -> None:
    write_bvh(tmp_path / "a.bvh", person, *small_motion(person, 9), 25.0)
    recording = read_capture(tmp_path / "a.bvh")
    assert recording.frame_count == 9
    assert recording.dialect == "BVH (CMU)"
    assert recording.reference_points is not None
    assert recording.reference_rotations is not None
    head = recording.reference_points[recording.names.index("Head")]
    np.testing.assert_allclose(head, [0.0, 0.0, 0.58], atol=1e-6)
    np.testing.assert_array_equal(recording.reference_rotations[0], rot.IDENTITY)
    notes = " ".join(recording.notes)
    assert "25 frames a second, from a frame time of 0.04 s." in notes
    assert "In the file y is up, as the skeleton's rest pose stands." in notes
    assert "Forward is z, as the skeleton's rest pose faces." in notes
    assert "Lengths are taken as centimetres (0.01 m), in which the person is 1.72 m tall." in notes
    assert "Reference pose: the skeleton's rest pose" in notes


def test_added_t_pose_is_dropped_and_said_so(person: Skeleton, tmp_path: Path) -> None:
    rotations = still(person, 30, ARMS_DOWN)
    rotations[0] = rot.IDENTITY
    positions = np.tile([3.0, 1.0, 0.9], (30, 1))
    write_bvh(tmp_path / "a.bvh", person, positions, rotations, 30.0)
    recording = read_capture(tmp_path / "a.bvh")
    assert recording.frame_count == 29
    assert (landmark(recording, "wrist_l")[:, 2] < landmark(recording, "elbow_l")[:, 2]).all()
    assert recording.reference_points is not None
    np.testing.assert_allclose(recording.reference_points[0], [3.0, 1.0, 0.9], atol=1e-6)
    assert any(note.startswith("Dropped frame 0, a T-pose") for note in recording.notes)


def test_performed_t_pose_is_kept(person: Skeleton, tmp_path: Path) -> None:
    steps = [
        still(person, 1, {k: v * share for k, v in ARMS_DOWN.items()}) for share in np.linspace(0, 1, 30)
    ]
    write_bvh(tmp_path / "a.bvh", person, np.zeros((30, 3)), np.concatenate(steps), 30.0)
    recording = read_capture(tmp_path / "a.bvh")
    assert recording.frame_count == 30
    assert not any("Dropped" in note for note in recording.notes)


def test_turned_t_pose_faces_forward_exactly(person: Skeleton, tmp_path: Path) -> None:
    rotations = still(person, 30, ARMS_DOWN)
    rotations[0] = rot.IDENTITY
    rotations[:, 0] = rot.from_axis_angle(np.eye(3)[2], np.deg2rad(40.0))
    write_bvh(tmp_path / "a.bvh", person, np.zeros((30, 3)), rotations, 30.0)
    recording = read_capture(tmp_path / "a.bvh")
    ankle, toe = landmark(recording, "ankle_l")[5], landmark(recording, "toe_l")[5]
    np.testing.assert_allclose(toe - ankle, [0.13, 0.0, -0.04], atol=1e-6)
    assert "Forward is near z" in " ".join(recording.notes)


def test_lying_body_keeps_the_axes_of_its_rest_pose(person: Skeleton, tmp_path: Path) -> None:
    rotations = still(person, 5, ARMS_DOWN)
    rotations[:, 0] = rot.from_axis_angle(np.eye(3)[1], -np.pi / 2)
    for side in ("Left", "Right"):
        for joint, degrees in (("UpLeg", -60.0), ("Leg", 90.0)):
            turn = rot.from_axis_angle(np.eye(3)[1], np.deg2rad(degrees))
            rotations[:, person.names.index(f"{side}{joint}")] = turn
    write_bvh(tmp_path / "a.bvh", person, np.tile([0.0, 0.0, 0.1], (5, 1)), rotations, 30.0)
    recording = read_capture(tmp_path / "a.bvh")
    trunk = landmark(recording, "chest")[0] - landmark(recording, "mid_hip")[0]
    assert abs(trunk[2]) < 1e-6
    assert "The body lies: its trunk is 90° from up on the median." in recording.notes


def test_a_body_that_lies_straight_keeps_the_axes_of_its_rest_pose(person: Skeleton, tmp_path: Path) -> None:
    rotations = still(person, 5, ARMS_DOWN)
    rotations[:, 0] = rot.from_axis_angle(np.eye(3)[1], -np.pi / 2)
    write_bvh(tmp_path / "a.bvh", person, np.tile([0.0, 0.0, 0.1], (5, 1)), rotations, 30.0)
    lying = read_capture(tmp_path / "a.bvh")
    trunk = landmark(lying, "chest")[0] - landmark(lying, "mid_hip")[0]
    assert abs(trunk[2]) < 1e-6
    assert "y is up, as the skeleton's rest pose stands, but it may be" in " ".join(lying.warnings)


def test_frames_with_other_axes_than_the_rest_pose_keep_bones_and_turns_together(
    person: Skeleton, small_motion: Motion, tmp_path: Path
) -> None:
    """A rotation always is the turn from the reference pose to the frame, whichever axes they have."""
    positions, rotations = small_motion(person, 9)
    rotations[:, 0] = rot.from_axis_angle(np.eye(3)[1], -np.pi / 2)
    write_bvh(tmp_path / "a.bvh", person, positions, rotations, 30.0)
    for stated in (Sidecar(), Sidecar(up="y"), Sidecar(up="-y"), Sidecar(up="x")):
        recording = read_capture(tmp_path / "a.bvh", stated)
        assert recording.rotations is not None
        assert recording.reference_points is not None
        assert recording.reference_rotations is not None
        for name, root in zip(person.names, person.parents, strict=True):
            if root >= 0:
                child, parent = (recording.names.index(joint) for joint in (name, person.names[root]))
                turns = rot.multiply(
                    recording.rotations[:, parent], rot.conjugate(recording.reference_rotations[parent])
                )
                bone = recording.reference_points[child] - recording.reference_points[parent]
                moved = recording.points[:, child] - recording.points[:, parent]
                np.testing.assert_allclose(rot.rotate(turns, bone), moved, atol=1e-6)


def test_a_stated_height_scales_skeletons_and_their_reference(
    person: Skeleton, small_motion: Motion, tmp_path: Path
) -> None:
    write_bvh(tmp_path / "a.bvh", person, *small_motion(person, 9), 25.0)
    plain, stated = (read_capture(tmp_path / "a.bvh", Sidecar(height=height)) for height in (1.6, 0.8))
    np.testing.assert_allclose(stated.points, 0.5 * plain.points, atol=1e-9)
    assert plain.reference_points is not None
    assert stated.reference_points is not None
    np.testing.assert_allclose(stated.reference_points, 0.5 * plain.reference_points, atol=1e-9)
    assert stated.subject.height == 0.8


def test_baby_on_its_back_in_centimetres(
    scaled_person: Callable[[float, float], Skeleton], tmp_path: Path
) -> None:
    baby = scaled_person(0.48, 0.81)
    rotations = still(baby, 5, {})
    rotations[:, 0] = rot.from_axis_angle(np.eye(3)[1], -np.pi / 2)
    write_bvh(tmp_path / "a.bvh", baby, np.zeros((5, 3)), rotations, 30.0)
    assert (
        "Lengths are taken as centimetres (0.01 m), in which the person is 0.74 m tall."
        in read_capture(tmp_path / "a.bvh").notes
    )


def test_offsets_that_fold_the_body_give_a_made_up_reference(person: Skeleton, tmp_path: Path) -> None:
    """Some files lay all bones along one axis; then only the motion tells which way is up."""
    offsets = np.array(person.offsets)
    legs = [k for k, name in enumerate(person.names) if name.endswith(("Leg", "Foot"))]
    offsets[legs] *= -1.0
    folded = Skeleton(person.names, person.parents, offsets, person.end_offsets)
    upright = still(folded, 5, {"LeftUpLeg": 180.0, "RightUpLeg": 180.0})
    write_bvh(tmp_path / "a.bvh", folded, np.zeros((5, 3)), upright, 30.0)
    recording = read_capture(tmp_path / "a.bvh")
    assert recording.reference_points is not None
    reference = dict(zip(recording.names, recording.reference_points, strict=True))
    assert reference["Spine1"][2] > reference["LeftFoot"][2] + 1.0
    assert landmark(recording, "chest")[0, 2] > landmark(recording, "ankle_l")[0, 2] + 1.0
    notes = " ".join(recording.notes)
    assert "In the file y is up, as the body holds itself." in notes
    assert "Forward is z, as a T-pose put together from the motion faces." in notes
    assert "since without its rotations the skeleton does not stand" in notes


def test_folded_bodies_that_never_stand_give_no_reference(person: Skeleton, tmp_path: Path) -> None:
    offsets = np.array(person.offsets)
    legs = [k for k, name in enumerate(person.names) if name.endswith(("Leg", "Foot"))]
    offsets[legs] *= -1.0
    folded = Skeleton(person.names, person.parents, offsets, person.end_offsets)
    lying = still(folded, 5, {"LeftUpLeg": 180.0, "RightUpLeg": 180.0})
    lying[:3, 0] = rot.from_axis_angle(np.eye(3)[1], -np.pi / 2)
    lying[3:, 0] = rot.from_axis_angle(np.eye(3)[1], np.pi / 2)
    write_bvh(tmp_path / "a.bvh", folded, np.zeros((5, 3)), lying, 30.0)
    recording = read_capture(tmp_path / "a.bvh", Sidecar(up="y"))
    assert recording.reference_points is None
    assert recording.reference_rotations is None
    notes = " ".join(recording.notes)
    assert "There is no reference pose" in notes


def test_z_up_files_are_recognised(person: Skeleton, tmp_path: Path) -> None:
    write_bvh(tmp_path / "a.bvh", person, np.zeros((1, 3)), still(person, 1, {}), 30.0)
    head = (tmp_path / "a.bvh").read_text().partition("Frames")[0]
    z_up = re.sub(r"OFFSET (\S+) (\S+) (\S+)", r"OFFSET \3 \1 \2", head)
    frame = "100 200 90" + " 0" * (3 * person.joint_count)
    (tmp_path / "b.bvh").write_text(f"{z_up}Frames: 1\nFrame Time: 0.1\n{frame}\n")
    recording = read_capture(tmp_path / "b.bvh")
    assert "In the file z is up, as the skeleton's rest pose stands." in recording.notes
    assert "Forward is x, as the skeleton's rest pose faces." in recording.notes
    np.testing.assert_allclose(landmark(recording, "mid_hip")[0], [1.0, 2.0, 0.9], atol=1e-12)


def test_giants_are_refused(scaled_person: Callable[[float, float], Skeleton], tmp_path: Path) -> None:
    giant = scaled_person(2.5, 1.0)
    write_bvh(tmp_path / "a.bvh", giant, np.zeros((2, 3)), still(giant, 2, {}), 30.0)
    with pytest.raises(
        CaptureError, match=r"its person is 429\.\d units tall, expected 0\.45 to 2\.2 m in one of: centi"
    ):
        read_capture(tmp_path / "a.bvh")


def test_provenance_names_file_and_hash(person: Skeleton, small_motion: Motion, tmp_path: Path) -> None:
    write_bvh(tmp_path / "a.bvh", person, *small_motion(person, 2), 25.0)
    provenance = read_capture(tmp_path / "a.bvh").provenance
    assert provenance.source == "a.bvh"
    assert provenance.sha256 == hashlib.sha256((tmp_path / "a.bvh").read_bytes()).hexdigest()
