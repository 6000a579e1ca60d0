"""The shape of a picture and the scale of its depths are found from the body in it."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.mediapipe.picture_scale import USUAL_ASPECTS, PictureScale, fit_picture
from understudy.capture.placing.point_body import landmark_tracks
from understudy.motion import Recording

NEAR = 0.05
"""Largest relative error of a depth's scale, since nobody has exactly the proportions of a table."""


def in_picture(recording: Recording, aspect: float, depth: float) -> dict[str, np.ndarray]:
    """Return landmarks as shares of a picture's sides, with depths of a scale of their own."""
    points = recording.points[::4][..., [1, 2, 0]] * [1.0, -1.0, -1.0] / [aspect, 1.0, depth]
    return landmark_tracks(recording.names, points, recording.landmark_points)


@pytest.mark.parametrize("performer", ["walking", "kicking"])
@pytest.mark.parametrize("aspect", USUAL_ASPECTS.values(), ids=list(USUAL_ASPECTS))
@pytest.mark.parametrize("share", [0.3, 1.0])
def test_usual_aspects_are_found(
    performer: str, aspect: float, share: float, request: pytest.FixtureRequest
) -> None:
    tracks = in_picture(request.getfixturevalue(performer), aspect, share * aspect)
    scale = fit_picture(tracks, None)
    assert scale is not None
    assert scale.aspect == aspect
    np.testing.assert_allclose(scale.depth, share * aspect, rtol=NEAR)


def test_a_known_aspect_is_kept(walking: Recording) -> None:
    scale = fit_picture(in_picture(walking, 2.35, 2.35), 2.35)
    assert scale is not None
    assert (scale.aspect, scale.depth) == (2.35, 2.35)


def test_without_any_segment_there_is_no_scale(walking: Recording) -> None:
    tracks = {name: np.full_like(track, np.nan) for name, track in in_picture(walking, 1.0, 1.0).items()}
    assert fit_picture(tracks, None) is None
    assert fit_picture({name: np.zeros_like(track) for name, track in tracks.items()}, None) is None


def test_scale_is_applied_axis_by_axis() -> None:
    np.testing.assert_array_equal(PictureScale(2.0, 3.0, 0.0).apply(np.ones((1, 3))), [[2.0, 1.0, 3.0]])
