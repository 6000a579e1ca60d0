"""Rolling over on the floor, from the back to the front and back, arms stretched overhead, legs held up."""

from __future__ import annotations

import random

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import wander
from understudy.synth.motions.floor_limbs import arm_to_wrist
from understudy.synth.motions.lying import LOWER_TRUNK, SUPINE, UPPER_TRUNK, levelled, lowest
from understudy.synth.motions.score import Move, Pose, both, play, repeated
from understudy.synth.synthetic_motion import SyntheticMotion

_ROLLED, _RESTING = "share_rolled", "share_resting"

_ON_BACK: Pose = both(hip_flexion=4.0, ankle_dorsiflexion=-20.0, toe_extension=0.0) | {
    _ROLLED: 0.0,
    _RESTING: 1.0,
}
_ON_FRONT: Pose = both(hip_flexion=-7.0, ankle_dorsiflexion=-45.0, toe_extension=-25.0) | {
    _ROLLED: 1.0,
    _RESTING: 1.0,
}
_LIFTED: Pose = {_RESTING: 0.0}
"""The head is lifted while the body rolls, and rests before and after."""

_SCORE: tuple[Move, ...] = (
    (0.5, {}),
    (0.5, _LIFTED),
    (1.9, {name: value for name, value in _ON_FRONT.items() if name != _RESTING}),
    (0.5, _ON_FRONT),
    (0.7, {}),
    (0.5, _LIFTED),
    (1.9, {name: value for name, value in _ON_BACK.items() if name != _RESTING}),
    (0.5, _ON_BACK),
    (0.3, {}),
)
_LEGS = both(knee_flexion=6.0, hip_abduction=-2.5)
_HANDS_APART, _ARM = 0.45, 1.05
"""How far apart the hands are, in widths of the shoulders, and how far away, in lengths of the arm."""

_UP_ON_SIDE = np.radians(16.0)
"""How far legs and arms are raised sideways from the line of the trunk while the body lies on its side."""

_ELBOW = np.array([1.0, -0.4, 0.0])
"""Where elbows point in the chest's frame, y outward: ahead and inwards."""

_LIFT = np.radians(9.0)
"""How far the neck bends forward in lifting the head."""

_SPREAD = 1.45
"""The radius on which the body rolls, in radii of its trunk: it is wider than it is deep."""

_STRAY = np.radians(1.5)
_ROUNDS, _STEP = 8, 0.01
_TRUNK = (*LOWER_TRUNK, *UPPER_TRUNK, "LowerBack", "Spine", "LeftShoulder", "RightShoulder")


def make_roll_over(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person, feet towards +x, who rolls over the left side to the front and back again.

    Args:
        body: The person.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, extent and wandering.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    shares = play([(0.0, _ON_BACK), *repeated(lambda _: _SCORE, seconds, generator)], times)
    rolled, resting = shares.pop(_ROLLED), shares.pop(_RESTING)
    angles = shares | {name: np.full(len(times), np.radians(value)) for name, value in _LEGS.items()}
    for side, _, _ in SIDES:
        name = f"knee_flexion_{side}"
        angles[name] = angles[name] + _STRAY * wander(generator, times, 4.0, 1.5)
    raised = _UP_ON_SIDE * np.sin(np.pi * rolled)
    for side, _, sign in SIDES:
        angles[f"hip_abduction_{side}"] = angles[f"hip_abduction_{side}"] - sign * raised
    angles["pelvis_rotation"] = np.pi * rolled
    on_back, on_front = (_resting_neck(body, turn) for turn in (0.0, np.pi))
    rest = on_back + (on_front - on_back) * rolled
    lifted = _LIFT * (1.0 - 2.0 * rolled)
    angles["neck_flexion"] = lifted + resting * (rest - lifted)
    angles = _level(body, angles)
    across = _SPREAD * body.sizes.trunk_radius * np.pi * rolled
    joints, root = _laid(body, angles, across)
    for limb in SIDES:
        angles |= _arm_overhead(body, joints, raised, limb)
    rotations = local_rotations(body.skeleton, angles, SUPINE)
    always = np.ones(len(times), dtype=bool)
    return SyntheticMotion(
        name="roll_over",
        body=body,
        root_positions=root,
        local_rotations=rotations,
        fps=fps,
        contacts=np.zeros((len(times), 4), dtype=bool),
        angles=angles,
        part_contacts={"pelvis": always, "chest": always, "head": resting == 1.0},
    )


def _level(body: Body, angles: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the angles of a body whose hips and shoulders are equally low; its roll goes on beyond half."""
    found = angles | levelled(body, angles)
    return found | {"pelvis_rotation": np.unwrap(np.append(0.0, found["pelvis_rotation"]))[1:]}


def _laid(body: Body, angles: dict[str, np.ndarray], across: np.ndarray) -> tuple[Joints, np.ndarray]:
    """Return the joints of a body whose trunk lies on the floor, and its pelvis's centre (T, 3) [m]."""
    rotations = local_rotations(body.skeleton, angles, SUPINE)
    nowhere = forward_kinematics(body.skeleton, np.zeros((len(across), 3)), rotations)
    root = np.stack([np.zeros_like(across), across, -lowest(body, nowhere, _TRUNK)], axis=1)
    return (nowhere[0] + root[:, None], nowhere[1]), root


def _resting_neck(body: Body, turn: float) -> float:
    """Return the bend of the neck [rad] with which the head lies on the floor, of a body turned so far."""

    def height(neck: float) -> float:
        angles = {"pelvis_rotation": np.array([turn]), "neck_flexion": np.array([neck])}
        joints, _ = _laid(body, _level(body, angles), np.zeros(1))
        return float(lowest(body, joints, (), with_skull=True)[0])

    before, neck = 0.0, _STEP
    height_before = height(before)
    for _ in range(_ROUNDS):
        here = height(neck)
        if here == height_before:
            break
        before, height_before, neck = neck, here, neck - here * (neck - before) / (here - height_before)
    return neck


def _arm_overhead(
    body: Body, joints: Joints, raised: np.ndarray, limb: tuple[str, str, float]
) -> dict[str, np.ndarray]:
    """Return the angles (T,) [rad] of an arm that is stretched overhead, its hand near the other one.

    Args:
        body: Whose.
        joints: Where the trunk is.
        raised: (T,) [rad] how far both arms are turned to the right.
        limb: Suffix of the side, prefix of its joints, sign of its y.
    """
    side, prefix, sign = limb
    sizes = body.sizes
    aside = 0.5 * sizes.shoulder_width * (1.0 - _HANDS_APART)
    length = _ARM * (sizes.upper_arm + sizes.forearm)
    inwards = np.arcsin(sign * aside / length) + raised
    way = length * np.stack([np.zeros_like(inwards), -np.sin(inwards), np.cos(inwards)], axis=1)
    chest = joints[1][:, body.index("Spine1")]
    wrist = joints[0][:, body.index(f"{prefix}Arm")] + rot.rotate(chest, way)
    angles, _ = arm_to_wrist(body, joints, wrist, _ELBOW * np.array([1.0, sign, 1.0]), limb)
    none = np.zeros(len(wrist))
    return angles | {f"{name}_{side}": none for name in ("forearm_pronation", "wrist_flexion")}
