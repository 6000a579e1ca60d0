"""What a robot can reach: known by construction, and not beaten by searching its joint ranges blindly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.evaluate.direction import direction_metrics
from understudy.evaluate.limbs import LIMBS, limb_error, shared_limbs
from understudy.evaluate.poses import compute_poses, pose_robot
from understudy.evaluate.reach import find_reach
from understudy.evaluate.reach_problem import limb_columns
from understudy.evaluate.regret import limb_errors
from understudy.evaluate.torso import find_torso, robot_torso, robot_vector
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.landmarks import SEGMENTS
from understudy.robots import Robot, load_robot
from understudy.spatial import rotations as rot

Mover = Callable[..., RobotMotion]
Mimic = Callable[..., HumanMotion]

NOTHING = np.radians(0.02)
"""Angle [rad] that the solver leaves where everything is within reach."""
LUCK = np.radians(0.5)
"""Angle [rad] by which blind search may be better: its torso is the home pose's, not quite the same."""
FRAMES = 10
SAMPLES = 20_000
ROUNDS = (0.3, 0.1, 0.03, 0.01)
"""Standard deviations [rad] of the search around what was best so far."""


def reach_of(human: HumanMotion, motion: RobotMotion, robot: Robot) -> dict[str, np.ndarray]:
    poses = compute_poses(robot, motion)
    torso = find_torso(human, robot, poses)
    errors = limb_errors(human, robot, direction_metrics(human, robot, poses, torso))
    found = find_reach(human, motion, robot, torso, errors)
    assert found is not None
    return found


def test_a_person_like_the_robot_is_within_reach(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    swing = np.linspace(-1.0, 1.0, 12)
    person = move_robot(robot, shoulder_r_l=1.0 + swing, hip_p_r=swing, knee_l=1.5, waist=0.8 * swing)
    found = reach_of(mimic_robot(robot, person), move_robot(robot), robot)
    assert set(found) == set(LIMBS)
    assert max(values.max() for values in found.values()) < NOTHING


def test_an_elbow_that_stops_shares_what_it_lacks_with_the_shoulder(
    stiff_robot: Robot, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    """Short of 1 rad, upper arm and forearm are off by half of it each, which is least."""
    human = mimic_robot(robot, move_robot(robot, elbow_l=-2.0))
    found = reach_of(human, move_robot(stiff_robot), stiff_robot)
    np.testing.assert_allclose(found["arm_l"], np.sqrt(0.5), atol=NOTHING)
    assert found["arm_r"].max() < NOTHING


def test_where_the_robot_was_does_not_matter(
    stiff_robot: Robot, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(robot, move_robot(robot, elbow_l=np.linspace(-2.5, 0.0, 12), shoulder_y_l=0.5))
    thrown = move_robot(stiff_robot, shoulder_p_l=2.8, elbow_l=1.0, hip_p_r=-2.0, waist=1.5)
    first, second = (reach_of(human, motion, stiff_robot) for motion in (move_robot(stiff_robot), thrown))
    for limb, values in first.items():
        np.testing.assert_allclose(second[limb], values, atol=np.radians(0.1))


def test_arms_on_a_fixed_base_are_judged_in_the_chest(
    upper_body: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(upper_body, move_robot(upper_body, elbow_l=-1.0, shoulder_r_r=-1.2))
    turn = rot.normalise(np.array([0.7, 0.1, -0.4, 0.2]))
    frames = {name: rot.multiply(turn, values) for name, values in human.frames.items()}
    turned = replace(human, landmarks=rot.rotate(turn, human.landmarks), frames=frames)
    found = reach_of(turned, move_robot(upper_body), upper_body)
    assert set(found) == {"arm_l", "arm_r"}
    assert max(values.max() for values in found.values()) < NOTHING


def test_a_fixed_base_that_stands_for_nobody_is_not_judged(
    upper_body: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(upper_body)
    human = mimic_robot(upper_body, motion)
    poses = compute_poses(upper_body, motion)
    torso = find_torso(human, upper_body, poses)
    errors = limb_errors(human, upper_body, direction_metrics(human, upper_body, poses, torso))
    assert find_reach(replace(human, frames={}), motion, upper_body, torso, errors) is None


def test_limbs_that_were_not_seen_are_unknown(robot: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    human = mimic_robot(robot, move_robot(robot))
    valid = np.ones_like(human.valid_mask)
    valid[:4, human.names.index("wrist_l")] = False
    valid[8:, human.names.index("hip_l")] = False
    valid[:, human.names.index("ankle_r")] = False
    blind = replace(human, valid=valid)
    assert shared_limbs(blind, robot) == ("arm_l", "arm_r", "leg_l")
    found = reach_of(blind, move_robot(robot), robot)
    np.testing.assert_array_equal(np.flatnonzero(np.isnan(found["arm_l"])), [0, 1, 2, 3, 8, 9, 10, 11])
    np.testing.assert_array_equal(np.flatnonzero(np.isnan(found["arm_r"])), [8, 9, 10, 11])


def stranger(generator: np.random.Generator) -> HumanMotion:
    """Return an upright person whose limbs point anywhere, which no robot can follow at all times."""
    torso = {"hip": (0.1, 0.9), "shoulder": (0.2, 1.4)}
    points = {
        f"{name}_{side}": np.tile([0.0, sign * out, height], (FRAMES, 1))
        for name, (out, height) in torso.items()
        for side, sign in (("l", 1.0), ("r", -1.0))
    }
    for segment in (segment for limb in LIMBS.values() for segment in limb):
        start, end = SEGMENTS[segment]
        points[end] = points[start] + 0.3 * rot.normalise(generator.standard_normal((FRAMES, 3)))
    upright = np.tile(rot.IDENTITY, (FRAMES, 1))
    return HumanMotion(
        tuple(points),
        np.stack(list(points.values()), axis=1),
        100.0,
        frames={"pelvis": upright, "chest": upright},
    )


class Searcher:
    """Looks for a limb's least error by trying joint angles at random, the torso as at home."""

    def __init__(self, human: HumanMotion, robot: Robot, limb: str, generator: np.random.Generator) -> None:
        """Prepare the limb of a robot."""
        self.robot, self.limb, self.generator = robot, limb, generator
        self.columns = limb_columns(robot, limb)
        offset = len(robot.home) - len(robot.joints)
        self.lower, self.upper = (limits[self.columns - offset] for limits in (robot.lower, robot.upper))
        home = pose_robot(robot, robot.home[None])
        torso = find_torso(human, robot, compute_poses(robot, at_home(robot)))
        self.kind = torso.kind
        self.axes = robot_torso(robot, home, torso.kind)[0]
        self.wanted = [
            np.einsum("tji,tj->ti", torso.human, human.direction(segment)[0]) for segment in LIMBS[limb]
        ]

    def directions(self, angles: np.ndarray) -> list[np.ndarray]:
        """Return directions of both segments in the torso's frame for joint angles (N, J)."""
        q = np.tile(self.robot.home, (len(angles), 1))
        q[:, self.columns] = angles
        follow(self.robot.model, q)
        poses = pose_robot(self.robot, q)
        found = []
        for segment in LIMBS[self.limb]:
            vector = robot_vector(self.robot, poses, segment)
            assert vector is not None
            found.append(rot.normalise(vector @ self.axes))
        return found

    def least(self) -> np.ndarray:
        """Return the least error (T,) [rad] found."""
        drawn = self.generator.uniform(self.lower, self.upper, (SAMPLES, len(self.columns)))
        seen = self.directions(drawn)
        best = np.empty(FRAMES)
        for frame in range(FRAMES):
            errors = self._errors(frame, seen)
            angles, best[frame] = drawn[errors.argmin()], errors.min()
            for spread in ROUNDS:
                near = angles + spread * self.generator.standard_normal((200, len(angles)))
                near = np.clip(near, self.lower, self.upper)
                errors = self._errors(frame, self.directions(near))
                if errors.min() < best[frame]:
                    angles, best[frame] = near[errors.argmin()], errors.min()
        return best

    def _errors(self, frame: int, seen: list[np.ndarray]) -> np.ndarray:
        upper, lower = (
            rot.angle_between(own, wanted[frame]) for own, wanted in zip(seen, self.wanted, strict=True)
        )
        return limb_error(upper, lower)


def at_home(robot: Robot) -> RobotMotion:
    q = np.tile(robot.home, (FRAMES, 1))
    return RobotMotion(robot.name, "test", robot.joints, q, 100.0, np.zeros(FRAMES, dtype=int))


def follow(model: mujoco.MjModel, q: np.ndarray) -> None:
    """Set the joints of poses (N, Q) that the model ties to others."""
    for equality in range(model.neq):
        if model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT and model.eq_obj2id[equality] >= 0:
            own, driver = (
                int(model.jnt_qposadr[joint[equality]]) for joint in (model.eq_obj1id, model.eq_obj2id)
            )
            line = model.eq_data[equality][:5]
            q[:, own] = model.qpos0[own] + np.polynomial.polynomial.polyval(
                q[:, driver] - model.qpos0[driver], line
            )


@pytest.mark.parametrize("name", ["g1", "nao", "qtrobot"])
def test_blind_search_finds_nothing_better(name: str) -> None:
    try:
        robot = load_robot(name)
    except RobotError as error:
        pytest.skip(str(error))
    generator = np.random.default_rng(3)
    human = stranger(generator)
    found = reach_of(human, at_home(robot), robot)
    assert set(found) == set(shared_limbs(human, robot))
    for limb, values in found.items():
        searched = Searcher(human, robot, limb, generator).least()
        assert (values - searched).max() < LUCK, limb
        assert np.median(searched - values) < 4.0 * LUCK, limb
