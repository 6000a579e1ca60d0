"""Swapped sides are found and set right; sides that are right stay."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import repair_swaps
from understudy.clean.swaps import _cheapest_course
from understudy.motion import Recording
from understudy.spatial import rotations as rot

ARM = ("elbow", "wrist", "knuckle", "fingertip")
LEG = ("knee", "ankle", "toe", "toe_tip")
BODY = ("hip", "shoulder", "clavicle", *ARM, *LEG)
SPANS = {"one frame": slice(100, 101), "a while": slice(100, 130), "the end": slice(200, 240)}

MISLED = 2e-3
"""Share of positions that outliers of half a metre on both sides at once may get exchanged."""


def swapped(recording: Recording, parts: tuple[str, ...], frames: slice) -> Recording:
    """Return the recording with parts of both sides exchanged in some frames."""
    order = np.arange(len(recording.names))
    for part in parts:
        left, right = (recording.names.index(f"{part}_{side}") for side in "lr")
        order[[left, right]] = right, left
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[frames], valid[frames] = points[frames][:, order], valid[frames][:, order]
    rotations = None if recording.rotations is None else np.array(recording.rotations)
    if rotations is not None:
        rotations[frames] = rotations[frames][:, order]
    return replace(recording, points=points, valid=valid, rotations=rotations)


def test_right_sides_stay(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        repaired = repair_swaps(recording)
        np.testing.assert_array_equal(repaired.points, recording.points)
        assert repaired.notes[-1] == "Left and right are never swapped."


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("parts", [("wrist",), ("elbow",), ARM, LEG, BODY], ids="-".join)
def test_swaps_are_undone(walk: Recording, kicking: Recording, parts: tuple[str, ...], span: str) -> None:
    for recording in (walk, kicking):
        wrong = swapped(recording, parts, SPANS[span])
        assert (wrong.points != recording.points).any()
        np.testing.assert_array_equal(repair_swaps(wrong).points, recording.points)


def test_rotations_are_exchanged_as_well(walk: Recording) -> None:
    vectors = np.random.default_rng(0).normal(size=walk.points.shape)
    turned = replace(walk, rotations=rot.from_rotation_vector(vectors))
    repaired = repair_swaps(swapped(turned, ARM, slice(50, 80)))
    np.testing.assert_array_equal(np.asarray(repaired.rotations), np.asarray(turned.rotations))


def test_report(walk: Recording) -> None:
    repaired = repair_swaps(swapped(walk, ("wrist",), slice(50, 80)))
    assert repaired.notes[-1] == "Exchanged left and right back in 30 frames: wrist."
    assert repaired.provenance.steps[-1] == ("swaps", {"frames": 30, "parts": ["wrist"]})


def test_names_that_are_wrong_all_the_time_are_believed(walk: Recording) -> None:
    wrong = swapped(walk, ARM, slice(None))
    np.testing.assert_array_equal(repair_swaps(wrong).points, wrong.points)


def test_hands_that_meet_are_not_swapped(walk: Recording) -> None:
    """Clapping hands touch and part again; crossing would look the same without the elbows."""
    names = tuple(f"{part}_{side}" for part in ("shoulder", "elbow", "wrist") for side in "lr")
    time = np.arange(120) / 60.0
    gap = 0.3 * np.abs(np.sin(2.0 * np.pi * time))
    points = np.zeros((120, 6, 3))
    for index, sign in ((0, 1.0), (1, -1.0)):
        points[:, index] = [0.0, 0.2 * sign, 1.4]
        points[:, index + 4, 0] = 0.45
        points[:, index + 4, 1] = sign * gap
        points[:, index + 4, 2] = 1.4
        middle = 0.5 * (points[:, index] + points[:, index + 4])
        points[:, index + 2] = middle - [0.0, 0.0, 0.15]
    clapping = Recording(names, points, 60.0, landmark_points={name: (name,) for name in names})
    np.testing.assert_array_equal(repair_swaps(clapping).points, points)


def test_outliers_and_gaps_do_not_mislead(recovery: ModuleType, walk: Recording) -> None:
    spoiled = recovery.spoil(walk, seed=1)[0]
    exchanged = (repair_swaps(spoiled).points != spoiled.points).any(axis=-1) & spoiled.valid_mask
    assert exchanged.mean() <= MISLED
    both = np.array(spoiled.valid_mask)
    for part in ARM:
        left, right = (walk.names.index(f"{part}_{side}") for side in "lr")
        both[:, left] = both[:, right] = spoiled.valid_mask[:, [left, right]].all(axis=1)
    repaired = repair_swaps(swapped(spoiled, ARM, slice(100, 130)))
    wrong = (repaired.points != spoiled.points).any(axis=-1)[both]
    assert wrong.mean() < 0.005, "all but the frame or two that hide beside outliers"


def test_video_keypoints_of_a_man_who_sits_have_none(shared: Path) -> None:
    recording = read_capture(shared / "motions" / "keraal" / "G3-BP-CTK-P1T1-Unknown-C-0.json")
    np.testing.assert_array_equal(repair_swaps(recording).points, recording.points)


@pytest.mark.parametrize("clip", ["02_01", "07_01", "13_29", "143_01", "16_01"])
def test_optical_captures_have_none(shared: Path, clip: str) -> None:
    recording = read_capture(shared / "motions" / "cmu" / f"{clip}.bvh")
    np.testing.assert_array_equal(repair_swaps(recording).points, recording.points)


@pytest.mark.parametrize("seed", range(10))
def test_no_course_is_cheaper(seed: int) -> None:
    generator = np.random.default_rng(seed)
    staying, changing = generator.random((2, 7))
    being = generator.normal(scale=0.5, size=8)

    def cost(course: np.ndarray) -> float:
        steps = np.where(course[1:] == course[:-1], staying, changing)
        return float(steps.sum() + being[course].sum())

    courses = [np.array(course) for course in itertools.product((False, True), repeat=8)]
    assert cost(_cheapest_course(staying, changing, being)) == pytest.approx(min(map(cost, courses)))
