"""Hands, knees and the trunk of robots on the floor: they come to it, stay in place, and nothing sinks in."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from understudy.evaluate.poses import compute_poses
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.stretches import stretches
from understudy.retarget.track import track
from understudy.retarget.two_step import two_step
from understudy.robots import Robot, load_robot
from understudy.robots.part_points import other_points, part_points
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import LANDMARK_SET

SECONDS, FPS = {"crawl": 3.0, "push_up": 2.0, "sit_down": 6.0, "roll_over": 3.0}, 30.0
NEAR, DEEP, STILL = 0.010, 0.005, 0.005  # [m]


@cache
def person(clip: str) -> HumanMotion:
    motion = make(clip, seconds=SECONDS[clip], fps=FPS)
    return human_from_recording(record(motion, LANDMARK_SET, Corruption()).recording())


@cache
def performed(clip: str, name: str = "g1") -> RobotMotion:
    return track(person(clip), load_robot(name))


def part_places(robot: Robot, motion: RobotMotion, part: str) -> np.ndarray:
    """Return where a part's points are (T, N, 3) [m]."""
    poses, points = compute_poses(robot, motion), part_points(robot)
    return points.in_world(poses.positions, poses.orientations)[:, points.of(part)]


@pytest.mark.parametrize("clip", ["crawl", "push_up", "sit_down"])
def test_parts_that_carry_are_on_the_floor_and_said_to_be(clip: str) -> None:
    human, motion, robot = person(clip), performed(clip), load_robot("g1")
    for part, carries in human.part_contacts.items():
        lowest = part_places(robot, motion, part)[carries][..., 2].min(axis=1)
        assert (np.abs(lowest) <= NEAR).mean() > 0.95, part
        assert motion.part_contacts[part][carries].mean() > 0.95, part
        assert not motion.part_contacts[part][~carries].any()


@pytest.mark.parametrize("clip", ["crawl", "push_up", "sit_down"])
def test_hands_and_knees_stay_in_their_places(clip: str) -> None:
    human, motion, robot = person(clip), performed(clip), load_robot("g1")
    for part, carries in human.part_contacts.items():
        if part == "pelvis":
            continue
        places = part_places(robot, motion, part)
        for first, stop in stretches(carries):
            if stop - first < 9:
                continue
            own = places[first + 3 : stop - 3]
            lowest = int(own[:, :, 2].mean(axis=0).argmin())
            assert np.ptp(own[:, lowest, :2], axis=0).max() < STILL, part


@pytest.mark.parametrize("clip", SECONDS)
def test_nothing_sinks_into_the_floor(clip: str) -> None:
    robot, motion = load_robot("g1"), performed(clip)
    poses = compute_poses(robot, motion)
    for points in (part_points(robot), other_points(robot)):
        assert points.in_world(poses.positions, poses.orientations)[..., 2].min() > -DEEP


def test_without_contacts_of_parts_nothing_is_held() -> None:
    human, robot = person("push_up"), load_robot("nao")
    free = track(human.amended(part_contacts={}), robot)
    assert not free.part_contacts
    held = track(human, robot)
    slips = []
    for motion in (free, held):
        places = part_places(robot, motion, "hand_l")[:, :, :2]
        slips.append(np.ptp(places, axis=0).max(axis=1).min())
    assert slips[1] < 0.2 * slips[0]


def test_a_walk_is_as_it_was_whatever_else_was_captured() -> None:
    recording = record(make("walk", seconds=1.0, fps=FPS), LANDMARK_SET, Corruption()).recording()
    human = human_from_recording(recording)
    assert not human.part_contacts
    assert not track(human, load_robot("nao")).part_contacts


def test_parts_that_a_robot_cannot_bring_to_the_floor_are_let_go() -> None:
    human, robot = person("crawl"), load_robot("nao")
    motion = track(human, robot)
    assert "hand_l" in motion.part_contacts
    # The feet of this robot are nearly as long as its shins, so that on its toes it cannot kneel.
    assert "knee_l" not in motion.part_contacts


def test_a_fixed_base_holds_nothing() -> None:
    human = person("push_up")
    assert not track(human, load_robot("qtrobot")).part_contacts


def test_two_step_holds_them_too() -> None:
    human, robot = person("push_up"), load_robot("g1")
    motion = two_step(human, robot)
    assert motion.part_contacts["hand_l"].mean() > 0.9


def test_a_part_without_a_landmark_is_no_fault() -> None:
    human = person("push_up")
    contacts = {**human.part_contacts, "head": np.ones(human.frame_count, dtype=bool)}
    motion = track(replace(human, part_contacts=contacts), load_robot("simple-humanoid"))
    assert "head" not in motion.part_contacts
