"""The joints of OpenSim's gait models: which coordinates turn them, about which axes, in which order.

Gait2392 (Delp et al. 1990, Yamaguchi and Zajac 1989, Anderson and Pandy 1999), its version with arms
(Hamner et al. 2010) and the full-body model of Rajagopal et al. (2016) share names, axes and orders; they
differ in the knee. Axes are OpenSim's: x forward, y up, z to the right. A joint's turn is the product of
its coordinates' turns in the listed order, about axes that move along (body-fixed).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion.landmarks import SIDES

Axis = tuple[float, float, float]

_X: Axis = (1.0, 0.0, 0.0)
_Y: Axis = (0.0, 1.0, 0.0)
_Z: Axis = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Turn:
    """A coordinate that turns a joint.

    Attributes:
        coordinate: Its name in the file.
        axis: (3,) the unit axis about which it turns.
    """

    coordinate: str
    axis: Axis


PELVIS: tuple[Turn, ...] = (Turn("pelvis_tilt", _Z), Turn("pelvis_list", _X), Turn("pelvis_rotation", _Y))
TRANSLATIONS: tuple[str, ...] = ("pelvis_tx", "pelvis_ty", "pelvis_tz")
"""Where the pelvis is [m] along x, y and z."""

LUMBAR: tuple[Turn, ...] = (
    Turn("lumbar_extension", _Z),
    Turn("lumbar_bending", _X),
    Turn("lumbar_rotation", _Y),
)

_RIGHT: dict[str, tuple[Turn, ...]] = {
    "hip": (Turn("hip_flexion", _Z), Turn("hip_adduction", _X), Turn("hip_rotation", _Y)),
    "ankle": (Turn("ankle_angle", (-0.105014, -0.174022, 0.979126)),),
    "subtalar": (Turn("subtalar_angle", (0.787180, 0.604747, -0.120949)),),
    "toes": (Turn("mtp_angle", (-0.580954, 0.0, 0.813936)),),
    "shoulder": (Turn("arm_flex", _Z), Turn("arm_add", _X), Turn("arm_rot", _Y)),
    "elbow": (Turn("elbow_flex", (0.226047, 0.022269, 0.973864)),),
    "forearm": (Turn("pro_sup", (0.056398, 0.998406, 0.001952)),),
    "wrist": (Turn("wrist_flex", _Z), Turn("wrist_dev", _X)),
}
"""The joints of the right side."""

KNEE = "knee_angle"

KNEE_AXES: dict[str, Axis] = {
    "Gait2392": _Z,
    # The walker knee also slides and twists with flexion; its axis alone leaves the shin's direction
    # within 1° of the whole joint's up to 70° of flexion, and within 2.3° up to 120°.
    "Rajagopal": (0.0, -0.070711, -0.997497),
}
"""The right knee's axis by model: flexion is negative in the first and positive in the second."""


def joint_turns(model: str) -> dict[str, tuple[Turn, ...]]:
    """Return joint → turns of a model of ``KNEE_AXES``; paired joints end in ``_l`` and ``_r``."""
    right = {**_RIGHT, "knee": (Turn(KNEE, KNEE_AXES[model]),)}
    turns = {"pelvis": PELVIS, "lumbar": LUMBAR}
    for joint, joint_turns_right in right.items():
        for side in SIDES:
            turns[f"{joint}_{side}"] = tuple(
                Turn(f"{turn.coordinate}_{side}", _mirrored(turn.axis) if side == "l" else turn.axis)
                for turn in joint_turns_right
            )
    return turns


def _mirrored(axis: Axis) -> Axis:
    """Return an axis of the right side as the left one has it, with the same meaning of positive turns."""
    # Mirrored at the plane of x and y, a vector changes its z; an axis of rotation keeps only its z.
    x, y, z = np.array(axis) * (-1.0, -1.0, 1.0)
    return (float(x), float(y), float(z))
