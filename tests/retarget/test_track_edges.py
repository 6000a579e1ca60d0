"""``track`` at its edges: people of whom much is missing, odd frame rates, and robots that lack parts."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.retarget import TrackOptions, track
from understudy.retarget.footholds import foot_headings, footholds
from understudy.retarget.ground import robot_ground
from understudy.retarget.placement import leg_scale
from understudy.robots import Robot, load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_human

FAR = np.array([20.0, 10.0, 0.0])
"""Where the person walks [m]: what falls back to the origin is seen at once."""

LEFT_LEG = ("hip_l", "knee_l", "ankle_l", "toe_l", "toe_tip_l")
ANKLES = ("ankle_l", "ankle_r")
LIMIT_TOLERANCE = 1e-9


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    """Return a second and a half of the built-in walk, far from the origin."""
    part = read_human(built_in_motion("walk")).section(100, 190)
    return replace(part, landmarks=part.landmarks + FAR)


@pytest.fixture(scope="module")
def g1() -> Robot:
    """Return a robot with soles."""
    return load_robot("g1")


def hidden(human: HumanMotion, names: tuple[str, ...], frames: slice = slice(None)) -> HumanMotion:
    """Return a person some of whose landmarks are not known in some frames."""
    valid = np.array(human.valid_mask)
    valid[frames, [human.names.index(name) for name in names]] = False
    return replace(human, landmarks=np.where(valid[:, :, None], human.landmarks, np.nan), valid=valid)


def holds(human: HumanMotion, robot: Robot, side: str):
    scale = leg_scale(human, robot)
    hips = scale * np.nan_to_num(human.landmark("mid_hips")[0])
    return footholds(human, robot, side, hips, robot_ground(human, scale), 0.6)


UNSEEN = {
    "ankles never": (ANKLES, slice(None)),
    "ankles for a while": (ANKLES, slice(10, 60)),
    "an ankle once": (("ankle_l",), slice(30, 31)),
    "a leg never": (LEFT_LEG, slice(None)),
    "hips for a while": (("hip_l", "hip_r"), slice(10, 60)),
    "knees for a while": (("knee_l", "knee_r"), slice(10, 60)),
    "nothing for a while": (None, slice(20, 40)),
    "nothing at first": (None, slice(0, 10)),
    "nothing at last": (None, slice(80, 90)),
}


@pytest.mark.parametrize("case", UNSEEN)
@pytest.mark.parametrize("name", ["g1", "nao"])
def test_feet_that_are_not_seen_do_not_drag_the_robot_away(walk: HumanMotion, name: str, case: str):
    robot = load_robot(name)
    names, frames = UNSEEN[case]
    motion = track(hidden(walk, names or walk.names, frames), robot)
    whole = track(walk, robot)
    assert np.linalg.norm(motion.q[:, :3] - whole.q[:, :3], axis=1).max() < 0.4


def test_a_stance_that_is_not_seen_has_no_foothold(walk: HumanMotion, g1: Robot):
    assert not holds(hidden(walk, ("ankle_l",)), g1, "l").firmness.any()
    assert holds(hidden(walk, ("ankle_l",)), g1, "r").firmness.any()


def test_a_stance_that_is_seen_in_part_stands_where_it_did(walk: HumanMotion, g1: Robot):
    part, whole = (holds(person, g1, "l") for person in (hidden(walk, ANKLES, slice(30, 40)), walk))
    assert np.array_equal(part.firmness, whole.firmness)
    stands = whole.firmness.any(axis=1)
    np.testing.assert_allclose(part.corners[stands], whole.corners[stands], atol=0.01)


@pytest.mark.parametrize("missing", ["heel", "toe"])
def test_a_person_who_never_stands_on_heels_or_toes_stands_on_the_others(
    walk: HumanMotion, g1: Robot, missing: str
):
    contacts = np.array(walk.contact_mask)
    contacts[:, [name.startswith(missing) for name in CONTACTS]] = False
    motion = track(replace(walk, contacts=contacts), g1)
    assert np.linalg.norm(motion.q[:, :3] - track(walk, g1).q[:, :3], axis=1).max() < 0.1


def test_a_long_stance_takes_little_memory(g1: Robot):
    count = 20_000
    contacts = np.ones((count, len(CONTACTS)), dtype=bool)
    contacts[count // 2 :, CONTACTS.index("heel_l")] = False
    human = human_from_robot(g1, g1.home[None], 100.0)
    human = replace(
        human,
        landmarks=np.repeat(human.landmarks, count, axis=0),
        valid=np.repeat(human.valid_mask, count, axis=0),
        frames={name: np.repeat(turns, count, axis=0) for name, turns in human.frames.items()},
        contacts=contacts,
    )
    tracemalloc.start()
    found = holds(human, g1, "l")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.ptp(found.corners, axis=0).max() < 1e-6
    assert peak < 1e8


@pytest.mark.parametrize("knows_toes", [True, False])
def test_feet_without_frames_point_ahead_under_straight_knees(knows_toes: bool):
    robot = load_robot("talos")
    q = np.tile(robot.home, (20, 1))
    q[:, -len(robot.joints) :] = np.clip(0.0, robot.lower, robot.upper)
    human = human_from_robot(robot, q, 100.0)
    noise = 1e-3 * np.random.default_rng(0).normal(size=human.landmarks.shape)
    human = replace(human, landmarks=human.landmarks + noise, frames={})
    if not knows_toes:
        human = hidden(human, ("toe_l", "toe_r"))
    for side in ("l", "r"):
        assert np.degrees(np.abs(foot_headings(human, side)).max()) < 15.0


@pytest.mark.parametrize("has_frames", [True, False])
def test_a_person_who_is_seen_late_is_awaited_there(walk: HumanMotion, g1: Robot, has_frames: bool):
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.array(2.8))
    human = replace(
        walk,
        landmarks=rot.rotate(turn, walk.landmarks),
        frames={name: rot.multiply(turn, turns) for name, turns in walk.frames.items()} if has_frames else {},
        contacts=np.zeros_like(walk.contact_mask),
    )
    motion = track(hidden(human, human.names, slice(0, 10)), g1)
    assert np.linalg.norm(motion.q[0, :2] - motion.q[10, :2]) < 0.1
    ahead = [rot.rotate(motion.q[frame, 3:7], np.array([1.0, 0.0, 0.0])) for frame in (0, 10)]
    assert rot.angle_between(*ahead) < 0.5


@pytest.mark.parametrize("lacks", ["ankle", "hip", "sole", "foot", "frames", "limits"])
def test_a_robot_may_lack_parts(walk: HumanMotion, g1: Robot, lacks: str):
    far = np.full(len(g1.joints), np.inf)
    changes = {
        "ankle": {"landmarks": _without(g1.landmarks, "ankle")},
        "hip": {"landmarks": _without(g1.landmarks, "hip"), "middles": _without(g1.middles, "mid_hips")},
        "sole": {"soles": {}},
        "foot": {"frames": _without(g1.frames, "foot")},
        "frames": {"frames": {}},
        "limits": {"lower": -far, "upper": far, "velocity": far, "acceleration": far},
    }
    robot = replace(g1, **changes[lacks])
    motion = track(walk, robot)
    assert np.isfinite(motion.q).all()
    off = motion.q[:, :2] - leg_scale(walk, robot) * walk.landmark("mid_hips")[0][:, :2]
    assert np.linalg.norm(off, axis=1).max() < 0.5


def _without(parts, kind: str) -> dict:
    return {name: part for name, part in parts.items() if not name.startswith(kind)}


@pytest.mark.parametrize("fps", [0.05, 1.0, 1000.0, 1e5])
@pytest.mark.parametrize("name", ["nao", "fetus", "armar3"])
def test_limits_hold_at_any_frame_rate(walk: HumanMotion, name: str, fps: float):
    robot = load_robot(name)
    joints = track(replace(walk, fps=fps), robot).joint_positions
    assert ((joints >= robot.lower - LIMIT_TOLERANCE) & (joints <= robot.upper + LIMIT_TOLERANCE)).all()
    assert (np.abs(np.diff(joints, axis=0)) <= robot.velocity / fps + LIMIT_TOLERANCE).all()
    assert (np.abs(np.diff(joints, 2, axis=0)) <= robot.acceleration / fps**2 + LIMIT_TOLERANCE).all()


@pytest.mark.parametrize("switch", ["limits", "velocity_limits", "acceleration_limits"])
def test_limits_can_be_switched_off_one_by_one(walk: HumanMotion, switch: str):
    options = {
        "limits": TrackOptions(limits=False),
        "velocity_limits": TrackOptions(velocity_limits=False),
        "acceleration_limits": TrackOptions(acceleration_limits=False),
    }
    motion = track(walk, load_robot("mimo"), options[switch])
    assert np.isfinite(motion.q).all()
