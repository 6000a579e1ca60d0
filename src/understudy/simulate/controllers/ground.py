"""Forces of the ground under a robot's soles that bear what its root needs, as well as they can."""

from __future__ import annotations

import mujoco
import numpy as np
from scipy.optimize import nnls

from understudy.dynamics.ground_forces import cone_edges
from understudy.motion.landmarks import CONTACTS
from understudy.robots.servos import FLOOR_FRICTION
from understudy.simulate.plant import Plant

FRICTION = 0.6 * FLOOR_FRICTION
"""Share of a normal force that is asked for sideways at most, well within what the floor gives."""

NEAR = 0.01
"""Height [m] under which a corner of a sole can be leant on."""

_LEVER = 0.1
"""Length [m] that weighs a missing moment against a missing force."""

_EVEN = 1e-3
"""How much forces are spread evenly, where that makes no difference to the root."""

_ROOT_DOFS = 6


class Ground:
    """Which forces the ground may give."""

    def __init__(self, plant: Plant) -> None:
        """Take the corners of the robot's soles."""
        self._model, robot = plant.model, plant.robot
        names = [f"{part}_{side}" for side in robot.soles for part in ("heel", "heel", "toe", "toe")]
        self._columns = [CONTACTS.index(name) for name in names]
        self._bodies = [
            plant.model.body(robot.model.body(sole.body).name).id
            for sole in robot.soles.values()
            for _ in sole.points
        ]
        corners = [sole.points for sole in robot.soles.values()]
        self._corners = np.concatenate(corners) if corners else np.zeros((0, 3))
        self._weight = float(plant.model.body_mass[plant.own].sum() * np.linalg.norm(plant.model.opt.gravity))
        self._jacobian, self._edges = np.zeros((3, plant.model.nv)), cone_edges(FRICTION)

    def generalised(self, data: mujoco.MjData, needed: np.ndarray, stands: np.ndarray) -> np.ndarray:
        """Return what the ground does to all coordinates (nv,) when it gives the root what it needs.

        Forces stay within the cones of friction and only push; where these cannot give all that is needed,
        the nearest that they can.

        Args:
            data: The state, its positions worked out.
            needed: (6,) force [N] and moment [N m] on the root, as MuJoCo has them.
            stands: (4,) which points of ``CONTACTS`` carry weight.
        """
        pushes = []
        for body, corner, column in zip(self._bodies, self._corners, self._columns, strict=True):
            if not stands[column]:
                continue
            point = data.xpos[body] + data.xmat[body].reshape(3, 3) @ corner
            if point[2] < NEAR:
                mujoco.mj_jac(self._model, data, self._jacobian, None, point, body)
                pushes.append(self._edges @ self._jacobian)
        if not pushes:
            return np.zeros(self._model.nv)
        effects = np.concatenate(pushes)
        scale = np.array([1.0, 1.0, 1.0, *[1.0 / _LEVER] * 3])[:, None]
        task = np.concatenate([effects[:, :_ROOT_DOFS].T * scale, _EVEN * np.eye(len(effects))])
        aim = np.concatenate([needed * scale[:, 0] / self._weight, np.zeros(len(effects))])
        shares, _ = nnls(task, aim)
        return self._weight * (shares @ effects)
