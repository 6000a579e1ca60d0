"""Points are spread evenly, as many as asked for, and their shares add up to the surface."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.spatial import KDTree

from understudy.simulate.senses.skin.samples import geom_pieces
from understudy.simulate.senses.skin.spread import count_for, spread_over

SPACING = 0.01
GEOMS = (
    'type="sphere" size="0.05"',
    'type="capsule" size="0.03 0.08"',
    'type="cylinder" size="0.03 0.08"',
    'type="box" size="0.05 0.02 0.1"',
    'type="ellipsoid" size="0.05 0.02 0.1"',
)


@pytest.mark.parametrize("geom", GEOMS)
def test_neighbours_are_about_the_spacing_apart(geom: str) -> None:
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco><worldbody><body><freejoint/><geom {geom}/></body></worldbody></mujoco>"
    )
    surface = geom_pieces(model, 0, SPACING**2 / 24)
    count = count_for(float(surface.areas.sum()), SPACING)
    spread = spread_over(surface, count)
    distance = KDTree(spread.points).query(spread.points, k=2)[0][:, 1]
    assert len(spread.points) == count
    assert 0.75 * SPACING < distance.mean() < 1.05 * SPACING
    assert distance.min() > 0.5 * SPACING
    # No place of the surface is far from all points.
    assert KDTree(spread.points).query(surface.points)[0].max() < 1.1 * SPACING
    assert spread.areas.sum() == pytest.approx(surface.areas.sum())
    again = spread_over(surface, count)
    np.testing.assert_array_equal(spread.points, again.points)


def test_there_are_never_more_points_than_pieces() -> None:
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><body><freejoint/><geom size="0.01"/></body></worldbody></mujoco>'
    )
    surface = geom_pieces(model, 0, 1.0)
    assert len(spread_over(surface, 10_000).points) == len(surface.areas)
