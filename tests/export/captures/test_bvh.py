"""What is written comes back when it is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Skeleton, read_capture
from understudy.capture.bvh.kinematics import forward_kinematics
from understudy.errors import InvalidMotionError, OutputError
from understudy.export.captures.bvh import write_bvh
from understudy.spatial import rotations as rot

Motion = Callable[[Skeleton, int], tuple[np.ndarray, np.ndarray]]

ROUND_TRIP = 1e-6
"""Largest error of a point [m] after writing and reading."""


def truth(skeleton: Skeleton, positions: np.ndarray, rotations: np.ndarray) -> dict[str, np.ndarray]:
    """Return point name → (T, 3) [m] of what was written."""
    translations = [positions, *(offset[None] for offset in skeleton.offsets[1:])]
    poses = forward_kinematics(skeleton, translations, list(np.moveaxis(rotations, 1, 0)))
    return {name: poses.points[:, k] for k, name in enumerate(skeleton.point_names)}


@pytest.mark.parametrize("unit", ["cm", "m", "mm"])
def test_positions_come_back(person: Skeleton, small_motion: Motion, tmp_path: Path, unit: str) -> None:
    positions, rotations = small_motion(person, 20)
    write_bvh(tmp_path / "a.bvh", person, positions, rotations, 50.0, unit=unit)
    recording = read_capture(tmp_path / "a.bvh")
    assert recording.fps == 50.0
    for name, points in truth(person, positions, rotations).items():
        read = recording.points[:, recording.names.index(name)]
        np.testing.assert_allclose(read, points, atol=ROUND_TRIP, err_msg=name)


def test_orientations_come_back(person: Skeleton, small_motion: Motion, tmp_path: Path) -> None:
    positions, rotations = small_motion(person, 5)
    write_bvh(tmp_path / "a.bvh", person, positions, rotations, 50.0)
    recording = read_capture(tmp_path / "a.bvh")
    assert recording.rotations is not None
    hips = recording.rotations[:, recording.names.index("Hips")]
    np.testing.assert_allclose(rot.as_matrix(hips), rot.as_matrix(rotations[:, 0]), atol=1e-7)


def test_matrices_are_as_good_as_quaternions(person: Skeleton, small_motion: Motion, tmp_path: Path) -> None:
    positions, rotations = small_motion(person, 3)
    write_bvh(tmp_path / "a.bvh", person, positions, rotations, 50.0)
    write_bvh(tmp_path / "b.bvh", person, positions, rot.as_matrix(rotations), 50.0)
    assert (tmp_path / "a.bvh").read_bytes() == (tmp_path / "b.bvh").read_bytes()


def test_quarter_turns_come_back(person: Skeleton, tmp_path: Path) -> None:
    """At a quarter turn of the middle angle the other two are not determined one by one."""
    axis = np.array([0.0, 0.0, 1.0])
    turns = [
        rot.from_axis_angle(axis, sign * np.pi / 2 + error) for sign in (1, -1) for error in (0, 1e-9, 1e-7)
    ]
    rolled = rot.multiply(np.array(turns), rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), 0.7))
    rotations = np.tile(rot.IDENTITY, (len(turns), person.joint_count, 1))
    rotations[:, person.names.index("LeftArm")] = rolled
    positions = np.tile([0.0, 0.0, 0.9], (len(turns), 1))
    write_bvh(tmp_path / "a.bvh", person, positions, rotations, 50.0)
    recording = read_capture(tmp_path / "a.bvh")
    expected = truth(person, positions, rotations)["LeftHand"]
    read = recording.points[:, recording.names.index("LeftHand")]
    np.testing.assert_allclose(read, expected, atol=ROUND_TRIP)


def test_joints_may_be_listed_level_by_level(person: Skeleton, small_motion: Motion, tmp_path: Path) -> None:
    depths: list[int] = []
    for parent in person.parents:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    order = np.argsort(depths, kind="stable")
    place = {int(old): new for new, old in enumerate(order)}
    levels = Skeleton(
        tuple(person.names[old] for old in order),
        tuple(-1 if person.parents[old] < 0 else place[person.parents[old]] for old in order),
        person.offsets[order],
        person.end_offsets,
    )
    positions, rotations = small_motion(levels, 4)
    write_bvh(tmp_path / "a.bvh", levels, positions, rotations, 50.0)
    recording = read_capture(tmp_path / "a.bvh")
    for name, points in truth(levels, positions, rotations).items():
        np.testing.assert_allclose(recording.points[:, recording.names.index(name)], points, atol=ROUND_TRIP)


def test_bad_arrays_are_refused(person: Skeleton, tmp_path: Path) -> None:
    path = tmp_path / "a.bvh"
    good = np.tile(rot.IDENTITY, (2, person.joint_count, 1))
    still = np.zeros((2, 3))
    with pytest.raises(InvalidMotionError, match="root_positions has shape"):
        write_bvh(path, person, np.zeros((3, 3)), good, 30.0)
    with pytest.raises(InvalidMotionError, match="local_rotations has shape"):
        write_bvh(path, person, still, good[:, :1], 30.0)
    with pytest.raises(InvalidMotionError, match="unit length"):
        write_bvh(path, person, still, 2.0 * good, 30.0)
    with pytest.raises(InvalidMotionError, match="at least one frame"):
        write_bvh(path, person, still[:0], good[:0], 30.0)
    with pytest.raises(InvalidMotionError, match="unit is 'ell'"):
        write_bvh(path, person, still, good, 30.0, unit="ell")
    with pytest.raises(InvalidMotionError, match="fps"):
        write_bvh(path, person, still, good, 0.0)
    assert not path.exists()


def test_zeros_have_no_sign(person: Skeleton, tmp_path: Path) -> None:
    """The sign of rounding noise differs between machines, and files should not."""
    tiny = rot.normalise(np.tile([1.0, -1e-12, -1e-12, 1e-12], (2, person.joint_count, 1)))
    write_bvh(tmp_path / "a.bvh", person, np.full((2, 3), -1e-9), tiny, 30.0)
    assert "-0.000000" not in (tmp_path / "a.bvh").read_text()


@pytest.mark.parametrize("name", ["", "a{", "a\nb", " a"])
def test_names_that_would_break_the_file_are_refused(name: str, tmp_path: Path) -> None:
    skeleton = Skeleton((name,), (-1,), np.zeros((1, 3)))
    with pytest.raises(InvalidMotionError, match="cannot be written"):
        write_bvh(tmp_path / "a.bvh", skeleton, np.zeros((1, 3)), rot.IDENTITY[None, None], 30.0)


def test_missing_folder_is_an_output_error(person: Skeleton, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        write_bvh(
            tmp_path / "absent" / "a.bvh",
            person,
            np.zeros((1, 3)),
            np.tile(rot.IDENTITY, (1, person.joint_count, 1)),
            30.0,
        )
