"""Logs for ROS 2, read back with MCAP's own packages, on every robot."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.export.poses import poses
from understudy.errors import OutputError
from understudy.export import export
from understudy.export.ros.messages import DEFINITIONS
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

WITHIN = 1e-6


Messages = dict[str, list[tuple[int, Any]]]
"""Topic → log time [ns] and decoded message."""


def messages_in(path: Path) -> Messages:
    """Return all messages of a log."""
    from mcap.reader import make_reader
    from mcap_ros2.decoder import DecoderFactory

    found: Messages = defaultdict(list)
    with path.open("rb") as stream:
        reader = make_reader(stream, decoder_factories=[DecoderFactory()])
        assert reader.get_header().profile == "ros2"
        for schema, channel, message, decoded in reader.iter_decoded_messages():
            assert schema is not None and schema.encoding == "ros2msg" and channel.message_encoding == "cdr"
            assert schema.data.decode() == DEFINITIONS[schema.name]
            found[channel.topic].append((message.log_time, decoded))
    return found


def world_poses(
    found: dict[str, list[tuple[int, Any]]], frame: int
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return body → position and quaternion wxyz in the world, by chaining transforms."""
    static = found["/tf_static"][0][1].transforms if "/tf_static" in found else []
    tree = {each.child_frame_id: each for each in [*static, *found["/tf"][frame][1].transforms]}
    reached: dict[str, tuple[np.ndarray, np.ndarray]] = {"world": (np.zeros(3), rot.IDENTITY)}

    def pose(name: str) -> tuple[np.ndarray, np.ndarray]:
        if name not in reached:
            moved, turned = tree[name].transform.translation, tree[name].transform.rotation
            place, turn = pose(tree[name].header.frame_id)
            local = np.array([turned.w, turned.x, turned.y, turned.z])
            at = place + rot.rotate(turn, np.array([moved.x, moved.y, moved.z]))
            reached[name] = at, rot.multiply(turn, local)
        return reached[name]

    return {name: pose(name) for name in tree}


def test_every_robot_is_where_it_was(every: tuple[RobotMotion, Robot], tmp_path: Path) -> None:
    motion, robot = every
    found = messages_in(export(motion, "mcap", tmp_path / "a.mcap", robot=robot))
    times = [round(1e9 * frame / motion.fps) for frame in range(motion.frame_count)]
    assert [time for time, _ in found["/joint_states"]] == times
    [(start, trajectory)] = found["/joint_trajectory"]
    assert start == 0 and trajectory.joint_names == list(robot.joints)
    last = trajectory.points[-1].time_from_start
    assert last.sec * 10**9 + last.nanosec == times[-1]
    np.testing.assert_allclose(
        [point.positions for point in trajectory.points], motion.joint_positions, atol=WITHIN
    )
    state = found["/joint_states"][7][1]
    assert state.name == list(robot.joints) and state.header.stamp.nanosec == times[7]
    np.testing.assert_allclose(state.position, motion.joint_positions[7], atol=WITHIN)
    places, matrices = poses(robot, motion.q)
    for frame in (0, 30, motion.frame_count - 1):
        for name, (place, turn) in world_poses(found, frame).items():
            body = robot.model.body(name).id
            np.testing.assert_allclose(place, places[frame, body], atol=WITHIN, err_msg=name)
            np.testing.assert_allclose(rot.as_matrix(turn).ravel(), matrices[frame, body], atol=WITHIN)


def test_without_its_packages_it_is_said_what_to_install(
    small_motion_on: Callable[[str], tuple[RobotMotion, Robot]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    motion, robot = small_motion_on("qtrobot")
    monkeypatch.setitem(sys.modules, "mcap_ros2.writer", None)
    with pytest.raises(OutputError, match=r"pip install 'understudy\[mcap\]'"):
        export(motion, "mcap", tmp_path / "a.mcap", robot=robot)
    assert list(tmp_path.iterdir()) == []
