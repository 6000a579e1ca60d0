"""Folders are written as the MINI-RGBD data set has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.sidecar import sidecar_path
from understudy.export.captures.mini_rgbd import write_mini_rgbd


def test_lines_are_places_in_the_cameras_axes_and_indices(tmp_path: Path) -> None:
    points = np.zeros((2, 25, 3))
    points[1, 3] = [0.1, 0.2, 0.3]
    valid = np.ones((2, 25), dtype=bool)
    valid[1, 24] = False
    write_mini_rgbd(tmp_path / "joints_3D", points, valid=valid, with_sidecar=False)
    assert [path.name for path in sorted((tmp_path / "joints_3D").iterdir())] == [
        "syn_joints_3D_00000.txt",
        "syn_joints_3D_00001.txt",
    ]
    lines = (tmp_path / "joints_3D" / "syn_joints_3D_00001.txt").read_text().splitlines()
    # The camera looks down: right in the picture is our y, down in it our x, away from it our -z.
    assert lines[3] == "0.200000000 0.100000000 -0.300000000 3"
    assert lines[24] == "nan nan nan 24"
    assert not sidecar_path(tmp_path / "joints_3D").exists()
