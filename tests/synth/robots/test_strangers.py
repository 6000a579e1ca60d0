"""Robots' files are broken as strangers' are, and what is mended is said."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from understudy.robots import load_robot
from understudy.robots.model_compiler import compile_model
from understudy.robots.model_file import read_model
from understudy.robots.models.mesh_stream import stl_corners
from understudy.robots.urdf_writer import write_urdf
from understudy.synth.robots import strangers
from understudy.synth.robots.rewriting import Rewriting, rewrite
from understudy.synth.robots.strangers import MJCF_FAULTS, URDF_FAULTS

LARGE = ("a mesh of 300 MB", "meshes of 100 MB")
SMALL = tuple(fault for fault in (*URDF_FAULTS, *MJCF_FAULTS) if fault.name not in LARGE)


@pytest.fixture(scope="module")
def tidy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a robot's URDF, its meshes and an MJCF, which has balls as meshes."""
    folder = tmp_path_factory.mktemp("tidy")
    robot = load_robot("nao")
    write_urdf(robot, folder / "robot.urdf")
    spec = rewrite(read_model(replace(robot.card, eyes={}, excluded=())).model, Rewriting()).spec
    spec.compile()
    (folder / "robot.xml").write_text(spec.to_xml(), encoding="utf-8")
    return folder


@pytest.mark.parametrize("fault", SMALL, ids=lambda fault: fault.name)
def test_every_fault_is_mended_and_said(tidy: Path, tmp_path: Path, fault: strangers.Fault) -> None:
    shutil.copytree(tidy, tmp_path / "in")
    path = tmp_path / "in" / ("robot.urdf" if fault in URDF_FAULTS else "robot.xml")
    assert not any(fault.line in note for note in compile_model(path).notes)
    tree = ElementTree.parse(path)
    fault.make(tree.getroot(), tmp_path / "in" / "robot_meshes")
    tree.write(path, encoding="utf-8")
    if fault.name == "xacro":
        pytest.importorskip("xacro")
    assert any(fault.line in note for note in compile_model(path).notes)


def test_a_mesh_that_is_blown_up_stays_the_same_surface(tidy: Path, tmp_path: Path) -> None:
    mesh = shutil.copy(next((tidy / "robot_meshes").iterdir()), tmp_path / "mesh.stl")
    before = np.concatenate(list(stl_corners(Path(mesh))))
    strangers._blow_up(Path(mesh), 3 * Path(mesh).stat().st_size)
    after = np.concatenate(list(stl_corners(Path(mesh))))
    assert Path(mesh).stat().st_size > 2.9 * before.shape[0] * 50
    areas = [
        np.linalg.norm(np.cross(each[:, 1] - each[:, 0], each[:, 2] - each[:, 0]), axis=1).sum()
        for each in (before, after)
    ]
    assert areas[1] == pytest.approx(areas[0], rel=1e-4)
