"""Statistics leave out frames that do not apply."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.evaluate import statistics as stats

NOTHING = np.full(3, np.nan)


def test_describe_leaves_out_nan() -> None:
    found = stats.describe(np.array([np.nan, 1.0, 2.0, 6.0]))
    assert found["median"] == 2.0
    assert found["mean"] == 3.0
    assert found["std"] == pytest.approx(np.sqrt((4.0 + 1.0 + 9.0) / 3.0))
    assert found["p95"] == pytest.approx(5.6)
    assert found["p99"] == pytest.approx(5.92)
    assert found["max"] == 6.0


def test_nothing_has_no_statistics() -> None:
    assert all(np.isnan(value) for value in stats.describe(NOTHING).values())
    assert np.isnan(stats.shares_over(NOTHING, (0.1,))["share_over_0.1"])
    assert np.isnan(stats.root_mean_square(NOTHING))
    assert np.isnan(stats.worst_frame(NOTHING))


def test_shares_are_over_not_at_a_threshold() -> None:
    values = np.array([np.nan, 0.1, 0.2, 0.3])
    assert stats.shares_over(values, (0.1, 0.25)) == {
        "share_over_0.1": pytest.approx(2 / 3),
        "share_over_0.25": pytest.approx(1 / 3),
    }


def test_root_mean_square_and_worst_frame() -> None:
    assert stats.root_mean_square(np.array([[3.0, np.nan], [-4.0, 0.0]])) == pytest.approx(
        np.sqrt(25.0 / 3.0)
    )
    assert stats.worst_frame(np.array([np.nan, 1.0, 5.0, 2.0])) == 2.0
