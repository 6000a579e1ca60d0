"""Lengths are those of Table II of the Master Motor Map."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.reference_body import BODY_POINTS
from understudy.anthropometry.reference_lengths import HIP_SHARE, reference_lengths

# Terlemez et al. (2014), Table II: from, to, and the magnitudes δx, δy, δz as shares of body height.
TABLE_2 = [
    ("BP", "BT", (0.000, 0.000, 0.060)),
    ("BT", "SC", (0.000, 0.087, 0.188)),
    ("SC", "S", (0.023, 0.000, 0.000)),
    ("S", "E", (0.000, 0.000, 0.188)),
    ("E", "W", (0.000, 0.000, 0.145)),
    ("W", "*fingertip", (0.000, 0.000, 0.108)),
    ("BT", "BLN", (0.000, 0.000, 0.210)),
    ("BLN", "BUN", (0.000, 0.000, 0.030)),
    ("BUN", "EY", (0.015, 0.030, 0.066)),
    ("BP", "H", (0.052, 0.000, 0.040)),
    ("H", "K", (0.000, 0.000, 0.245)),
    ("K", "A", (0.000, 0.000, 0.246)),
    ("A", "M", (0.000, 0.020, 0.039)),
    ("M", "F", (0.000, 0.048, 0.000)),
    ("F", "*toe_tip", (0.000, 0.034, 0.000)),
]
SIDEWAYS_UNDER_Y = ("BT", "SC")
"""The one row whose sideways length the paper prints under δy; MMM's own page calls it horizontal."""

HEIGHT = 1.8
FLOOR_TO_HIPS, BUN_TO_CROWN = 0.530, 0.130


def rest_positions() -> dict[str, np.ndarray]:
    lengths = reference_lengths(HEIGHT)
    positions: dict[str, np.ndarray] = {}
    for point in BODY_POINTS:
        origin = positions[point.parent] if point.parent else np.zeros(3)
        positions[point.name] = origin + point.place(lengths)
    return positions


def sided(name: str, side: str) -> str:
    if name.startswith("*"):
        return f"{name}_{side}"
    return name if name.startswith("B") else side.upper() + name


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize(("start", "end", "row"), TABLE_2)
def test_lengths_are_those_of_the_table(
    start: str, end: str, row: tuple[float, float, float], side: str
) -> None:
    positions = rest_positions()
    forward, left, up = np.abs(positions[sided(end, side)] - positions[sided(start, side)]) / HEIGHT
    x, y, z = row if (start, end) != SIDEWAYS_UNDER_Y else (row[1], row[0], row[2])
    np.testing.assert_allclose((left, forward, up), (x, y, z), atol=1e-12)


def test_the_rest_is_as_mmm_describes_the_model() -> None:
    positions = rest_positions()
    assert pytest.approx(FLOOR_TO_HIPS) == HIP_SHARE
    crown = positions["*head_top"][2] - positions["BUN"][2]
    assert crown / HEIGHT == pytest.approx(BUN_TO_CROWN)
    assert positions["*head_top"][2] - positions["LM"][2] == pytest.approx(HEIGHT)


def test_the_body_is_symmetric() -> None:
    positions = rest_positions()
    for name, position in positions.items():
        other = "R" + name[1:] if name.startswith("L") else name[:-2] + "_r" if name.endswith("_l") else ""
        if other:
            np.testing.assert_allclose(positions[other], position * (1.0, -1.0, 1.0), err_msg=name)
