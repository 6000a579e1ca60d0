"""Every capture comes out upright and facing x, however its axes lie, are labelled or are mirrored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Sidecar
from understudy.capture.formats import candidates
from understudy.capture.placing.place import place
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.frame_directions import SQUARE_TURNS
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import read_source
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make

LYING = ("mini_rgbd",)
"""Formats of infants, who lie under their camera whatever the body does."""

OWN = ("npz",)
"""Formats that Understudy alone writes."""

OF_MODELS = ("amass", "gvhmr", "wham", "tram", "phalp", "mmm", "mot angles")
"""Formats of a body model, whose own pose says where x is; its motion may head anywhere."""

FACING = np.deg2rad(25.0)
"""How far from x a person may face in the first half second, who twists with every step."""

MOTIONS = ("walk", "squat", "hands_up", "reach", "bend")


def read_raw(path: Path) -> RawCapture:
    """Return what a file says, before anybody places it."""
    source = read_source(path)
    return next(known for known in candidates(source.content) if known.fits(source)).read(source)


def turned(raw: RawCapture, matrix: np.ndarray) -> RawCapture:
    """Return a capture whose frames were turned while all that it says of its axes stays as it was."""
    q = rot.from_matrix(matrix)
    rest = raw.rest
    if rest is not None and raw.rest_up is None:
        # The skeleton of a file that was turned as a whole is turned with it.
        rest = Poses(rest.points @ matrix.T, rot.multiply(q, rot.multiply(rest.rotations, rot.conjugate(q))))
    rotations = raw.rotations
    if rotations is not None:
        rotations = rot.multiply(q, rotations)
        if raw.rest_up is None and rest is not None:
            rotations = rot.multiply(rotations, rot.conjugate(q))
    return replace(raw, points=raw.points @ matrix.T, rotations=rotations, rest=rest, forward=None)


def leans(recording: Recording) -> float:
    """Return the angle [rad] between up and the way from feet to shoulders, on the median."""
    lower = recording.landmark("ankle_l")[0] + recording.landmark("ankle_r")[0]
    upper = recording.landmark("shoulder_l")[0] + recording.landmark("shoulder_r")[0]
    ways = (upper - lower)[np.isfinite(upper - lower).all(axis=1)]
    return float(np.median(rot.angle_between(ways, np.array([0.0, 0.0, 1.0]))))


def faces(recording: Recording) -> np.ndarray:
    """Return (3,) where hips and knees face in the first half second."""
    frames = slice(max(1, int(0.5 * recording.fps)))
    left, right, knee, ankle = (
        recording.landmark(name)[0][frames] for name in ("hip_l", "hip_r", "knee_l", "ankle_l")
    )
    forward = np.cross(left - right, knee - ankle)
    return rot.normalise(np.nanmean(forward, axis=0))


@pytest.mark.parametrize("turn", range(len(SQUARE_TURNS)))
def test_a_walk_in_any_axes_is_upright_and_faces_x(written: Path, format_name: str, turn: int) -> None:
    if format_name in LYING or format_name in OWN:
        pytest.skip("infants lie under their camera, and what Understudy saved is in our world")
    raw = turned(read_raw(written), SQUARE_TURNS[turn])
    recording = place(raw, Sidecar())
    if raw.is_centred and leans(recording) > np.deg2rad(30.0):
        # Which points rest is not known, so that a body of a camera that is said to be level may well lie.
        assert any("it may be" in warning for warning in recording.warnings)
        return
    assert leans(recording) < np.deg2rad(30.0)
    if format_name not in OF_MODELS:
        assert rot.angle_between(faces(recording), np.array([1.0, 0.0, 0.0])) < FACING


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_header_that_lies_is_overruled(
    motion: str, write: Callable[[str, SyntheticMotion, Path], Path], tmp_path: Path
) -> None:
    raw = replace(read_raw(write("named arrays", make(motion, seconds=3.0, fps=30.0), tmp_path)), up="z")
    for matrix in SQUARE_TURNS:
        recording = place(turned(raw, matrix), Sidecar())
        assert leans(recording) < np.deg2rad(40.0)
        is_true = matrix[2, 2] > 0.5
        assert bool(recording.warnings) != is_true


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mirrored_walk_keeps_its_sides(written: Path, format_name: str, axis: int) -> None:
    if format_name in LYING or format_name in (*OF_MODELS, "npz", "csv", "c3d"):
        pytest.skip("the file itself says where forward is, or infants lie")
    raw = read_raw(written)
    plain, healed = place(raw, Sidecar()), place(read_raw(written).mirrored(axis), Sidecar())
    assert leans(healed) < np.deg2rad(30.0)
    assert rot.angle_between(faces(healed), np.array([1.0, 0.0, 0.0])) < FACING
    for name in ("hip", "shoulder"):
        left, right = (healed.landmark(f"{name}_{side}")[0] for side in "lr")
        assert float(np.nanmedian((left - right)[: int(0.5 * healed.fps), 1])) > 0.0
    assert plain.landmark_points.keys() == healed.landmark_points.keys()


def test_a_lying_person_stays_lying_where_the_file_says_what_is_up(
    write: Callable[[str, SyntheticMotion, Path], Path], tmp_path: Path
) -> None:
    """A person on the back who draws up the knees by turns; only the file tells that z is up."""
    motion = make("walk", seconds=3.0, fps=30.0)
    raw = replace(read_raw(write("named arrays", motion, tmp_path)), up="z", forward=None)
    names = list(raw.names)
    points = raw.points - raw.points[:, [names.index("mid_hip")]]
    lying = replace(raw, points=points @ np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]).T)
    # Marching in place with high knees, as a lying person draws them up.
    for side, phase in (("l", 0.0), ("r", np.pi)):
        lift = 0.25 * (1.0 + np.sin(np.linspace(0.0, 12.0, len(points)) + phase))
        for part in ("knee", "ankle", "heel", "toe"):
            if f"{part}_{side}" in names:
                lying.points[:, names.index(f"{part}_{side}"), 0] += lift * (1.0 if part != "knee" else 0.5)
                lying.points[:, names.index(f"{part}_{side}"), 2] += 0.8 * lift * (part == "knee")
    recording = place(lying, Sidecar())
    assert leans(recording) > np.deg2rad(60.0)
    assert any("lies" in note for note in recording.notes)
