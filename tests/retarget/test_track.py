"""``track``: properties that hold for every robot, and the cases that break other tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SEGMENTS
from understudy.motion.stretches import stretches
from understudy.retarget import TrackOptions, track
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_human

FPS = 100.0
SELF_AGREEMENT = 1e-3
LIMIT_TOLERANCE = 1e-9
FOLLOWED_AGREEMENT = 2e-3
"""Of weighted directions and orientations, which joints that are left open must not change either."""

HARDLY_SEEN = 0.05
"""A motion of the joints that changes what is followed by less than this, per radian, is left open: there
the weights of steadiness and of the home pose have a say."""

SHARE = 0.01
"""Share of a joint in such a motion from which on it is left open, too."""

UNSEEN_EYES = "no landmark or frame that is followed moves with an eye"
UNSEEN_FINGERS = "fingers follow how far a hand is closed, not landmarks or frames"
TWO_PITCHES = "two pitch joints of the neck: the head shows only what they do together"
SIX_IN_THE_TORSO = "six joints turn the chest; trunk, shoulders and chest show five things"
LEFT_OPEN: dict[str, dict[str, str]] = {
    "armar3": {
        "cameras": UNSEEN_EYES,
        "eye_*": UNSEEN_EYES,
        "neck_?_*": TWO_PITCHES,  # Roll and yaw lie between them and take part.
        "head_tilt": TWO_PITCHES,
    },
    "fetus": {
        "*_torso_yaw": SIX_IN_THE_TORSO,
        "upper_torso_*": SIX_IN_THE_TORSO,
    },
    "icub": {"eyes_tilt": UNSEEN_EYES, "?_eye_pan": UNSEEN_EYES},
    "jvrc1": dict.fromkeys(("?_?THUMB", "?_?INDEX", "?_?LITTLE"), UNSEEN_FINGERS),
    "mimo": {"*_eye_*": UNSEEN_EYES, "*_fingers": UNSEEN_FINGERS},
    "romeo": {
        "NeckPitch": TWO_PITCHES,
        "HeadPitch": TWO_PITCHES,
        **dict.fromkeys(("?Hand", "?Finger*", "?Thumb*"), UNSEEN_FINGERS),
    },
    "talos": {"gripper_*": UNSEEN_FINGERS},
}
"""Robot → joint or pattern → why what is followed leaves it open. All other joints come back."""

ALSO_FOLLOWED = {"fetus": {"chest": 0.6}}
"""Robot → weights of further parts. By default nothing tells how far the chest of the fetus leans back where
its two pitch joints cancel out for the trunk's direction: neck and shoulders would be left open with it."""

ROUGHER = {"fetus": 10.0}
"""Robot → times the agreements above. Six joints of the torso of the fetus come to stand half a radian
elsewhere, along a curve of poses that look alike; steps end when they gain less than 0.5 %."""

OPTIONS = TrackOptions()


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    """Return the built-in walk."""
    return read_human(built_in_motion("walk"))


def test_a_person_shaped_like_the_robot_comes_back_as_the_robot(robot: Robot, swing, coupled):
    q = swing(robot, 150)
    options = _options_of(robot)
    human = human_from_robot(robot, q, FPS)
    motion = track(human, robot, options)
    error = np.abs(motion.joint_positions - q[:, -len(robot.joints) :]).max(axis=0)
    rougher = ROUGHER.get(robot.name, 1.0)
    stated = _stated_open(robot)
    found = set.union(*(_joints_left_open(robot, pose, options, coupled) for pose in q[::5]))
    assert stated == found
    beyond = {
        name: off for name, off in zip(robot.joints, error, strict=True) if off >= rougher * SELF_AGREEMENT
    }
    assert beyond.keys() == stated, beyond
    assert np.abs(motion.q[:, :3] - q[:, :3]).max() < rougher * SELF_AGREEMENT
    shown, wanted = (
        _what_is_followed(person, options) for person in (human_from_robot(robot, motion.q, FPS), human)
    )
    assert np.abs(shown - wanted).max() < rougher * FOLLOWED_AGREEMENT


def test_exceptions_are_of_robots_that_exist():
    assert LEFT_OPEN.keys() | ALSO_FOLLOWED.keys() <= set(robot_names())


def _options_of(robot: Robot) -> TrackOptions:
    """Return the default weights, with self-collision and the price of accelerations switched off.

    All joints swing at once, without regard to each other. In the swings of nearly all robots limbs pass
    through each other or the trunk, which the method would rightly refuse: with it, up to all joints of a
    robot come back changed. That parts are kept apart is tested in ``limits/test_self_collision.py``.
    """
    parts = {**OPTIONS.parts, **ALSO_FOLLOWED.get(robot.name, {})}
    return replace(OPTIONS, parts=parts, self_collision=0.0, joint_acceleration=0.0, root_acceleration=0.0)


def _stated_open(robot: Robot) -> set[str]:
    """Return the joints that the table says are left open; each of its patterns must mean some."""
    meant = {
        pattern: {joint for joint in robot.joints if fnmatchcase(joint, pattern)}
        for pattern in LEFT_OPEN.get(robot.name, {})
    }
    assert all(meant.values()), meant
    return set().union(*meant.values())


def _joints_left_open(robot: Robot, q: np.ndarray, options: TrackOptions, coupled) -> set[str]:
    """Return joints that the goals leave open in a pose: alone (an eye) or in company (two joints of a neck).

    They have a share in a motion of the joints that hardly moves anything which the method follows.
    """
    step = 1e-4
    first = len(q) - len(robot.joints)
    free = 3 if robot.has_free_base else 0
    pairs = []
    for sign in (1.0, -1.0):
        poses = np.tile(q, (free + len(robot.joints), 1))
        for axis in range(free):
            turn = rot.from_axis_angle(np.eye(3)[axis], sign * step)
            poses[axis, 3:7] = rot.multiply(turn, q[3:7])
        for joint in range(len(robot.joints)):
            poses[free + joint, first + joint] += sign * step
        poses = np.array([coupled(robot.model, pose) for pose in poses])
        pairs.append(_what_is_followed(human_from_robot(robot, poses, FPS), options))
    jacobian = (pairs[0] - pairs[1]).T / (2.0 * step)
    _, sizes, motions = np.linalg.svd(jacobian, full_matrices=True)
    sizes = np.append(sizes, np.zeros(len(motions) - len(sizes)))
    share = np.linalg.norm(motions[sizes < HARDLY_SEEN], axis=0)[free:]
    drivers = np.arange(len(robot.joints))
    pairs_of_joints = (robot.model.eq_obj1id, robot.model.eq_obj2id)
    follower, driver = (robot.model.jnt_qposadr[joints] - first for joints in pairs_of_joints)
    drivers[follower] = driver
    return {name for name, own in zip(robot.joints, drivers, strict=True) if share[own] > SHARE}


def _what_is_followed(human: HumanMotion, options: TrackOptions) -> np.ndarray:
    """Return weighted directions and orientations (T, N)."""
    rows = [
        weight * human.direction(name)[0]
        for name in SEGMENTS
        if (weight := _weight(name, options.segments)) > 0.0
    ]
    rows += [
        weight * rot.as_matrix(turns).reshape(len(turns), 9) / np.sqrt(2.0)
        for name, turns in human.frames.items()
        if (weight := _weight(name, options.parts)) > 0.0
    ]
    return np.concatenate(rows, axis=1)


def _weight(name: str, weights: Mapping[str, float]) -> float:
    return weights.get(name.removesuffix("_l").removesuffix("_r"), 0.0)


@pytest.mark.parametrize("count", [1, 2, 3, 57])
def test_a_clip_may_end_at_any_frame(robot: Robot, walk: HumanMotion, count: int):
    part = track(walk.section(0, count), robot)
    assert np.isfinite(part.q).all()
    assert part.q.shape == (count, robot.model.nq)


FADES = 0.6
"""Share of what a later step changes at one moment of standing on both feet that is left one step before."""

UNSETTLED = np.radians(0.3)
"""Angle [rad] up to which the solver's end leaves joints open, see ``clip.solve.ENOUGH``."""

HARDLY = np.radians(5.0)
"""Angle [rad] by which the end of a clip changes the step before it at most."""


def test_what_happens_later_fades_from_step_to_step(walk: HumanMotion):
    """Stances fit both legs together, so a step knows of the next, less of the one after it, and so on."""
    robot, count = load_robot("g1"), 180
    part, whole = (track(person, robot) for person in (walk.section(0, count), walk))
    stances = _stances(walk)
    end = min(first for first, last in stances if last >= count)
    joints = np.abs(part.q - whole.q[:count])[:, 7:].max(axis=1)
    contacts = walk.contact_mask[:end]
    both = contacts[:, :2].any(axis=1) & contacts[:, 2:].any(axis=1)
    changes = [joints[first:last].max() for first, last in stretches(np.asarray(both))]
    assert len(changes) == 4
    assert max(changes) < HARDLY
    for before, after in pairwise(changes):
        assert before < max(FADES * after, UNSETTLED)


def _stances(human: HumanMotion) -> list[tuple[int, int]]:
    return [
        stance
        for heel, toe in ((0, 1), (2, 3))
        for stance in stretches(human.contact_mask[:, heel] | human.contact_mask[:, toe])
    ]


def test_the_same_input_gives_the_same_motion(walk: HumanMotion):
    first, second = (track(walk, load_robot("nao")) for _ in range(2))
    assert np.array_equal(first.q, second.q)
    assert first.provenance == second.provenance


TWO_STRIDES = 160
"""Frames in which either foot is lifted and set down twice."""


@pytest.mark.parametrize("slowdown", [1.0, 0.2])
def test_limits_of_position_velocity_and_acceleration_are_never_crossed(
    robot: Robot, walk: HumanMotion, slowdown: float
):
    fast = replace(walk.section(0, TWO_STRIDES), fps=walk.fps / slowdown)
    motion = track(fast, robot)
    joints = motion.joint_positions
    assert (joints >= robot.lower - LIMIT_TOLERANCE).all()
    assert (joints <= robot.upper + LIMIT_TOLERANCE).all()
    speed = np.abs(np.diff(joints, axis=0)) * fast.fps
    assert (speed <= robot.velocity * (1.0 + LIMIT_TOLERANCE)).all()
    acceleration = np.abs(np.diff(joints, 2, axis=0)) * fast.fps**2
    assert (acceleration <= robot.acceleration * (1.0 + LIMIT_TOLERANCE)).all()


def test_limits_can_be_switched_off():
    robot, infant = load_robot("hrp4"), read_human(built_in_motion("infant_kicking"))
    free = track(infant, robot, TrackOptions(limits=False)).joint_positions
    assert ((free < robot.lower - 1e-6) | (free > robot.upper + 1e-6)).any()


def test_arms_that_start_overhead_do_not_stick_at_half_a_turn():
    robot = load_robot("dummy")
    q = np.tile(robot.home, (3, 1))
    for side in ("l", "r"):
        for joint in robot.card.landmarks[f"shoulder_{side}"].joints:
            if "pitch" in joint.lower():
                q[:, robot.model.joint(joint).qposadr[0]] = 2.9
    human = human_from_robot(robot, q, FPS)
    motion = track(human, robot)
    reached = human_from_robot(robot, motion.q, FPS)
    for segment in ("upper_arm_l", "upper_arm_r"):
        error = rot.angle_between(human.direction(segment)[0], reached.direction(segment)[0])
        assert np.degrees(error.max()) < 1.0


def test_standing_soles_stay_flat_and_still(walk: HumanMotion):
    robot = load_robot("hrp4")
    motion = track(walk, robot)
    data = mujoco.MjData(robot.model)
    for column, side in ((0, "l"), (2, "r")):
        sole = robot.soles[side]
        corners = []
        for q in motion.q:
            data.qpos[:] = q
            mujoco.mj_kinematics(robot.model, data)
            corners.append(data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T)
        corners = np.array(corners)
        flat = walk.contact_mask[:, column] & walk.contact_mask[:, column + 1]
        settled = flat & np.roll(flat, 3) & np.roll(flat, 6)
        assert settled.sum() > 20
        assert np.abs(corners[settled][:, :, 2]).max() < 0.01
        both = settled[1:] & settled[:-1]
        speed = np.linalg.norm(np.diff(corners[..., :2], axis=0), axis=-1).max(axis=1) * walk.fps
        assert np.percentile(speed[both], 95) < 0.1


def test_a_lying_infant_lies_on_the_floor_and_not_in_it():
    robot = load_robot("dummy")
    human = read_human(built_in_motion("infant_kicking"))
    motion = track(human, robot)
    data = mujoco.MjData(robot.model)
    depth, facing = [], []
    for q in motion.q[::5]:
        data.qpos[:] = q
        mujoco.mj_kinematics(robot.model, data)
        lowest = [
            (data.xpos[s.body] + s.centres @ data.xmat[s.body].reshape(3, 3).T)[:, 2] - s.radii
            for s in robot.surface
        ]
        depth.append(-min(part.min() for part in lowest))
        facing.append(data.xmat[robot.frames["chest"].body].reshape(3, 3)[2, 0])
    assert max(depth) < 0.01
    assert max(-d for d in depth) < 0.03
    assert min(facing) > 0.7


def test_an_upper_body_on_a_fixed_base_follows_the_arms(walk: HumanMotion, tmp_path: Path):
    robot = _upper_body_of_nao(tmp_path)
    assert not robot.has_free_base
    motion = track(walk, robot)
    assert motion.q.shape == (walk.frame_count, len(robot.joints))
    reached = human_from_robot(robot, motion.q, walk.fps)
    into_chest = rot.conjugate(walk.frames["chest"])
    for segment in ("upper_arm_l", "forearm_r"):
        wanted = rot.rotate(into_chest, walk.direction(segment)[0])
        assert np.degrees(np.median(rot.angle_between(wanted, reached.direction(segment)[0]))) < 3.0


def _upper_body_of_nao(folder: Path) -> Robot:
    """Return NAO's upper body as a card of its own: fixed base, no legs."""
    nao = load_robot("nao").card
    lines = ['name = "upper"', 'title = "upper body"', 'source = "test"', "[model]"]
    lines += [f'file = "{nao.folder / nao.model_file}"', 'base = "fixed"', "[home]"]
    lines += [f"{joint} = {angle}" for joint, angle in nao.home.items()]
    lines.append("[landmarks]")
    for name, spec in nao.landmarks.items():
        if name.startswith(("shoulder", "elbow", "wrist")):
            lines.append(f"{name} = {{ joints = {list(spec.joints)} }}".replace("'", '"'))
    lines += ["[frames]", f'chest = "{nao.frames["chest"]}"', f'head = "{nao.frames["head"]}"']
    card = folder / "card.toml"
    card.write_text("\n".join(lines))
    return load_robot(str(card))


def test_missing_landmarks_are_left_open_and_not_invented(walk: HumanMotion):
    valid = np.array(walk.valid_mask)
    for name in ("elbow_l", "wrist_l"):
        valid[50:80, walk.names.index(name)] = False
    landmarks = np.where(valid[:, :, None], walk.landmarks, np.nan)
    robot = load_robot("hrp4")
    motion = track(replace(walk, landmarks=landmarks, valid=valid), robot)
    assert np.isfinite(motion.q).all()
    elbow = robot.joints.index("L_ELBOW_P")
    assert np.abs(np.diff(motion.joint_positions[50:80, elbow])).max() < 0.1


def test_a_capture_with_nothing_in_common_is_refused():
    human = HumanMotion(names=("nose",), landmarks=np.zeros((2, 1, 3)), fps=30.0)
    with pytest.raises(InvalidMotionError, match="neither legs, trunk nor shoulders"):
        track(human, load_robot("nao"))
