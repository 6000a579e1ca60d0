"""A hand that is all the way there has its knuckles at the place."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import infant_sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import build_body
from understudy.synth.motions.self_touch import MIDLINE, MOUTH, touch

BODY = build_body(infant_sizes())
ARM = (
    "shoulder_flexion",
    "shoulder_abduction",
    "shoulder_rotation",
    "elbow_flexion",
    "forearm_pronation",
    "wrist_flexion",
    "finger_flexion",
)


def resting(frames: int) -> dict[str, np.ndarray]:
    arms = {f"{name}_{side}": np.full(frames, 0.5) for name in ARM for side in "lr"}
    return arms | {"neck_rotation": np.linspace(-0.1, 0.1, frames), "neck_flexion": np.full(frames, 0.25)}


@pytest.mark.parametrize(("side", "prefix"), [("l", "Left"), ("r", "Right")])
@pytest.mark.parametrize(("place", "joint", "depth"), [(MOUTH, "Head", "head"), (MIDLINE, "Spine1", "trunk")])
def test_knuckles_arrive_in_front_of_the_place(
    side: str, prefix: str, place: str, joint: str, depth: str
) -> None:
    angles = resting(5)
    angles |= touch(BODY, angles, side, place, np.ones(5))
    pose = forward_kinematics(BODY.skeleton, np.zeros((5, 3)), local_rotations(BODY.skeleton, angles))
    way = pose[0][:, BODY.index(f"{prefix}HandIndex1")] - pose[0][:, BODY.index(joint)]
    local = rot.rotate(rot.conjugate(pose[1][:, BODY.index(joint)]), way)
    radius = {"head": BODY.sizes.head_radius, "trunk": BODY.sizes.trunk_radius}[depth]
    assert local[:, 0] == pytest.approx(radius, abs=0.02)
    assert local[:, 0].min() > radius
    assert np.abs(local[:, 1]).max() < 0.02


def test_a_share_of_nothing_changes_nothing() -> None:
    angles = resting(4)
    share = np.array([0.0, 0.0, 0.5, 1.0])
    moved = touch(BODY, angles, "l", MOUTH, share)
    for name, values in moved.items():
        np.testing.assert_array_equal(values[:2], angles[name][:2])
    assert abs(moved["elbow_flexion_l"][3] - angles["elbow_flexion_l"][3]) > 0.1
