"""Captures that are no infants: each gets a sentence, and a single frame is enough to be one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.keypoints.sets import BODY_25
from understudy.errors import CaptureError
from understudy.export.captures.keypoint_stream import body_25_stream
from understudy.study import InfantStudy, run_infant_study
from understudy.study.infants import BODY_25 as BODY_25_FORMAT
from understudy.study.infants import Infant, captured_points

FPS = 25.0


@pytest.fixture(scope="module")
def points() -> np.ndarray:
    return np.nan_to_num(next(captured_points(Infant("easy", 12.0, BODY_25_FORMAT, 30, 4))))


def study(points: np.ndarray, folder: Path) -> int:
    with body_25_stream(folder / "take.jsonl", FPS) as append:
        append(points)
    wanted = InfantStudy(
        folder / "out",
        data=folder / "take.jsonl",
        robots=("dummy",),
        methods=("thesis", "geometric"),
        jobs=1,
        pictures=False,
    )
    return run_infant_study(wanted).findings.frames


def mirrored(points: np.ndarray) -> np.ndarray:
    """Exchange the names of left and right of the whole body but the face."""
    pairs = [name[1:] for name in BODY_25.names if name.startswith("L") and name[1:] not in ("Eye", "Ear")]
    result = np.array(points)
    for name in pairs:
        left, right = BODY_25.names.index(f"L{name}"), BODY_25.names.index(f"R{name}")
        result[:, [left, right]] = points[:, [right, left]]
    return result


def without_thigh(points: np.ndarray) -> np.ndarray:
    result = np.array(points)
    result[:, BODY_25.names.index("LKnee")] = points[:, BODY_25.names.index("LHip")]
    return result


def test_one_frame_is_a_study(points: np.ndarray, tmp_path: Path) -> None:
    assert study(points[:1], tmp_path) == 1


@pytest.mark.parametrize(
    ("spoil", "message"), [(mirrored, "left and right"), (without_thigh, "thigh l has no length")]
)
def test_an_impossible_body_is_told(
    spoil: Callable[[np.ndarray], np.ndarray], message: str, points: np.ndarray, tmp_path: Path
) -> None:
    with pytest.raises(CaptureError, match=message):
        study(spoil(points), tmp_path)
