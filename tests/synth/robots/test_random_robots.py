"""Made-up robots are what they say, and onboarding tells them apart; benchmarks/onboarding.py takes more."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.synth.robots.marking import mark_humanoid, mark_other
from understudy.synth.robots.random_humanoid import random_humanoid
from understudy.synth.robots.random_others import random_other

LIMB_LANDMARKS = 12


@pytest.mark.parametrize("seed", [0, 3, 8, 11, 2001])
def test_every_limb_joint_of_a_made_up_humanoid_is_found(seed: int) -> None:
    marks = mark_humanoid(random_humanoid(seed))
    assert marks.wrong == () and marks.swapped == () and marks.base_right
    assert len(marks.distances) == LIMB_LANDMARKS


@pytest.mark.parametrize("seed", range(2000, 2006))
def test_what_is_no_humanoid_is_refused_by_the_right_reason(seed: int) -> None:
    refused, is_right, reason = mark_other(random_other(seed))
    assert refused and is_right, reason


def test_the_same_seed_gives_the_same_robot() -> None:
    first, second = (random_humanoid(5) for _ in range(2))
    assert first.facts == second.facts
    np.testing.assert_array_equal(first.model.body_pos, second.model.body_pos)


def test_truth_is_the_mirror_image_of_itself() -> None:
    made_up = random_humanoid(4)
    data = mujoco.MjData(made_up.model)
    mujoco.mj_kinematics(made_up.model, data)
    for name, (_, place) in made_up.truth.items():
        if name.endswith("_l"):
            other = made_up.truth[f"{name[:-2]}_r"][1]
            np.testing.assert_allclose(place * [1.0, -1.0, 1.0], other, atol=1e-9)
