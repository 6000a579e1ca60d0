"""Joints are recognised by tree, proportions and motion when their names say nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.motion import Recording

TABLES = sorted(path.stem for path in (Path(__file__).parent / "samples").glob("*.txt"))

SAME_PLACE = 1e-3
"""[m]"""

LEAST_SHARE = 0.95
"""Share of landmarks that come back."""


class Files(Protocol):
    """One clip as the fixture writes it."""

    @property
    def sample(self) -> Path: ...
    @property
    def scrambled(self) -> Path: ...


Make = Callable[[str, str], Files]


def landmark(recording: Recording, name: str) -> np.ndarray:
    return recording.points[:, recording.names.index(recording.landmark_points[name][0])]


CASES = (
    [(table, "walk") for table in TABLES]
    + [(table, "real") for table in TABLES[::2]]
    + [("rigify", "infant"), ("smpl", "infant")]
)


@pytest.mark.parametrize(("table", "clip"), CASES)
def test_landmarks_come_back(make_files: Make, table: str, clip: str) -> None:
    files = make_files(table, clip)
    named, scrambled = read_capture(files.sample), read_capture(files.scrambled)
    assert scrambled.dialect == "BVH (unknown names)"
    (note,) = (note for note in scrambled.notes if "confidence" in note)
    assert "left and right from the feet" in note
    found = [
        name
        for name in named.landmark_points
        if name in scrambled.landmark_points
        and np.abs(landmark(named, name) - landmark(scrambled, name)).max() < SAME_PLACE
    ]
    assert len(found) >= LEAST_SHARE * len(named.landmark_points), set(named.landmark_points) - set(found)
    for name in ("hip", "shoulder"):
        across, expected = (
            landmark(recording, f"{name}_l") - landmark(recording, f"{name}_r")
            for recording in (scrambled, named)
        )
        assert (np.sum(across * expected, axis=1) > 0.0).all()
