"""Angles come back exactly as they were put in, over the full range, with the signs of section 3.3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.anatomy import ANGLES, ESTIMATED, HELD, MEASURED, AngleOptions, anatomical_angles
from understudy.anatomy.angles import AnatomicalAngles
from understudy.anatomy.body_vectors import body_vectors
from understudy.anatomy.head import neck_reference
from understudy.anatomy.trunk import TorsoShape
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make, performer_body
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.points import positions_of

Bodymaker = Callable[..., HumanMotion]

TOLERANCE = np.radians(0.05)
"""The bar of the study [rad]."""
FRAMES = 3000
THESIS = np.radians(81.0)
BODY_REFERENCE = np.pi / 2 - np.arctan2(0.06, 0.09)
"""Angle of neck and eyes of the made-up body: a right angle less how far the eyes are ahead of upright."""

RANGES = {
    "torso_pitch": (-80, 80),
    "torso_roll": (-60, 60),
    "torso_yaw": (-80, 80),
    "neck_pitch": (-80, 80),
    "neck_roll": (-70, 70),
    "neck_yaw": (-110, 110),
    "shoulder_pitch": (-179, 179),
    "shoulder_roll": (-88, 88),
    "shoulder_yaw": (-179, 179),
    "shoulder_horizontal": (-179, 179),
    "shoulder_elevation": (2, 178),
    "shoulder_rotation": (-179, 179),
    "elbow": (2, 178),
    "hip_pitch": (-179, 179),
    "hip_roll": (-88, 88),
    "hip_yaw": (-179, 179),
    "knee": (2, 178),
}
"""Full ranges [deg], two degrees away from the stated singularities."""
BY_PITCH = ("shoulder_pitch", "shoulder_roll", "shoulder_yaw")
BY_PLANE = ("shoulder_horizontal", "shoulder_elevation", "shoulder_rotation")


def kind(name: str) -> str:
    return name[:-2] if name.endswith(("_l", "_r")) else name


def random_pose(left_out: tuple[str, ...], seed: int = 0) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(seed)
    return {
        name: np.radians(generator.uniform(*RANGES[kind(name)], FRAMES))
        for name in ANGLES
        if kind(name) not in left_out
    }


def off(found: np.ndarray, true: np.ndarray) -> float:
    return float(np.abs((found - true + np.pi) % (2.0 * np.pi) - np.pi).max())


@pytest.mark.parametrize("left_out", [BY_PLANE, BY_PITCH])
def test_every_angle_over_the_full_range(body: Bodymaker, left_out: tuple[str, ...]) -> None:
    pose = random_pose(left_out)
    world = rot.normalise(np.random.default_rng(1).normal(size=(FRAMES, 4)))
    angles = anatomical_angles(body(pose, FRAMES, world), AngleOptions(neck_reference=BODY_REFERENCE))
    for name, true in pose.items():
        assert off(angles[name], true) < TOLERANCE, name
        assert (angles.flag(name) == MEASURED).all(), name


@pytest.mark.parametrize("age", [0.1, 0.33, 1.0])
def test_limbs_of_synthetic_infants(age: float) -> None:
    infant = performer_body(age=age)
    motion = make("infant_kicking", body=infant, seed=2, seconds=20.0, fps=25.0)
    upright = {name: values for name, values in motion.angles.items() if not name.startswith("trunk")}
    names = tuple(
        f"{part}_{side}" for part in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle") for side in "lr"
    )
    human = HumanMotion(names, positions_of(straight_trunk(motion), names), motion.fps)
    angles = anatomical_angles(human)
    for side in "lr":
        for ours, theirs, sign in (
            ("shoulder_pitch", "shoulder_flexion", 1.0),
            ("shoulder_roll", "shoulder_abduction", 1.0),
            ("shoulder_yaw", "shoulder_rotation", -1.0),
            ("elbow", "elbow_flexion", 1.0),
            ("hip_pitch", "hip_flexion", 1.0),
            ("hip_roll", "hip_abduction", 1.0),
            ("hip_yaw", "hip_rotation", -1.0),
            ("knee", "knee_flexion", 1.0),
        ):
            defined = angles.flag(f"{ours}_{side}") != HELD
            error = angles[f"{ours}_{side}"][defined] - sign * upright[f"{theirs}_{side}"][defined]
            # Beyond a right angle of abduction the same pose has other angles, half a turn on.
            within = np.abs(upright[f"shoulder_abduction_{side}"][defined]) < np.pi / 2 - 0.02
            assert defined.mean() > 0.9
            assert off(error[within], np.zeros(within.sum())) < TOLERANCE, (ours, side)


def straight_trunk(motion: SyntheticMotion) -> SyntheticMotion:
    """Return the motion with a trunk that does not bend, for which the limbs' truth is the thesis's."""
    angles = {name: v for name, v in motion.angles.items() if not name.startswith(("trunk", "neck"))}
    return replace(motion, local_rotations=local_rotations(motion.skeleton, angles), angles=angles)


SIGNS = [
    ("shoulder_roll_l", "elbow_l", (0, 1, 0)),
    ("shoulder_roll_r", "elbow_r", (0, -1, 0)),
    ("shoulder_pitch_l", "elbow_l", (1, 0, 0)),
    ("shoulder_pitch_r", "elbow_r", (1, 0, 0)),
    ("shoulder_yaw_l", "wrist_l", (0, -1, 0)),
    ("shoulder_yaw_r", "wrist_r", (0, 1, 0)),
    ("elbow_l", "wrist_l", (1, 0, 0)),
    ("elbow_r", "wrist_r", (1, 0, 0)),
    ("hip_roll_l", "knee_l", (0, 1, 0)),
    ("hip_roll_r", "knee_r", (0, -1, 0)),
    ("hip_pitch_l", "knee_l", (1, 0, 0)),
    ("hip_pitch_r", "knee_r", (1, 0, 0)),
    ("hip_yaw_l", "ankle_l", (0, 1, 0)),
    ("hip_yaw_r", "ankle_r", (0, -1, 0)),
    ("knee_l", "ankle_l", (-1, 0, 0)),
    ("knee_r", "ankle_r", (-1, 0, 0)),
    ("torso_pitch", "neck", (1, 0, 0)),
    ("torso_roll", "neck", (0, -1, 0)),
    ("torso_yaw", "shoulder_l", (1, 0, 0)),
    ("neck_pitch", "nose", (-1, 0, 0)),
    ("neck_roll", "nose", (0, -1, 0)),
    ("neck_yaw", "nose", (0, 1, 0)),
    ("shoulder_horizontal_l", "elbow_l", (1, 0, 0)),
    ("shoulder_horizontal_r", "elbow_r", (1, 0, 0)),
    ("shoulder_elevation_l", "elbow_l", (0, 1, 0)),
    ("shoulder_elevation_r", "elbow_r", (0, -1, 0)),
    ("shoulder_rotation_l", "wrist_l", (0, -1, 0)),
    ("shoulder_rotation_r", "wrist_r", (0, 1, 0)),
]
"""What moves which way, forward, left or up, when an angle grows: flexion, abduction, internal rotation (a
bent shin goes out when the thigh turns in); the torso towards the hips, to the right, clockwise; the head
away from the shoulders, to the right, to the left (3.3)."""


@pytest.mark.parametrize(("angle", "landmark", "way"), SIGNS)
def test_signs_of_section_3_3(body: Bodymaker, angle: str, landmark: str, way: tuple[int, int, int]) -> None:
    """A landmark pushed the way that 3.3 calls positive gives a positive angle."""
    bent = {f"{joint}_{side}": 1.2 for joint in ("elbow", "knee") for side in "lr" if joint not in angle}
    if kind(angle) in ("shoulder_horizontal", "shoulder_rotation"):
        bent |= {f"shoulder_elevation_{side}": 1.0 for side in "lr"}
    human = body(bent)
    points = np.array(human.landmarks)
    points[0, human.names.index(landmark)] += 0.02 * np.array(way)
    if landmark == "neck":
        for name in ("shoulder_l", "shoulder_r", "eye_l", "eye_r", "ear_l", "ear_r", "nose"):
            points[0, human.names.index(name)] += 0.02 * np.array(way)
    if landmark == "nose":
        points = pushed_head(human, way)
    options = AngleOptions(neck_reference=BODY_REFERENCE)
    before = anatomical_angles(human, options)[angle]
    after = anatomical_angles(replace(human, landmarks=points), options)[angle]
    assert (after - before)[0] > 0.01


def pushed_head(human: HumanMotion, way: tuple[int, int, int]) -> np.ndarray:
    """Return landmarks with the whole head turned about the neck so that its top or nose goes a way."""
    names = ("eye_l", "eye_r", "ear_l", "ear_r", "nose")
    axis = np.cross([1.0, 0.0, 0.0] if way == (0, 1, 0) else [0.0, 0.0, 1.0], way)
    points = np.array(human.landmarks)
    neck = points[0, human.names.index("neck")]
    for name in names:
        index = human.names.index(name)
        points[0, index] = neck + rot.rotate(rot.from_axis_angle(axis, 0.1), points[0, index] - neck)
    return points


def test_one_neck_angle_at_a_time_is_the_thesis_formula(body: Bodymaker) -> None:
    """Equations (3.34), (3.35) and the projections beside them, for heads turned about one axis."""
    size = 0.4
    for angle in ("neck_pitch", "neck_roll", "neck_yaw"):
        human = body({angle: size})
        at = {name: human.landmarks[0, human.names.index(name)] for name in human.names}
        spine = at["neck"] - 0.5 * (at["hip_l"] + at["hip_r"])
        shoulders = at["shoulder_l"] - at["shoulder_r"]
        ears = 0.5 * (at["ear_l"] + at["ear_r"]) - at["neck"]
        eye_l, eye_r = at["eye_l"] - at["neck"], at["eye_r"] - at["neck"]
        expected = {
            "neck_pitch": rot.angle_between(np.cross(eye_r, eye_l), spine) - BODY_REFERENCE,
            "neck_roll": signed(spine, ears, np.cross(shoulders, spine)),
            "neck_yaw": signed(shoulders, at["eye_l"] - at["eye_r"], spine),
        }
        found = anatomical_angles(human, AngleOptions(neck_reference=BODY_REFERENCE))
        assert found[angle][0] == pytest.approx(float(expected[angle]), abs=1e-12)
        assert found[angle][0] == pytest.approx(size, abs=1e-12)


def test_the_reference_is_81_degrees_unless_stated(body: Bodymaker) -> None:
    found = anatomical_angles(body({"neck_pitch": 0.3}))
    assert found["neck_pitch"][0] == pytest.approx(0.3 + BODY_REFERENCE - THESIS)


def signed(start: np.ndarray, end: np.ndarray, normal: np.ndarray) -> float:
    """Return Fiala's (3.14) after both vectors were projected by (3.16)."""
    normal = normal / np.linalg.norm(normal)
    start, end = (v - (v @ normal) * normal for v in (start, end))
    return float(np.arctan2(np.cross(start, end) @ normal, start @ end))


def test_reference_of_the_body_itself(body: Bodymaker) -> None:
    assert neck_reference(body_vectors(body({}))) == pytest.approx(BODY_REFERENCE)


def test_dummy_reference_is_not_the_thesis_figure() -> None:
    """Table 3.3 built as a figure gives 56 degrees, not 81: the reference has to fit the capture."""
    dummy = load_robot("dummy")
    home = human_from_robot(dummy, dummy.home[None], 25.0)
    assert np.degrees(neck_reference(body_vectors(home))) == pytest.approx(55.6, abs=0.1)


def test_angles_of_the_dummy_are_its_joints() -> None:
    dummy = load_robot("dummy")
    generator = np.random.default_rng(3)
    q = np.tile(dummy.home, (300, 1))
    low, high = (np.clip(limit, -1.5, 1.5) for limit in (dummy.lower, dummy.upper))
    q[:, 7:] = generator.uniform(low, high, (300, len(low)))
    for joint in ("torso_pitch", "torso_roll"):
        q[:, 7 + dummy.joints.index(joint)] = 0.0  # They turn above the hips, see the next test.
    human = human_from_robot(dummy, q, 25.0)
    angles = anatomical_angles(human, AngleOptions(neck_reference=None))
    for column, joint in enumerate(dummy.joints):
        name = joint
        for prefix, side in (("left_", "_l"), ("right_", "_r")):
            name = name.removeprefix(prefix) + side if joint.startswith(prefix) else name
        defined = angles.flag(name) != HELD
        true = q[:, 7 + column]
        if name[:-2] in ("elbow", "knee"):
            true = np.abs(true)
            defined &= q[:, 7 + column] > 0.0
        elif name[:-2] in ("shoulder_yaw", "hip_yaw"):
            bend = "elbow" if "shoulder" in name else "knee"
            prefix = "left_" if name.endswith("_l") else "right_"
            defined &= q[:, 7 + dummy.joints.index(prefix + bend)] > 0.0
        assert off(angles[name][defined], true[defined]) < TOLERANCE, name


def test_torso_joint_above_the_hips() -> None:
    dummy = load_robot("dummy")
    q = np.tile(dummy.home, (50, 1))
    true = {"torso_pitch": np.linspace(-0.5, 1.0, 50), "torso_roll": np.linspace(0.6, -0.6, 50)}
    for joint, values in true.items():
        q[:, 7 + dummy.joints.index(joint)] = values
    human = human_from_robot(dummy, q, 25.0)
    shape = TorsoShape(up=0.03 / 0.168)
    angles = anatomical_angles(human, AngleOptions(torso=shape, by_trunk=True))
    for joint, values in true.items():
        assert off(angles[joint], values) < TOLERANCE
    plain = anatomical_angles(human)
    assert off(plain["torso_pitch"], true["torso_pitch"]) > np.radians(5.0)


def test_straight_limbs_hold_their_yaw(body: Bodymaker) -> None:
    bend = np.array([0.0, 1.0, 0.0, 0.001, 1.0])
    yaw = np.array([0.3, 0.5, 0.7, 0.9, 1.1])
    names = ("shoulder_yaw_l", "shoulder_rotation_l", "hip_yaw_r")
    human = body({"elbow_l": bend, "knee_r": bend, "shoulder_yaw_l": yaw, "hip_yaw_r": yaw}, 5)
    angles = anatomical_angles(human)
    for name in (names[0], names[2]):
        np.testing.assert_array_equal(angles.flag(name), [HELD, MEASURED, HELD, HELD, MEASURED])
        np.testing.assert_allclose(angles[name], [0.5, 0.5, 0.5, 0.5, 1.1], atol=1e-9)


def test_an_arm_along_the_shoulders_holds_its_pitch(body: Bodymaker) -> None:
    roll = np.array([0.5, np.pi / 2, 0.5])
    human = body({"shoulder_roll_r": roll, "shoulder_pitch_r": [0.4, 0.8, 0.6], "elbow_r": 1.0}, 3)
    angles = anatomical_angles(human)
    np.testing.assert_array_equal(angles.flag("shoulder_pitch_r"), [MEASURED, HELD, MEASURED])
    np.testing.assert_allclose(angles["shoulder_pitch_r"], [0.4, 0.4, 0.6], atol=1e-9)
    assert angles["shoulder_roll_r"][1] == pytest.approx(np.pi / 2)


def test_a_hanging_arm_holds_its_horizontal_angle(body: Bodymaker) -> None:
    human = body({"shoulder_elevation_l": [0.5, 0.0], "shoulder_horizontal_l": 0.7, "elbow_l": 1.0}, 2)
    angles = anatomical_angles(human)
    np.testing.assert_array_equal(angles.flag("shoulder_horizontal_l"), [MEASURED, HELD])
    np.testing.assert_allclose(angles["shoulder_horizontal_l"], 0.7, atol=1e-9)


def test_a_bone_without_length_in_one_frame_is_held(body: Bodymaker) -> None:
    human = body({"elbow_l": 1.0, "shoulder_pitch_l": [0.3, 0.3, 0.3]}, 3)
    points = np.array(human.landmarks)
    points[1, human.names.index("elbow_l")] = points[1, human.names.index("shoulder_l")]
    angles = anatomical_angles(replace(human, landmarks=points))
    assert np.isfinite(angles.values).all()
    assert angles.flag("shoulder_pitch_l")[1] == HELD
    np.testing.assert_allclose(angles["shoulder_pitch_l"], 0.3, atol=1e-9)


def test_missing_points_are_held_and_never_nan(body: Bodymaker) -> None:
    human = body({"knee_l": [0.5, 0.6, 0.7]}, 3)
    valid = np.ones(human.landmarks.shape[:2], dtype=bool)
    points = np.array(human.landmarks)
    for column in (human.names.index("ankle_l"), human.names.index("eye_l")):
        valid[1, column] = False
        points[1, column] = np.nan
    angles = anatomical_angles(replace(human, landmarks=points, valid=valid))
    assert np.isfinite(angles.values).all()
    assert angles.flag("knee_l")[1] == HELD
    np.testing.assert_allclose(angles["knee_l"], [0.5, 0.5, 0.7], atol=1e-9)
    assert angles.flag("neck_yaw")[1] == ESTIMATED


def without(human: HumanMotion, *parts: str) -> HumanMotion:
    keep = [i for i, name in enumerate(human.names) if not name.startswith(parts)]
    return HumanMotion(tuple(human.names[i] for i in keep), human.landmarks[:, keep], human.fps)


def test_head_direction_from_ears(body: Bodymaker) -> None:
    human = without(body({"neck_yaw": 0.4, "neck_pitch": 0.2, "neck_roll": -0.1}), "eye")
    angles = anatomical_angles(human)
    for name, true in (("neck_yaw", 0.4), ("neck_pitch", 0.2), ("neck_roll", -0.1)):
        assert angles.flag(name)[0] == ESTIMATED
        assert angles[name][0] == pytest.approx(true, abs=1e-9)


def test_head_direction_from_the_nose_alone(body: Bodymaker) -> None:
    """MINI-RGBD has neither eyes nor ears: where the head looks is estimated, its roll is not seen."""
    true = np.array([-0.5, 0.0, 0.6])
    angles = anatomical_angles(without(body({"neck_yaw": true}, 3), "eye", "ear"))
    assert "neck_roll" not in angles.names
    assert (angles.flag("neck_yaw") == ESTIMATED).all()
    np.testing.assert_allclose(angles["neck_yaw"], true, atol=TOLERANCE)
    pitched = anatomical_angles(without(body({"neck_pitch": true}, 3), "eye", "ear"))
    np.testing.assert_allclose(pitched["neck_pitch"], true, atol=TOLERANCE)
    both = anatomical_angles(without(body({"neck_pitch": true, "neck_yaw": 0.5}, 3), "eye", "ear"))
    np.testing.assert_allclose(both["neck_pitch"], true, atol=2 * TOLERANCE)
    np.testing.assert_allclose(both["neck_yaw"], 0.5, atol=2 * TOLERANCE)


def test_no_face_at_all_leaves_the_neck_out(body: Bodymaker) -> None:
    angles = anatomical_angles(without(body({}), "eye", "ear", "nose"))
    assert not [name for name in angles.names if name.startswith("neck")]


def test_a_pelvis_from_the_spine_is_marked(body: Bodymaker) -> None:
    angles = anatomical_angles(without(body({"torso_pitch": 0.3, "hip_pitch_l": 0.5, "knee_l": 1.0}), "xyz"))
    assert angles.flag("torso_pitch")[0] == ESTIMATED
    assert angles.flag("hip_pitch_l")[0] == ESTIMATED
    assert angles["torso_pitch"][0] == pytest.approx(0.0, abs=1e-9)


def test_lower_spine_is_measured_where_there_is_one(body: Bodymaker) -> None:
    human = body({"torso_pitch": 0.3})
    names = (*human.names, "spine")
    points = np.concatenate([human.landmarks, [[[0.0, 0.0, 0.05]]]], axis=1)
    angles = anatomical_angles(HumanMotion(names, points, human.fps))
    assert angles.flag("torso_pitch")[0] == MEASURED
    assert angles["torso_pitch"][0] == pytest.approx(0.3, abs=1e-9)


def test_one_frame(body: Bodymaker) -> None:
    assert anatomical_angles(body({"knee_l": 0.4}))["knee_l"] == pytest.approx([0.4])


def test_swapped_sides_are_named(body: Bodymaker) -> None:
    human = body({"knee_l": 0.4}, 4)
    swap = {"_l": "_r", "_r": "_l"}
    crossed = tuple(n[:-2] + swap[n[-2:]] if n.startswith("shoulder") else n for n in human.names)
    with pytest.raises(InvalidMotionError, match="swapped at the hips or at the shoulders"):
        anatomical_angles(replace(human, names=crossed))
    limbs = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")
    whole = tuple(n[:-2] + swap[n[-2:]] if n.startswith(limbs) else n for n in human.names)
    with pytest.raises(InvalidMotionError, match="faces away from its own face"):
        anatomical_angles(replace(human, names=whole, frames={}))


def test_a_bone_without_any_length_is_named(body: Bodymaker) -> None:
    human = body({}, 3)
    points = np.array(human.landmarks)
    points[:, human.names.index("knee_r")] = points[:, human.names.index("hip_r")]
    with pytest.raises(InvalidMotionError, match="thigh r has no length in any of 3 frames"):
        anatomical_angles(replace(human, landmarks=points))


def test_unknown_angles_are_named(body: Bodymaker) -> None:
    angles = anatomical_angles(body({}))
    with pytest.raises(InvalidMotionError, match="did you mean 'knee_l'"):
        angles["kne_l"]
    with pytest.raises(InvalidMotionError, match="anatomical angle"):
        AnatomicalAngles(("nose",), np.zeros((1, 1)), np.zeros((1, 1)), 25.0)
