"""Every format of a person's motion: read back, the person is where it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from tests.export.scene.gltf_reader import Gltf
from understudy.capture import read_capture
from understudy.capture.bvh.kinematics import poses_of_channels
from understudy.capture.bvh.reader import parse_bvh
from understudy.capture.mmm.document import read_mmm_document
from understudy.capture.source import read_source
from understudy.errors import InvalidMotionError, OutputError
from understudy.export import Takes, export, format_of, formats
from understudy.export.person.mmm import coordinates_of
from understudy.human import Human
from understudy.human.fit.fitted_body import landmark_places
from understudy.motion import HumanMotion, Subject

HUMAN = Human(height=1.7, subset="no_hands")
FRAMES, FPS, WITHIN = 31, 60.0, 1e-6
FROM_Y_UP = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


@pytest.fixture(scope="module")
def fitted() -> HumanMotion:
    """Return a person who bends all joints and walks forward."""
    time = np.arange(FRAMES) / FPS
    q = np.tile(HUMAN.home, (FRAMES, 1))
    q[:, 0] += time
    q[:, 7:] = 0.2 * np.sin(4.0 * time[:, None] + np.arange(len(HUMAN.joints)))
    return HumanMotion(
        names=tuple(HUMAN.landmarks),
        landmarks=landmark_places(HUMAN, q),
        fps=FPS,
        subject=Subject(height=HUMAN.height, mass=HUMAN.mass, age=HUMAN.age),
        coordinates=q,
        coordinate_names=HUMAN.joints,
    )


def bodies(motion: HumanMotion) -> dict[str, np.ndarray]:
    """Return body → positions (T, 3) [m], by MuJoCo."""
    model = HUMAN.model
    data, found = mujoco.MjData(model), []
    assert motion.coordinates is not None
    for row in motion.coordinates:
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        found.append(data.xpos.copy())
    return {model.body(index).name: np.array(found)[:, index] for index in range(1, model.nbody)}


def test_bvh(fitted: HumanMotion, tmp_path: Path) -> None:
    hierarchy, read = parse_bvh(read_source(export(fitted, "bvh", tmp_path / "a.bvh")))
    points = poses_of_channels(hierarchy, read.values).points
    for name, places in bodies(fitted).items():
        at = 0.01 * points[:, hierarchy.skeleton.point_names.index(name)] @ FROM_Y_UP.T
        np.testing.assert_allclose(at, places, atol=WITHIN, err_msg=name)


def test_gltf(fitted: HumanMotion, tmp_path: Path) -> None:
    _, found = Gltf.read(export(fitted, "gltf", tmp_path / "a.glb")).world_poses()
    for name, places in bodies(fitted).items():
        np.testing.assert_allclose(found[name][0] @ FROM_Y_UP.T, places, atol=WITHIN, err_msg=name)


def test_usd(fitted: HumanMotion, tmp_path: Path) -> None:
    usd = pytest.importorskip("pxr.Usd", reason="usd-core is not installed")
    geometry = pytest.importorskip("pxr.UsdGeom")
    stage = usd.Stage.Open(str(export(fitted, "usd", tmp_path / "a.usda")))
    prims = {prim.GetName(): prim for prim in stage.Traverse() if prim.IsA(geometry.Xform)}
    cache = geometry.XformCache(20)
    for name, places in bodies(fitted).items():
        at = np.array(cache.GetLocalToWorldTransform(prims[name]))[3, :3]
        np.testing.assert_allclose(at, places[20], atol=WITHIN, err_msg=name)


@pytest.mark.parametrize("name", ["c3d", "trc"])
def test_points(
    fitted: HumanMotion,
    tmp_path: Path,
    name: str,
    distance_after_turn: Callable[[np.ndarray, np.ndarray], float],
) -> None:
    gap = fitted.valid_mask.copy()
    gap[3:6, fitted.names.index("wrist_l")] = False
    path = export(replace(fitted, valid=gap), name, tmp_path / f"a.{name}", rate=30.0)
    read = read_capture(path)
    assert read.fps == pytest.approx(30.0) and read.frame_count == 16
    points = [read.names.index(name) for name in fitted.names]
    np.testing.assert_array_equal(read.valid_mask[:, points], gap[::2])
    found = np.where(gap[::2, :, None], read.points[:, points], np.nan)
    true = np.where(gap[::2, :, None], fitted.landmarks[::2], np.nan)
    assert distance_after_turn(found, true) < WITHIN
    assert read.landmark_points["knee_r"] == ("knee_r",)


def test_mmm(fitted: HumanMotion, tmp_path: Path) -> None:
    document = read_mmm_document(export(fitted, "mmm", tmp_path / "a.xml"))
    assert fitted.coordinates is not None
    np.testing.assert_allclose(coordinates_of(document, HUMAN), fitted.coordinates, atol=WITHIN)


def test_mot(fitted: HumanMotion, tmp_path: Path) -> None:
    path = export(fitted, "mot", tmp_path / "a.mot", model="gait2392")
    lines = path.read_text().splitlines()
    titles = lines[lines.index("endheader") + 1].split("\t")
    assert titles[0] == "time" and "knee_angle_r" in titles
    assert f"nRows={FRAMES}" in lines
    table = export(fitted, "mot", tmp_path / "a.csv").read_text().splitlines()
    assert len(table) == 1 + FRAMES


@pytest.mark.parametrize("name", ["bvh", "gltf", "usd"])
def test_a_person_without_a_fit_has_no_body(fitted: HumanMotion, tmp_path: Path, name: str) -> None:
    bare = replace(fitted, coordinates=None, coordinate_names=())
    [suffix] = [each.suffixes[0] for each in formats(Takes.BODY) if each.name == name]
    with pytest.raises(OutputError, match="not from a person's motion; `understudy fit` fits one"):
        export(bare, name, tmp_path / f"a{suffix}")
    with pytest.raises(InvalidMotionError, match="no body was fitted"):
        export(bare, "mmm", tmp_path / "a.xml")
    assert list(tmp_path.iterdir()) == []


def test_endings_stand_for_a_persons_formats() -> None:
    kinds = (Takes.PERSON, Takes.BODY)
    found = {
        ending: format_of(f"x{ending}", kinds).name for ending in (".xml", ".csv", ".bvh", ".glb", ".c3d")
    }
    assert found == {".xml": "mmm", ".csv": "mot", ".bvh": "bvh", ".glb": "gltf", ".c3d": "c3d"}
