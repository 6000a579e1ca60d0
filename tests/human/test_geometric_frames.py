"""Body frames from landmarks alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from understudy.human.geometric_frames import geometric_frames
from understudy.human.standing import standing_heights
from understudy.motion import HumanMotion
from understudy.spatial import rotations as rot

Maker = Callable[[Mapping[str, np.ndarray], float], HumanMotion]
LEG = 0.83
TURNS = rot.normalise(np.random.default_rng(3).normal(size=(20, 4)))
EXACT = ("pelvis", "chest", "foot_l", "foot_r")


@pytest.fixture
def heights(standing: dict[str, np.ndarray], human_of: Maker) -> dict[str, float]:
    return standing_heights(human_of({name: point[None] for name, point in standing.items()}, 30.0), LEG)


def turned(pose: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: rot.rotate(TURNS, point) for name, point in pose.items()}


def angles(frames: np.ndarray) -> np.ndarray:
    """Return the angle [rad] of each frame from the turn that was applied."""
    return np.linalg.norm(rot.as_rotation_vector(rot.multiply(rot.conjugate(TURNS), frames)), axis=1)


@pytest.mark.parametrize("part", EXACT)
def test_frames_turn_with_the_body(
    standing: dict[str, np.ndarray], human_of: Maker, heights: dict[str, float], part: str
) -> None:
    frames, known = geometric_frames(human_of(turned(standing), 30.0), heights)[part]
    assert known.all()
    np.testing.assert_allclose(angles(frames), 0.0, atol=1e-7)


def test_head_is_level_within_what_a_face_tells(
    standing: dict[str, np.ndarray], human_of: Maker, heights: dict[str, float]
) -> None:
    frames, known = geometric_frames(human_of(turned(standing), 30.0), heights)["head"]
    assert known.all()
    assert angles(frames).max() < np.deg2rad(10.0)


def test_ankle_and_knee_stand_in_for_a_heel(
    standing: dict[str, np.ndarray], human_of: Maker, heights: dict[str, float]
) -> None:
    del heights["heel_l"]
    frames, known = geometric_frames(human_of(turned(standing), 30.0), heights)["foot_l"]
    assert known.all()
    np.testing.assert_allclose(angles(frames), 0.0, atol=1e-7)


def test_raised_heel_pitches_the_foot(
    standing: dict[str, np.ndarray], human_of: Maker, heights: dict[str, float]
) -> None:
    pitch = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), 0.5)
    toe = standing["toe_l"]
    for name in ("ankle_l", "heel_l", "knee_l"):
        standing[name] = toe + rot.rotate(pitch, standing[name] - toe)
    frames, _ = geometric_frames(
        human_of({name: point[None] for name, point in standing.items()}, 30.0), heights
    )["foot_l"]
    np.testing.assert_allclose(rot.as_matrix(frames[0]), rot.as_matrix(pitch), atol=1e-9)


def test_undetermined_parts_are_left_out(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    for name in ("nose", "eye_l", "eye_r", "ear_l", "ear_r", "toe_r", "shoulder_l"):
        del standing[name]
    human = human_of(turned(standing), 30.0)
    found = geometric_frames(human, standing_heights(human, LEG))
    assert set(found) == {"pelvis", "foot_l"}


def test_eyes_or_nose_alone_give_a_head(
    standing: dict[str, np.ndarray], human_of: Maker, heights: dict[str, float]
) -> None:
    for missing in (("nose",), ("eye_l", "eye_r")):
        some = {name: point for name, point in standing.items() if name not in missing}
        frames, known = geometric_frames(human_of(turned(some), 30.0), heights)["head"]
        assert known.all()
        assert angles(frames).max() < np.deg2rad(20.0)


def test_frames_are_known_where_their_landmarks_are(
    standing: dict[str, np.ndarray], human_of: Maker, heights: dict[str, float]
) -> None:
    human = human_of(turned(standing), 30.0)
    valid = np.array(human.valid_mask)
    valid[5, human.names.index("hip_l")] = False
    landmarks = np.where(valid[..., None], human.landmarks, np.nan)
    _, known = geometric_frames(replace(human, valid=valid, landmarks=landmarks), heights)["pelvis"]
    assert known.sum() == len(TURNS) - 1
    assert not known[5]


def test_collapsed_body_has_no_frames(standing: dict[str, np.ndarray], human_of: Maker) -> None:
    human = human_of({name: np.zeros((2, 3)) for name in standing}, 30.0)
    assert geometric_frames(human, {"ankle_l": 0.07, "toe_l": 0.02, "heel_l": 0.0}) == {}
