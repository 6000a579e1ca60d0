"""Contacts of parts beside the soles: kept in files, cut, mirrored and resampled with their motion."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.archive import save_arrays
from understudy.motion.noun_archive import labels
from understudy.motion.resampling import resample
from understudy.robots import load_robot

FRAMES = 5  # of the examples
DOWN = np.array([False, True, True, False, False])
LATER = np.array([False, False, False, True, True])
CONTACTS = {"knee_l": LATER, "hand_r": DOWN}
Make = Callable[..., HumanMotion]
MakeRobot = Callable[..., RobotMotion]


def same(found: object, expected: dict[str, np.ndarray]) -> None:
    assert isinstance(found, dict) or hasattr(found, "items")
    assert dict(found).keys() == expected.keys()  # type: ignore[call-overload]
    for part, carries in expected.items():
        np.testing.assert_array_equal(found[part], carries)  # type: ignore[index]


def test_a_person_has_none_by_default_and_parts_that_never_carry_are_left_out(make_human: Make) -> None:
    assert not make_human().part_contacts
    assert list(make_human(part_contacts={"head": np.zeros(FRAMES), **CONTACTS}).part_contacts) == [
        "hand_r",
        "knee_l",
    ]


def test_nobody_can_change_them(make_human: Make) -> None:
    human = make_human(part_contacts=CONTACTS)
    with pytest.raises(ValueError, match="read-only"):
        human.part_contacts["hand_r"][0] = True
    with pytest.raises(TypeError):
        human.part_contacts["head"] = DOWN  # type: ignore[index]


def test_a_robots_motion_goes_to_other_processes_with_them(make_robot_motion: MakeRobot) -> None:
    same(pickle.loads(pickle.dumps(make_robot_motion(part_contacts=CONTACTS))).part_contacts, CONTACTS)


@pytest.mark.parametrize("bad", [{"tail": DOWN}, {"hand_l": DOWN[:3]}, {"hand_l": np.ones((FRAMES, 2))}])
def test_unknown_parts_and_wrong_lengths_are_refused(bad: dict[str, np.ndarray], make_human: Make) -> None:
    with pytest.raises(InvalidMotionError, match=r"tail.*hand_l|hand_l"):
        make_human(part_contacts=bad)


def test_they_are_saved_with_a_person_and_a_robot(
    make_human: Make, make_robot_motion: MakeRobot, tmp_path: Path
) -> None:
    for noun in (make_human(part_contacts=CONTACTS), make_robot_motion(part_contacts=CONTACTS)):
        noun.save(tmp_path / "noun.npz")
        same(type(noun).load(tmp_path / "noun.npz").part_contacts, CONTACTS)


def test_files_without_any_are_as_they_were(make_human: Make, tmp_path: Path) -> None:
    make_human().save(tmp_path / "without.npz")
    assert not any("part" in name for name in np.load(tmp_path / "without.npz").files)
    assert not HumanMotion.load(tmp_path / "without.npz").part_contacts


@pytest.mark.parametrize(
    "broken",
    [
        {"part_contact_names": None},
        {"part_contacts": None},
        {"part_contacts": np.zeros((FRAMES, 3), dtype=bool)},
        {"part_contacts": np.zeros(FRAMES, dtype=bool)},
        {"part_contact_names": np.array("hand_r")},
        {"part_contact_names": np.array(["hand_r", "hand_r"])},
        {"part_contact_names": np.array(["hand_r", "tail"])},
    ],
)
def test_broken_files_are_refused(
    broken: dict[str, np.ndarray | None], make_human: Make, tmp_path: Path
) -> None:
    path = tmp_path / "human.npz"
    make_human(part_contacts=CONTACTS).save(path)
    arrays = dict(np.load(path)) | labels("human_motion") | broken
    save_arrays(path, {name: array for name, array in arrays.items() if array is not None})
    with pytest.raises(InvalidMotionError, match="part"):
        HumanMotion.load(path)


def test_a_section_has_those_of_its_frames(make_human: Make, make_robot_motion: MakeRobot) -> None:
    for noun in (make_human(part_contacts=CONTACTS), make_robot_motion(part_contacts=CONTACTS)):
        same(noun.section(1, 3).part_contacts, {"hand_r": DOWN[1:3]})


def test_a_mirrored_person_carries_on_the_other_side(make_human: Make) -> None:
    contacts = {**CONTACTS, "pelvis": DOWN}
    image = make_human(part_contacts=contacts).mirror()
    same(image.part_contacts, {"knee_r": LATER, "hand_l": DOWN, "pelvis": DOWN})


def test_a_mirrored_robot_does_too() -> None:
    robot = load_robot("g1")
    q = np.tile(robot.home, (FRAMES, 1))
    motion = RobotMotion(
        "g1", "track", robot.joints, q, 30.0, np.zeros(FRAMES, dtype=np.int64), part_contacts=CONTACTS
    )
    same(motion.mirror(robot).part_contacts, {"knee_r": LATER, "hand_l": DOWN})


def test_twice_the_rate_shows_them_twice_as_often(make_human: Make) -> None:
    human = make_human(part_contacts=CONTACTS)
    faster = resample(human, 2.0 * human.fps)
    same({part: carries[::2] for part, carries in faster.part_contacts.items()}, CONTACTS)


def test_amending_changes_them_and_nothing_else(make_human: Make) -> None:
    human = make_human()
    amended = human.amended(part_contacts=CONTACTS)
    same(amended.part_contacts, CONTACTS)
    assert not human.part_contacts
    assert amended.landmarks is human.landmarks
