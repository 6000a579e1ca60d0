"""Joint angles on the standard skeleton: against another way of computing, and by what angles mean."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from understudy.capture.opensim.angles import (
    Figure,
    implied_stature,
    knee_model,
    pose_figure,
    reference_figure,
)
from understudy.capture.opensim.skeleton import SOLE_DEPTH, joints

BEND = 0.5
X, Y, Z = range(3)
ALL = {
    f"{name}_{side}": np.zeros(1)
    for name in ("hip_flexion", "knee_angle", "arm_flex", "pro_sup")
    for side in "lr"
}
ALL |= {"lumbar_extension": np.zeros(1)}


def pose(**angles: float) -> dict[str, np.ndarray]:
    """Return landmarks (3,) of Rajagopal's model with these coordinates [rad], all others zero."""
    return pose_of("Rajagopal", angles)


def pose_of(model: str, angles: Mapping[str, float]) -> dict[str, np.ndarray]:
    figure = pose_figure({**ALL, **{name: np.array([value]) for name, value in angles.items()}}, model)
    return dict(zip(figure.names, figure.points[0], strict=True))


REST = pose()


def test_a_leg_agrees_with_matrices_from_scipy() -> None:
    rng = np.random.default_rng(3)
    names = [
        "pelvis_tilt",
        "pelvis_list",
        "pelvis_rotation",
        "hip_flexion_r",
        "hip_adduction_r",
        "hip_rotation_r",
    ]
    values = dict(zip([*names, "knee_angle_r", "ankle_angle_r"], rng.uniform(-1.0, 1.0, 8), strict=True))
    offset = {joint.name: joint.offset for joint in joints()}
    pelvis = Rotation.from_euler("ZXY", [values[name] for name in names[:3]])
    femur = pelvis * Rotation.from_euler("ZXY", [values[name] for name in names[3:]])
    tibia = femur * Rotation.from_euler("Z", values["knee_angle_r"])
    axis = np.array([-0.105014, -0.174022, 0.979126])
    talus = tibia * Rotation.from_rotvec(values["ankle_angle_r"] * axis / np.linalg.norm(axis))
    hip = pelvis.apply(offset["hip_r"])
    ankle = hip + femur.apply(offset["knee_r"]) + tibia.apply(offset["ankle_r"])
    found = pose_of("Gait2392", values)
    np.testing.assert_allclose(found["hip_r"], hip, atol=1e-12)
    np.testing.assert_allclose(found["ankle_r"], ankle, atol=1e-12)
    np.testing.assert_allclose(found["heel_r"], ankle + talus.apply(offset["subtalar_r"]), atol=1e-6)


@pytest.mark.parametrize("side", ["l", "r"])
@pytest.mark.parametrize(
    ("coordinate", "landmark", "axis", "sign"),
    [
        ("hip_flexion", "knee", X, 1),
        ("knee_angle", "ankle", X, -1),
        ("ankle_angle", "toe", Y, 1),
        ("mtp_angle", "toe_tip", Y, 1),
        ("arm_flex", "elbow", X, 1),
        ("elbow_flex", "wrist", X, 1),
        ("wrist_flex", "fingertip", X, 1),
    ],
)
def test_positive_angles_bend_forward_or_up(
    side: str, coordinate: str, landmark: str, axis: int, sign: int
) -> None:
    name = f"{landmark}_{side}"
    moved = pose(**{f"{coordinate}_{side}": BEND})[name] - REST[name]
    assert sign * moved[axis] > 0.01
    other = f"{landmark}_{'r' if side == 'l' else 'l'}"
    np.testing.assert_array_equal(pose(**{f"{coordinate}_{side}": BEND})[other], REST[other])


@pytest.mark.parametrize(("side", "inward"), [("l", 1), ("r", -1)])
@pytest.mark.parametrize(
    ("coordinate", "landmark"), [("hip_adduction", "knee"), ("arm_add", "elbow"), ("wrist_dev", "fingertip")]
)
def test_positive_adduction_goes_inward(side: str, inward: int, coordinate: str, landmark: str) -> None:
    name = f"{landmark}_{side}"
    moved = pose(**{f"{coordinate}_{side}": BEND})[name] - REST[name]
    assert inward * moved[Z] > 0.02


def test_knees_of_gait2392_bend_to_the_negative() -> None:
    assert pose_of("Gait2392", {"knee_angle_r": -BEND})["ankle_r"][X] < REST["ankle_r"][X] - 0.1


def test_pelvis_and_trunk() -> None:
    assert pose(lumbar_extension=BEND)["head_top"][X] < REST["head_top"][X] - 0.1
    assert pose(pelvis_rotation=BEND)["toe_r"][Z] < REST["toe_r"][Z] - 0.01
    assert pose(pelvis_tilt=BEND)["head_top"][X] < REST["head_top"][X] - 0.1
    assert pose(lumbar_bending=BEND)["head_top"][Z] > REST["head_top"][Z] + 0.1


def test_equal_angles_on_both_sides_are_symmetric() -> None:
    names = (
        "hip_flexion",
        "hip_adduction",
        "hip_rotation",
        "knee_angle",
        "ankle_angle",
        "subtalar_angle",
        "mtp_angle",
    )
    names += ("arm_flex", "arm_add", "arm_rot", "elbow_flex", "pro_sup", "wrist_flex", "wrist_dev")
    found = pose(**{f"{name}_{side}": 0.1 * index for index, name in enumerate(names) for side in "lr"})
    for name in (name for name in found if name.endswith("_r")):
        np.testing.assert_allclose(found[name[:-1] + "l"], found[name] * (1, 1, -1), atol=1e-12)


def test_what_the_file_does_not_move_is_left_out() -> None:
    legs = {name: values for name, values in ALL.items() if name.startswith(("hip", "knee"))}
    assert not {"elbow_l", "shoulder_l", "head"} & set(pose_figure(legs, "Rajagopal").names)
    trunk = pose_figure({**legs, "lumbar_extension": np.zeros(1)}, "Rajagopal").names
    assert {"shoulder_l", "head"} <= set(trunk)
    assert "elbow_l" not in trunk


def test_the_reference_stands_with_thumbs_forward() -> None:
    reference = reference_figure(ALL, "Rajagopal")
    hand = Rotation.from_quat(reference.rotations[0, reference.names.index("wrist_r")], scalar_first=True)
    # At zero the right thumb points to the right, and pronation turns it forward.
    assert hand.apply([0.0, 0.0, 1.0])[X] == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(("sign", "model"), [(1.0, "Rajagopal"), (-1.0, "Gait2392")])
def test_the_knees_tell_the_model(sign: float, model: str) -> None:
    bent = {f"knee_angle_{side}": sign * np.array([-0.05, 0.4, 1.0]) for side in "lr"}
    assert knee_model(bent, ())[0] == model


def test_straight_knees_go_by_the_names() -> None:
    still = {f"knee_angle_{side}": np.array([0.02, -0.03]) for side in "lr"}
    assert knee_model(still, ("knee_angle_r", "knee_angle_r_beta"))[0] == "Rajagopal"
    assert knee_model(still, ("knee_angle_r",))[0] == "Gait2392"


def standing_and_jumping() -> tuple[Figure, np.ndarray]:
    """Return a figure in ten frames, and how high its pelvis is over the floor, as shares of body height."""
    angles = {name: np.zeros(10) for name in ALL} | {"knee_angle_r": np.linspace(0.0, 1.0, 10)}
    figure = pose_figure(angles, "Rajagopal")
    feet = [figure.names.index(name) for name in ("heel_l", "toe_l", "heel_r", "toe_r")]
    heights = SOLE_DEPTH - figure.points[:, feet, Y].min(axis=1)
    heights[7:] += 0.2
    return figure, heights


@pytest.mark.parametrize("stature", [1.2, 1.75, 2.0])
def test_a_standing_pelvis_tells_the_stature(stature: float) -> None:
    figure, heights = standing_and_jumping()
    assert implied_stature(figure, stature * heights) == pytest.approx(stature, rel=1e-3)


def test_a_pelvis_on_the_floor_tells_nothing() -> None:
    figure, heights = standing_and_jumping()
    assert implied_stature(figure, 0.1 * heights) is None
    lying = {name: np.zeros(1) for name in ALL} | {"pelvis_tilt": np.array([np.pi / 2])}
    assert implied_stature(pose_figure(lying, "Rajagopal"), np.array([0.1])) is None
