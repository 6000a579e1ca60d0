"""A person's size from a recording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.clean.body import leg_length, stature, trunk
from understudy.motion import Recording

LEG = 0.83
TRUNK = 0.48


def test_sizes_of_the_lying_body(lying: Callable[..., Recording]) -> None:
    body = lying()
    still = replace(body, points=np.array(body.points) * [1.0, 1.0, 0.0])
    assert leg_length(still) == pytest.approx(LEG)
    vectors = trunk(still)
    assert vectors is not None
    np.testing.assert_allclose(vectors[0], [-TRUNK, 0.0, 0.0])
    assert stature(still) == pytest.approx((LEG + TRUNK) / 0.779)


def test_never_seen_legs_have_no_length(lying: Callable[..., Recording]) -> None:
    body = lying()
    unseen = replace(body, valid=np.zeros(body.points.shape[:2], dtype=bool))
    assert np.isnan(leg_length(unseen))
    assert trunk(unseen) is None
