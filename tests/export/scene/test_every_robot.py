"""Every format for animators, on every robot: read back, all bodies are where they were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.export.poses import poses
from tests.export.scene.gltf_reader import Gltf
from understudy.capture.bvh.kinematics import poses_of_channels
from understudy.capture.bvh.reader import parse_bvh
from understudy.capture.source import read_source
from understudy.export import export
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

WITHIN = 1e-6
FROM_Y_UP = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""(3, 3) from axes with y up and z forward to ours."""

Every = tuple[RobotMotion, Robot]


def body_names(robot: Robot) -> list[str]:
    return [robot.model.body(index).name for index in range(1, robot.model.nbody)]


def test_bvh(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    hierarchy, read = parse_bvh(read_source(export(motion, "bvh", tmp_path / "a.bvh", robot=robot)))
    assert read.fps == pytest.approx(motion.fps)
    found = poses_of_channels(hierarchy, read.values)
    names = hierarchy.skeleton.point_names
    places, matrices = poses(robot, motion.q)
    model = robot.model
    for body, name in enumerate(body_names(robot), start=1):
        # A BVH joint is where its body turns; the body's frame moves with the last of several.
        first = int(model.body_jntadr[body])
        anchor = model.jnt_pos[first] if model.body_jntnum[body] and body > 1 else np.zeros(3)
        expected = places[:, body] + matrices[:, body].reshape(-1, 3, 3) @ anchor
        if f"{name}_2" in names:
            continue
        at = 0.01 * found.points[:, names.index(name)] @ FROM_Y_UP.T
        np.testing.assert_allclose(at, expected, atol=WITHIN, err_msg=name)


def test_gltf(every: Every, tmp_path: Path) -> None:
    motion, robot = every
    read = Gltf.read(export(motion, "gltf", tmp_path / "a.glb", robot=robot))
    times, found = read.world_poses()
    np.testing.assert_allclose(times, np.arange(motion.frame_count) / motion.fps, atol=WITHIN)
    places, matrices = poses(robot, motion.q)
    for body, name in enumerate(body_names(robot), start=1):
        at, turned = found[name]
        np.testing.assert_allclose(at @ FROM_Y_UP.T, places[:, body], atol=WITHIN, err_msg=name)
        matrix = FROM_Y_UP @ rot.as_matrix(turned)
        np.testing.assert_allclose(matrix.reshape(-1, 9), matrices[:, body], atol=WITHIN, err_msg=name)
    for mesh in read.content["meshes"]:
        for part in mesh["primitives"]:
            corners = read.numbers(part["attributes"]["POSITION"])
            assert read.numbers(part["indices"]).max() < len(corners)


def test_usd(every: Every, tmp_path: Path) -> None:
    usd = pytest.importorskip("pxr.Usd", reason="usd-core is not installed")
    geometry = pytest.importorskip("pxr.UsdGeom")
    motion, robot = every
    path = export(motion, "usd", tmp_path / "a.usda", robot=robot, shapes=False)
    stage = usd.Stage.Open(str(path))
    assert geometry.GetStageUpAxis(stage) == "Z" and geometry.GetStageMetersPerUnit(stage) == 1.0
    assert stage.GetTimeCodesPerSecond() == motion.fps
    places, matrices = poses(robot, motion.q)
    prims = [prim for prim in stage.Traverse() if prim.IsA(geometry.Xform)][1:]
    names = {prim.GetName(): prim for prim in prims}
    assert len(names) == robot.model.nbody - 1
    for frame in (0, 17, motion.frame_count - 1):
        cache = geometry.XformCache(frame)
        for body, name in enumerate(body_names(robot), start=1):
            matrix = np.array(cache.GetLocalToWorldTransform(names[name.replace("-", "_").replace(" ", "_")]))
            # USD multiplies rows from the left.
            np.testing.assert_allclose(matrix[3, :3], places[frame, body], atol=WITHIN, err_msg=name)
            np.testing.assert_allclose(matrix[:3, :3].T.ravel(), matrices[frame, body], atol=WITHIN)
