"""The standard skeleton that OpenSim's joint angles move, since a file of angles has no lengths.

Gait2392 (Delp et al. 1990, Yamaguchi and Zajac 1989, Anderson and Pandy 1999), its version with arms
(Hamner et al. 2010) and the full-body model of Rajagopal et al. (2016) share the names, axes and orders of
their coordinates; they differ in the knee. A joint's turn is the product of its coordinates' turns in the
listed order, about axes that move along (body-fixed).

Thigh, shin, upper arm, forearm, hand, foot and the heights of ankle, shoulder and head are Winter's shares
of body height (after Drillis and Contini). Where joints lie within pelvis, torso and foot, and which way
upper arm and forearm point when all coordinates are zero, is that of Rajagopal's model, a man of 1.70 m: its
coordinates count from there. Axes are OpenSim's: x forward, y up, z to the right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.anthropometry import winter
from understudy.motion.landmarks import SIDES

STATURE = 1.75
"""Body height [m] of the skeleton where a file does not tell the person's."""

SOLE_DEPTH = 0.014
"""How far the sole is under heel and toe joint, as a share of body height."""

ROOT = "pelvis"
TRANSLATIONS: tuple[str, ...] = ("pelvis_tx", "pelvis_ty", "pelvis_tz")
"""Where the pelvis is [m] along x, y and z."""

_MODEL_HEIGHT = 1.70
_NECK_HEIGHT, _HEAD_HEIGHT = 0.840, 0.870

Axis = tuple[float, float, float]
_X: Axis = (1.0, 0.0, 0.0)
_Y: Axis = (0.0, 1.0, 0.0)
_Z: Axis = (0.0, 0.0, 1.0)

KNEE = "knee_angle"
KNEE_AXES: dict[str, Axis] = {
    "Gait2392": _Z,
    # The walker knee also slides and twists with flexion; its axis alone leaves the shin's direction
    # within 1° of the whole joint's up to 70° of flexion, and within 2.3° up to 120°.
    "Rajagopal": (0.0, -0.070711, -0.997497),
}
"""The right knee's axis by model: flexion is negative in the first and positive in the second."""

_MIDDLE_TURNS: dict[str, dict[str, Axis]] = {
    ROOT: {"pelvis_tilt": _Z, "pelvis_list": _X, "pelvis_rotation": _Y},
    "lumbar": {"lumbar_extension": _Z, "lumbar_bending": _X, "lumbar_rotation": _Y},
}
_RIGHT_TURNS: dict[str, dict[str, Axis]] = {
    "hip": {"hip_flexion": _Z, "hip_adduction": _X, "hip_rotation": _Y},
    "ankle": {"ankle_angle": (-0.105014, -0.174022, 0.979126)},
    "subtalar": {"subtalar_angle": (0.787180, 0.604747, -0.120949)},
    "toes": {"mtp_angle": (-0.580954, 0.0, 0.813936)},
    "shoulder": {"arm_flex": _Z, "arm_add": _X, "arm_rot": _Y},
    "elbow": {"elbow_flex": (0.226047, 0.022269, 0.973864)},
    "forearm": {"pro_sup": (0.056398, 0.998406, 0.001952)},
    "wrist": {"wrist_flex": _Z, "wrist_dev": _X},
}
"""Joint → coordinate that turns it → axis, in order; of the right side where there are two."""


@dataclass(frozen=True)
class Turn:
    """A coordinate that turns a joint.

    Attributes:
        coordinate: Its name in the file.
        axis: (3,) the unit axis about which it turns.
    """

    coordinate: str
    axis: Axis


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint.

    Attributes:
        name: What it is called; paired joints end in ``_l`` and ``_r``.
        parent: The joint that it hangs on, empty for the pelvis.
        offset: (3,) where it is seen from its parent, as a share of body height.
    """

    name: str
    parent: str
    offset: np.ndarray


@dataclass(frozen=True, eq=False)
class BodyPoint:
    """A point of the body, named by the canonical landmark that it is.

    Attributes:
        name: The landmark.
        joint: The joint with which it moves.
        offset: (3,) where it is seen from the joint, as a share of body height.
        frame: The joint that turns what the landmark belongs to.
    """

    name: str
    joint: str
    offset: np.ndarray
    frame: str


def joint_turns(model: str) -> dict[str, tuple[Turn, ...]]:
    """Return joint → turns of a model of ``KNEE_AXES``."""
    turns = {joint: tuple(Turn(*each) for each in those.items()) for joint, those in _MIDDLE_TURNS.items()}
    for joint, those in (_RIGHT_TURNS | {"knee": {KNEE: KNEE_AXES[model]}}).items():
        turns[f"{joint}_r"] = tuple(Turn(f"{name}_r", axis) for name, axis in those.items())
        # Mirrored at the plane of x and y, a vector changes its z; an axis of rotation keeps only its z.
        turns[f"{joint}_l"] = tuple(Turn(f"{name}_l", (-x, -y, z)) for name, (x, y, z) in those.items())
    return turns


def joints() -> tuple[Joint, ...]:
    """Return all joints, parents before their children."""
    hip, lumbar = _of_model(-0.056276, -0.07849, 0.07726), _of_model(-0.1007, 0.0815, 0.0)
    shoulder = _of_model(0.003155, 0.0, 0.17)
    shoulder[1] = winter.SHOULDER_HEIGHT - winter.HIP_HEIGHT + hip[1] - lumbar[1]
    upper_arm = np.array([0.013144, -0.286273, -0.009595])
    to_radius, to_hand = np.array([-0.006727, -0.013007, 0.026083]), np.array([-0.008797, -0.235841, 0.01361])
    forearm_scale = winter.FOREARM / np.linalg.norm(to_radius + to_hand)
    right = [
        ("hip", ROOT, hip),
        ("knee", "hip", np.array([0.0, -winter.THIGH, 0.0])),
        ("ankle", "knee", np.array([0.0, -winter.SHIN, 0.0])),
        ("subtalar", "ankle", _of_model(-0.04877, -0.04195, 0.00792)),
        ("toes", "subtalar", _of_model(0.1788, -0.002, 0.00108)),
        ("shoulder", "lumbar", shoulder),
        ("elbow", "shoulder", winter.UPPER_ARM * upper_arm / np.linalg.norm(upper_arm)),
        ("forearm", "elbow", forearm_scale * to_radius),
        ("wrist", "forearm", forearm_scale * to_hand),
    ]
    found = [Joint(ROOT, "", np.zeros(3)), Joint("lumbar", ROOT, lumbar)]
    for side in SIDES:
        for name, parent, offset in right:
            hangs_on = parent if parent in (ROOT, "lumbar") else f"{parent}_{side}"
            found.append(Joint(f"{name}_{side}", hangs_on, offset * (1.0, 1.0, -1.0 if side == "l" else 1.0)))
    return tuple(found)


def body_points() -> tuple[BodyPoint, ...]:
    """Return all points of the body."""
    places = {joint.name: joint.offset for joint in joints()}
    mid_hip = places["hip_r"] * (1.0, 1.0, 0.0)
    shoulders = places["shoulder_r"] * (1.0, 1.0, 0.0)
    above = {"neck": _NECK_HEIGHT, "head": _HEAD_HEIGHT, "head_top": 1.0}
    found = [
        _point("mid_hip", ROOT, mid_hip),
        _point("spine", "lumbar"),
        _point("chest", "lumbar", 0.5 * shoulders),
    ]
    found += [
        _point(name, "lumbar", shoulders + (0.0, height - winter.SHOULDER_HEIGHT, 0.0))
        for name, height in above.items()
    ]
    toe_tip = np.array([winter.FOOT - places["toes_r"][0], 0.0, 0.0])
    fingers = np.array([0.0, -winter.HAND, 0.0])
    for side in SIDES:
        found += [
            _point(f"{name}_{side}", f"{name}_{side}")
            for name in ("hip", "knee", "shoulder", "elbow", "wrist")
        ]
        found += [
            # The foot turns about ankle and subtalar joint together.
            BodyPoint(f"ankle_{side}", f"ankle_{side}", np.zeros(3), f"subtalar_{side}"),
            _point(f"heel_{side}", f"subtalar_{side}"),
            _point(f"toe_{side}", f"toes_{side}"),
            _point(f"toe_tip_{side}", f"toes_{side}", toe_tip),
            _point(f"knuckle_{side}", f"wrist_{side}", 0.5 * fingers),
            _point(f"fingertip_{side}", f"wrist_{side}", fingers),
        ]
    return tuple(found)


def _point(name: str, joint: str, offset: np.ndarray | None = None) -> BodyPoint:
    return BodyPoint(name, joint, np.zeros(3) if offset is None else offset, joint)


def _of_model(*offset: float) -> np.ndarray:
    """Return an offset [m] of Rajagopal's model as shares of its body height."""
    return np.array(offset) / _MODEL_HEIGHT
