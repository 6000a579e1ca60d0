"""Built-in robots with their cards hidden and their names scrambled are found out all the same."""

from __future__ import annotations

import math

import mujoco
import pytest

from understudy.robots import load_robot
from understudy.robots.onboarding.trial import scrambled_model, try_onboarding

BUILT_IN = ("armar3", "dummy", "fetus", "hrp4", "icub", "mimo", "nao", "qtrobot")
LEAST_RIGHT = 0.95
FACING = math.radians(1.0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_landmarks_are_right_and_never_swapped(name: str) -> None:
    trial = try_onboarding(load_robot(name), seed=1)
    assert trial.swapped == ()
    assert trial.facing_error < FACING
    assert trial.share_right >= LEAST_RIGHT, trial.wrong


@pytest.mark.parametrize("degrees", [90.0, 180.0, -37.0])
@pytest.mark.parametrize("name", ["dummy", "qtrobot"])
def test_a_turned_model_is_found_out_alike(name: str, degrees: float) -> None:
    trial = try_onboarding(load_robot(name), turn=math.radians(degrees))
    assert trial.swapped == ()
    assert trial.facing_error < FACING
    assert trial.share_right >= LEAST_RIGHT, trial.wrong


def test_no_name_survives_the_scrambling() -> None:
    robot = load_robot("nao")
    kinds = {
        mujoco.mjtObj.mjOBJ_BODY: "nbody",
        mujoco.mjtObj.mjOBJ_JOINT: "njnt",
        mujoco.mjtObj.mjOBJ_GEOM: "ngeom",
    }

    def names(model: mujoco.MjModel) -> set[str | None]:
        return {
            mujoco.mj_id2name(model, kind, index)
            for kind, size in kinds.items()
            for index in range(getattr(model, size))
        }

    assert names(robot.model) & names(scrambled_model(robot, seed=2).model) <= {"world", None, ""}
