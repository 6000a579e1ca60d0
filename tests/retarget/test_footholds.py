"""Footholds: where a robot's own legs reach, for a whole stance, turned and taken along as the person is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, holds, moved, standing
from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches
from understudy.retarget.footholds import PLAY, natural_ankles
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_human

UP = np.array([0.0, 0.0, 1.0])

PLAY_TURN = np.degrees(PLAY / 0.07)
"""Angle [°] within which G1's sole, 14 cm long, has play."""


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


def turning(human: HumanMotion, angle: np.ndarray) -> HumanMotion:
    """Return a person whose left foot is turned by angles (T,) [rad] about the vertical."""
    turned = rot.multiply(rot.from_axis_angle(UP, angle), human.frames["foot_l"])
    return replace(human, frames={**human.frames, "foot_l": turned})


def heading_of(corners: np.ndarray) -> np.ndarray:
    """Return headings (T,) [deg] of a sole's corners (T, 4, 3)."""
    ahead = corners[:, 2:].mean(axis=1) - corners[:, :2].mean(axis=1)
    return np.degrees(np.unwrap(np.arctan2(ahead[:, 1], ahead[:, 0])))


def test_a_foot_that_turns_while_it_stands_turns_its_foothold_within_the_play(robot) -> None:
    angle = np.radians(60.0) * np.linspace(0.0, 1.0, FRAMES)
    heading = heading_of(holds(turning(standing(robot), angle), robot).corners)
    inside = slice(20, -20)
    off = heading[inside] - np.degrees(angle)[inside]
    assert np.abs(off).max() <= PLAY_TURN + 1e-6
    assert (np.diff(heading) >= -1e-9).all()


@pytest.mark.parametrize(("stands", "middle"), [("heel", slice(0, 2)), ("toe", slice(2, 4))])
def test_a_foot_on_its_heel_or_toe_alone_turns_about_that(robot, stands: str, middle: slice) -> None:
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    lifted = "toe_l" if stands == "heel" else "heel_l"
    contacts[80:, CONTACTS.index(lifted)] = False
    angle = np.radians(50.0) * np.clip((np.arange(FRAMES) - 100) / 60.0, 0.0, 1.0)
    corners = holds(turning(standing(robot, contacts), angle), robot).corners
    assert np.ptp(heading_of(corners)) == pytest.approx(50.0, abs=2.0 * PLAY_TURN), "the play at both ends"
    edge = corners[:, middle].mean(axis=1)
    assert np.ptp(edge[80:], axis=0).max() < 1e-9, "what stands stays"
    assert np.ptp(edge, axis=0).max() < 3e-3, "on heel and toe it only comes to rest"
    assert np.ptp(corners.mean(axis=1), axis=0).max() > 0.02


def test_between_stances_a_foothold_turns_along_with_the_foot(robot) -> None:
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[60:140, :2] = False
    angle = np.zeros(FRAMES)
    angle[60:140] = np.radians(40.0) * np.sin(np.linspace(0.0, np.pi, 80))
    human = turning(standing(robot, contacts), angle)
    heading = heading_of(holds(human, robot).corners)
    np.testing.assert_allclose(heading - heading[0], np.degrees(angle), atol=1.0)


def test_a_trembling_foot_does_not_turn_its_foothold(robot) -> None:
    angle = np.radians(2.0) * np.sin(30.0 * np.arange(FRAMES) / FPS)
    heading = heading_of(holds(turning(standing(robot), angle), robot).corners)
    assert np.ptp(heading) < 1e-6
