"""Where a robot's feet point: as the person's, as far as knees let them, also while they stand and turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, holds, moved, standing
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.foot_headings import (
    BORNE,
    HEADING,
    MOST_BORNE,
    STEEPNESS,
    TURN,
    UNNOTICED,
    bearable_turns,
    foot_headings,
    heading_and_pull,
    standing_headings,
)
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

UP = np.array([0.0, 0.0, 1.0])
SEEN = np.ones(FRAMES, dtype=bool)
ANY_TURN = np.array([[-np.pi, np.pi]]).repeat(FRAMES, axis=0)


@pytest.fixture(scope="module")
def robot():
    return load_robot("g1")


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
    assert np.abs(off).max() <= np.degrees(TURN) + 1e-6
    assert (np.diff(heading) >= -1e-9).all()


@pytest.mark.parametrize(("stands", "middle"), [("heel", slice(0, 2)), ("toe", slice(2, 4))])
def test_a_foot_on_its_heel_or_toe_alone_turns_about_that(robot, stands: str, middle: slice) -> None:
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    lifted = "toe_l" if stands == "heel" else "heel_l"
    contacts[80:, CONTACTS.index(lifted)] = False
    angle = np.radians(50.0) * np.clip((np.arange(FRAMES) - 100) / 60.0, 0.0, 1.0)
    corners = holds(turning(standing(robot, contacts), angle), robot).corners
    assert np.ptp(heading_of(corners)) == pytest.approx(50.0, abs=2.0 * np.degrees(TURN)), (
        "the play at both ends"
    )
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


def test_trembling_and_noise_of_the_knee_do_not_turn_a_foot(robot) -> None:
    time = np.arange(FRAMES) / FPS
    trembling = np.radians(2.0) * np.sin(30.0 * time)
    course = standing_headings(trembling, -trembling, ANY_TURN, SEEN, SEEN, FPS)
    assert np.degrees(np.ptp(course)) < 0.1, "but for what play leaves, on the average"


def test_a_foot_that_has_turned_comes_to_rest_as_the_person_s_although_it_has_play() -> None:
    turned = np.radians(30.0) * (np.arange(FRAMES) >= FRAMES - 20)
    course = standing_headings(turned, np.zeros(FRAMES), ANY_TURN, SEEN, SEEN, FPS)
    assert np.degrees(np.median(np.abs(course - turned))) < 0.2 * np.degrees(TURN)


def test_neither_means_nor_play_make_a_leg_bear_more_than_it_can() -> None:
    least = np.radians(6.0) * (np.abs(np.arange(FRAMES) - FRAMES // 2) < 10)
    bearable = np.stack([least, np.full(FRAMES, np.pi)], axis=1)
    course = standing_headings(np.zeros(FRAMES), np.zeros(FRAMES), bearable, SEEN, SEEN, FPS)
    assert (course >= least - 1e-9).all()
    assert course[0] == course[-1] == pytest.approx(0.0)
    mirrored = standing_headings(np.zeros(FRAMES), np.zeros(FRAMES), -bearable[:, ::-1], SEEN, SEEN, FPS)
    np.testing.assert_allclose(mirrored, -course, atol=1e-12)


def _pulled(human, bend: float, out: float) -> float:
    """Return how far the heading is from the foot's own [deg], which is turned out by so much [deg].

    Its knee is bent by an angle [deg] straight ahead.
    """
    turn = rot.from_axis_angle(UP, np.full(FRAMES, np.radians(out)))
    frames = {**human.frames, "foot_l": rot.multiply(turn, human.frames["foot_l"])}
    hip, knee = (human.landmark(f"{name}_l")[0] for name in ("hip", "knee"))
    shin = np.array([-np.sin(np.radians(bend)), 0.0, -np.cos(np.radians(bend))])
    straight = moved(human, ("knee_l",), hip - 0.3 * UP - knee)
    ankle = straight.landmark("ankle_l")[0]
    bent = moved(straight, ("ankle_l",), straight.landmark("knee_l")[0] + 0.3 * shin - ankle)
    person = replace(bent, frames=frames)
    foot, pull = foot_headings(person, "l")
    assert np.degrees(foot) == pytest.approx(out)
    least, most = bearable_turns(person, "l").T
    assert (least <= pull + 1e-9).all(), "what is asked for is borne"
    assert (pull <= most + 1e-9).all()
    return -float(np.degrees(pull[0]))


def test_a_straight_leg_leaves_the_heading_to_the_foot_and_a_bent_one_asks_the_knee(robot) -> None:
    human, bends, out = standing(robot), (20.0, 60.0, 90.0), 40.0
    angles = [_pulled(human, bend, out) for bend in (0.0, *bends)]
    assert angles[0] == pytest.approx(0.0, abs=1e-6)
    assert angles == sorted(angles)
    for bend, angle in zip(bends, angles[1:], strict=True):
        lever = 2.0 * np.sin(np.radians(0.5 * bend)) ** 2
        pull, lost = out * lever**2 / (lever**2 + HEADING**2), np.radians(out) * np.sqrt(lever)
        beyond = max(pull - np.degrees(UNNOTICED), 0.0)
        borne = pull - beyond / (1.0 + (lost / BORNE) ** STEEPNESS)
        assert angle == pytest.approx(max(borne, out * (1.0 - MOST_BORNE / lost)), rel=0.02)


@pytest.mark.parametrize("bend", [20.0, 40.0, 60.0])
def test_no_heading_costs_a_leg_more_than_it_can_bear(robot, bend: float) -> None:
    for out in (15.0, 25.0, 40.0):
        left = out - _pulled(standing(robot), bend, out)
        lever = 2.0 * np.sin(np.radians(0.5 * bend)) ** 2
        assert np.radians(left) * np.sqrt(lever) <= 1.02 * MOST_BORNE


def test_a_heading_that_costs_the_leg_little_is_the_foots_but_for_what_nobody_notices(robot) -> None:
    human = standing(robot)
    assert _pulled(human, bend=90.0, out=5.0) < 1.1 * np.degrees(UNNOTICED)
    assert _pulled(human, bend=90.0, out=60.0) > 50.0


@pytest.mark.parametrize("bend", [-8.0, -2.0, 2.0, 8.0])
def test_a_knee_that_is_bent_backwards_turns_no_foot_round(bend: float) -> None:
    angle = np.radians(bend)
    thigh, shin = (0.0, 0.0, -1.0), (-np.sin(angle), 0.0, -np.cos(angle))
    heading, pull = heading_and_pull(thigh, shin, (1.0, 0.05, 0.0))
    assert abs(heading) < np.radians(3.0)
    assert abs(pull) < np.radians(3.0)
