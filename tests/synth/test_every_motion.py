"""What holds for every motion: bones, ranges, the floor, balance, smoothness; for bodies of every age."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.motion.landmarks import CONTACTS
from understudy.spatial import rotations as rot
from understudy.synth import MOTIONS, SyntheticMotion, make, performer_body
from understudy.synth.body.mass import centre_of_mass

Perform = Callable[[str], SyntheticMotion]

LYING = tuple(name for name in MOTIONS if name.startswith("infant"))
FLOOR_WORK = ("sit_down", "crawl", "push_up", "roll_over")
STANDING = tuple(name for name in MOTIONS if name not in (*LYING, *FLOOR_WORK, "walk", "slow_walk"))
ROUNDING = 1e-9
MAX_SINKING = 1e-4  # [m]; a walking child's swinging heel may brush the floor
MAX_SLIDING = 0.05  # [m/s]; the walk's soles roll
MAX_CONTACT_HEIGHT = 0.005  # [m]
HUMAN_RANGE = {  # [deg], widest that healthy people or infants reach
    "pelvis_rotation": (-60.0, 181.0),  # who rolls over
    "pelvis_tilt": (-75.0, 90.0),
    "trunk_rotation": (-45.0, 45.0),
    "trunk_bending": (-35.0, 35.0),
    "trunk_flexion": (-30.0, 80.0),
    "neck_rotation": (-80.0, 80.0),
    "neck_bending": (-45.0, 45.0),
    "neck_flexion": (-60.0, 60.0),
    "hip_flexion": (-30.0, 135.0),
    "hip_abduction": (-30.0, 60.0),
    "hip_rotation": (-45.0, 60.0),
    "knee_flexion": (0.0, 150.0),
    "ankle_dorsiflexion": (-50.0, 40.0),
    "ankle_eversion": (-35.0, 20.0),
    "ankle_rotation": (-20.0, 20.0),
    "toe_extension": (-40.0, 80.0),
    "shoulder_flexion": (-70.0, 190.0),
    "shoulder_abduction": (-30.0, 180.0),
    "shoulder_rotation": (-90.0, 95.0),
    "elbow_flexion": (0.0, 150.0),
    "forearm_pronation": (-90.0, 90.0),
    "wrist_flexion": (-98.0, 80.0),  # of hands that carry
    "finger_flexion": (-10.0, 95.0),
}
NEWBORN, CHILD = 0.0, 6.0  # [years]


@pytest.mark.parametrize("name", MOTIONS)
def test_bones_keep_their_length(name: str, perform: Perform) -> None:
    motion = perform(name)
    for joint, parent in enumerate(motion.skeleton.parents[1:], start=1):
        bone = motion.joint_positions[:, joint] - motion.joint_positions[:, parent]
        expected = np.linalg.norm(motion.skeleton.offsets[joint])
        np.testing.assert_allclose(np.linalg.norm(bone, axis=1), expected, atol=ROUNDING)


@pytest.mark.parametrize("name", MOTIONS)
def test_angles_are_within_human_range(name: str, perform: Perform) -> None:
    for angle, values in perform(name).angles.items():
        low, high = HUMAN_RANGE.get(angle.removesuffix("_l").removesuffix("_r"), (-60.0, 60.0))
        assert low <= np.degrees(values.min()), angle
        assert np.degrees(values.max()) <= high, angle


@pytest.mark.parametrize("name", MOTIONS)
def test_knee_and_elbow_angles_are_those_between_the_bones(name: str, perform: Perform) -> None:
    motion = perform(name)
    for angle, chain in (
        ("knee_flexion_l", ("LeftUpLeg", "LeftLeg", "LeftFoot")),
        ("elbow_flexion_r", ("RightArm", "RightForeArm", "RightHand")),
    ):
        upper, middle, lower = (motion.joint_positions[:, motion.body.index(joint)] for joint in chain)
        measured = rot.angle_between(middle - upper, lower - middle)
        np.testing.assert_allclose(motion.angles[angle], measured, atol=ROUNDING)


@pytest.mark.parametrize("name", MOTIONS)
def test_nothing_sinks_and_nothing_on_the_floor_slides(name: str, perform: Perform) -> None:
    assert_stays_on_floor(perform(name))


@pytest.mark.parametrize("name", MOTIONS)
def test_newborns_stay_on_the_floor(name: str) -> None:
    assert_unharmed(make(name, seconds=2.0, fps=6.0, body=performer_body(NEWBORN)))


@pytest.mark.parametrize("name", ["walk", "slow_walk", "squat", "reach", "infant_roll"])
@pytest.mark.parametrize("person", [(CHILD, None, "female"), (None, 2.1, "male"), (30.0, 1.45, "")])
def test_people_of_any_size_stay_on_the_floor(name: str, person: tuple[float, float, str]) -> None:
    assert_unharmed(make(name, seconds=2.0, fps=6.0, body=performer_body(*person)))


def assert_unharmed(motion: SyntheticMotion) -> None:
    """Check the floor, and that nothing is stretched beyond straight."""
    assert_stays_on_floor(motion)
    for side in "lr":
        assert np.degrees(motion.angles[f"knee_flexion_{side}"].min()) > 1.0
        assert np.degrees(motion.angles[f"elbow_flexion_{side}"].min()) > 1.0


@pytest.mark.parametrize("name", MOTIONS)
def test_movement_is_smooth(name: str, perform: Perform) -> None:
    motion = perform(name)
    steps = np.linalg.norm(np.diff(motion.joint_positions, axis=0), axis=-1)
    assert steps.max() * motion.fps < 5.0
    for angle, values in motion.angles.items():
        assert np.degrees(np.abs(np.diff(values)).max()) * motion.fps < 600.0, angle


@pytest.mark.parametrize("name", STANDING)
def test_who_stands_keeps_the_centre_of_mass_over_the_feet(name: str, perform: Perform) -> None:
    motion = perform(name)
    assert motion.contacts.all()
    centre = centre_of_mass(motion.body, motion.joint_positions)
    soles = motion.contact_points[0]
    assert soles[:, 0].min() < centre[:, 0].min()
    assert centre[:, 0].max() < soles[:, 0].max()
    assert np.abs(centre[:, 1]).max() < 0.01


@pytest.mark.parametrize("name", LYING)
def test_who_lies_rests_on_the_trunk_with_the_head_low(name: str, perform: Perform) -> None:
    motion = perform(name)
    assert not motion.contacts.any()
    trunk = [motion.body.index(joint) for joint in ("Hips", "Spine", "Spine1", "LeftArm", "LeftUpLeg")]
    lowest = (motion.joint_positions[:, trunk, 2] - motion.body.radii[trunk]).min(axis=1)
    assert lowest.max() < 0.02


@pytest.mark.parametrize("name", STANDING)
def test_who_stands_begins_at_rest_with_hanging_arms(name: str, perform: Perform) -> None:
    motion = perform(name)
    first = motion.joint_positions[:3]
    assert np.linalg.norm(np.diff(first, axis=0), axis=-1).max() * motion.fps < 0.1
    for side in ("Left", "Right"):
        wrist, shoulder = (first[0, motion.body.index(f"{side}{joint}")] for joint in ("Hand", "Arm"))
        assert np.degrees(rot.angle_between(wrist - shoulder, np.array([0.0, 0.0, -1.0]))) < 25.0


def assert_stays_on_floor(motion: SyntheticMotion) -> None:
    """Check soles, all joints' flesh where the person lies, and the speed of what carries weight."""
    heights = motion.contact_points[..., 2]
    assert heights.min() > -MAX_SINKING
    standing = motion.contacts
    assert standing.shape[1] == len(CONTACTS)
    if standing.any():
        assert heights[standing].max() < MAX_CONTACT_HEIGHT
        speeds = np.linalg.norm(np.diff(motion.contact_points[..., :2], axis=0), axis=-1) * motion.fps
        assert speeds[standing[1:] & standing[:-1]].max() < MAX_SLIDING
    else:
        assert (motion.joint_positions[..., 2] - motion.body.radii).min() > -ROUNDING
        assert motion.end_positions[..., 2].min() > -ROUNDING
