"""Contacts from height and speed: right, steady, causal, for people of all sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.human.contacts import ContactThresholds, detect_contacts
from understudy.human.standing import standing_heights
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS

Walk = Callable[..., tuple[HumanMotion, np.ndarray]]
DISAGREEMENT = 0.08
"""Share of frames that may differ from the truth: a heel counts as lifted once it is 3 cm high."""


def runs(contact: np.ndarray) -> list[int]:
    """Return the lengths of all stretches of equal values but the first and last, which the clip cuts."""
    changes = np.flatnonzero(np.diff(contact.astype(int))) + 1
    return np.diff(changes).tolist()


@pytest.mark.parametrize("fps", [30.0, 60.0, 120.0, 240.0])
def test_walk_at_any_frame_rate(walk: Walk, fps: float) -> None:
    human, truth = walk(fps=fps)
    found = detect_contacts(human)
    assert (found != truth).mean(axis=0).max() < DISAGREEMENT


@pytest.mark.parametrize("size", [0.4, 0.7, 1.1])
def test_walk_at_any_size(walk: Walk, size: float) -> None:
    human, truth = walk(size=size)
    assert (detect_contacts(human) != truth).mean(axis=0).max() < DISAGREEMENT


def test_feet_alternate_and_toes_stay_longer(walk: Walk) -> None:
    human, _ = walk()
    heel_l, toe_l, heel_r, toe_r = detect_contacts(human).T
    assert 0.55 < (heel_l | toe_l).mean() < 0.70
    assert 0.55 < (heel_r | toe_r).mean() < 0.70
    assert (heel_l | toe_l | heel_r | toe_r).all(), "a walker always stands on a foot"
    assert toe_l.mean() > heel_l.mean() + 0.08
    assert toe_r.mean() > heel_r.mean() + 0.08


@pytest.mark.parametrize("noise", [0.001, 0.003])
def test_noise_makes_no_flicker(walk: Walk, noise: float) -> None:
    human, _ = walk()
    shaken = human.landmarks + np.random.default_rng(0).normal(scale=noise, size=human.landmarks.shape)
    found = detect_contacts(replace(human, landmarks=shaken))
    shortest = round(ContactThresholds().dwell * human.fps)
    assert min(length for column in found.T for length in runs(column)) >= shortest


@pytest.mark.parametrize("fps", [10.0, 25.0])
def test_slow_cameras_make_no_one_frame_contacts(walk: Walk, fps: float) -> None:
    human, _ = walk(fps=fps)
    shaken = human.landmarks + np.random.default_rng(0).normal(scale=0.02, size=human.landmarks.shape)
    found = detect_contacts(replace(human, landmarks=shaken))
    assert min(length for column in found.T for length in runs(column)) >= 2


def test_later_frames_change_nothing_earlier(walk: Walk) -> None:
    human, _ = walk()
    heights = standing_heights(human, human.sizes["leg"])
    whole = detect_contacts(human, heights=heights)
    for stop in (1, 2, 50, 133, 301):
        part = detect_contacts(human.section(0, stop), heights=heights)
        np.testing.assert_array_equal(part, whole[:stop])


def test_flight_has_no_contact(walk: Walk) -> None:
    human, _ = walk()
    landmarks = np.array(human.landmarks)
    in_air = slice(200, 260)
    landmarks[in_air, :, 2] += 0.3 * np.sin(np.linspace(0.0, np.pi, 60))[:, None]
    found = detect_contacts(replace(human, landmarks=landmarks))
    assert not found[210:250].any()


def test_lying_body_has_no_contact(walk: Walk) -> None:
    human, _ = walk()
    landmarks = np.array(human.landmarks)
    for name in ("hip_l", "hip_r"):
        landmarks[:, human.names.index(name), 2] = 0.1
    assert not detect_contacts(replace(human, landmarks=landmarks)).any()


def test_deep_squat_keeps_its_contact(walk: Walk) -> None:
    human, _ = walk()
    landmarks = np.array(np.broadcast_to(human.landmarks[:1], human.landmarks.shape))
    depth = np.linspace(0.9, 0.3, human.frame_count)
    for name in ("hip_l", "hip_r"):
        landmarks[:, human.names.index(name), 2] = depth
    found = detect_contacts(replace(human, landmarks=landmarks))
    assert found[:, CONTACTS.index("toe_l")].all()


def test_heel_landmark_is_used_where_there_is_one(walk: Walk) -> None:
    human, _ = walk()
    raised = np.broadcast_to([0.0, 0.09, 0.5], (human.frame_count, 1, 3))
    names = (*human.names, "heel_l")
    with_heel = replace(
        human, names=names, landmarks=np.concatenate([human.landmarks, raised], axis=1), valid=None
    )
    found = detect_contacts(with_heel)
    assert not found[:, CONTACTS.index("heel_l")].any(), "the heel is high above the floor"
    assert found[:, CONTACTS.index("heel_r")].any(), "the right ankle still plays the heel"


def test_unknown_frames_keep_what_was(walk: Walk) -> None:
    human, truth = walk()
    valid = np.array(human.valid_mask)
    landmarks = np.array(human.landmarks)
    toe = human.names.index("toe_l")
    middle_of_stance = slice(20, 30)
    valid[middle_of_stance, toe] = False
    landmarks[middle_of_stance, toe] = np.nan
    found = detect_contacts(replace(human, valid=valid, landmarks=landmarks))
    column = CONTACTS.index("toe_l")
    assert truth[15:35, column].all()
    assert found[15:35, column].all()


def test_without_legs_there_is_no_contact(walk: Walk) -> None:
    human, _ = walk()
    assert not detect_contacts(replace(human, sizes={})).any()


def test_feet_without_a_body_are_enough(walk: Walk) -> None:
    human, truth = walk()
    feet = [k for k, name in enumerate(human.names) if name.startswith(("toe", "ankle"))]
    only = HumanMotion(
        tuple(human.names[k] for k in feet), human.landmarks[:, feet], human.fps, sizes={"leg": 0.83}
    )
    assert (detect_contacts(only) != truth).mean(axis=0).max() < DISAGREEMENT
