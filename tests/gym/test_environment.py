"""The environment: Gymnasium's own checks pass, the same seed gives the same trajectory, episodes end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import understudy.gym
from tests.simulate.box_robot import build, motion_of, swing
from understudy.cli import main
from understudy.drawing.backend import rendering_available
from understudy.errors import InvalidMotionError, OptionError
from understudy.gym import ImitationEnv, RewardWeights
from understudy.motion import RobotMotion
from understudy.robots import load_robot
from understudy.robots.robot import Robot

FPS = 30.0
ANGLES = "proprioception"
"""All that the box has of senses beside its skin."""
FRAMES = 20
SWING = 0.2
"""How far [rad] joints swing at most."""


def swinging(robot: Robot, name: str) -> RobotMotion:
    """Return a motion around home, as far as every joint's range lets it."""
    home = robot.home[len(robot.home) - len(robot.joints) :]
    room = np.minimum(SWING, np.minimum(robot.upper - home, home - robot.lower))
    q = np.tile(robot.home, (FRAMES, 1))
    phase = np.sin(2.0 * np.pi * np.arange(FRAMES) / FRAMES)
    q[:, q.shape[1] - len(robot.joints) :] += np.maximum(room, 0.0) * phase[:, None]
    return RobotMotion(name, "made up", robot.joints, q, FPS, np.zeros(FRAMES), model=robot.fingerprint)


@pytest.fixture
def box(tmp_path: Path) -> Robot:
    folder = tmp_path / "robot"
    folder.mkdir()
    return build(folder)


@pytest.fixture
def motion(box: Robot) -> RobotMotion:
    return motion_of(box, swing(FPS), FPS)


def trajectory(env: ImitationEnv, seed: int, steps: int = 8) -> list[Any]:
    """Return all that came of some drawn actions."""
    env.action_space.seed(seed)
    found: list[Any] = [env.reset(seed=seed)[0]]
    for _ in range(steps):
        seen, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        found += [seen, np.array(reward)]
        if terminated or truncated:
            break
    return found


def same(first: list[Any], second: list[Any]) -> bool:
    """Return whether two trajectories are the same to the last bit."""
    return len(first) == len(second) and all(
        all(np.array_equal(a[key], b[key]) for key in a) if isinstance(a, dict) else np.array_equal(a, b)
        for a, b in zip(first, second, strict=True)
    )


@pytest.mark.parametrize(("name", "base"), [("mimo", "lying"), ("g1", "fixed"), ("nao", "free")])
def test_gymnasiums_checks_pass_without_a_warning(name: str, base: str) -> None:
    env = understudy.gym.make(swinging(load_robot(name), name), base=base, senses="proprioception,imu,skin")
    check_env(env.unwrapped, skip_render_check=rendering_available() is None)


def test_they_pass_for_an_onboarded_robot(tmp_path: Path) -> None:
    path = tmp_path / "mine.urdf"
    assert main(["robots", "export", "nao", "-o", str(path), "--json"]) == 0
    robot = load_robot(str(path))
    env = understudy.gym.make(swinging(robot, robot.name), robot=str(path), action="torque", base="fixed")
    check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_makes_it_by_its_name() -> None:
    env = gymnasium.make(understudy.gym.ID, motion=swinging(load_robot("nao"), "nao"))
    assert isinstance(env.unwrapped, ImitationEnv)
    assert env.spec is not None and env.spec.id == "understudy/Imitation-v0"


def test_the_same_seed_gives_the_same_trajectory(box: Robot, motion: RobotMotion) -> None:
    options: dict[str, Any] = {"senses": "proprioception:noise=0.01:delay=0.02:rate=100,skin"}
    first, second = ImitationEnv(motion, box, **options), ImitationEnv(motion, box, **options)
    assert same(trajectory(first, 3), trajectory(second, 3))
    assert same(trajectory(first, 3), trajectory(second, 3))
    assert not same(trajectory(first, 3), trajectory(second, 4))


def test_episodes_begin_all_over_the_motion_or_at_its_start(box: Robot, motion: RobotMotion) -> None:
    env = ImitationEnv(motion, box, senses=ANGLES)
    env.reset(seed=0)
    starts = {env.reset()[1]["frame"] for _ in range(20)}
    assert len(starts) > 5 and max(starts) <= motion.frame_count - 3
    assert env.reset(options={"frame": 7})[1] == {"frame": 7}
    assert ImitationEnv(motion, box, senses=ANGLES, start="first").reset(seed=0)[1] == {"frame": 0}


def test_an_episode_that_begins_within_the_motion_has_its_speed(box: Robot, motion: RobotMotion) -> None:
    env = ImitationEnv(motion, box, senses=ANGLES, base="fixed")
    seen, _ = env.reset(seed=0, options={"frame": 10})
    speed = (motion.q[11, -1] - motion.q[9, -1]) * FPS / 2.0
    np.testing.assert_allclose(seen["proprioception/angles"], motion.q[10, -1:], atol=1e-3)
    np.testing.assert_allclose(seen["proprioception/velocities"], [speed], atol=0.05)


def test_following_the_motion_is_worth_nearly_all_and_ends_with_it(box: Robot, motion: RobotMotion) -> None:
    env = ImitationEnv(motion, box, senses=ANGLES, action="offset", start="first")
    env.reset(seed=0)
    steps = [env.step(np.zeros(1, dtype=np.float32)) for _ in range(motion.frame_count - 1)]
    assert not any(terminated for _, _, terminated, _, _ in steps)
    assert [truncated for _, _, _, truncated, _ in steps] == [False] * (len(steps) - 1) + [True]
    assert steps[-1][4]["frame"] == motion.frame_count - 1
    assert min(reward for _, reward, _, _, _ in steps) > 0.9
    with pytest.raises(OptionError, match="the motion has ended: call reset"):
        env.step(np.zeros(1, dtype=np.float32))


def test_a_robot_that_falls_ends_its_episode_and_pays_for_it(box: Robot) -> None:
    tipped = motion_of(box, swing(FPS), FPS)
    q = np.array(tipped.q)
    # The motion goes on upright from where the box is pushed over: it starts as fast as a fall is.
    q[:, 0] += np.minimum(np.arange(len(q)) / FPS * 3.0, 0.4)
    pushed = RobotMotion("box", "pushed", tipped.joints, q, FPS, np.zeros(len(q)), model=tipped.model)
    env = ImitationEnv(pushed, box, senses=ANGLES, base="free", reward=RewardWeights(fall=5.0))
    env.reset(options={"frame": 2})
    steps = iter(lambda: env.step(np.ones(1, dtype=np.float32)), None)
    _, reward, terminated, _, info = next(step for step in steps if step[2] or step[3])
    assert terminated and info["fell"] and not info["diverged"]
    assert reward < -4.0 and info["reward_fall"] == -5.0


def test_a_simulation_that_diverges_ends_the_episode_with_what_was_seen_before(
    box: Robot, motion: RobotMotion
) -> None:
    env = ImitationEnv(motion, box, senses=ANGLES, base="free", reward=RewardWeights(fall=2.0))
    env.reset(seed=0, options={"frame": 3})
    env.stage.plant.model.opt.gravity[2] = -1e12
    seen, reward, terminated, _, info = env.step(np.zeros(1, dtype=np.float32))
    assert terminated and info["diverged"] and not info["fell"]
    assert reward == -2.0
    assert seen in env.observation_space


def test_torques_are_what_the_motors_give(box: Robot, motion: RobotMotion) -> None:
    env = ImitationEnv(motion, box, senses=ANGLES, base="fixed", action="torque")
    env.reset(seed=0)
    for share in (0.5, -0.25):
        seen, *_ = env.step(np.array([share], dtype=np.float32))
        np.testing.assert_allclose(seen["proprioception/torques"], share * box.gains.torque, rtol=1e-6)


@pytest.mark.skipif(rendering_available() is None, reason="nothing can be drawn on this machine")
def test_it_is_drawn_and_sees(box: Robot) -> None:
    robot = load_robot("mimo")
    env = ImitationEnv(
        swinging(robot, "mimo"), senses="eyes:size=32x24", render_mode="rgb_array", size=(160, 120)
    )
    seen, _ = env.reset(seed=0)
    assert seen["eyes/left"].shape == (24, 32, 3) and seen["eyes/left"].dtype == np.uint8
    picture = env.render()
    assert picture is not None and picture.shape == (120, 160, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    env.close()
    env.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"action": "positions"}, "position"),
        ({"start": "middle"}, "random"),
        ({"render_mode": "human"}, "rgb_array"),
        ({"ahead": (0,)}, r"ahead is \(0,\), expected frames from 1 on"),
        ({"senses": "smell"}, "smell"),
        ({"base": "flying"}, "free"),
    ],
)
def test_a_wrong_choice_is_one_sentence(
    box: Robot, motion: RobotMotion, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        ImitationEnv(motion, box, **{"senses": ANGLES, **options})


def test_wrong_calls_are_one_sentence(box: Robot, motion: RobotMotion) -> None:
    with pytest.raises(InvalidMotionError, match="the motion has 3 frames, expected 4 or more"):
        ImitationEnv(motion.section(0, 3), box, senses=ANGLES)
    env = ImitationEnv(motion, box, senses=ANGLES)
    with pytest.raises(OptionError, match=f"frame is 99, expected 0 to {motion.frame_count - 2}"):
        env.reset(options={"frame": 99})
    with pytest.raises(OptionError, match="frame"):
        env.reset(options={"moment": 1})
    env.reset(seed=0)
    with pytest.raises(OptionError, match=r"shape \(2,\), expected \(1,\)"):
        env.step(np.zeros(2, dtype=np.float32))
