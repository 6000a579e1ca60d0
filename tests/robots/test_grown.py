"""Robots grown to an age: lengths of that age, masses of about that age, and the same joints."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.growth import mass_at, stature_at
from understudy.anthropometry.proportions import sizes_at
from understudy.errors import RobotError
from understudy.motion import RobotMotion
from understudy.robots import load_robot
from understudy.robots.grown import age_of
from understudy.robots.known_models import robot_of

EXACT = 2e-3
"""Lengths [m] agree to this; functional centres of joints with axes apart do not scale exactly."""


@pytest.mark.parametrize("base", ["mimo", "dummy"])
@pytest.mark.parametrize("months", [2.0, 6.0, 12.0])
def test_limbs_and_trunk_have_the_lengths_of_the_age(base: str, months: float) -> None:
    robot = load_robot(f"{base}@{months:g}months")
    sizes = sizes_at(months / 12.0, stature_at(months / 12.0))
    for segment in ("upper_arm", "forearm", "thigh", "shin"):
        for side in "lr":
            assert robot.segment_length(f"{segment}_{side}") == pytest.approx(
                getattr(sizes, segment), abs=EXACT
            )
    trunk = sizes.hip_drop + sizes.lumbar + sizes.thorax - sizes.shoulder_drop
    assert robot.segment_length("trunk") == pytest.approx(trunk, abs=EXACT)


def test_joints_and_ranges_stay_and_the_mass_is_about_an_infants() -> None:
    plain, grown = load_robot("mimo"), load_robot("mimo@6months")
    assert grown.joints == plain.joints
    assert np.array_equal(grown.lower, plain.lower) and np.array_equal(grown.upper, plain.upper)
    mass = float(grown.model.body_mass.sum())
    assert mass == pytest.approx(mass_at(0.5, stature_at(0.5)), rel=0.2)
    assert mass < float(plain.model.body_mass.sum())
    assert grown.fingerprint != plain.fingerprint and plain.card.grown == {}


def test_a_motion_finds_its_grown_robot_again() -> None:
    robot = load_robot("dummy@18weeks")
    status = np.zeros(1, dtype=int)
    motion = RobotMotion(
        robot.name, "track", robot.joints, robot.home[None], 30.0, status, model=robot.fingerprint
    )
    assert robot_of(motion) is robot


@pytest.mark.parametrize("name", ["mimo@6", "mimo@", "mimo@-1months", "mimo@999years", "mimo@6 months"])
def test_what_is_no_age_is_refused(name: str) -> None:
    with pytest.raises(RobotError, match="is no age, expected one such as mimo@6months"):
        age_of(name)


def test_an_unknown_robot_stays_unknown() -> None:
    with pytest.raises(RobotError, match="unknown robot"):
        load_robot("nobody@6months")
