"""Long lines are thinned without losing peaks; stretches are shaded where they are."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.report import theme


def test_short_lines_stay_as_they_are() -> None:
    x, y = np.arange(5.0), np.arange(5.0) ** 2
    assert theme.thin(x, y)[1] is y


def test_thinned_lines_keep_every_peak() -> None:
    x = np.arange(100_000.0)
    y = np.sin(x / 5000.0)
    y[[777, 54_321]] = 50.0, -40.0
    thin_x, thin_y = theme.thin(x, y)
    assert len(thin_x) <= theme.MOST_POINTS
    assert thin_y.max() == 50.0
    assert thin_y.min() == -40.0
    assert (np.diff(thin_x) > 0.0).all()
    np.testing.assert_array_equal(y[thin_x.astype(int)], thin_y)


def test_thinned_lines_keep_their_gaps() -> None:
    x = np.arange(10_000.0)
    y = np.zeros(10_000)
    y[3_000:6_000] = np.nan
    thin_x, thin_y = theme.thin(x, y)
    inside = (thin_x > 3_010) & (thin_x < 5_990)
    assert inside.any()
    assert np.isnan(thin_y[inside]).all()


def test_marked_stretches_are_shaded() -> None:
    with theme.page_style():
        (axes,) = theme.panels(2.0)
        marked = np.array([True, True, False, False, True, False])
        theme.shade(axes, np.arange(6) * 0.5, marked, theme.LEFT)
        spans = [(patch.get_extents().x0, patch.get_extents().x1) for patch in axes.patches]
        edges = axes.transData.transform([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.5, 0.0]])[:, 0]
    np.testing.assert_allclose(spans, [(edges[0], edges[1]), (edges[2], edges[3])])
