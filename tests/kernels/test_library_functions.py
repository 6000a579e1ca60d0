"""Functions of libraries are for kernels: who calls them from Python is sent to the bindings."""

from __future__ import annotations

import pytest

from understudy.kinematics import blas_functions
from understudy.kinematics.mujoco_functions import mj_kinematics


def test_python_is_sent_to_the_bindings() -> None:
    with pytest.raises(TypeError, match=r"mj_kinematics is called by kernels only, Python calls mujoco\.mj_"):
        mj_kinematics(0, 0)
    with pytest.raises(TypeError, match=r"scipy_dgemm is called by kernels only, Python calls scipy\.linalg"):
        blas_functions._dgemm()
