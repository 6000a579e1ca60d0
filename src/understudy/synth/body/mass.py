"""Where a body's mass is: segment masses after Winter and Dempster."""

from __future__ import annotations

import numpy as np

from understudy.anthropometry.segment_figures import WINTER_CENTRES, WINTER_MASSES
from understudy.synth.body.skeleton import SIDES, Body

_Segment = tuple[str, str, str]
"""Proximal joint, distal joint, name of the segment."""

_TRUNK: tuple[_Segment, ...] = (
    ("LowerBack", "Hips", "lower_trunk"),
    ("Spine", "LowerBack", "middle_trunk"),
    ("Neck", "Spine", "upper_trunk"),
    ("Neck", "Head", "head"),
)
_LIMBS: tuple[_Segment, ...] = (
    ("Arm", "ForeArm", "upper_arm"),
    ("ForeArm", "Hand", "forearm"),
    ("Hand", "HandIndex1", "hand"),
    ("UpLeg", "Leg", "thigh"),
    ("Leg", "Foot", "shin"),
    ("Foot", "ToeBase", "foot"),
)


def centre_of_mass(body: Body, positions: np.ndarray) -> np.ndarray:
    """Return the body's centre of mass (T, 3) [m] from its joints (T, J, 3) [m].

    The shares are an adult's. A child's head weighs more, which moves a standing child's centre of mass up
    but hardly to a side, and sides are what the performer's balance asks for.
    """
    segments = [*_TRUNK]
    for _, prefix, _ in SIDES:
        segments += [(prefix + start, prefix + end, name) for start, end, name in _LIMBS]
    total = sum(WINTER_MASSES[name] for *_, name in segments)
    weighted = np.zeros((len(positions), 3))
    for start, end, name in segments:
        proximal, distal = positions[:, body.index(start)], positions[:, body.index(end)]
        weighted += WINTER_MASSES[name] * (proximal + WINTER_CENTRES[name] * (distal - proximal))
    return weighted / total
