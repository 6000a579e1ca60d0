"""The usual way: harmless to what is clean, and good for what is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import CleaningOptions, clean, place_on_floor
from understudy.data import built_in_motion
from understudy.motion import Recording

STAGES = ["swaps", "outliers", "gaps", "smooth"]


@pytest.mark.parametrize(("motion", "limit"), [("walk", 1.7), ("infant_kicking", 0.6)])
def test_clean_captures_are_only_put_on_the_floor(motion: str, limit: float) -> None:
    captured = read_capture(built_in_motion(motion))
    cleaned, placed = clean(captured), place_on_floor(captured)
    np.testing.assert_array_equal(cleaned.points, placed.points)
    np.testing.assert_array_equal(np.asarray(cleaned.rotations), np.asarray(placed.rotations))
    np.testing.assert_array_equal(cleaned.valid_mask, placed.valid_mask)
    assert cleaned.notes[len(captured.notes) : -1] == (
        "Left and right are never swapped.",
        "No point jumps to where it cannot have been.",
        "There are no gaps.",
        f"Left points unfiltered, since less than {limit} mm of their noise is white; "
        "all of it is 0.00 mm in a coordinate on the median, 0.00 mm at most.",
    )


@pytest.mark.parametrize("clip", ["02_01", "07_01", "13_29", "143_01"])
def test_optical_captures_are_only_put_on_the_floor(shared: Path, clip: str) -> None:
    captured = read_capture(shared / "motions" / "cmu" / f"{clip}.bvh")
    np.testing.assert_array_equal(clean(captured).points, place_on_floor(captured).points)


def test_every_step_is_in_the_history(recovery: ModuleType, walk: Recording) -> None:
    cleaned = clean(recovery.spoil(walk, seed=0)[0])
    assert [stage for stage, _ in cleaned.provenance.steps[: len(STAGES)]] == STAGES
    assert len(cleaned.notes) == len(STAGES) + 1


def test_same_input_gives_the_same_output(recovery: ModuleType, walk: Recording) -> None:
    spoiled = recovery.spoil(walk, seed=0)[0]
    first, second = clean(spoiled), clean(spoiled)
    np.testing.assert_array_equal(first.points, second.points)
    assert first.provenance == second.provenance


def test_steps_can_be_left_out(recovery: ModuleType, walk: Recording) -> None:
    spoiled = recovery.spoil(walk, seed=0)[0]
    nothing = CleaningOptions(swaps=False, outliers=False, gaps=False, smoothing=False, floor=False)
    assert clean(spoiled, nothing) is spoiled
    only_gaps = clean(spoiled, replace(nothing, gaps=True, spline_seconds=0.05))
    assert only_gaps.provenance.steps[-1][1]["spline_seconds"] == 0.05
    assert [stage for stage, _ in only_gaps.provenance.steps] == ["gaps"]


def test_swapped_spoiled_motion_is_recovered(recovery: ModuleType, walk: Recording) -> None:
    """All faults at once; the limit is wider, as swaps hide in gaps."""
    recording, spoiled = recovery.spoil(walk, seed=0)
    order = np.arange(len(walk.names))
    for part in ("elbow", "wrist", "knuckle", "fingertip"):
        left, right = (walk.names.index(f"{part}_{side}") for side in "lr")
        order[[left, right]] = right, left
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[90:120], valid[90:120] = points[90:120][:, order], valid[90:120][:, order]
    swapped = replace(recording, points=points, valid=valid)
    cleaned = clean(swapped, recovery.IN_PLACE)
    errors = np.linalg.norm(cleaned.points - spoiled.true_points, axis=-1)[cleaned.valid_mask]
    assert np.sqrt(np.mean(errors**2)) < 0.010


@pytest.mark.parametrize("frames", [1, 2, 3, 7])
def test_a_few_frames_are_enough(walk: Recording, frames: int) -> None:
    short = replace(walk, points=walk.points[:frames], valid=None)
    np.testing.assert_array_equal(clean(short, CleaningOptions(floor=False)).points, short.points)


def test_nothing_seen_at_all(walk: Recording) -> None:
    unseen = replace(walk, points=np.full_like(walk.points, np.nan), valid=np.zeros((240, 28), dtype=bool))
    assert not clean(unseen).valid_mask.any()


def test_recording_without_landmarks() -> None:
    points = np.cumsum(np.random.default_rng(0).normal(scale=0.002, size=(200, 4, 3)), axis=0)
    cleaned = clean(Recording(("a", "b", "c", "d"), points, 100.0))
    assert cleaned.notes[-1].startswith("The floor was not looked for")
