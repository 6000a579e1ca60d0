"""The waist joint of the person at L5, original and reconstructed: angles, velocities, torques (IV-B3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation

from understudy.dynamics.wrench import ROOT
from understudy.human.dynamics import human_dynamics
from understudy.human.fit.fitted_body import fitted_body
from understudy.human.human import Human
from understudy.motion import HumanMotion
from understudy.motion.reconstruction import Reconstruction

HINGES = ("BPx_joint", "BPz_joint", "BPy_joint")
"""The joint's hinges from the pelvis on: about axes to the right (x), up (z) and ahead (y)."""

_AXES = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
_ORDER = "XZY"


@dataclass(frozen=True, eq=False)
class Waist:
    """The joint over T frames, about x to the right, y ahead and z up, in the pelvis's frame.

    Attributes:
        angles: (T, 3) [rad] XYZ Euler angles.
        velocities: (T, 3) [rad/s] of the chest against the pelvis.
        torques: (T, 3) [N m] that muscles exert.
    """

    angles: np.ndarray
    velocities: np.ndarray
    torques: np.ndarray


def waist(human: HumanMotion, found: Reconstruction, coordinates: np.ndarray) -> Waist:
    """Return the joint in a motion of the fitted person.

    Args:
        human: The person's motion: subject, contacts and ground.
        found: Whose body it is.
        coordinates: (T, Q) of it, ``found.original`` or ``found.coordinates``.

    Raises:
        InvalidMotionError: Where the motion is too short for derivatives.
    """
    body = body_of(human, found, coordinates)
    forces = human_dynamics(body, coordinates, human.fps, human.contact_mask, terrain=human.terrain)
    own = [found.coordinate_names.index(name) for name in HINGES]
    hinges, rates = (
        values[:, [start + index for index in own]]
        for values, start in ((forces.motion.q, ROOT + 1), (forces.motion.velocities, ROOT))
    )
    axes = _axes_in_pelvis(hinges)
    # A hinge's torque is the share of the joint's that is along its axis: τ = Aᵀ M.
    torques = np.linalg.solve(np.swapaxes(axes, 1, 2), forces.torques[:, own][..., None])[..., 0]
    angles = Rotation.from_euler(_ORDER, hinges).as_euler("XYZ")
    return Waist(np.unwrap(angles, axis=0), (axes @ rates[..., None])[..., 0], torques)


def body_of(human: HumanMotion, found: Reconstruction, coordinates: np.ndarray) -> Human:
    """Return the reconstructed person's body, on which coordinates (T, Q) play."""
    return fitted_body(
        replace(
            human,
            coordinates=coordinates,
            coordinate_names=found.coordinate_names,
            lengths=dict(found.lengths),
            length_errors={},
        )
    )


def _axes_in_pelvis(hinges: np.ndarray) -> np.ndarray:
    """Return (T, 3, 3) axes of hinges at angles (T, 3) [rad] as columns, each turned by those before it."""
    turned, columns = Rotation.identity(len(hinges)), []
    for index, axis in enumerate(_AXES):
        columns.append(turned.apply(axis))
        turned = turned * Rotation.from_rotvec(hinges[:, index, None] * axis)
    return np.stack(columns, axis=2)
