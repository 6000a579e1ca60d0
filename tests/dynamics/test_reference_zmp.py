"""The robot's wanted ZMP follows the person's pressure, and stays over the soles."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.reference_zmp import FootPressure, reference_zmp, split_pressure
from understudy.dynamics.support import support
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS

FRAMES = 5
LENGTH, ASIDE = 0.28, 0.1
HEEL = -0.05
NAMES = tuple(f"{part}_{side}" for side in "lr" for part in ("heel", "toe"))
"""A sole of 28 cm, whose ball is at 1 / 1.4 of it."""

SOLE = np.array([[-0.05, 0.03, 0.0], [-0.05, -0.03, 0.0], [0.12, 0.03, 0.0], [0.12, -0.03, 0.0]])


@pytest.fixture
def human() -> HumanMotion:
    """Return a person who stands with parallel feet."""
    rows = []
    for name in NAMES:
        y = ASIDE if name.endswith("l") else -ASIDE
        rows.append([HEEL if name.startswith("heel") else HEEL + LENGTH / 1.4, y, 0.0])
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    return HumanMotion(names=NAMES, landmarks=np.tile(rows, (FRAMES, 1, 1)), fps=50.0, contacts=contacts)


@pytest.fixture
def soles() -> np.ndarray:
    """Return a robot's soles, farther apart and elsewhere in the world."""
    left, right = SOLE + [1.0, 0.2, 0.0], SOLE + [1.0, -0.2, 0.0]
    return np.tile(np.stack([left, right]), (FRAMES, 1, 1, 1))


def pressure(left: list[float], right: list[float], loads: list[float]) -> FootPressure:
    centres = np.tile([left, right], (FRAMES, 1, 1))
    return FootPressure(centres, np.tile(loads, (FRAMES, 1)))


def test_pressure_is_at_the_same_share_of_the_sole(human: HumanMotion, soles: np.ndarray) -> None:
    quarter = HEEL + 0.25 * LENGTH
    found = reference_zmp(human, pressure([quarter, ASIDE, 0.0], [quarter, -ASIDE, 0.0], [1.0, 0.0]), soles)
    assert found.known.all()
    np.testing.assert_allclose(found.points, np.tile([0.95 + 0.25 * 0.17, 0.2], (FRAMES, 1)), atol=1e-9)
    assert found.moved.max() < 1e-9


def test_feet_count_by_their_load(human: HumanMotion, soles: np.ndarray) -> None:
    middle = HEEL + 0.5 * LENGTH
    found = reference_zmp(human, pressure([middle, ASIDE, 0.0], [middle, -ASIDE, 0.0], [3.0, 1.0]), soles)
    np.testing.assert_allclose(found.points[:, 1], 0.1, atol=1e-9)


def test_the_centre_of_both_feet_is_split_between_them(human: HumanMotion, soles: np.ndarray) -> None:
    centre = np.tile([HEEL + 0.5 * LENGTH, 0.5 * ASIDE, 0.0], (FRAMES, 1))
    split = split_pressure(human, centre)
    np.testing.assert_allclose(split.loads, np.tile([0.75, 0.25], (FRAMES, 1)))
    np.testing.assert_allclose(reference_zmp(human, centre, soles).points[:, 1], 0.1, atol=1e-9)


def test_what_is_outside_is_moved_to_the_nearest_point(human: HumanMotion, soles: np.ndarray) -> None:
    """Equation (20)."""
    far = HEEL + 1.5 * LENGTH
    found = reference_zmp(
        human, pressure([far, ASIDE, 0.0], [far, -ASIDE, 0.0], [1.0, 1.0]), soles, margin=0.1
    )
    allowed = support(soles, ("l", "r"), human.contact_mask, 0.1)
    assert allowed.holds(found.points).all()
    np.testing.assert_allclose(found.points[:, 0], 1.12 - 0.1 * 0.17, atol=1e-9)
    np.testing.assert_allclose(found.moved, (1.5 - 0.9) * 0.17, atol=1e-9)


def test_where_nobody_stands_or_nothing_is_known_there_is_none(human: HumanMotion, soles: np.ndarray) -> None:
    centre = np.tile([0.05, 0.0, 0.0], (FRAMES, 1))
    centre[1] = np.nan
    contacts = human.contact_mask.copy()
    contacts[2] = False
    jumping = HumanMotion(names=NAMES, landmarks=human.landmarks, fps=50.0, contacts=contacts)
    found = reference_zmp(jumping, centre, soles)
    assert found.known.tolist() == [True, False, False, True, True]
    assert np.isnan(found.points[1:3]).all()
    assert np.isfinite(found.points[[0, 3, 4]]).all()


def test_one_foot_carries_all_when_it_stands_alone(human: HumanMotion, soles: np.ndarray) -> None:
    contacts = np.zeros((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[:, :2] = True
    single = HumanMotion(names=NAMES, landmarks=human.landmarks, fps=50.0, contacts=contacts)
    centre = np.tile([HEEL + 0.5 * LENGTH, ASIDE, 0.0], (FRAMES, 1))
    np.testing.assert_allclose(reference_zmp(single, centre, soles).points[:, 1], 0.2, atol=1e-9)


def test_arrays_that_do_not_fit_are_refused(human: HumanMotion, soles: np.ndarray) -> None:
    with pytest.raises(InvalidMotionError, match="soles has shape"):
        reference_zmp(human, np.zeros((FRAMES, 3)), soles[:2])
    with pytest.raises(InvalidMotionError, match="centre of pressure has shape"):
        reference_zmp(human, np.zeros((2, 3)), soles)
    with pytest.raises(InvalidMotionError, match="loads hold"):
        FootPressure(np.zeros((1, 2, 3)), np.array([[-1.0, 0.0]]))
