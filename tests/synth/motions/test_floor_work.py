"""Floor work: what is said to carry touches the floor to the millimetre and stays in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.motion.landmarks import CONTACTS, PART_CONTACTS
from understudy.motion.stretches import stretches
from understudy.synth import Corruption, SyntheticMotion, Truth, make, performer_body, record
from understudy.synth.body.flesh import part_heights
from understudy.synth.formats.point_sets import LANDMARK_SET

Perform = Callable[[str], SyntheticMotion]

CARRYING = {
    "sit_down": {"hand_l", "hand_r", "pelvis"},
    "crawl": {"hand_l", "hand_r", "knee_l", "knee_r"},
    "push_up": {"hand_l", "hand_r"},
    "roll_over": {"pelvis", "chest", "head"},
}
PEOPLE = [(3.0, None), (6.0, None), (None, 1.5), (None, 2.0)]  # age [years], height [m]
MILLIMETRE = 0.001
STILL = 1e-6  # [m]
ROLLING = ("pelvis", "chest", "head")


@pytest.mark.parametrize("name", CARRYING)
def test_parts_that_carry_are_those_of_the_motion(name: str, perform: Perform) -> None:
    assert set(perform(name).part_contacts) == CARRYING[name]


@pytest.mark.parametrize("person", [None, *PEOPLE])
@pytest.mark.parametrize("name", CARRYING)
def test_what_carries_is_on_the_floor_and_nothing_is_below(
    name: str, person: tuple[float | None, float | None] | None
) -> None:
    motion = make(name, fps=30.0, body=None if person is None else performer_body(*person))
    heights = part_heights(motion.body, (motion.joint_positions, motion.joint_orientations))
    for part in PART_CONTACTS:
        assert heights[part].min() > -MILLIMETRE, part
    for part, carries in motion.part_contacts.items():
        assert np.abs(heights[part][carries]).max() < MILLIMETRE, part
        if not carries.all():
            assert heights[part][~carries].max() > 5 * MILLIMETRE, part
    assert (motion.joint_positions[..., 2] - motion.body.radii).min() > -MILLIMETRE


@pytest.mark.parametrize("name", CARRYING)
def test_hands_and_knees_that_carry_do_not_slide(name: str, perform: Perform) -> None:
    motion = perform(name)
    for part, carries in motion.part_contacts.items():
        if part in ROLLING:
            continue
        joint = {"hand": "Hand", "knee": "Leg"}[part[:-2]]
        index = motion.body.index({"l": "Left", "r": "Right"}[part[-1]] + joint)
        for start, stop in stretches(carries):
            assert np.ptp(motion.joint_positions[start:stop, index], axis=0).max() < STILL, part


def test_a_crawl_has_a_hand_or_knee_of_either_side_down_at_all_times(perform: Perform) -> None:
    contacts = perform("crawl").part_contacts
    for limb in ("hand", "knee"):
        assert (contacts[f"{limb}_l"] | contacts[f"{limb}_r"]).all()


def test_toes_of_a_push_up_carry_beside_the_hands(perform: Perform) -> None:
    contacts = perform("push_up").contacts
    assert contacts[:, [CONTACTS.index("toe_l"), CONTACTS.index("toe_r")]].all()
    assert not contacts[:, [CONTACTS.index("heel_l"), CONTACTS.index("heel_r")]].any()


def test_truth_says_which_part_carries_when(perform: Perform, tmp_path: Path) -> None:
    motion = perform("crawl")
    Truth.of(record(motion, LANDMARK_SET, Corruption())).save(tmp_path / "truth.npz")
    truth = Truth.load(tmp_path / "truth.npz")
    assert list(truth.part_contacts) == list(motion.part_contacts)
    for part, carries in motion.part_contacts.items():
        np.testing.assert_array_equal(truth.part_contacts[part], carries)
