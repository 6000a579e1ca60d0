"""Whether a compiled model is of a size that a robot may have, whatever it was compiled from."""

from __future__ import annotations

import mujoco

from understudy.errors import RobotError
from understudy.robots.models.size_guard import MOST_MOVING

MOST_PARTS = 50_000
"""Shapes, sites, sensors and all else that is counted one by one."""

MOST_BYTES = 512 << 20
"""Of the model itself, and of what is set aside to simulate it; a robot with fine meshes takes 60 MB."""

_COUNTED = ("ngeom", "nsite", "ncam", "nlight", "nsensor", "nu", "na", "neq", "npair", "nexclude", "ntendon")


def require_modest_model(model: mujoco.MjModel) -> None:
    """Refuse a model with which nothing could be done in any sensible time or memory.

    Raises:
        RobotError: Naming what there is too much of.
    """
    bounds = {"nbody": MOST_MOVING, "njnt": MOST_MOVING, "nv": 2 * MOST_MOVING, "nkey": 1000}
    for name, most in (bounds | dict.fromkeys(_COUNTED, MOST_PARTS)).items():
        count = int(getattr(model, name))
        if count > most:
            raise RobotError(f"it compiles into {count} of what MuJoCo counts as '{name}', at most {most}")
    for what, size in (("itself", mujoco.mj_sizeModel(model)), ("its state", int(model.narena))):
        if size > MOST_BYTES:
            raise RobotError(f"{what} takes {size >> 20} MiB, at most {MOST_BYTES >> 20}")
    if int(model.nsensordata) + int(model.nuserdata) > MOST_BYTES // 64:
        raise RobotError("its sensors and user data take more numbers than any robot has")
