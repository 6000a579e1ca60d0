"""MIMo against its published figures and the ranges of Table 4.5 of Fiala (2023)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

TABLE_4_5 = {
    "head_tilt": (-70, 80),
    "head_tilt_side": (-70, 70),
    "head_swivel": (-111, 111),
    "shoulder_rotation": (-99, 67),
    "elbow": (-146, 5),
    "hip1": (-133, 20),
    "hip2": (-51, 17),
    "hip3": (-32, 41),
    "knee": (-145, 4),
}
"""Ranges [deg] that the table counts as MIMo's axes do."""
TABLE_4_5_COUNTED_THE_OTHER_WAY = {"shoulder_horizontal": (-118, 28), "shoulder_ad_ab": (-183, 84)}
"""Ranges [deg] that the table counts against MIMo's axes."""
TORSO = {"bend": (-34, 61), "lean": (-41, 41), "rot": (-36, 36)}
"""Ranges of the torso [deg], its flexion turned to MIMo's axis; two joints of the spine share each."""
MIMOS_RANGES = {
    "eye_horizontal": (-45, 45),
    "eye_vertical": (-47, 33),
    "eye_torsional": (-8, 8),
    "hand1": (-90, 90),
    "hand2": (-92, 86),
    "hand3": (-53, 48),
    "fingers": (-160, 8),
    "foot1": (-63, 32),
    "foot2": (-33, 31),
    "foot3": (-20, 30),
}
"""Ranges [deg] that the table leaves out."""
JOINTS = 45
SPINE = [f"hip_{bend}{joint}" for joint in (1, 2) for bend in ("lean", "rot", "bend")]
TOES = {"left_toes", "right_toes"}
LENGTHS = {"upper_arm": 0.1076, "forearm": np.hypot(0.087, 0.007), "thigh": 0.135, "shin": 0.162}
"""Distances between joints [m]; the ankle turns 15 mm over the origin of the foot, 177 mm under the knee."""
HIP_LINE, SHOULDER_LINE = 0.102, 0.21
MASS = 10.9049
HEIGHT = 0.778
RANGE_TOLERANCE = 1e-9
AXIS_TOLERANCE = 1e-3
"""Published axes have three digits."""


@pytest.fixture(scope="module")
def mimo() -> Robot:
    return load_robot("mimo")


@pytest.fixture(scope="module")
def home(mimo: Robot) -> mujoco.MjData:
    """Return the home pose with contacts and cameras."""
    data = mujoco.MjData(mimo.model)
    data.qpos[:] = mimo.home
    mujoco.mj_forward(mimo.model, data)
    return data


def kind(joint: str) -> str:
    return joint.removeprefix("left_").removeprefix("right_")


def test_ranges_of_limbs_and_head(mimo: Robot) -> None:
    turned = {name: (-high, -low) for name, (low, high) in TABLE_4_5_COUNTED_THE_OTHER_WAY.items()}
    expected = TABLE_4_5 | turned | MIMOS_RANGES
    assert len(mimo.joints) == JOINTS
    assert {kind(name) for name in mimo.joints} - set(SPINE) == set(expected)
    for name, lower, upper in zip(mimo.joints, mimo.lower, mimo.upper, strict=True):
        if name not in SPINE:
            np.testing.assert_allclose(
                np.degrees([lower, upper]), expected[kind(name)], atol=RANGE_TOLERANCE, err_msg=name
            )


@pytest.mark.parametrize("bend", TORSO)
def test_both_joints_of_the_spine_add_up_to_the_torso(mimo: Robot, bend: str) -> None:
    shares = [mimo.model.joint(f"hip_{bend}{joint}").range for joint in (1, 2)]
    np.testing.assert_allclose(np.degrees(np.sum(shares, axis=0)), TORSO[bend], atol=RANGE_TOLERANCE)


@pytest.mark.parametrize("bend", TORSO)
def test_both_joints_of_the_spine_reach_their_limits_together(mimo: Robot, bend: str) -> None:
    coupling = mimo.model.equality(f"hip_{bend}")
    lower, upper = (mimo.model.joint(f"hip_{bend}{joint}") for joint in (1, 2))
    assert (int(coupling.obj1id[0]), int(coupling.obj2id[0])) == (upper.id, lower.id)
    ratio = coupling.data[1]
    np.testing.assert_allclose(ratio * lower.range, upper.range, rtol=1e-9)


def test_the_shoulder_flexes_horizontally_then_abducts_then_turns(mimo: Robot) -> None:
    for side in ("left", "right"):
        names = [f"{side}_shoulder_{angle}" for angle in ("horizontal", "ad_ab", "rotation")]
        joints = [mimo.model.joint(name) for name in names]
        assert [joint.id for joint in joints] == list(range(joints[0].id, joints[0].id + 3))
        assert all((joint.pos == 0.0).all() for joint in joints)


@pytest.mark.parametrize(
    ("joint", "landmark", "axis", "sign"),
    [
        ("left_shoulder_ad_ab", "elbow_l", 1, 1),
        ("right_shoulder_ad_ab", "elbow_r", 1, -1),
        ("left_elbow", "wrist_l", 0, -1),
        ("right_hip1", "knee_r", 0, -1),
        ("left_hip2", "knee_l", 1, -1),
        ("right_knee", "ankle_r", 0, 1),
        ("hip_bend1", "neck", 0, 1),
    ],
)
def test_signs(mimo: Robot, home: mujoco.MjData, joint: str, landmark: str, axis: int, sign: int) -> None:
    q = mimo.home.copy()
    q[mimo.model.joint(joint).qposadr[0]] += 0.3
    place = mimo.landmarks[landmark]
    moved_w = point_in_world(home_data(mimo.model, q), place) - point_in_world(home, place)
    assert moved_w[axis] * sign > 0.01


@pytest.mark.parametrize("side", "lr")
def test_lengths_of_limbs(mimo: Robot, side: str) -> None:
    for segment, length in LENGTHS.items():
        assert mimo.segment_length(f"{segment}_{side}") == pytest.approx(length, abs=1e-6), segment


def test_breadths_mass_and_height(mimo: Robot, home: mujoco.MjData) -> None:
    assert mimo.segment_length("hip_line") == pytest.approx(HIP_LINE, abs=1e-9)
    assert mimo.segment_length("shoulder_line") == pytest.approx(SHOULDER_LINE, abs=1e-6)
    assert mimo.model.body_mass.sum() == pytest.approx(MASS, abs=1e-4)
    assert point_in_world(home, mimo.landmarks["head_top"])[2] == pytest.approx(HEIGHT, abs=1e-9)


def test_joints_agree_with_the_facts(mimo: Robot, figures: Callable[[str], Any]) -> None:
    published = {name.removeprefix("robot:"): joint for name, joint in figures("mimo_v1").joints.items()}
    assert set(mimo.joints) == set(published) - TOES
    for name in mimo.joints:
        joint, figure = mimo.model.joint(name), published[name]
        body = mimo.model.body(int(mimo.model.jnt_bodyid[joint.id]))
        assert body.name == figure.body
        assert mimo.model.body(int(body.parentid[0])).name == figure.parent
        outside = np.array([1.0, -1.0 if body.name == "right_hand" else 1.0, 1.0])
        np.testing.assert_allclose(body.pos, figure.offset * outside, atol=5e-6, err_msg=name)
        np.testing.assert_allclose(joint.axis, figure.axis, atol=AXIS_TOLERANCE, err_msg=name)


def test_bodies_agree_with_the_facts(mimo: Robot, figures: Callable[[str], Any]) -> None:
    published = figures("mimo_v1").bodies
    for index in range(1, mimo.model.nbody):
        body = mimo.model.body(index)
        figure = published[body.name]
        if not body.name.endswith("_foot"):
            assert body.mass[0] == pytest.approx(figure.mass, abs=1e-9)
            np.testing.assert_allclose(body.ipos, figure.centre, atol=1e-9, err_msg=body.name)
            np.testing.assert_allclose(np.sort(body.inertia), np.sort(figure.moments), rtol=1e-3)


@pytest.mark.parametrize("side", ["left", "right"])
def test_welded_toes_keep_mass_and_centre(mimo: Robot, figures: Callable[[str], Any], side: str) -> None:
    published = figures("mimo_v1")
    parts = [published.bodies[f"{side}_{part}"] for part in ("foot", "toes")]
    offset = published.joints[f"robot:{side}_toes"].offset
    masses = np.array([part.mass for part in parts])
    centres = np.array([parts[0].centre, offset + parts[1].centre])
    foot = mimo.model.body(f"{side}_foot")
    assert foot.mass[0] == pytest.approx(masses.sum(), abs=1e-9)
    np.testing.assert_allclose(foot.ipos, masses @ centres / masses.sum(), atol=1e-6)


def test_the_right_side_mirrors_the_left(mimo: Robot, home: mujoco.MjData) -> None:
    for name, place in mimo.landmarks.items():
        if name.endswith("_l"):
            left_w, right_w = (point_in_world(home, p) for p in (place, mimo.landmarks[f"{name[:-2]}_r"]))
            assert left_w[1] > 0.0, name
            np.testing.assert_allclose(left_w * [1.0, -1.0, 1.0], right_w, atol=1e-9, err_msg=name)


def test_home_stands_flat_and_touches_itself_nowhere(mimo: Robot, home: mujoco.MjData) -> None:
    assert (mimo.lower <= mimo.home[7:]).all()
    assert (mimo.home[7:] <= mimo.upper).all()
    assert home.ncon == 0
    for sole in mimo.soles.values():
        corners_w = home.xpos[sole.body] + sole.points @ home.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, 2], 0.0, atol=1e-9)


@pytest.mark.parametrize("eye", ["left_eye", "right_eye"])
def test_the_eyes_look_forward_and_see_60_degrees(mimo: Robot, home: mujoco.MjData, eye: str) -> None:
    np.testing.assert_allclose(home.camera(eye).xmat.reshape(3, 3)[:, 2], [-1.0, 0.0, 0.0], atol=1e-9)
    assert mimo.model.camera(eye).fovy[0] == pytest.approx(60.0)
