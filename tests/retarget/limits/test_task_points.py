"""Tasks on robots: reachable places met, the rest followed, others told, wrong ones refused."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.errors import OptionError
from understudy.evaluate import evaluate
from understudy.motion import HumanMotion
from understudy.retarget import TaskPoint, TrackOptions, track
from understudy.retarget.limits.task_points import MET, task_spot
from understudy.robots import Robot, load_robot

START, END = 1.0, 1.1
SOLVED = 0.02
"""Solutions of the same frames agree to so much [rad or m]: steps are taken until they gain under 0.5 %."""

EARLY = 0.3
FEET_STAY = 0.05
"""How far [m] a foot may be drawn by a task metres away."""

ASIDE = np.array([0.12, 0.05, 0.18])
"""From where a hand is to where it is wanted, in heights of the robot's hips."""


WITHIN_REACH = [
    *((robot, part) for robot in ("g1", "nao") for part in ("hand_l", "hand_r", "elbow_l")),
    *(("hrp4", part) for part in ("hand_r", "elbow_l")),
]
"""HRP-4's left wrist passes a singular place on its way, for which 6 rad/s are too slow."""


def way(robot: Robot, q: np.ndarray, part: str) -> np.ndarray:
    """Return where a part is (T, 3) [m]."""
    spot, data = task_spot(robot, part), mujoco.MjData(robot.model)
    places = []
    for pose in q:
        data.qpos[:] = pose
        mujoco.mj_kinematics(robot.model, data)
        places.append(data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.local)
    return np.array(places)


def aside(robot: Robot, human: HumanMotion, part: str, share: float = 1.0) -> TaskPoint:
    """Return a task a little aside from where a part is without it, a share of ``ASIDE``."""
    where = way(robot, track(human, robot).q, part)[round(START * human.fps)]
    outward = np.array([1.0, -1.0 if part.endswith("_r") else 1.0, 1.0])
    return TaskPoint(part, START, END, tuple(where + share * robot.home[2] * outward * ASIDE))


@pytest.mark.parametrize(("name", "part"), WITHIN_REACH)
def test_a_place_within_reach_is_met_and_the_rest_follows(walk: HumanMotion, name: str, part: str) -> None:
    robot = load_robot(name)
    # An elbow has less room than a hand.
    room = 0.2 if part == "elbow_l" else 1.0
    task, told = aside(robot, walk, part, room), []
    motion = track(walk, robot, TrackOptions(tasks=(task,)), told.append)
    places = way(robot, motion.q, part)[round(START * walk.fps) : round(END * walk.fps) + 1]
    assert np.linalg.norm(places - task.place, axis=1).max() < MET
    assert not [sentence for sentence in told if "task" in sentence]
    assert motion.provenance.steps[-1] == ("tasks", {"missed": [pytest.approx(0.0, abs=MET)]})
    free, bound = (evaluate(walk, each, robot) for each in (track(walk, robot), motion))
    for segment in ("thigh_l", "shin_r", "upper_arm_r" if part[-1] == "l" else "upper_arm_l"):
        medians = [each[f"direction/{segment}"].summary["median"] for each in (free, bound)]
        assert medians[1] < medians[0] + np.radians(2.0)


@pytest.mark.parametrize("name", ["g1", "nao"])
def test_the_way_there_and_back_is_no_rougher_than_the_motion_itself(walk: HumanMotion, name: str) -> None:
    robot = load_robot(name)
    # Hands that rest on hips are rough by themselves.
    plain = TrackOptions(self_collision=0.0)
    task = aside(robot, walk, "hand_l", 0.5)
    roughness = [
        np.linalg.norm(np.diff(way(robot, each.q, "hand_l"), n=2, axis=0), axis=1).max() * walk.fps**2
        for each in (track(walk, robot, replace(plain, tasks=(task,))), track(walk, robot, plain))
    ]
    assert roughness[0] < roughness[1] + 15.0


def test_before_a_task_nothing_changes_and_a_clip_without_tasks_is_the_same(walk: HumanMotion) -> None:
    robot = load_robot("nao")
    task = aside(robot, walk, "hand_l")
    free, bound = track(walk, robot), track(walk, robot, TrackOptions(tasks=(task,)))
    # Limits of motion are met early as well as late, and the frames around them solved again.
    begins = round((task.start - task.ease - EARLY) * walk.fps)
    np.testing.assert_allclose(bound.q[:begins], free.q[:begins], atol=SOLVED)
    assert np.array_equal(track(walk, robot, TrackOptions(tasks=())).q, free.q)


def test_a_foot_goes_where_it_is_sent(walk: HumanMotion) -> None:
    robot = load_robot("nao")
    frame = round(START * walk.fps)
    where = way(robot, track(walk, robot).q, "foot_l")[frame]
    task = TaskPoint("foot_l", START, END, tuple(where + [0.02, 0.02, 0.02]))
    motion = track(walk, robot, TrackOptions(tasks=(task,)))
    assert np.linalg.norm(way(robot, motion.q, "foot_l")[frame] - task.place) < MET


def test_a_fixed_robot_has_tasks_too(walk: HumanMotion) -> None:
    robot = load_robot("armar3")
    where = way(robot, track(walk, robot).q, "hand_r")[round(START * walk.fps)]
    task = TaskPoint("hand_r", START, END, tuple(where + [0.1, 0.0, 0.1]))
    motion = track(walk, robot, TrackOptions(tasks=(task,)))
    assert motion.provenance.steps[-1][1]["missed"][0] < MET


@pytest.mark.parametrize("name", ["g1", "nao"])
def test_a_place_out_of_reach_is_told_with_the_distance_and_feet_stay(walk: HumanMotion, name: str) -> None:
    robot, told = load_robot(name), []
    still = _still(walk)
    far = TaskPoint("hand_l", 0.5, 0.8, (0.0, 0.3, 5.0))
    motion = track(still, robot, TrackOptions(tasks=(far,)), told.append)
    distance = motion.provenance.steps[-1][1]["missed"][0]
    assert 2.0 < distance < 5.0
    sentence = f"task '{far}' is out of reach: hand_l stays up to {100.0 * distance:.1f} cm away"
    assert sentence in told
    free = track(still, robot)
    for foot in ("foot_l", "foot_r"):
        assert np.abs(way(robot, motion.q, foot) - way(robot, free.q, foot)).max() < FEET_STAY


def test_tasks_and_balance_go_together(walk: HumanMotion) -> None:
    robot = load_robot("nao")
    task = aside(robot, walk, "hand_l", 0.5)
    motion = track(walk, robot, TrackOptions(tasks=(task,), physics="contact"))
    steps = dict(motion.provenance.steps)
    assert steps["tasks"]["missed"][0] < MET
    assert steps["balance"]["share"] > 0.95


def test_what_is_asked_wrongly_is_refused(walk: HumanMotion) -> None:
    robot = load_robot("g1")
    last = (walk.frame_count - 1) / walk.fps
    here = (0.1, 0.2, 0.9)
    cases = {
        "robot 'g1': unknown part 'ear_l'": (TaskPoint("ear_l", 0.0, 1.0, here),),
        f"expected within the clip, which ends at {last:.3f} s": (
            TaskPoint("hand_l", 0.0, last + 0.1, here),
        ),
        "want hand_l at two places at once, expected one after the other": (
            TaskPoint("hand_l", 0.5, 1.0, here),
            TaskPoint("hand_l", 0.2, 0.5, here),
        ),
    }
    for problem, tasks in cases.items():
        with pytest.raises(OptionError) as caught:
            track(walk, robot, TrackOptions(tasks=tasks))
        assert problem in str(caught.value)
    with pytest.raises(
        OptionError, match="TrackOptions: tasks holds '3', expected a TaskPoint or a text such as"
    ):
        TrackOptions(tasks=(3,))  # pyright: ignore[reportArgumentType]


def _still(human: HumanMotion) -> HumanMotion:
    """Return the person who stays as in the first frame, on both feet."""
    from dataclasses import replace

    frames = np.zeros(90, dtype=int)
    return replace(
        human,
        landmarks=human.landmarks[frames],
        valid=human.valid_mask[frames],
        contacts=np.ones((90, 4), dtype=bool),
        frames={name: turns[frames] for name, turns in human.frames.items()},
    )
