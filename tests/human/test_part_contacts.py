"""Contacts of hands, knees and the trunk: against synthetic truth, and real takes that have none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import clean
from understudy.human import fit_human, human_from_recording
from understudy.human.part_contacts import detect_part_contacts, props_up
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import CONTACTS
from understudy.synth import MOTIONS, Corruption, SyntheticMotion, make, performer_body, record
from understudy.synth.body.flesh import part_heights
from understudy.synth.formats.point_sets import LANDMARK_SET

FLOOR_WORK = ("sit_down", "crawl", "push_up", "roll_over")
UPRIGHT = tuple(name for name in MOTIONS if name not in FLOOR_WORK and not name.startswith("infant"))
TOUCHING = 0.015  # [m] true height of skin up to which a contact that was found is none that is false
PRECISION, RECALL = 0.9, 0.9
NOISE = 0.003  # [m]


@cache
def performed(name: str, height: float | None = None) -> SyntheticMotion:
    return make(name, body=None if height is None else performer_body(height=height))


@cache
def captured(name: str, height: float | None = None, noise: float = 0.0) -> Recording:
    return record(performed(name, height), LANDMARK_SET, Corruption(noise=noise)).recording()


@cache
def person(name: str, height: float | None = None, noise: float = 0.0) -> HumanMotion:
    return human_from_recording(clean(captured(name, height, noise)))


@pytest.mark.parametrize("noise", [0.0, NOISE])
@pytest.mark.parametrize("height", [None, 1.4, 1.95])
@pytest.mark.parametrize("name", FLOOR_WORK)
def test_found_contacts_are_the_true_ones(name: str, height: float | None, noise: float) -> None:
    motion, found = performed(name, height), person(name, height, noise).part_contacts
    heights = part_heights(motion.body, (motion.joint_positions, motion.joint_orientations))
    assert set(found) == set(motion.part_contacts)
    for part, carries in motion.part_contacts.items():
        assert found[part][carries].mean() > RECALL, part
        assert (heights[part][found[part]] < TOUCHING).mean() > PRECISION, part


@pytest.mark.parametrize("name", UPRIGHT)
def test_who_stands_and_walks_has_none(name: str) -> None:
    assert not person(name).part_contacts


def test_takes_of_walks_runs_and_jumps_have_none(shared: Path) -> None:
    for path in sorted((shared / "motions" / "cmu").glob("*.bvh")):
        assert not human_from_recording(clean(read_capture(path))).part_contacts, path.name


def test_a_fitted_body_has_them_too() -> None:
    fitted = fit_human(clean(captured("sit_down")))
    truth = performed("sit_down").part_contacts
    for part, carries in truth.items():
        assert fitted.part_contacts[part][carries].mean() > RECALL, part


@pytest.mark.parametrize("name", ["push_up", "sit_down"])
def test_feet_of_who_is_propped_up_carry_though_the_hips_are_low(name: str) -> None:
    truth, found = performed(name).contacts, person(name).contact_mask
    for column, contact in enumerate(CONTACTS):
        if truth[:, column].any():
            assert found[truth[:, column], column].mean() > RECALL, contact


def test_feet_of_who_lies_do_not_carry() -> None:
    assert not person("roll_over").contact_mask.any()


def test_who_lies_is_not_propped_up() -> None:
    hand, chest = np.array([True, True, False]), np.array([True, False, False])
    np.testing.assert_array_equal(props_up({"hand_l": hand, "chest": chest}, 1e-3), [False, True, False])
    assert props_up({}, 30.0) is None


def test_feet_carry_while_the_body_goes_down_to_the_floor_and_comes_up() -> None:
    assert person("sit_down").contact_mask.mean() > 0.99


def test_a_landmark_that_is_lost_for_a_moment_stays_what_it_was() -> None:
    human = person("push_up")
    valid = np.array(human.valid_mask)
    valid[40:60, [human.names.index(f"{name}_l") for name in ("wrist", "knuckle")]] = False
    assert detect_part_contacts(replace(human, valid=valid))["hand_l"].all()


def test_without_sizes_there_is_none() -> None:
    assert not detect_part_contacts(replace(person("crawl"), sizes={}))
