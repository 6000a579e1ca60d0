"""The iCub against the DH tables 4.2 to 4.4 and the ranges of Table 4.1 of Fiala (2023)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest

from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data, point_in_world

Row = tuple[float, float, float, float]
"""One link of a DH table: a [mm], d [mm], alpha [deg], theta [deg] at joint angle zero."""

TORSO: list[Row] = [(32, 0, 90, 0), (0, -5.5, 90, -90)]
LEFT_ARM: list[Row] = [
    *TORSO,
    (23.3647, -143.3, -90, 105),
    (0, 107.74, -90, 90),
    (0, 0, 90, -90),
    (15, 152.28, -90, 75),
    (-15, 0, 90, 0),
    (0, 137.3, 90, -90),
]
RIGHT_ARM: list[Row] = [
    *TORSO,
    (-23.3647, -143.3, 90, -105),
    (0, -107.74, 90, 90),
    (0, 0, -90, -90),
    (15, 152.28, -90, 75),
    (-15, 0, 90, 0),
    (0, 137.3, 90, -90),
]
RIGHT_ARM_OF_THE_MAKER: list[Row] = [
    *RIGHT_ARM[:3],
    (0, -107.74, 90, -90),
    (0, 0, -90, -90),
    (-15, -152.28, -90, -105),
    (15, 0, 90, 0),
    (0, -137.3, 90, -90),
]
"""The right arm whose angles count as Table 4.1 says; Table 4.2 prints the same arm with other zeros."""
LEFT_LEG: list[Row] = [
    (0, 0, -90, 90),
    (0, 0, -90, 90),
    (-0.9175, -234.545, 90, -90),
    (-200.5, 0, 180, 90),
    (0, 0, -90, 0),
]
RIGHT_LEG: list[Row] = [
    (0, 0, 90, 90),
    (0, 0, 90, 90),
    (-0.9175, 234.545, -90, -90),
    (-200.5, 0, 180, 90),
    (0, 0, 90, 0),
]
HEAD: list[Row] = [
    *TORSO,
    (0, -223.3, -90, -90),
    (9.5, 0, 90, 90),
    (0, 0, -90, -90),
    (-50.9, 82.05, -90, 90),
]
LEFT_EYE: list[Row] = [*HEAD, (0, -34, -90, 0), (0, 0, 90, -90)]
RIGHT_EYE: list[Row] = [*HEAD, (0, 34, -90, 0), (0, 0, 90, -90)]
"""Table 4.4 continued by the maker's two links of an eye."""

TORSO_JOINTS = ["torso_pitch", "torso_roll", "torso_yaw"]
HEAD_JOINTS = [*TORSO_JOINTS, "neck_pitch", "neck_roll", "neck_yaw"]
ARM_JOINTS = ["shoulder_pitch", "shoulder_roll", "shoulder_yaw", "elbow", "wrist_prosup"]
LEG_JOINTS = ["hip_pitch", "hip_roll", "hip_yaw", "knee", "ankle_pitch"]
BASE_OF_TRUNK = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1.0]])
"""Pose of the first DH frame in the root: x up, y forward, z left, as the maker places it."""
HIP_SIDE, HIP_DEPTH = 0.0681, 0.1199
"""Place of the hips beside and under the root [m], the maker's."""

RANGES = {
    "neck_pitch": (-30, 22),
    "neck_roll": (-20, 20),
    "neck_yaw": (-45, 45),
    "torso_pitch": (-20, 70),
    "torso_roll": (-30, 30),
    "torso_yaw": (-50, 50),
    "shoulder_pitch": (-95.5, 8),
    "shoulder_roll": (0, 160),
    "shoulder_yaw": (-32, 80),
    "elbow": (15, 106),
    "hip_pitch": (-30, 92),
    "hip_roll": (-15, 92),
    "hip_yaw": (-72, 72),
    "knee": (-100, 0),
}
"""Table 4.1 [deg]."""
MAKERS_RANGES = {
    "wrist_prosup": (-60, 60),
    "wrist_pitch": (-80, 25),
    "wrist_yaw": (-20, 25),
    "ankle_pitch": (-35, 35),
    "ankle_roll": (-25, 25),
    "eyes_tilt": (-35, 15),
    "eye_pan": (-50, 50),
}
"""Ranges of iCub V2_7 [deg] where Table 4.1 has none."""
JOINTS = 35
LENGTHS = {
    "upper_arm": np.hypot(0.15228, 0.015),
    "forearm": np.hypot(0.1373, 0.015),
    "thigh": np.hypot(0.234545, 0.0009175),
    "shin": 0.2005,
}
"""Distances between joints [m] by the DH tables."""
MASS = 33.0617
HEIGHT = 1.04
WELDED = {"upper_arm": "shoulder_3", "upper_leg": "hip_3", "foot": "ankle_2"}
"""Our body → the published one that is welded to it."""
MASS_OF_EYES = 0.06
FORWARD_ERROR = 1e-9
POSES = 50


@pytest.fixture(scope="module")
def icub() -> Robot:
    return load_robot("icub")


def link(row: Row, angle: float) -> np.ndarray:
    """Return the pose (4, 4) of a link in the one before: turn and shift about z, then along and about x."""
    a, d, alpha, theta = row[0] / 1e3, row[1] / 1e3, np.radians(row[2]), np.radians(row[3]) + angle
    turn_z, turn_x = np.eye(4), np.eye(4)
    turn_z[:2, :2] = [[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]]
    turn_x[1:3, 1:3] = [[np.cos(alpha), -np.sin(alpha)], [np.sin(alpha), np.cos(alpha)]]
    turn_z[2, 3], turn_x[0, 3] = d, a
    return turn_z @ turn_x


def frames_root(base: np.ndarray, rows: list[Row], angles: np.ndarray) -> np.ndarray:
    """Return the poses (n + 1, 4, 4) of a chain's frames in the root."""
    poses = [base]
    for row, angle in zip(rows, angles, strict=True):
        poses.append(poses[-1] @ link(row, angle))
    return np.array(poses)


def base_of_leg(side: str) -> np.ndarray:
    """Return the pose of a leg's first frame in the root: x backward, y up, z right."""
    base = np.eye(4)
    base[:3, :3] = [[-1, 0, 0], [0, 0, -1], [0, -1, 0]]
    base[:3, 3] = [0.0, HIP_SIDE if side == "l" else -HIP_SIDE, -HIP_DEPTH]
    return base


def as_printed(joints: list[str], angles: np.ndarray) -> np.ndarray:
    """Return angles of the right arm [rad] counted as the right half of Table 4.2 counts them."""
    count = {
        "r_shoulder_roll": lambda q: -q,
        "r_shoulder_yaw": lambda q: -np.radians(150.0) - q,
        "r_wrist_prosup": lambda q: -q,
    }
    return np.array([count.get(name, lambda q: q)(q) for name, q in zip(joints, angles, strict=True)])


def sided(side: str, names: list[str]) -> list[str]:
    return [f"{side}_{name}" for name in names]


ARM, LEG = {s: TORSO_JOINTS + sided(s, ARM_JOINTS) for s in "lr"}, {s: sided(s, LEG_JOINTS) for s in "lr"}
CHAINS = {
    "left arm": (BASE_OF_TRUNK, LEFT_ARM, ARM["l"]),
    "right arm": (BASE_OF_TRUNK, RIGHT_ARM, ARM["r"]),
    "right arm of the maker": (BASE_OF_TRUNK, RIGHT_ARM_OF_THE_MAKER, ARM["r"]),
    "left leg": (base_of_leg("l"), LEFT_LEG, LEG["l"]),
    "right leg": (base_of_leg("r"), RIGHT_LEG, LEG["r"]),
    "head": (BASE_OF_TRUNK, HEAD, HEAD_JOINTS),
    "left eye": (BASE_OF_TRUNK, LEFT_EYE, [*HEAD_JOINTS, "eyes_tilt", "l_eye_pan"]),
    "right eye": (BASE_OF_TRUNK, RIGHT_EYE, [*HEAD_JOINTS, "eyes_tilt", "r_eye_pan"]),
}
ENDS = {
    "left arm": ("l_forearm", "l_wrist_1"),
    "right arm": ("r_forearm", "r_wrist_1"),
    "right arm of the maker": ("r_forearm", "r_wrist_1"),
    "left leg": ("l_ankle_1", "l_ankle_1"),
    "right leg": ("r_ankle_1", "r_ankle_1"),
    "head": ("head", "eyes"),
    "left eye": ("l_eye", "l_eye"),
    "right eye": ("r_eye", "r_eye"),
}
"""Chain → the body that its last joint turns and the body at its end."""


def posed(icub: Robot, joints: list[str], angles: np.ndarray) -> mujoco.MjData:
    """Return the robot with its root in the world's origin, all other joints at zero."""
    q = np.zeros(icub.model.nq)
    q[3] = 1.0
    for name, angle in zip(joints, angles, strict=True):
        q[icub.model.joint(name).qposadr[0]] = angle
    return home_data(icub.model, q)


def distance_to_axis(data: mujoco.MjData, joint: int, pose: np.ndarray) -> float:
    """Return how far [m] a DH frame's origin lies from a joint's axis."""
    return float(np.linalg.norm(np.cross(pose[:3, 3] - data.xanchor[joint], data.xaxis[joint])))


@pytest.mark.parametrize("chain", CHAINS)
def test_forward_kinematics_is_that_of_the_tables(icub: Robot, chain: str) -> None:
    base, rows, joints = CHAINS[chain]
    count = as_printed if chain == "right arm" else lambda joints, angles: angles
    turned, end = ENDS[chain]
    zero = frames_root(base, rows, count(joints, np.zeros(len(rows))))[-1]
    for angles in np.random.default_rng(3).uniform(-np.pi, np.pi, (POSES, len(rows))):
        expected = frames_root(base, rows, count(joints, angles))
        data = posed(icub, joints, angles)
        turn = expected[-1][:3, :3] @ zero[:3, :3].T
        np.testing.assert_allclose(data.body(turned).xmat.reshape(3, 3), turn, atol=FORWARD_ERROR)
        np.testing.assert_allclose(data.body(end).xpos, expected[-1][:3, 3], atol=FORWARD_ERROR)
        for name, pose in zip(joints, expected, strict=False):
            assert distance_to_axis(data, icub.model.joint(name).id, pose) < FORWARD_ERROR, name


@pytest.mark.parametrize("chain", sorted(set(CHAINS) - {"right arm"}))
def test_angles_count_about_the_axes_of_the_tables(icub: Robot, chain: str) -> None:
    base, rows, joints = CHAINS[chain]
    angles = np.random.default_rng(4).uniform(-1.0, 1.0, len(rows))
    data = posed(icub, joints, angles)
    for name, pose in zip(joints, frames_root(base, rows, angles), strict=False):
        np.testing.assert_allclose(
            data.joint(name).xaxis, pose[:3, 2], atol=FORWARD_ERROR, err_msg=f"{chain}: {name}"
        )


def test_joints_and_ranges(icub: Robot) -> None:
    assert len(icub.joints) == JOINTS
    expected = RANGES | MAKERS_RANGES
    kinds = {name.removeprefix("l_").removeprefix("r_") for name in icub.joints}
    assert kinds == set(expected)
    for name, lower, upper in zip(icub.joints, icub.lower, icub.upper, strict=True):
        kind = name.removeprefix("l_").removeprefix("r_")
        np.testing.assert_allclose(np.degrees([lower, upper]), expected[kind], atol=1e-9, err_msg=name)


@pytest.mark.parametrize("side", "lr")
def test_lengths(icub: Robot, side: str) -> None:
    for segment, length in LENGTHS.items():
        assert icub.segment_length(f"{segment}_{side}") == pytest.approx(length, abs=1e-6), segment


def test_the_shoulder_leans_by_15_degrees(icub: Robot) -> None:
    for side, sign in (("l", 1.0), ("r", -1.0)):
        lean = np.degrees(np.arctan2(*icub.model.joint(f"{side}_shoulder_pitch").axis[:2]))
        assert lean == pytest.approx(sign * 15.0, abs=1e-9)


def test_total_mass_and_height(icub: Robot) -> None:
    assert icub.model.body_mass.sum() == pytest.approx(MASS, abs=1e-4)
    crown_w = point_in_world(home_data(icub.model, icub.home), icub.landmarks["head_top"])
    assert crown_w[2] == pytest.approx(HEIGHT, abs=1e-6)


def test_joints_are_the_published_ones_and_the_eyes(icub: Robot, figures: Callable[[str], Any]) -> None:
    assert set(icub.joints) - set(figures("icub_v2_7").joints) == {"eyes_tilt", "l_eye_pan", "r_eye_pan"}
    assert set(figures("icub_v2_7").joints) <= set(icub.joints)


def test_masses_agree_with_the_facts(icub: Robot, figures: Callable[[str], Any]) -> None:
    published = figures("icub_v2_7").bodies
    eyes = {"eyes", "l_eye", "r_eye"}
    assert sum(icub.model.body(name).mass[0] for name in eyes) == pytest.approx(MASS_OF_EYES)
    for index in range(1, icub.model.nbody):
        body = icub.model.body(index)
        if body.name in eyes:
            continue
        mass = published[body.name].mass
        welded = WELDED.get(body.name[2:])
        mass += published[body.name[:2] + welded].mass if welded else 0.0
        mass -= MASS_OF_EYES if body.name == "head" else 0.0
        assert body.mass[0] == pytest.approx(mass, abs=1e-6), body.name


@pytest.mark.parametrize(
    "name", ["root_link", "torso_1", "torso_2", "chest", "head", "l_hip_1", "r_lower_leg"]
)
def test_published_moments_are_kept(icub: Robot, figures: Callable[[str], Any], name: str) -> None:
    moments = figures("icub_v2_7").bodies[name].moments
    np.testing.assert_allclose(np.sort(icub.model.body(name).inertia), np.sort(moments), rtol=1e-3)


def test_the_right_side_mirrors_the_left(icub: Robot) -> None:
    data = home_data(icub.model, icub.home)
    for name, place in icub.landmarks.items():
        if name.endswith("_l"):
            left_w, right_w = (point_in_world(data, p) for p in (place, icub.landmarks[f"{name[:-2]}_r"]))
            assert left_w[1] > 0.0, name
            np.testing.assert_allclose(left_w * [1.0, -1.0, 1.0], right_w, atol=1e-9, err_msg=name)


def test_home_stands_flat_and_touches_itself_nowhere(icub: Robot) -> None:
    assert (icub.lower <= icub.home[7:]).all()
    assert (icub.home[7:] <= icub.upper).all()
    data = mujoco.MjData(icub.model)
    data.qpos[:] = icub.home
    mujoco.mj_forward(icub.model, data)
    assert data.ncon == 0
    for sole in icub.soles.values():
        corners_w = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        np.testing.assert_allclose(corners_w[:, 2], 0.0, atol=1e-9)


def test_the_eyes_look_forward(icub: Robot) -> None:
    data = mujoco.MjData(icub.model)
    data.qpos[:] = icub.home
    mujoco.mj_forward(icub.model, data)
    for name in ("l_eye", "r_eye"):
        view_w = -data.camera(name).xmat.reshape(3, 3)[:, 2]
        np.testing.assert_allclose(view_w, [1.0, 0.0, 0.0], atol=1e-9)
