"""The contrast sensitivity function: its peak, its end at the acuity limit, no hole at coarse gratings."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.simulate.senses.infant_vision.contrast import contrast_sensitivity, cosine_frequencies

ACUITY, PEAK = 4.0, 20.0


def test_it_is_one_at_the_acuity_limit_and_falls_on_both_sides_of_it() -> None:
    fine = np.linspace(0.0, 2.0 * ACUITY, 401)
    sensitivity = contrast_sensitivity(fine, ACUITY, PEAK)
    assert np.interp(ACUITY, fine, sensitivity) == pytest.approx(1.0)
    assert (np.diff(sensitivity) <= 1e-12).all()
    assert sensitivity[0] == PEAK
    assert sensitivity[fine > ACUITY].max() < 1.0


def test_terms_of_a_picture_have_the_frequencies_of_its_cosines() -> None:
    width, height, fov = 40, 30, np.radians(20.0)
    fine = cosine_frequencies((width, height), fov)
    degrees = np.degrees(2.0 * np.tan(0.5 * fov) / height)
    # The term k goes through k half cycles over the picture.
    assert fine[0, 8] == pytest.approx(4.0 / (width * degrees))
    assert fine[6, 0] == pytest.approx(3.0 / (height * degrees))
    assert fine[6, 8] == pytest.approx(np.hypot(fine[6, 0], fine[0, 8]))
