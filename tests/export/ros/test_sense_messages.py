"""Everything that a rollout sensed comes back out of a log, on one clock."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from tests.export.poses import poses
from tests.export.ros.test_mcap import messages_in, world_poses
from tests.export.sensing import FPS, FRAMES, SIZE, sensed_rollout
from understudy.export import export
from understudy.motion import Rollout
from understudy.motion.png import from_png
from understudy.robots.eye_cameras import eye_cameras
from understudy.spatial import rotations as rot

WITHIN = 1e-6


@pytest.fixture(scope="module")
def log(can_render: str, tmp_path_factory: pytest.TempPathFactory):
    rollout, robot = sensed_rollout()
    path = export(rollout, "mcap", tmp_path_factory.mktemp("log") / "a.mcap", robot=robot)
    return messages_in(path), rollout


def seconds(message) -> float:
    stamp = message.header.stamp
    return stamp.sec + 1e-9 * stamp.nanosec


def test_topics_are_complete_and_in_the_order_of_time(log, tmp_path: Path) -> None:
    found, _ = log
    pictures = [
        f"/eyes/{side}{topic}"
        for side in ("left", "right")
        for topic in (
            *("/image/compressed", "/camera_info", "_depth/image", "_depth/camera_info"),
            *("_parts/image", "_parts/camera_info"),
        )
    ]
    motion = ["/joint_states", "/joint_trajectory", "/tf", "/tf_static", "/contact_force"]
    senses = ["/imu", "/proprioception", "/proprioception/at_limit", "/proprioception/saturated"]
    assert sorted(found) == sorted([*pictures, *motion, *senses])
    for messages in found.values():
        times = [time for time, _ in messages]
        assert all(before < after for before, after in itertools.pairwise(times))


def test_joints_have_their_torques(log) -> None:
    found, rollout = log
    assert len(found["/joint_states"]) == FRAMES
    np.testing.assert_allclose(
        [state.effort for _, state in found["/joint_states"]], rollout.torques, atol=WITHIN
    )
    felt = found["/proprioception"][7][1]
    assert seconds(felt) == pytest.approx(7 / FPS)
    for part, channel in (("position", "angles"), ("velocity", "velocities"), ("effort", "torques")):
        np.testing.assert_allclose(getattr(felt, part), rollout.senses[f"proprioception/{channel}"].values[7])
    at_limit = rollout.senses["proprioception/at_limit"].values[3]
    np.testing.assert_array_equal(found["/proprioception/at_limit"][3][1].data, at_limit)
    np.testing.assert_allclose(
        [message.data for _, message in found["/contact_force"]], rollout.contact_force, atol=WITHIN
    )


def test_the_imu_is_at_its_own_rate_and_says_that_it_knows_no_orientation(log) -> None:
    found, rollout = log
    assert len(found["/imu"]) == 41
    time, message = found["/imu"][5]
    assert time == round(1e9 * 5 / 40.0) and message.header.frame_id == "imu"
    assert message.orientation_covariance[0] == -1.0
    pulled, turned = message.linear_acceleration, message.angular_velocity
    accelerometer, gyroscope = (
        rollout.senses[f"imu/{name}"].values[5] for name in ("accelerometer", "gyroscope")
    )
    np.testing.assert_allclose([pulled.x, pulled.y, pulled.z], accelerometer)
    np.testing.assert_allclose([turned.x, turned.y, turned.z], gyroscope)


def test_pictures_are_those_of_the_rollout_with_their_cameras(log) -> None:
    found, rollout = log
    width, height = SIZE
    left = rollout.pictures["eyes/left"]
    assert [time for time, _ in found["/eyes/left/image/compressed"]] == [
        round(1e9 * time) for time in left.time
    ]
    image = found["/eyes/left/image/compressed"][4][1]
    assert (image.format, image.header.frame_id) == ("png", "eyes_left")
    np.testing.assert_array_equal(from_png(bytes(image.data), left.kind.shape, left.kind.dtype), left[4])
    depth = found["/eyes/right_depth/image"][4][1]
    assert (depth.encoding, depth.step, depth.height, depth.width) == ("16UC1", 2 * width, height, width)
    values = np.frombuffer(bytes(depth.data), dtype="<u2").reshape(height, width, 1)
    np.testing.assert_array_equal(values, rollout.pictures["eyes/right_depth"][4])
    camera = found["/eyes/left/camera_info"][0][1]
    focal = 0.5 * height / np.tan(0.5 * left.kind.fov)
    np.testing.assert_allclose(camera.k, [focal, 0, 0.5 * width, 0, focal, 0.5 * height, 0, 0, 1])


def test_cameras_look_along_their_own_z_where_the_eyes_do(log) -> None:
    found, rollout = log
    _, robot = sensed_rollout()
    places, matrices = poses(robot, rollout.q)
    for frame in (0, FRAMES - 1):
        reached = world_poses(found, frame)
        for side, eye in eye_cameras(robot).items():
            body = matrices[frame, eye.body].reshape(3, 3)
            place, turn = reached[f"eyes_{side}"]
            np.testing.assert_allclose(place, places[frame, eye.body] + body @ eye.point, atol=WITHIN)
            axes, eye_axes = rot.as_matrix(turn), body @ rot.as_matrix(eye.offset)
            expected = np.stack([-eye_axes[:, 1], -eye_axes[:, 2], eye_axes[:, 0]], axis=1)
            np.testing.assert_allclose(axes, expected, atol=WITHIN)


def test_a_log_at_another_rate_keeps_the_senses_as_they_are(can_render: str, tmp_path: Path) -> None:
    rollout, robot = sensed_rollout()
    found = messages_in(export(rollout, "mcap", tmp_path / "a.mcap", rate=10.0, robot=robot))
    assert len(found["/joint_states"]) == 11 and len(found["/imu"]) == 41
    np.testing.assert_allclose(found["/joint_states"][3][1].effort, rollout.torques[6], atol=1e-6)


def test_the_same_rollout_gives_the_same_bytes(can_render: str, tmp_path: Path) -> None:
    rollout, robot = sensed_rollout()
    rollout.save(tmp_path / "rollout.npz")
    export(rollout, "mcap", tmp_path / "a.mcap", robot=robot)
    export(Rollout.load(tmp_path / "rollout.npz"), "mcap", tmp_path / "b.mcap", robot=robot)
    assert (tmp_path / "a.mcap").read_bytes() == (tmp_path / "b.mcap").read_bytes()
