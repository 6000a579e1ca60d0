"""Several takes of one move: who is unlike the others, the mean and its envelope, new takes, perspective."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.human import human_from_recording
from understudy.human.demonstrations.averaging import average_takes, mean_turns
from understudy.human.demonstrations.drawing import MOST, draw_takes
from understudy.human.demonstrations.likeness import likeness
from understudy.human.demonstrations.perspective import as_shown, perspective_of
from understudy.motion import HumanMotion
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import BODY_25_SET

FPS = 20.0
NOISE = 0.01
NEAR = np.radians(4.0)
"""Angle [rad] by which limbs may differ of takes of one move."""


def take(move: str, seed: int, height: float = 1.75, noise: float = NOISE) -> HumanMotion:
    """Return somebody who performs a move, in keypoints with noise."""
    motion = make(move, fps=FPS, seed=seed, body=performer_body(height=height))
    return human_from_recording(record(motion, BODY_25_SET, Corruption(noise=noise), seed).recording())


@pytest.fixture(scope="module")
def takes() -> dict[str, HumanMotion]:
    """Return five people of several sizes who play teapot."""
    return {f"person {seed}": take("teapot", seed, 1.55 + 0.08 * seed) for seed in range(5)}


def test_a_take_of_another_move_is_named_and_left_out(takes: dict[str, HumanMotion]) -> None:
    found = average_takes(takes | {"somebody else": take("wave", 9)})
    assert found.outliers == ("somebody else",)
    assert len(found.courses) == len(takes)
    assert max(angle for name, angle in found.distances.items() if name in takes) < 2.0 * NEAR


def test_the_mean_is_nearer_to_what_was_meant_than_single_takes(takes: dict[str, HumanMotion]) -> None:
    """Noise averages out: the mean is nearer to a take without any than the noisy takes are."""
    found = average_takes(takes)
    meant = take("teapot", 77, noise=0.0)
    ours = likeness(found.mean, meant).angle
    theirs = [likeness(each, meant).angle for each in takes.values()]
    assert ours < min(theirs)


def test_bones_of_the_mean_keep_their_lengths(takes: dict[str, HumanMotion]) -> None:
    mean = average_takes(takes).mean
    for segment in ("upper_arm_l", "forearm_r", "thigh_l", "shin_r"):
        start, end = {"upper_arm_l": ("shoulder_l", "elbow_l"), "forearm_r": ("elbow_r", "wrist_r")}.get(
            segment, ("hip_l", "knee_l") if segment == "thigh_l" else ("knee_r", "ankle_r")
        )
        length = np.linalg.norm(mean.landmark(end)[0] - mean.landmark(start)[0], axis=1)
        assert np.ptp(length) < 1e-9, segment


def test_a_take_at_half_the_pace_is_brought_into_step(takes: dict[str, HumanMotion]) -> None:
    """The mean lasts as long as takes do in the mean, and goes through the same poses."""
    from dataclasses import replace

    from understudy.motion.resampling import resample

    first = takes["person 1"]
    slow = resample(replace(first, fps=0.5 * first.fps), first.fps)
    found = average_takes({"as shown": first, "slowly": slow})
    assert likeness(first, slow).angle < np.radians(2.0)
    assert found.mean.duration == pytest.approx(1.5 * first.duration, rel=0.05)
    assert likeness(found.mean, first).angle < np.radians(2.0)


def test_the_envelope_is_wide_where_takes_differ() -> None:
    """Takes that differ in the left arm alone are spread there and nowhere else."""
    robot = load_robot("nao")
    times = np.arange(60) / FPS
    found = []
    for size in (0.6, 0.9, 1.2):
        q = np.tile(robot.home, (len(times), 1))
        q[:, 7 + robot.joints.index("LShoulderRoll")] += size * 0.5 * (1.0 - np.cos(2.0 * times))
        found.append(human_from_robot(robot, q, FPS))
    shown = average_takes({str(index): each for index, each in enumerate(found)})
    names = shown.mean.names
    spread = shown.spread.max(axis=0)
    assert spread[names.index("wrist_l")] > 0.02
    assert spread[names.index("wrist_r")] < 1e-6


def test_new_takes_differ_within_the_envelope_and_by_their_seed(takes: dict[str, HumanMotion]) -> None:
    found = average_takes(takes)
    drawn, again, others = (draw_takes(found, 4, seed) for seed in (1, 1, 2))
    for one, same, other in zip(drawn, again, others, strict=True):
        np.testing.assert_array_equal(one.landmarks, same.landmarks)
        assert one.frame_count != other.frame_count or not np.allclose(one.landmarks, other.landmarks)
        assert 0.0 < likeness(one, found.mean).angle < NEAR
    lasting = [each.duration / found.mean.duration for each in drawn]
    assert min(lasting) > 0.7 and max(lasting) < 1.4
    assert MOST <= 2.0


@pytest.mark.parametrize("move", ["teapot", "wave"])
def test_the_perspective_is_found_by_comparing(move: str) -> None:
    shown, repeated = take(move, 1), take(move, 2)
    assert not perspective_of(repeated, shown).is_mirror
    mirrored = perspective_of(repeated.mirror(), shown)
    assert mirrored.is_mirror and mirrored.is_clear
    back, _ = as_shown(repeated.mirror(), shown)
    assert likeness(back, shown).angle < 2.0 * NEAR


def test_a_move_that_is_the_same_either_way_is_left_as_it_is() -> None:
    found = perspective_of(take("hands_up", 1), take("hands_up", 2))
    assert not found.is_clear and not found.is_mirror


def test_a_robot_that_showed_the_move_counts_as_well() -> None:
    robot = load_robot("nao")
    q = np.tile(robot.home, (60, 1))
    q[:, 7 + robot.joints.index("LShoulderPitch")] -= 1.2 * np.sin(np.linspace(0.0, np.pi, 60))
    shown = human_from_robot(robot, q, FPS)
    assert perspective_of(shown.mirror(), shown).is_mirror


def test_mean_turns_do_not_care_for_signs() -> None:
    turns = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.array([0.2, 0.4]))[:, None]
    expected = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.3)
    for sign in (1.0, -1.0):
        found = mean_turns(turns * np.array([1.0, sign])[:, None, None])[0]
        assert abs(found @ expected) == pytest.approx(1.0)


def test_too_few_takes_and_nothing_in_common_are_refused(takes: dict[str, HumanMotion]) -> None:
    with pytest.raises(InvalidMotionError, match="two at least"):
        average_takes({"one": takes["person 1"]})
    with pytest.raises(InvalidMotionError, match="no two of the takes"):
        average_takes({"a": take("hands_up", 0), "b": take("wave", 0)})
