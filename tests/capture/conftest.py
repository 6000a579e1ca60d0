"""A made-up person with CMU names, and BVH texts of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Skeleton, read_capture
from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.naming.dialects import match_names
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import Source
from understudy.data import built_in_motion
from understudy.motion import Recording
from understudy.spatial import rotations as rot

PERSON: dict[str, tuple[str, tuple[float, float, float]]] = {
    "Hips": ("", (0.0, 0.0, 0.0)),
    "LowerBack": ("Hips", (0.0, 0.0, 0.05)),
    "Spine": ("LowerBack", (0.0, 0.0, 0.12)),
    "Spine1": ("Spine", (0.0, 0.0, 0.15)),
    "Neck": ("Spine1", (0.0, 0.0, 0.0)),
    "Neck1": ("Neck", (0.0, 0.0, 0.18)),
    "Head": ("Neck1", (0.0, 0.0, 0.08)),
}
for _side, _y in (("Left", 1.0), ("Right", -1.0)):
    PERSON |= {
        f"{_side}UpLeg": ("Hips", (0.0, 0.09 * _y, -0.04)),
        f"{_side}Leg": (f"{_side}UpLeg", (0.0, 0.0, -0.42)),
        f"{_side}Foot": (f"{_side}Leg", (0.0, 0.0, -0.41)),
        f"{_side}ToeBase": (f"{_side}Foot", (0.13, 0.0, -0.04)),
        f"{_side}Shoulder": ("Spine1", (0.0, 0.0, 0.0)),
        f"{_side}Arm": (f"{_side}Shoulder", (0.0, 0.18 * _y, 0.13)),
        f"{_side}ForeArm": (f"{_side}Arm", (0.0, 0.28 * _y, 0.0)),
        f"{_side}Hand": (f"{_side}ForeArm", (0.0, 0.25 * _y, 0.0)),
    }
ENDS = {
    "Head": (0.0, 0.0, 0.20),
    "LeftToeBase": (0.06, 0.0, 0.0),
    "RightToeBase": (0.06, 0.0, 0.0),
}


def make_person(scale: float = 1.0, leg_scale: float = 1.0) -> Skeleton:
    """Return the person in its rest pose, a T-pose: metres, z up, facing x."""
    names = tuple(PERSON)
    legs = ("Leg", "Foot")
    return Skeleton(
        names=names,
        parents=tuple(names.index(parent) if parent else -1 for parent, _ in PERSON.values()),
        offsets=np.array(
            [
                np.array(offset) * scale * (leg_scale if name.endswith(legs) else 1.0)
                for name, (_, offset) in PERSON.items()
            ]
        ),
        end_offsets={name: scale * np.array(offset) for name, offset in ENDS.items()},
    )


def landmark_points(names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the landmarks of joints with CMU names."""
    match = match_names(names)
    assert match is not None
    return match[1]


@pytest.fixture
def capture_of() -> Callable[..., RawCapture]:
    """Return a function from a skeleton and its poses, by default its rest pose, to a capture of them."""

    def make(skeleton: Skeleton, poses: Poses | None = None) -> RawCapture:
        rest = rest_pose(skeleton)
        shown = poses or rest
        return RawCapture(
            Source(Path("some.bvh"), b""),
            "BVH",
            skeleton.point_names,
            shown.points,
            rotations=shown.rotations,
            landmark_points=landmark_points(skeleton.point_names),
            parents=skeleton.point_parents,
            joint_count=skeleton.joint_count,
            rest=rest,
        )

    return make


@pytest.fixture
def person() -> Skeleton:
    """Return the made-up person."""
    return make_person()


@pytest.fixture
def scaled_person() -> Callable[[float, float], Skeleton]:
    """Return a function from size and relative leg length to a person."""
    return make_person


@pytest.fixture
def small_motion() -> Callable[[Skeleton, int], tuple[np.ndarray, np.ndarray]]:
    """Return a function from skeleton and frame count to smooth root positions and local rotations."""

    def make(skeleton: Skeleton, frame_count: int) -> tuple[np.ndarray, np.ndarray]:
        time = np.linspace(0.0, 1.0, frame_count)
        positions = np.stack([time, 0.1 * np.sin(time), 0.9 + 0.02 * np.cos(9.0 * time)], axis=1)
        phases = np.arange(skeleton.joint_count)
        angles = 0.4 * np.sin(3.0 * time[:, None] + phases)
        axes = np.stack([np.cos(phases), np.sin(phases), np.sin(2.0 * phases)], axis=1)
        axes /= np.linalg.norm(axes, axis=1, keepdims=True)
        half = 0.5 * angles[..., None]
        return positions, np.concatenate([np.cos(half), np.sin(half) * axes], axis=-1)

    return make


SMALL_BVH = """HIERARCHY
ROOT Hips
{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
\tJOINT Chest
\t{
\t\tOFFSET 0 10 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 5 0
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.04
0 1 2 3 4 5 6 7 8
9 8 7 6 5 4 3 2 1
"""
"""Two joints and an end, too little for a person."""


@pytest.fixture
def small_bvh() -> str:
    """Return a BVH text of two joints."""
    return SMALL_BVH


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[str | bytes], Path]:
    """Return a function that saves content to a file."""

    def save(content: str | bytes) -> Path:
        path = tmp_path / "some.bvh"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return save


@pytest.fixture
def t_pose() -> Callable[..., dict[str, np.ndarray]]:
    """Return a function from size and relative leg length to landmarks (3,) of a T-pose, z up, facing x."""

    def make(scale: float = 1.0, leg_scale: float = 1.0) -> dict[str, np.ndarray]:
        skeleton = make_person(scale, leg_scale)
        points = rest_pose(skeleton).points[0]
        found = landmark_points(skeleton.point_names)
        return {name: points[skeleton.point_names.index(source[0])] for name, source in found.items()}

    return make


def _thinned(recording: Recording, step: int) -> Recording:
    """Return every so many frames of a recording, without its rotations and reference pose."""
    return replace(
        recording,
        points=recording.points[::step],
        fps=recording.fps / step,
        valid=recording.valid_mask[::step],
        rotations=None,
        reference_points=None,
        reference_rotations=None,
    )


@pytest.fixture(scope="session")
def walking() -> Recording:
    """Return some frames of the built-in walk."""
    return _thinned(read_capture(built_in_motion("walk")), 8)


@pytest.fixture(scope="session")
def kicking() -> Recording:
    """Return some frames of the built-in infant that lies on its back and kicks."""
    return _thinned(read_capture(built_in_motion("infant_kicking")), 12)


@pytest.fixture(scope="session")
def distance_after_turn() -> Callable[[np.ndarray, np.ndarray], float]:
    """Return a function from two sets of points [m] to their largest distance after a turn about z.

    Readers let the person face x at first, which the motion that was written need not do.
    """

    def measure(read: np.ndarray, true: np.ndarray) -> float:
        np.testing.assert_array_equal(np.isfinite(read), np.isfinite(true))
        seen = np.isfinite(true).all(axis=-1)
        a, b = read[seen], true[seen]
        yaw = np.arctan2(
            (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]).sum()
        )
        turned = rot.rotate(rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), yaw), a)
        return float(np.linalg.norm(turned - b, axis=-1).max())

    return measure
