"""Orientations from axes, against rotations that are known."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human.axes_kernel import turns_of_axes
from understudy.spatial import rotations as rot

HALF_TURNS = [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]]


@pytest.mark.parametrize("lean", [0.0, 0.4])
def test_axes_of_any_length_give_back_the_rotation_that_has_them(lean):
    turned = np.random.default_rng(4).normal(size=(500, 4))
    turned[:4] = HALF_TURNS
    turned = rot.with_positive_w(rot.normalise(turned))
    axes = rot.as_matrix(turned)
    left, up = 0.3 * axes[None, :, :, 1], 2.0 * (axes[..., 2] + lean * axes[..., 1])[None]
    known, found = np.ones((1, 500), dtype=bool), np.empty((1, 500, 4))
    turns_of_axes(left, up, known, found)
    assert known.all()
    alike = np.abs(np.einsum("ti,ti->t", found[0], turned))
    np.testing.assert_allclose(alike, 1.0, atol=1e-12)
    assert (found[..., 0] >= 0.0).all()


def test_axes_that_span_no_plane_tell_no_orientation():
    left = np.array([[[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, np.nan, 0.0]]])
    up = np.array([[[0.0, 1.0, 0.04], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]])
    known, found = np.array([[True, True, False, True]]), np.empty((1, 4, 4))
    turns_of_axes(left, up, known, found)
    assert not known.any()
    np.testing.assert_array_equal(found[0], np.tile(rot.IDENTITY, (4, 1)))
