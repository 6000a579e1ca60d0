"""Where a body's mass is: segment masses after Winter and Dempster."""

from __future__ import annotations

import numpy as np

from understudy.synth.body.skeleton import SIDES, Body

_Segment = tuple[str, str, float, float]
"""Proximal joint, distal joint, share of the body's mass, share of the way to the distal joint."""

_TRUNK: tuple[_Segment, ...] = (
    ("LowerBack", "Hips", 0.142, 0.105),
    ("Spine", "LowerBack", 0.139, 0.44),
    ("Neck", "Spine", 0.216, 0.82),
    ("Neck", "Head", 0.081, 1.0),
)
_LIMBS: tuple[_Segment, ...] = (
    ("Arm", "ForeArm", 0.028, 0.436),
    ("ForeArm", "Hand", 0.016, 0.430),
    ("Hand", "HandIndex1", 0.006, 0.506),
    ("UpLeg", "Leg", 0.100, 0.433),
    ("Leg", "Foot", 0.0465, 0.433),
    ("Foot", "ToeBase", 0.0145, 0.500),
)


def centre_of_mass(body: Body, positions: np.ndarray) -> np.ndarray:
    """Return the body's centre of mass (T, 3) [m] from its joints (T, J, 3) [m].

    The shares are an adult's. A child's head weighs more, which moves a standing child's centre of mass up
    but hardly to a side, and sides are what the performer's balance asks for.
    """
    segments = [*_TRUNK]
    for _, prefix, _ in SIDES:
        segments += [(prefix + start, prefix + end, mass, way) for start, end, mass, way in _LIMBS]
    total = sum(mass for *_, mass, _ in segments)
    weighted = np.zeros((len(positions), 3))
    for start, end, mass, way in segments:
        proximal, distal = positions[:, body.index(start)], positions[:, body.index(end)]
        weighted += mass * (proximal + way * (distal - proximal))
    return weighted / total
