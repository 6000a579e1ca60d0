"""A contact's force is shared out among the taxels around it, and nothing of it is lost."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from understudy.simulate.senses.skin.feeling import NEIGHBOURS, BodyTaxels, shares

PITCH = 0.01
FAR = float("inf")
PUSH = np.array([0.0, 0.0, -1.0])


def plate(count: int = 9, below: bool = True) -> BodyTaxels:
    """Return a thin plate with taxels on its upper and its lower side."""
    grid = PITCH * (np.array(list(itertools.product(range(count), repeat=2))) - (count - 1) / 2)
    top = np.column_stack([grid, np.full(len(grid), 0.002)])
    points = np.concatenate([top, top * [1, 1, -1]]) if below else top
    normals = np.tile([0.0, 0.0, 1.0], (len(points), 1))
    normals[len(top) :] *= -1.0
    return BodyTaxels(np.arange(len(points)), points, normals)


@pytest.mark.parametrize(
    "point", [(0.0, 0.0, 0.0), (0.0031, -0.0012, 0.0), (0.005, 0.005, 0.0), (0.5, 0.5, 0.0)]
)
def test_shares_add_up_to_one_on_the_side_that_is_pushed(point: tuple[float, float, float]) -> None:
    taxels = plate()
    places, parts = shares(taxels, np.array(point), PUSH, FAR)
    assert parts.sum() == pytest.approx(1.0, abs=1e-12)
    assert (parts > 0.0).all()
    assert len(places) <= NEIGHBOURS + 1
    assert (taxels.normals[places, 2] > 0.0).all()


def test_the_nearest_taxel_takes_most() -> None:
    taxels = plate()
    places, parts = shares(taxels, taxels.points[40] + [0.001, 0.0005, 0.0], PUSH, FAR)
    assert places[parts.argmax()] == 40
    # What is shared out acts where the contact is, but for a part of the pitch.
    middle = parts @ taxels.points[places]
    np.testing.assert_allclose(middle[:2], taxels.points[40][:2] + [0.001, 0.0005], atol=0.3 * PITCH)


def test_shares_do_not_jump_when_a_contact_wanders() -> None:
    taxels = plate()
    way = np.linspace([-0.03, -0.021, 0.0], [0.03, 0.017, 0.0], 4001)
    whole = np.zeros((len(way), len(taxels.points)))
    for row, point in enumerate(way):
        places, parts = shares(taxels, point, PUSH, FAR)
        whole[row, places] = parts
    step = np.linalg.norm(way[1] - way[0])
    assert np.abs(np.diff(whole, axis=0)).max() < 3.0 * step / PITCH


def test_what_is_out_of_reach_is_not_felt() -> None:
    taxels = plate()
    beside = taxels.points[:, 0].max() + 0.02
    assert len(shares(taxels, np.array([beside, 0.0, 0.0]), PUSH, 0.015)[0]) == 0
    assert len(shares(taxels, np.array([beside, 0.0, 0.0]), PUSH, 0.025)[0]) > 0


def test_few_taxels_share_all_and_a_pull_is_felt_by_the_nearest() -> None:
    three = BodyTaxels(*(part[:3] for part in plate(below=False)))
    assert shares(three, three.points[1], PUSH, FAR)[1].sum() == pytest.approx(1.0)
    one = BodyTaxels(*(part[:1] for part in three))
    np.testing.assert_allclose(shares(one, one.points[0], PUSH, FAR)[1], [1.0])
    np.testing.assert_allclose(shares(three, three.points[1], -PUSH, FAR)[1].sum(), 1.0)
