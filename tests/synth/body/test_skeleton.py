"""The skeleton stands in a T-pose as tall as its sizes say, left mirroring right."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.sizes import Sizes, adult_sizes, infant_sizes
from understudy.spatial import rotations as rot
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import build_body


@pytest.mark.parametrize("sizes", [adult_sizes(1.75), infant_sizes()])
def test_t_pose_is_upright_symmetric_and_of_full_height(sizes: Sizes) -> None:
    body = build_body(sizes)
    still = np.tile(rot.IDENTITY, (1, body.skeleton.joint_count, 1))
    positions, orientations = forward_kinematics(body.skeleton, np.zeros((1, 3)), still)
    crown = positions[0, body.index("Head"), 2] + body.skeleton.end_offsets["Head"][0, 2]
    sole = positions[0, body.index("LeftFoot"), 2] - sizes.ankle_height
    assert crown - sole == pytest.approx(sizes.stature)
    np.testing.assert_array_equal(orientations, still)
    for name in body.skeleton.names:
        if name.startswith("Left"):
            mirrored = positions[0, body.index(name.replace("Left", "Right"))] * [1.0, -1.0, 1.0]
            np.testing.assert_allclose(positions[0, body.index(name)], mirrored, atol=1e-12)


def test_wrists_and_knuckles_are_where_the_sizes_say() -> None:
    sizes = adult_sizes(1.75)
    body = build_body(sizes)
    still = np.tile(rot.IDENTITY, (1, body.skeleton.joint_count, 1))
    positions, _ = forward_kinematics(body.skeleton, np.zeros((1, 3)), still)
    half_span = 0.5 * sizes.shoulder_width + sizes.upper_arm + sizes.forearm
    assert positions[0, body.index("LeftHand"), 1] == pytest.approx(half_span)
    assert positions[0, body.index("LeftHandIndex1"), 1] == pytest.approx(half_span + sizes.palm)
    assert (body.radii > 0.0).all()
