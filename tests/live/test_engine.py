"""The engine as a whole: what was calibrated is kept, limits hold whatever comes, and robots recover."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.live.walking import (
    CALIBRATION,
    FPS,
    assert_within_limits,
    directions,
    drive,
    engine,
    poses,
    robot,
    sightings,
    walk,
)
from understudy.clean import clean
from understudy.human import human_from_recording
from understudy.live.engine import FADING, FOLLOWING, HOLDING
from understudy.live.options import LiveOptions
from understudy.live.sighting import Sighting
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.pipeline import retarget
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot

BEGIN = round(CALIBRATION * FPS) + 2
"""The first frame after the calibration, roughly."""


def undisturbed() -> np.ndarray:
    return poses(drive(engine(), sightings(walk())))


def off(commands: list, reference: np.ndarray) -> np.ndarray:
    """Return (T,) [rad] by how much joints are off those of an undisturbed run, at most."""
    joints = len(robot().joints)
    count = min(len(commands), len(reference))
    return np.abs(poses(commands)[-count:, -joints:] - reference[-count:, -joints:]).max(axis=1)


def test_a_walk_is_followed_as_the_offline_method_does() -> None:
    live = engine()
    commands = drive(live, sightings(walk()))
    assert live.calibration is not None
    assert_within_limits(commands, robot())
    human = human_from_recording(clean(walk()))
    offline = human_from_robot(robot(), retarget(human, robot()).q, FPS)
    settled = commands[round(1.2 * FPS) :]
    shown = directions(settled, robot(), LIMB_SEGMENTS)
    up, left = offline.direction("trunk")[0], offline.direction("shoulder_line")[0]
    back = rot.conjugate(rot.from_axes(None, left, up))
    wanted = np.stack([rot.rotate(back, offline.direction(name)[0]) for name in LIMB_SEGMENTS], axis=1)
    errors = np.degrees(rot.angle_between(shown, wanted[-len(settled) :]))
    assert np.median(errors) < 1.0


def test_it_begins_at_home_and_at_rest() -> None:
    commands = drive(engine(), sightings(walk())[: BEGIN + 2])
    assert commands[0].state == FOLLOWING
    np.testing.assert_allclose(commands[0].q[7:], robot().home[7:], atol=0.01)


def lost(first: int, count: int) -> list[Sighting | float]:
    """Return the walk with frames in which nothing is seen."""
    frames: list[Sighting | float] = list(sightings(walk()))
    for index in range(first, min(first + count, len(frames))):
        one = frames[index]
        assert isinstance(one, Sighting)
        frames[index] = replace(one, points=np.full_like(one.points, np.nan))
    return frames


def test_a_person_lost_for_a_while_is_held_and_taken_up_again() -> None:
    reference = undisturbed()
    first, gone = BEGIN + 60, round(0.6 * FPS)
    commands = drive(engine(), lost(first, gone))
    assert_within_limits(commands, robot())
    states = [command.state for command in commands]
    assert HOLDING in states and FADING not in states
    back = len(commands) - (walk().frame_count - first - gone)
    later = off(commands, reference)[back + round(0.5 * FPS) :]
    assert len(later) > 10
    assert np.median(later) < 0.15


def test_packets_that_stop_coming_end_in_the_home_pose() -> None:
    frames: list[Sighting | float] = [*sightings(walk())[: BEGIN + 60]]
    last = frames[-1]
    assert isinstance(last, Sighting)
    frames += [last.time + step / FPS for step in range(1, round(5.0 * FPS))]
    commands = drive(engine(), frames)
    assert_within_limits(commands, robot())
    assert commands[-1].state == FADING
    arms = [index for index, name in enumerate(robot().joints) if "Shoulder" in name or "Elbow" in name]
    np.testing.assert_allclose(commands[-1].q[7:][arms], robot().home[7:][arms], atol=0.05)


@pytest.mark.parametrize("way", ["all", "one", "for good"])
def test_jumps_of_a_metre_break_no_limit_and_are_forgotten(way: str) -> None:
    frames = sightings(walk())
    first = BEGIN + 70
    count = len(frames) if way == "for good" else 5
    for index in range(first, min(first + count, len(frames))):
        points = np.array(frames[index].points)
        points[slice(None) if way != "one" else slice(3, 4)] += [1.0, 0.0, 0.0]
        frames[index] = replace(frames[index], points=points)
    commands = drive(engine(), frames)
    assert_within_limits(commands, robot())
    later = off(commands, undisturbed())[-30:]
    assert np.median(later) < 0.2


def test_reordered_and_doubled_packets_are_left_out() -> None:
    frames = sightings(walk())
    mixed = list(frames)
    for index in range(BEGIN, len(mixed) - 3, 9):
        mixed[index], mixed[index + 1] = mixed[index + 1], mixed[index]
    mixed = [frame for frame in mixed for _ in range(2)]
    live = engine()
    commands = drive(live, mixed)
    assert_within_limits(commands, robot())
    assert live.counts.late > len(frames) / 2
    assert np.median(off(commands, undisturbed())) < 0.02


def test_numbers_that_are_none_do_no_harm() -> None:
    generator = np.random.default_rng(3)
    frames = sightings(walk())
    for index in range(BEGIN, len(frames)):
        points = np.array(frames[index].points)
        points[generator.random(len(points)) < 0.2] = generator.choice([np.nan, np.inf, 1e30])
        frames[index] = replace(frames[index], points=points)
    frames.insert(BEGIN + 5, replace(frames[BEGIN + 5], time=float("nan")))
    commands = drive(engine(), frames)
    assert_within_limits(commands, robot())
    assert np.isfinite(poses(commands)).all()


def test_left_and_right_swapped_for_a_while_are_swapped_back() -> None:
    recording = walk()
    pairs = [
        (
            recording.names.index(recording.landmark_points[f"{name}_l"][0]),
            recording.names.index(recording.landmark_points[f"{name}_r"][0]),
        )
        for name in ("elbow", "wrist", "knee", "ankle")
    ]
    frames = sightings(recording)
    for index in range(BEGIN + 70, BEGIN + 76):
        points = np.array(frames[index].points)
        for left, right in pairs:
            points[[left, right]] = points[[right, left]]
        frames[index] = replace(frames[index], points=points)
    live = engine()
    commands = drive(live, frames)
    assert_within_limits(commands, robot())
    assert live._cleaner.swaps > 0
    assert off(commands, undisturbed())[-30:].max() < 0.2


def test_of_two_people_one_is_followed_and_that_is_said() -> None:
    said: list[str] = []
    live = engine()
    live.people._say = said.append
    first = sightings(walk(), "anna")
    second = [
        replace(frame, points=frame.points + [2.0, 2.0, 0.0], person="ben") for frame in sightings(walk())
    ]
    commands = drive(live, [frame for pair in zip(first, second, strict=True) for frame in pair])
    assert live.people.person == "anna"
    assert any("'anna' is followed" in sentence or "Following person 'anna'" in sentence for sentence in said)
    assert live.counts.of_others == len(second)
    np.testing.assert_allclose(poses(commands), undisturbed(), atol=1e-9)


def test_somebody_named_is_followed_even_if_others_come_first() -> None:
    live = engine(LiveOptions(calibrate=CALIBRATION, person="ben"))
    drive(live, sightings(walk(), "anna")[:3])
    drive(live, sightings(walk(), "ben")[:3])
    assert live.counts.of_others == 3
    assert len(live._first) == 3


def test_stopping_brings_the_robot_to_rest_within_limits() -> None:
    live = engine()
    commands = drive(live, sightings(walk())[: BEGIN + 90])
    end = live.stop()
    assert_within_limits([*commands, *end], robot())
    joints = poses(end)[-2:, 7:]
    assert np.abs(np.diff(joints, axis=0)).max() * FPS < 0.05


def test_nothing_is_commanded_before_the_calibration() -> None:
    live = engine()
    assert drive(live, sightings(walk())[:20]) == []
    assert live.idle(10.0) == [] and live.stop() == []
    np.testing.assert_array_equal(live.pose, robot().home)


def test_a_fit_of_the_human_in_between_is_followed_alike() -> None:
    live = engine(LiveOptions(calibrate=CALIBRATION, via="human"))
    commands = drive(live, sightings(walk())[: BEGIN + 110])
    assert_within_limits(commands, robot())
    direct = drive(engine(), sightings(walk())[: BEGIN + 110])
    segments = ("upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r")
    one, other = (directions(each[-30:], robot(), segments) for each in (commands, direct))
    assert np.degrees(np.median(rot.angle_between(one, other))) < 8.0
