"""The person's waist, original and reconstructed: angles, velocities, torques (IV-B3).

The paper's joint is at L5. Markers do not tell how a spine of two joints shares its bend between them, so
that angles and velocities are those of the chest against the pelvis; torques are those at L5.
"""

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
"""Hinges at L5 from the pelvis on: about axes to the right (x), up (z) and ahead (y)."""

HIGHER = ("BTx_joint", "BTz_joint", "BTy_joint")
"""Those of the thoracic spine, which only the person of 51 degrees of freedom has."""

_AXES = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True, eq=False)
class Waist:
    """The waist over T frames, about x to the right, y ahead and z up, in the pelvis's frame.

    Attributes:
        angles: (T, 3) [rad] XYZ Euler angles of the chest against the pelvis.
        velocities: (T, 3) [rad/s] of the chest against the pelvis.
        torques: (T, 3) [N m] that muscles exert at L5.
    """

    angles: np.ndarray
    velocities: np.ndarray
    torques: np.ndarray


def waist(human: HumanMotion, found: Reconstruction, coordinates: np.ndarray) -> Waist:
    """Return the waist in a motion of the fitted person.

    Args:
        human: The person's motion: subject, contacts and ground.
        found: Whose body it is.
        coordinates: (T, Q) of it, ``found.original`` or ``found.coordinates``.

    Raises:
        InvalidMotionError: Where the motion is too short for derivatives.
    """
    body = body_of(human, found, coordinates)
    forces = human_dynamics(body, coordinates, human.fps, human.contact_mask, terrain=human.terrain)
    own = [
        found.coordinate_names.index(name) for name in (*HINGES, *HIGHER) if name in found.coordinate_names
    ]
    hinges, rates = (
        values[:, [start + index for index in own]]
        for values, start in ((forces.motion.q, ROOT + 1), (forces.motion.velocities, ROOT))
    )
    axes, turned = _axes_in_pelvis(hinges)
    # A hinge's torque is the share of the joint's that is along its axis: τ = Aᵀ M.
    lowest = np.swapaxes(axes[..., : len(HINGES)], 1, 2)
    torques = np.linalg.solve(lowest, forces.torques[:, own[: len(HINGES)], None])[..., 0]
    angles = np.unwrap(turned.as_euler("XYZ"), axis=0)
    return Waist(angles, (axes @ rates[..., None])[..., 0], torques)


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


def _axes_in_pelvis(hinges: np.ndarray) -> tuple[np.ndarray, Rotation]:
    """Return axes (T, 3, H) of hinges at angles (T, H) [rad], each turned by those before it; all turns."""
    turned, columns = Rotation.identity(len(hinges)), []
    for index in range(hinges.shape[1]):
        axis = _AXES[index % len(_AXES)]
        columns.append(turned.apply(axis))
        turned = turned * Rotation.from_rotvec(hinges[:, index, None] * axis)
    return np.stack(columns, axis=2), turned
