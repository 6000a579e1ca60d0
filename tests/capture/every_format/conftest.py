"""One made-up motion as a file of every readable format, for tests of what all formats have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.synth import Corruption, SyntheticMotion, make, record
from understudy.synth.formats import RENDERINGS
from understudy.synth.take import Take

Writer = Callable[[SyntheticMotion, Path], Path]


def _rendered(name: str) -> Writer:
    def write(motion: SyntheticMotion, folder: Path) -> Path:
        rendering = RENDERINGS[name]
        path = folder / f"take{rendering.suffix}"
        rendering.write(path, _take(motion, name))
        return path

    return write


def _take(motion: SyntheticMotion, name: str) -> Take:
    return record(motion, RENDERINGS[name].point_set(motion.body), Corruption())


def _named_arrays(motion: SyntheticMotion, folder: Path) -> Path:
    path, take = folder / "named.npz", _take(motion, "csv")
    np.savez(path, points=take.points, names=np.array(take.names), fps=np.array(take.fps))
    return path


def _keypoint_array(motion: SyntheticMotion, folder: Path) -> Path:
    path = folder / "keypoints.npy"
    np.save(path, _take(motion, "coco_18").points)
    return path


def _storage(motion: SyntheticMotion, folder: Path) -> Path:
    take = _take(motion, "csv")
    titles = [f"{name}_{axis}" for name in take.names for axis in "xyz"]
    rows = take.points.reshape(len(take.points), -1)
    lines = ["points", f"nRows={len(rows)}", f"nColumns={len(titles) + 1}", "endheader"]
    lines.append("\t".join(["time", *titles]))
    for frame, row in enumerate(rows):
        lines.append("\t".join([f"{frame / take.fps:.6f}", *(f"{value:.8f}" for value in row)]))
    path = folder / "points.sto"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _joint_angles(motion: SyntheticMotion, folder: Path) -> Path:
    """Write a person who squats and stands, in OpenSim's joint angles."""
    times = np.arange(len(motion.root_positions)) / motion.fps
    bend = 30.0 * (1.0 - np.cos(2.0 * np.pi * 0.5 * times))
    # The feet stay where they are: thighs and shins are 0.491 of a height of 1.75 m, bent alike.
    height = 0.1 + 0.491 * 1.75 * np.cos(np.deg2rad(bend))
    columns = {"time": times, "pelvis_tx": 0.0 * times, "pelvis_ty": height}
    for side in "lr":
        columns |= {
            f"hip_flexion_{side}": bend,
            f"knee_angle_{side}": -2.0 * bend,
            f"ankle_angle_{side}": bend,
        }
        columns |= {f"arm_flex_{side}": bend, f"elbow_flex_{side}": bend}
    columns |= {"lumbar_extension": 0.0 * bend}
    head = ["motion", "inDegrees=yes", "endheader", "\t".join(columns)]
    rows = np.stack(list(columns.values()), axis=1)
    path = folder / "angles.mot"
    body = ["\t".join(f"{value:.6f}" for value in row) for row in rows]
    path.write_text("\n".join([*head, *body]) + "\n", encoding="utf-8")
    return path


WRITERS: dict[str, Writer] = {name: _rendered(name) for name in RENDERINGS} | {
    "named arrays": _named_arrays,
    "keypoint array": _keypoint_array,
    "sto points": _storage,
    "mot angles": _joint_angles,
}
"""What a test calls a format → what writes it."""


@pytest.fixture(scope="session")
def walk() -> SyntheticMotion:
    """Return a walk."""
    return make("walk", seconds=3.0, fps=30.0)


@pytest.fixture(params=sorted(WRITERS))
def format_name(request: pytest.FixtureRequest) -> str:
    """Return what the tests call a format; each test that asks is run for all of them."""
    return request.param


@pytest.fixture
def written(format_name: str, walk: SyntheticMotion, tmp_path: Path) -> Path:
    """Return the file of the walk in a format."""
    return WRITERS[format_name](walk, tmp_path)


@pytest.fixture
def write() -> Callable[[str, SyntheticMotion, Path], Path]:
    """Return a function that writes any motion in a format to a folder."""
    return lambda name, motion, folder: WRITERS[name](motion, folder)
