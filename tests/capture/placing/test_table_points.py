"""Named points of tables: how many, which are seen, and names that occur more than once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.placing import limits
from understudy.capture.placing.table_points import as_seen, require_points, single_names
from understudy.capture.source import Source
from understudy.errors import CaptureError

SOURCE = Source(Path("f"), b"")


def test_a_point_without_all_coordinates_is_not_seen() -> None:
    points = np.arange(18.0).reshape(2, 3, 3)
    points[1, 2, 0] = np.nan
    seen = as_seen(points)
    assert np.isnan(seen[1, 2]).all()
    assert np.isfinite(seen).sum() == points.size - 3


def test_equal_names_are_numbered() -> None:
    names, notes = single_names(("a", "extra", "extra", "extra (2)"))
    assert names == ("a", "extra", "extra (3)", "extra (2)")
    assert notes == ("Names that occur more than once were numbered: extra.",)


def test_single_names_are_kept_in_silence() -> None:
    assert single_names(("a", "b")) == (("a", "b"), ())


@pytest.mark.parametrize(("frames", "message"), [(0, "holds no row of numbers"), (3, "at most 10 in all")])
def test_nothing_and_too_much_are_refused(frames: int, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_POINTS", 10)
    with pytest.raises(CaptureError, match=message):
        require_points(SOURCE, frames, 4)
    require_points(SOURCE, 2, 5)
