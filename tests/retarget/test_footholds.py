"""Footholds: where a robot's own legs reach, for a whole stance, turned and taken along as the person is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, holds, moved, standing
from understudy.data import built_in_motion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches
from understudy.retarget.footholds import (
    eased,
    natural_ankles,
)
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.takes import read_human


@pytest.fixture(scope="module")
def robot():
    return load_robot("g1")


@pytest.mark.parametrize("side", ["l", "r"])
def test_a_person_shaped_like_the_robot_stands_exactly_on_its_soles(robot, side: str) -> None:
    sole = robot.soles[side]
    home = human_from_robot(robot, robot.home[None], FPS)
    found = holds(standing(robot), robot, side)
    ankle = home.landmark(f"ankle_{side}")[0][0]
    assert found.corners.shape == (FRAMES, len(sole.points), 3)
    assert np.ptp(found.corners, axis=0).max() < 1e-9
    assert np.abs(found.corners[..., 2]).max() == 0.0
    about = found.corners[0, :, :2] - ankle[:2]
    size = np.linalg.norm(sole.points[0] - sole.points[3])
    assert np.linalg.norm(about[0] - about[3]) == pytest.approx(size, rel=1e-3)
    assert about[2:, 0].min() > about[:2, 0].max(), "toes are ahead of heels"


def test_trembling_leaves_a_foothold_where_it_is_and_creeping_takes_it_along(robot) -> None:
    human, time = standing(robot), np.linspace(0.0, 1.0, FRAMES)[:, None]
    trembles = moved(human, ("ankle_l",), 0.005 * np.sin(40.0 * time) * np.array([1.0, 0.5, 0.0]))
    assert np.ptp(holds(trembles, robot).corners[:, 0], axis=0).max() < 1e-3
    creeps = moved(human, ("ankle_l",), 0.2 * time * np.array([0.0, 1.0, 0.0]))
    course = holds(creeps, robot).corners[:, 0, 1]
    assert np.ptp(course) == pytest.approx(0.2, abs=0.1)
    assert np.abs(np.diff(course)).max() * FPS < 0.2, "no faster than the person's foot"


def test_between_stances_a_foothold_goes_along_with_the_leg(robot) -> None:
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[60:140, :2] = False
    human = standing(robot, contacts)
    swing = np.zeros((FRAMES, 3))
    swing[60:140, 0] = 0.1 * np.sin(np.linspace(0.0, np.pi, 80))
    everything = tuple(human.names)
    found = holds(moved(human, everything, swing), robot).corners[:, 0, 0]
    np.testing.assert_allclose(found - found[0], swing[:, 0], atol=1e-6)


def test_a_foot_on_its_toe_alone_stands_less_firmly_and_there_only(robot) -> None:
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[100:, CONTACTS.index("heel_l")] = False
    firmness = holds(standing(robot, contacts), robot).firmness
    assert (firmness[:100] == 1.0).all()
    assert (firmness[100:, :2] == 0.0).all() and (firmness[100:, 2:] == 0.6).all()


def test_a_leg_that_was_not_seen_counts_by_its_ankle(robot) -> None:
    human = standing(robot)
    valid = np.array(human.valid_mask)
    valid[:, human.names.index("knee_l")] = False
    hidden = replace(human, valid=valid)
    place, _ = natural_ankles(hidden, robot, "l", human.landmark("mid_hips")[0], 1.0)
    np.testing.assert_allclose(place, human.landmark("ankle_l")[0])


def test_a_walk_has_a_stance_for_every_step() -> None:
    walk = read_human(built_in_motion("walk"))
    stands = walk.contact_mask[:, 0] | walk.contact_mask[:, 1]
    found = stretches(stands)
    assert 2 <= len(found) <= 6
    assert sum(last - first for first, last in found) == stands.sum()
    assert (stretches(np.zeros(5, dtype=bool))) == []
    assert (stretches(np.ones(5, dtype=bool))) == [(0, 5)]


def test_firmness_is_eased_before_and_after_and_untouched_in_between() -> None:
    firmness = np.zeros(40)
    firmness[15:25] = 0.6
    found = eased(firmness, 5)
    assert (found[15:25] == 0.6).all()
    assert (np.diff(found[9:16]) > 0.0).all() and (np.diff(found[24:31]) < 0.0).all()
    assert not found[:10].any() and not found[30:].any()
    np.testing.assert_allclose(found, found[::-1])
    assert np.array_equal(eased(firmness, 0), firmness)
    assert np.array_equal(eased(firmness[:3], 5), firmness[:3])
