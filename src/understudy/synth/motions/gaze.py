"""A head that looks at a place."""

from __future__ import annotations

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import Body

_FURTHEST_TURN = np.radians(60.0)
_FURTHEST_NOD = np.radians(40.0)
_HEAD_SHARE = 0.8
"""Eyes do the rest of the way."""


def look_at(body: Body, joints: Joints, point: np.ndarray) -> dict[str, np.ndarray]:
    """Return the neck's angles, name → (T,) [rad], of a head that turns to a point (T, 3) [m]."""
    positions, orientations = joints
    way = point - positions[:, body.index("Head")]
    x, y, z = rot.rotate(rot.conjugate(orientations[:, body.index("Spine1")]), way).T
    turn = _HEAD_SHARE * np.arctan2(y, x)
    nod = -_HEAD_SHARE * np.arctan2(z, np.hypot(x, y))
    return {
        "neck_rotation": _FURTHEST_TURN * np.tanh(turn / _FURTHEST_TURN),
        "neck_flexion": _FURTHEST_NOD * np.tanh(nod / _FURTHEST_NOD),
    }
