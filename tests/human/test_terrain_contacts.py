"""Contacts on steps and ramps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.terrain.courses import COURSES, person_on, walked
from understudy.capture import read_capture
from understudy.clean import clean
from understudy.human import detect_contacts, human_from_recording
from understudy.motion.landmarks import SIDES

AGREEMENT = 0.95
KEPT = 0.98
FOOT_AGREEMENT = 0.94
"""Of stance of either foot with the plates', which carry from 15 N on."""


@pytest.mark.parametrize("name", COURSES)
def test_contacts_are_the_true_ones(name: str) -> None:
    assert (person_on(name).contact_mask == walked(name).contacts).mean() >= AGREEMENT


def test_feet_stand_on_the_steps_of_a_laboratory_when_its_plates_carry(shared: Path) -> None:
    recording = clean(read_capture(shared / "motions" / "c3d" / "Movement_trial.c3d"))
    found = detect_contacts(human_from_recording(recording))
    assert recording.contacts is not None
    assert recording.contacts_known is not None
    agree = []
    for side in range(len(SIDES)):
        columns = slice(2 * side, 2 * side + 2)
        known = recording.contacts_known[:, columns].all(axis=1)
        agree.append((found[:, columns].any(axis=1) == recording.contacts[:, columns].any(axis=1))[known])
    assert np.concatenate(agree).mean() >= FOOT_AGREEMENT


def test_what_plates_on_steps_measured_is_kept(shared: Path) -> None:
    recording = clean(read_capture(shared / "motions" / "c3d" / "Movement_trial.c3d"))
    human = human_from_recording(recording)
    assert recording.contacts is not None
    known = recording.contacts_known
    kept = human.contact_mask[known] == recording.contacts[known]
    assert kept.mean() > KEPT
