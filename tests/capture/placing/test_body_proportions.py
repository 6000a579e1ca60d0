"""A body is known by its proportions, in any pose and unit."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.placing.body_proportions import ADULT_SHARES, INFANT_SHARES, body_segments, misfits
from understudy.capture.placing.point_body import landmark_tracks
from understudy.motion import Recording

STRETCH = 1.5


def lengths_of(shares: tuple[float, ...]) -> np.ndarray:
    """Return (11, 1) lengths of a body of given shares."""
    return np.array([*np.repeat(shares[:4], 2), *shares[4:]])[:, None]


@pytest.mark.parametrize("shares", [ADULT_SHARES, INFANT_SHARES])
@pytest.mark.parametrize("unit", [1.0, 1700.0])
def test_a_body_of_those_shares_fits(shares: tuple[float, ...], unit: float) -> None:
    np.testing.assert_allclose(misfits(unit * lengths_of(shares)), 0.0, atol=1e-12)


def test_one_long_segment_is_off_by_its_logarithm() -> None:
    lengths = lengths_of(ADULT_SHARES)
    lengths[3] *= STRETCH
    expected = np.zeros((11, 1))
    expected[3] = np.log(STRETCH)
    np.testing.assert_allclose(misfits(lengths), expected, atol=1e-12)


def test_unknown_lengths_are_not_judged() -> None:
    lengths = lengths_of(ADULT_SHARES)
    lengths[[1, 5]] = [[np.nan], [0.0]]
    assert np.isnan(misfits(lengths)).sum() == 2
    assert np.isnan(misfits(np.full((11, 3), np.nan))).all()


@pytest.mark.parametrize("performer", ["walking", "kicking"])
def test_our_performers_are_human(performer: str, request: pytest.FixtureRequest) -> None:
    recording: Recording = request.getfixturevalue(performer)
    tracks = landmark_tracks(recording.names, recording.points, recording.landmark_points)
    segments = body_segments(tracks)
    assert segments.shape == (11, recording.frame_count, 3)
    assert misfits(np.linalg.norm(segments, axis=-1)).mean() < 0.05
