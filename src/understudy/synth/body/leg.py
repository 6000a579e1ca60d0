"""The angles of a leg that bring a foot to its place."""

from __future__ import annotations

import numpy as np

from understudy.anthropometry.sizes import Sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import ball_joint_angles, turns_of
from understudy.synth.body.limb import bent_limb


def hip_from_pelvis(sizes: Sizes, pelvis: np.ndarray, sign: float) -> np.ndarray:
    """Return a hip joint (T, 3) [m] from the pelvis's centre, in the world's axes; sign 1 is left."""
    return rot.rotate(pelvis, np.array([0.0, sign * 0.5 * sizes.hip_width, -sizes.hip_drop]))


def leg_to_foot(
    sizes: Sizes,
    ankle: np.ndarray,
    foot: np.ndarray,
    root: np.ndarray,
    pelvis: np.ndarray,
    pole: np.ndarray,
    side: str,
    prefix: str,
    sign: float,
) -> dict[str, np.ndarray]:
    """Return the angles, name → (T,) [rad], of a leg whose ankle and foot are given.

    Args:
        sizes: The body's lengths.
        ankle: (3,) or (T, 3) [m] where the ankle is.
        foot: (4,) or (T, 4) how the foot is turned, wxyz.
        root: (T, 3) [m] the pelvis's centre.
        pelvis: (T, 4) how it is turned, wxyz.
        pole: (3,) or (T, 3) direction over the floor in which the knee points.
        side: ``l`` or ``r``.
        prefix: Of the joints' names.
        sign: 1 for left, -1 for right.
    """
    into_pelvis = rot.conjugate(pelvis)
    end = rot.rotate(into_pelvis, ankle - root - hip_from_pelvis(sizes, pelvis, sign))
    thigh, bend = bent_limb(end, sizes.thigh, sizes.shin, rot.rotate(into_pelvis, pole), backward=True)
    knee = {f"knee_flexion_{side}": bend}
    shin_w = rot.multiply(rot.multiply(pelvis, thigh), turns_of(f"{prefix}Leg", knee, len(bend)))
    hip_angles = ball_joint_angles(thigh, sign)
    ankle_angles = ball_joint_angles(rot.multiply(rot.conjugate(shin_w), foot), sign)
    hip_names = ("hip_flexion", "hip_abduction", "hip_rotation")
    ankle_names = ("ankle_dorsiflexion", "ankle_eversion", "ankle_rotation")
    named = zip(hip_names + ankle_names, hip_angles + ankle_angles, strict=True)
    return {f"{angle}_{side}": values for angle, values in named} | knee
