"""Labels under lanes."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.view.labels import label_strip

pytest.importorskip("PIL")

WIDTH, HEIGHT = 240, 40


def ink_columns(strip: np.ndarray) -> np.ndarray:
    """Return the columns in which something is written."""
    return np.flatnonzero((strip.max(axis=2) < 160).any(axis=0))


def test_a_label_is_dark_on_bright_in_the_middle() -> None:
    strip = label_strip("nao", WIDTH, HEIGHT)
    assert strip.shape == (HEIGHT, WIDTH, 3)
    assert strip.dtype == np.uint8
    columns = ink_columns(strip)
    assert columns.mean() == pytest.approx(0.5 * WIDTH, abs=0.05 * WIDTH)
    assert np.median(strip) > 240


@pytest.mark.parametrize("text", ["a rather long name of a file.bvh", "x" * 400])
def test_a_long_label_is_made_to_fit(text: str) -> None:
    columns = ink_columns(label_strip(text, WIDTH, HEIGHT))
    assert columns.min() > 0
    assert columns.max() < WIDTH - 1
    assert np.ptp(columns) > 0.5 * WIDTH
