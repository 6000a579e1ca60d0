"""Servo gains of bodies whose masses, levers and inertias are known by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.robots.card import Card, GainSpec
from understudy.robots.gains import (
    ANGLE_SAG,
    CARRYING_MARGIN,
    LEAST_FREQUENCY,
    SLIDE_SAG,
    TORQUE_MARGIN,
    Gains,
    find_gains,
)
from understudy.robots.parts import Sole, home_data

GRAVITY = 9.81
MASS, LEVER, MOMENT = 2.0, 0.3, 0.01
"""Of the arm: mass [kg], distance of its centre from the hinge [m], inertia about its own centre [kg m²]."""
TRUNK, TRUNK_HEIGHT = 10.0, 0.5
"""Mass of the trunk [kg], and how high over the hinge its centre is [m]."""
CARD = Card(name="r", title="R", source="made up", folder=Path(), model_file="m.xml", base="fixed")

MODEL = f"""<mujoco><worldbody><body name="trunk" pos="0 0 1">
  <inertial pos="0 0 {TRUNK_HEIGHT}" mass="{TRUNK}" diaginertia="0.1 0.1 0.1"/>
  <body name="limb"><joint name="j" {{joint}}/>
    <inertial pos="0 0 -{LEVER}" mass="{MASS}" diaginertia="{MOMENT} {MOMENT} {MOMENT}"/></body>
</body></worldbody></mujoco>"""


def gains(joint: str, card: Card = CARD, soles: dict[str, Sole] | None = None) -> Gains:
    model = mujoco.MjModel.from_xml_string(MODEL.format(joint=joint))
    return find_gains(card, model, home_data(model, model.qpos0), [0], soles or {})


@pytest.mark.parametrize("axis", ["0 1 0", "1 0 0", "0 0 1"])
def test_gravity_bends_a_hinge_by_no_more_than_the_sag_however_it_lies(axis: str) -> None:
    found = gains(f'type="hinge" axis="{axis}"')
    assert found.stiffness[0] * ANGLE_SAG == pytest.approx(MASS * GRAVITY * LEVER)


def test_damping_is_critical_and_torque_has_a_margin() -> None:
    found = gains('type="hinge"')
    inertia = MASS * LEVER**2 + MOMENT
    assert found.damping[0] ** 2 == pytest.approx(4.0 * found.stiffness[0] * inertia)
    assert found.torque[0] == pytest.approx(TORQUE_MARGIN * MASS * GRAVITY * LEVER)


def test_a_balanced_part_still_answers() -> None:
    found = gains(f'type="hinge" pos="0 0 -{LEVER}"')
    assert found.stiffness[0] == pytest.approx(MOMENT * LEAST_FREQUENCY**2)


def test_a_slide_sags_in_metres() -> None:
    assert gains('type="slide"').stiffness[0] * SLIDE_SAG == pytest.approx(MASS * GRAVITY)


def test_a_leg_carries_the_rest_of_a_free_robot() -> None:
    soles = {"l": Sole(body=2, points=np.zeros((4, 3)))}
    heavy = CARRYING_MARGIN * TRUNK * GRAVITY * TRUNK_HEIGHT
    leg = gains('type="hinge"', replace(CARD, base="free"), soles)
    assert leg.stiffness[0] == pytest.approx(max(heavy, MASS * GRAVITY * LEVER / ANGLE_SAG))
    assert leg.stiffness[0] == pytest.approx(heavy)
    assert leg.damping[0] ** 2 == pytest.approx(4.0 * heavy * (TRUNK * TRUNK_HEIGHT**2 + 0.1))
    assert gains('type="hinge"', CARD, soles).stiffness[0] < leg.stiffness[0]


def test_what_the_card_states_counts_and_the_rest_follows() -> None:
    specs = {"*": GainSpec(stiffness=50.0, torque=7.0), "j": GainSpec(torque=8.0)}
    found = gains('type="hinge"', replace(CARD, gains=specs))
    assert (found.stiffness[0], found.torque[0]) == (50.0, 8.0)
    assert found.damping[0] == pytest.approx(2.0 * np.sqrt(50.0 * (MASS * LEVER**2 + MOMENT)))
    assert gains('type="hinge"', replace(CARD, gains={"j": GainSpec(damping=9.0)})).damping[0] == 9.0


def test_the_models_own_torque_counts_before_ours() -> None:
    assert gains('type="hinge" actuatorfrcrange="-4 4"').torque[0] == 4.0


def test_gains_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        gains('type="hinge"').stiffness[0] = 1.0


@pytest.mark.parametrize(
    ("joint", "card", "stated"),
    [
        ("", CARD, False),
        ("actuatorfrcrange='-7 7'", CARD, True),
        ("", replace(CARD, gains={"j": GainSpec(torque=5.0)}), True),
        ("", replace(CARD, gains={"j": GainSpec(stiffness=5.0)}), False),
    ],
)
def test_it_is_known_whether_somebody_states_the_largest_torque(joint: str, card: Card, stated: bool) -> None:
    assert gains(joint, card).torque_stated.tolist() == [stated]
