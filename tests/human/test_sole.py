"""Where the floor can push."""

from __future__ import annotations

import numpy as np

from understudy.human import Human
from understudy.human.sole import sole_points
from understudy.motion.landmarks import CONTACTS, SIDES


def test_soles_are_under_the_feet() -> None:
    human = Human(height=1.75, mass=70.0)
    sole = sole_points(human)
    assert 0.12 * 1.75 < sole.length < 0.17 * 1.75
    for side in range(len(SIDES)):
        assert np.count_nonzero(sole.sides == side) == 5
        owners = {CONTACTS[k] for k in sole.contacts[sole.sides == side]}
        assert owners == {f"heel_{SIDES[side]}", f"toe_{SIDES[side]}"}
    infant = sole_points(Human(age=0.5))
    assert infant.length < 0.6 * sole.length
