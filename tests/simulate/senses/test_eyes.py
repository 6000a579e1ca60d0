"""Eyes of a simulated robot: what they see is known, at their rate, with their noise, the same each time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.motion import ObjectMotion, RobotMotion, Rollout
from understudy.robots import Robot, load_robot
from understudy.robots.eye_cameras import eye_cameras
from understudy.robots.parts import home_data
from understudy.simulate import SimulationOptions, parse_senses, simulate, simulate_to_file
from understudy.simulate.gaze import places_w
from understudy.simulate.objects import SceneObject
from understudy.spatial import rotations as rot

FPS = 20.0
FRAMES = 21
SMALL = "size=32x24"


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("qtrobot")


def held(robot: Robot, frames: int = FRAMES) -> RobotMotion:
    """Return a motion that stays at home."""
    q = np.tile(robot.home, (frames, 1))
    return RobotMotion(robot.name, "home", robot.joints, q, FPS, np.zeros(frames), model=robot.fingerprint)


def seen(robot: Robot, settings: str, seed: int = 0, objects: tuple[SceneObject, ...] = ()) -> Rollout:
    senses = parse_senses(f"eyes:{settings}")
    chosen = SimulationOptions(mode="kinematic", senses=senses, seed=seed, objects=objects)
    return simulate(held(robot), robot, chosen)


def test_pictures_come_at_their_rate(robot: Robot, can_render: str) -> None:
    rollout = seen(robot, f"{SMALL}:rate=5:delay=0.1")
    assert set(rollout.pictures) == {"eyes/left", "eyes/right"}
    assert rollout.senses == {}
    pictures = rollout.pictures["eyes/left"]
    np.testing.assert_allclose(pictures.time, np.arange(6) / 5.0)
    assert pictures.kind.shape == (24, 32, 3) and pictures.kind.unit == "1/255"
    assert pictures.kind.fov == pytest.approx(np.radians(60.0))
    assert len(seen(robot, SMALL).pictures["eyes/left"]) == 26


def test_the_floor_is_below_and_farther_towards_the_horizon(robot: Robot, can_render: str) -> None:
    rollout = seen(robot, f"{SMALL}:rate=1:depth=true:parts=true")
    depth = rollout.pictures["eyes/left_depth"][0][:, 16, 0].astype(float)
    floor = np.flatnonzero(depth > 0)
    assert floor.min() >= 12
    assert (np.diff(depth[floor]) < 0).all()
    parts = rollout.pictures["eyes/left_parts"]
    world = 1 + parts.kind.labels.index("world")
    assert (parts[0][floor, 16, 0] == world).all()
    assert not parts[0][:10].any()


def test_eyes_see_a_near_thing_at_two_places_by_their_distance(robot: Robot, can_render: str) -> None:
    data = home_data(robot.model, robot.home)
    eyes = places_w(data, [*eye_cameras(robot).values()])
    ahead, half = 0.5, 0.02
    place_w = eyes.mean(axis=0) + np.array([ahead + half, 0.0, 0.0])
    still = (np.tile(place_w, (FRAMES, 1)), np.tile(rot.IDENTITY, (FRAMES, 1)))
    poses = ObjectMotion(*still, np.ones(FRAMES, dtype=bool), np.zeros(FRAMES))
    cup = SceneObject("cup", poses, np.zeros(3), np.full(3, half))
    rollout = seen(robot, "size=160x120:rate=1:depth=true:parts=true", objects=(cup,))
    columns = {}
    for side in ("left", "right"):
        parts, depth = (rollout.pictures[f"eyes/{side}_{kind}"] for kind in ("parts", "depth"))
        rows, found, _ = np.nonzero(parts[0] == 1 + parts.kind.labels.index("scene:cup"))
        columns[side] = found.mean()
        assert np.median(depth[0][rows, found]) == pytest.approx(1000.0 * ahead, abs=3.0)
    shift = rollout.pictures["eyes/left"].kind.focal_length * (eyes[0] - eyes[1])[1] / ahead
    assert columns["left"] - columns["right"] == pytest.approx(shift, abs=1.0)
    assert columns["left"] + columns["right"] == pytest.approx(159.0, abs=1.0)


def test_noise_is_drawn_from_the_seed_and_numbers_have_none(robot: Robot, can_render: str) -> None:
    settings = f"{SMALL}:rate=2:noise=8:parts=true:depth=true:left_depth.noise=0"
    first, again, other = (seen(robot, settings, seed) for seed in (1, 1, 2))
    plain = seen(robot, f"{SMALL}:rate=2:parts=true:depth=true")
    for name in first.pictures:
        np.testing.assert_array_equal(first.pictures[name].packed, again.pictures[name].packed)
    for name, is_noisy in (
        ("left", True),
        ("right_depth", True),
        ("left_parts", False),
        ("left_depth", False),
    ):
        pictures, bare = (each.pictures[f"eyes/{name}"][1].astype(float) for each in (first, plain))
        differs = np.abs(pictures - bare).max() > 0.0
        assert differs == is_noisy, name
    spread = (first.pictures["eyes/left"][1].astype(float) - plain.pictures["eyes/left"][1]).std()
    assert spread == pytest.approx(8.0, rel=0.2)
    assert not np.array_equal(first.pictures["eyes/left"][1], other.pictures["eyes/left"][1])


def test_the_same_seed_gives_the_same_bytes_and_memory_stays(
    robot: Robot, can_render: str, tmp_path: Path
) -> None:
    options = SimulationOptions(senses=parse_senses(f"imu,eyes:{SMALL}:noise=3"), base="fixed", seed=5)
    for name in ("a", "b"):
        simulate_to_file(tmp_path / f"{name}.npz", held(robot), robot, options)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    rollout = Rollout.load(tmp_path / "a.npz")
    assert set(rollout.pictures) == {"eyes/left", "eyes/right"}
    assert set(rollout.senses) == {"imu/accelerometer", "imu/gyroscope"}


def test_an_infant_sees_less(robot: Robot, can_render: str) -> None:
    sharp, young, older = (
        seen(robot, f"size=160x120:rate=1{age}").pictures["eyes/left"][0].astype(float)
        for age in ("", ":age=1", ":age=9")
    )
    floor = np.s_[80:, :, 1]
    assert young[floor].std() < 0.5 * min(older[floor].std(), sharp[floor].std())


def test_eyes_change_nothing_else(robot: Robot, can_render: str) -> None:
    chosen = SimulationOptions(base="fixed", senses=parse_senses("proprioception"))
    with_eyes = SimulationOptions(base="fixed", senses=parse_senses(f"proprioception,eyes:{SMALL}"))
    bare, seeing = (simulate(held(robot), robot, each) for each in (chosen, with_eyes))
    np.testing.assert_array_equal(bare.q, seeing.q)
    np.testing.assert_array_equal(bare.torques, seeing.torques)
