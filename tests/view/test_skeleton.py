"""The bones of a drawn person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.view.body_parts import SIDE_COLOURS
from understudy.view.skeleton import Skeleton

HEIGHT = 1.7
CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE

MakePerson = Callable[..., HumanMotion]


def capsules(scene: mujoco.MjvScene, human: HumanMotion, frame: int = 0) -> list[tuple[np.ndarray, ...]]:
    """Return start, end and colour of every bone at a frame."""
    Skeleton(human, HEIGHT).draw(scene, frame)
    found: list[tuple[np.ndarray, ...]] = []
    for index in range(scene.ngeom):
        shape = scene.geoms[index]
        if shape.type == CAPSULE:
            half = shape.size[2] * np.array(shape.mat)[:, 2]
            found.append((np.array(shape.pos) - half, np.array(shape.pos) + half, np.array(shape.rgba[:3])))
    return found


def has_bone(bones: list[tuple[np.ndarray, ...]], human: HumanMotion, start: str, end: str) -> bool:
    ends = np.stack([human.landmark(name)[0][0] for name in (start, end)])
    return any(np.allclose(np.stack(bone[:2]), ends, atol=1e-5) for bone in bones)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("mid_hip", "chest"),
        ("chest", "neck"),
        ("neck", "head"),
        ("neck", "shoulder_r"),
        ("elbow_l", "wrist_l"),
        ("hip_l", "knee_l"),
        ("knee_r", "ankle_r"),
        ("ankle_r", "toe_r"),
    ],
)
def test_bones_join_neighbouring_landmarks(
    make_person: MakePerson, scene: mujoco.MjvScene, start: str, end: str
) -> None:
    human = make_person()
    assert has_bone(capsules(scene, human), human, start, end)


@pytest.mark.parametrize(("side", "sign"), [("l", 1.0), ("r", -1.0)])
def test_left_and_right_limbs_have_their_colours(
    make_person: MakePerson, scene: mujoco.MjvScene, side: str, sign: float
) -> None:
    coloured = [b for b in capsules(scene, make_person()) if np.allclose(b[2], SIDE_COLOURS[side], atol=1e-6)]
    assert len(coloured) == 5
    assert all(sign * bone[0][1] > 0.0 and sign * bone[1][1] > 0.0 for bone in coloured)


def test_what_is_not_valid_is_left_out_in_that_frame_only(
    make_person: MakePerson, scene: mujoco.MjvScene
) -> None:
    human = make_person()
    valid, landmarks = human.valid_mask.copy(), human.landmarks.copy()
    valid[1, human.names.index("elbow_l")] = False
    landmarks[~valid] = np.nan
    human = replace(human, valid=valid, landmarks=landmarks)
    before = len(capsules(scene, human, frame=0))
    scene.ngeom = 0
    assert len(capsules(scene, human, frame=1)) == before - 2


def test_a_missing_elbow_is_not_passed_over(make_person: MakePerson, scene: mujoco.MjvScene) -> None:
    human = make_person(without=("elbow_l",))
    bones = capsules(scene, human)
    assert not has_bone(bones, human, "shoulder_l", "wrist_l")
    assert has_bone(bones, human, "shoulder_r", "elbow_r")


def test_a_missing_chest_is_passed_over(make_person: MakePerson, scene: mujoco.MjvScene) -> None:
    human = make_person(without=("chest",))
    assert has_bone(capsules(scene, human), human, "mid_hip", "neck")


def test_hips_and_shoulders_stand_in_for_a_missing_spine(
    make_person: MakePerson, scene: mujoco.MjvScene
) -> None:
    human = make_person(without=("mid_hip", "chest", "neck"))
    assert has_bone(capsules(scene, human), human, "mid_hips", "mid_shoulders")


def test_landmarks_in_one_place_make_no_bone(make_person: MakePerson, scene: mujoco.MjvScene) -> None:
    human = make_person()
    whole = len(capsules(scene, human))
    landmarks = human.landmarks.copy()
    landmarks[:, human.names.index("chest")] = landmarks[:, human.names.index("mid_hip")]
    scene.ngeom = 0
    assert len(capsules(scene, replace(human, landmarks=landmarks))) == whole - 1
