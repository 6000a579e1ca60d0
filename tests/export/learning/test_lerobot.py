"""LeRobot datasets, read back with Parquet's own package, on every robot."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.export.poses import poses
from understudy.errors import InvalidMotionError, OutputError
from understudy.export import export
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

WITHIN = 1e-6
Small = Callable[[str], tuple[RobotMotion, Robot]]

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def test_every_robot_replays(every: tuple[RobotMotion, Robot], tmp_path: Path) -> None:
    motion, robot = every
    folder = export(motion, "lerobot", tmp_path / "set", robot=robot)
    info = json.loads((folder / "meta/info.json").read_text())
    place = info["data_path"].format(chunk_index=0, file_index=0)
    rows = parquet.read_table(folder / place).to_pydict()
    assert set(rows) == set(info["features"]) and len(rows["index"]) == info["total_frames"]
    state, action = np.array(rows["observation.state"]), np.array(rows["action"])
    names = info["features"]["observation.state"]["names"]
    assert names[7:] == info["features"]["action"]["names"] == list(robot.joints)
    assert info["fps"] == motion.fps
    q = state[:, 7:]
    if robot.has_free_base:
        q = np.concatenate([state[:, :3], rot.normalise(state[:, [6, 3, 4, 5]]), q], axis=1)
    for read, true in zip(poses(robot, q), poses(robot, motion.q), strict=True):
        np.testing.assert_allclose(read, true, atol=WITHIN)
    np.testing.assert_allclose(action[:-1], motion.joint_positions[1:], atol=WITHIN)


def test_what_is_known_of_the_episode(small_motion_on: Small, tmp_path: Path) -> None:
    motion, robot = small_motion_on("qtrobot")
    (tmp_path / "set").mkdir()
    folder = export(motion, "lerobot", tmp_path / "set", robot=robot)
    [episode] = parquet.read_table(folder / "meta/episodes/chunk-000/file-000.parquet").to_pylist()
    assert (episode["length"], episode["dataset_from_index"], episode["dataset_to_index"]) == (61, 0, 61)
    assert episode["tasks"] == ["qtrobot performed by qtrobot"]
    statistics = json.loads((folder / "meta/stats.json").read_text())
    np.testing.assert_allclose(statistics["action"]["max"], motion.q[1:].max(axis=0), atol=WITHIN)
    assert episode["stats/action/mean"] == statistics["action"]["mean"]
    tasks = parquet.read_table(folder / "meta/tasks.parquet")
    assert tasks.schema.pandas_metadata["index_columns"] == ["__index_level_0__"]
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_what_cannot_be_written(
    small_motion_on: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    motion, robot = small_motion_on("qtrobot")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "letter.txt").touch()
    with pytest.raises(OutputError, match="expected a new or empty folder"):
        export(motion, "lerobot", tmp_path / "taken", robot=robot)
    with pytest.raises(InvalidMotionError, match=r"whole frames a second, the motion has 59\.94"):
        export(replace(motion, fps=59.94), "lerobot", tmp_path / "set", robot=robot)
    with pytest.raises(OutputError, match="does not exist"):
        export(motion, "lerobot", tmp_path / "nowhere" / "set", robot=robot)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(OutputError, match=r"pip install 'understudy\[lerobot\]'"):
        export(motion, "lerobot", tmp_path / "set", robot=robot)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
