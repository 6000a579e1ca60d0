"""Canonical body frames from captured rotations and a reference pose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from understudy.human import human_from_recording
from understudy.motion import Recording
from understudy.motion.landmarks import FRAMES
from understudy.spatial import rotations as rot

Maker = Callable[[Mapping[str, np.ndarray]], Recording]

ODD_FRAMES = 30
"""Seed of the arbitrary frames that a rig may give its joints."""


def in_t_pose(standing: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the standing body with arms stretched sideways."""
    pose = dict(standing)
    for side, y in (("l", 1.0), ("r", -1.0)):
        pose[f"elbow_{side}"] = pose[f"shoulder_{side}"] + [0.0, 0.28 * y, 0.0]
        pose[f"wrist_{side}"] = pose[f"elbow_{side}"] + [0.0, 0.25 * y, 0.0]
    return pose


def rigged(
    recording_of: Maker, reference: Mapping[str, np.ndarray], turns: Mapping[str, np.ndarray], count: int = 4
) -> Recording:
    """Return a recording whose joints have odd frames, turned in all frames from the reference pose."""
    names = tuple(reference)
    odd = rot.normalise(np.random.default_rng(ODD_FRAMES).normal(size=(len(names), 4)))
    rotations = np.array(odd)
    for name, turn in turns.items():
        rotations[names.index(name)] = rot.multiply(turn, odd[names.index(name)])
    recording = recording_of({name: np.tile(point, (count, 1)) for name, point in reference.items()})
    return replace(
        recording,
        rotations=np.tile(rotations, (count, 1, 1)),
        reference_points=np.stack(list(reference.values())),
        reference_rotations=odd,
    )


def assert_frame(recording: Recording, part: str, expected: np.ndarray) -> None:
    frame = human_from_recording(recording).frames[part][0]
    np.testing.assert_allclose(rot.as_matrix(frame), rot.as_matrix(expected), atol=1e-9)


@pytest.mark.parametrize("part", FRAMES)
def test_standing_with_hanging_arms_is_identity(
    recording_of: Maker, standing: dict[str, np.ndarray], part: str
) -> None:
    assert_frame(rigged(recording_of, standing, {}), part, rot.IDENTITY)


@pytest.mark.parametrize(("part", "degrees"), [("hand_l", 90.0), ("hand_r", -90.0)])
def test_hands_of_a_t_pose_are_turned_up_sideways(
    recording_of: Maker, standing: dict[str, np.ndarray], part: str, degrees: float
) -> None:
    expected = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.deg2rad(degrees))
    assert_frame(rigged(recording_of, in_t_pose(standing), {}), part, expected)


def test_lowering_the_arms_of_a_t_pose_hangs_the_hands(
    recording_of: Maker, standing: dict[str, np.ndarray]
) -> None:
    down = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), -np.pi / 2)
    assert_frame(rigged(recording_of, in_t_pose(standing), {"wrist_l": down}), "hand_l", rot.IDENTITY)


def test_feet_of_a_straddling_reference_are_rolled_with_their_shins(
    recording_of: Maker, standing: dict[str, np.ndarray]
) -> None:
    roll = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), 0.35)
    standing["ankle_l"] = standing["knee_l"] + rot.rotate(roll, standing["ankle_l"] - standing["knee_l"])
    assert_frame(rigged(recording_of, standing, {}), "foot_l", roll)
    straight = rigged(recording_of, standing, {"ankle_l": rot.conjugate(roll)})
    assert_frame(straight, "foot_l", rot.IDENTITY)


def test_nodding_reference_has_a_nodding_head(recording_of: Maker, standing: dict[str, np.ndarray]) -> None:
    nod = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), 0.28)
    standing["head_top"] = standing["head"] + rot.rotate(nod, standing["head_top"] - standing["head"])
    assert_frame(rigged(recording_of, standing, {}), "head", nod)


@pytest.mark.parametrize(
    ("part", "bearer"), [("pelvis", "mid_hip"), ("chest", "chest"), ("foot_r", "ankle_r")]
)
def test_turns_come_through(
    recording_of: Maker, standing: dict[str, np.ndarray], part: str, bearer: str
) -> None:
    turn = rot.from_axis_angle(np.array([0.0, 0.6, 0.8]), 2.2)
    assert_frame(rigged(recording_of, standing, {bearer: turn}), part, turn)


def test_signs_of_neighbours_agree(recording_of: Maker, standing: dict[str, np.ndarray]) -> None:
    recording = rigged(recording_of, standing, {})
    assert recording.rotations is not None
    flipped = np.array(recording.rotations)
    flipped[1::2] *= -1.0
    frames = human_from_recording(replace(recording, rotations=flipped)).frames["pelvis"]
    assert (np.sum(frames[1:] * frames[:-1], axis=1) > 0.0).all()


def test_unseen_joints_keep_their_last_orientation(
    recording_of: Maker, standing: dict[str, np.ndarray]
) -> None:
    recording = rigged(recording_of, standing, {}, count=6)
    assert recording.rotations is not None
    column = recording.names.index("chest")
    rotations, valid = np.array(recording.rotations), np.array(recording.valid_mask)
    rotations[[0, 3, 4], column] = rot.IDENTITY
    valid[[0, 3, 4], column] = False
    frames = human_from_recording(replace(recording, rotations=rotations, valid=valid)).frames["chest"]
    np.testing.assert_allclose(frames, np.tile(frames[1], (6, 1)), atol=1e-12)


def test_landmarks_stand_in_for_missing_rotations(
    recording_of: Maker, standing: dict[str, np.ndarray]
) -> None:
    bare = recording_of({name: np.tile(point, (3, 1)) for name, point in standing.items()})
    frames = human_from_recording(bare).frames
    assert set(frames) == {"pelvis", "chest", "head", "foot_l", "foot_r"}
    np.testing.assert_allclose(rot.as_matrix(frames["pelvis"][0]), np.eye(3), atol=1e-9)


def test_reference_pose_calibrates_landmarks(recording_of: Maker, standing: dict[str, np.ndarray]) -> None:
    """A face that looks up by its landmarks, but stands straight in the reference, looks ahead."""
    standing["nose"] = standing["nose"] + [0.0, 0.0, 0.06]
    bare = recording_of({name: np.tile(point, (3, 1)) for name, point in standing.items()})
    tilted = human_from_recording(bare).frames["head"][0]
    assert rot.as_matrix(tilted)[2, 0] > 0.2
    calibrated = replace(bare, reference_points=np.stack(list(standing.values())))
    head = human_from_recording(calibrated).frames["head"][0]
    np.testing.assert_allclose(rot.as_matrix(head), np.eye(3), atol=1e-9)
