"""MuJoCo's library as kernels call it, and data to work with."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import mujoco
import numpy as np

from understudy.kernels.compilation import kernel
from understudy.kinematics.mujoco_functions import addresses, mj_com_pos, mj_kinematics, working_data
from understudy.robots import load_robot


@kernel
def centre_of_mass(
    model: int, data: int, coordinates: np.ndarray, centre: np.ndarray, q: np.ndarray
) -> float:
    """Return the height of the centre of mass."""
    for index in range(len(q)):
        coordinates[index] = q[index]
    mj_kinematics(model, data)
    mj_com_pos(model, data)
    return centre[0, 2]


def test_a_kernel_has_what_the_bindings_have() -> None:
    robot = load_robot("nao")
    q = np.array(robot.home)
    q[2] += 0.25
    q[7:] += np.linspace(-0.2, 0.2, len(q) - 7)
    own, other = mujoco.MjData(robot.model), mujoco.MjData(robot.model)
    own.qpos[:] = q
    mujoco.mj_kinematics(robot.model, own)
    mujoco.mj_comPos(robot.model, own)
    height = centre_of_mass(*addresses(robot.model, other), other.qpos, other.subtree_com, q)
    assert height == own.subtree_com[0, 2]
    np.testing.assert_array_equal(other.xpos, own.xpos)


def test_every_thread_has_data_of_its_own() -> None:
    model = load_robot("nao").model
    here = working_data(model)
    assert working_data(model) is here
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(working_data, model).result() is not here


def test_data_of_few_models_is_kept() -> None:
    text = "<mujoco><worldbody><body><freejoint/><geom size='0.1'/></body></worldbody></mujoco>"
    models = [mujoco.MjModel.from_xml_string(text) for _ in range(6)]
    first = working_data(models[0])
    for model in models[1:]:
        working_data(model)
    assert working_data(models[-1]) is working_data(models[-1])
    assert working_data(models[0]) is not first
