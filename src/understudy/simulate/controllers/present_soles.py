"""Where the soles of a simulated robot are, how they move, and what joints do to them."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots.standing import CORNERS
from understudy.simulate.plant import Plant


@dataclass(frozen=True, eq=False)
class PresentSole:
    """One sole at present; N degrees of freedom of the robot.

    Attributes:
        middle: (3,) [m] between its corners.
        corners: (4, 3) [m] from there, in the world.
        matrix: (3, 3) of its body's orientation.
        turn: (4,) the same, wxyz.
        jacobian: (6, N) velocity of the middle and angular velocity by those of the coordinates.
        drift: (6,) what they accelerate [m/s², rad/s²] where the coordinates do not.
        twist: (6,) velocity of the middle [m/s] and angular velocity [rad/s].
    """

    middle: np.ndarray
    corners: np.ndarray
    matrix: np.ndarray
    turn: np.ndarray
    jacobian: np.ndarray
    drift: np.ndarray
    twist: np.ndarray

    @property
    def heights(self) -> np.ndarray:
        """(4,) [m] of the corners."""
        return self.middle[2] + self.corners[:, 2]


class PresentSoles:
    """Reads soles off the state of a simulation."""

    def __init__(self, plant: Plant, dofs: np.ndarray) -> None:
        """Take the robot, and where its N degrees of freedom are in ``qvel``."""
        self._model, self._dofs = plant.model, dofs
        self._bodies = [
            plant.model.body(plant.robot.model.body(sole.body).name).id for sole in plant.robot.soles.values()
        ]
        self._points = [sole.points for sole in plant.robot.soles.values()]
        self._jacobian, self._change = np.zeros((2, 6, plant.model.nv))

    def read(self, data: mujoco.MjData) -> list[PresentSole]:
        """Return the soles in a state whose positions and velocities are worked out."""
        return [self._sole(data, *each) for each in zip(self._bodies, self._points, strict=True)]

    def _sole(self, data: mujoco.MjData, body: int, points: np.ndarray) -> PresentSole:
        matrix = np.array(data.xmat[body]).reshape(3, 3)
        corners = points @ matrix.T
        middle = corners.sum(axis=0) / CORNERS
        place, jacobian, change = data.xpos[body] + middle, self._jacobian, self._change
        mujoco.mj_jac(self._model, data, jacobian[:3], jacobian[3:], place, body)
        mujoco.mj_jacDot(self._model, data, change[:3], change[3:], place, body)
        return PresentSole(
            middle=place,
            corners=corners - middle,
            matrix=matrix,
            turn=np.array(data.xquat[body]),
            jacobian=jacobian[:, self._dofs],
            drift=change @ data.qvel,
            twist=jacobian @ data.qvel,
        )
