"""The walk looks and measures like one: no slip, nothing under the floor, angles as in a gait laboratory."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion.landmarks import CONTACTS
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make
from understudy.synth.motions import gait_norms as norms
from understudy.synth.motions.walk import SLOW_STRIDE_LENGTH, SLOW_STRIDE_TIME, STRIDE_LENGTH, STRIDE_TIME

SPEED = 1.25
STATURE = 1.75
MAX_SLIDING = 0.05  # [m/s] in 95 % of stance frames
MAX_PENETRATION = 0.005  # [m]
MAX_CONTACT_HEIGHT = 0.005  # [m]

# Peaks that gait laboratories report [deg], and how far a healthy walk may be from them.
NORMAL_PEAKS = {
    "hip_flexion": (-10.0, 32.0, 4.0),
    "knee_flexion": (4.0, 60.0, 3.0),
    "ankle_dorsiflexion": (-20.0, 11.0, 3.0),
    "toe_extension": (0.0, 45.0, 5.0),
    "pelvis_rotation": (-4.5, 4.5, 1.0),
    "pelvis_obliquity": (-3.5, 3.5, 1.0),
}
MIRRORED = ("hip", "knee", "ankle", "toe")


def foot_speed(motion: SyntheticMotion) -> np.ndarray:
    """Return horizontal speeds (n,) [m/s] of contact points between two frames of contact."""
    steps = np.diff(motion.contact_points[..., :2], axis=0) * motion.fps
    staying = motion.contacts[1:] & motion.contacts[:-1]
    return np.linalg.norm(steps, axis=-1)[staying]


def test_travels_along_x_at_a_comfortable_speed(walk: SyntheticMotion) -> None:
    root = walk.root_positions
    duration = (walk.frame_count - 1) / walk.fps
    assert (root[-1, 0] - root[0, 0]) / duration == pytest.approx(SPEED, abs=0.02)
    assert pytest.approx(SPEED) == STRIDE_LENGTH / STRIDE_TIME
    assert np.abs(root[:, 1]).max() < 0.03
    assert 0.02 < np.ptp(root[:, 2]) < 0.05
    assert walk.body.sizes.stature == pytest.approx(STATURE)


def test_standing_feet_do_not_slide(walk: SyntheticMotion) -> None:
    speeds = foot_speed(walk)
    assert len(speeds) > walk.frame_count
    assert np.percentile(speeds, 95.0) < MAX_SLIDING
    assert speeds.max() < MAX_SLIDING


def test_no_sole_is_under_the_floor_and_contacts_touch_it(walk: SyntheticMotion) -> None:
    heights = walk.contact_points[..., 2]
    assert heights.min() > -MAX_PENETRATION
    assert heights[walk.contacts].max() < MAX_CONTACT_HEIGHT
    tips = [name.endswith("ToeBase_end") for name, _, _ in walk.skeleton.ends]
    toe_tips = walk.end_positions[:, tips, 2] - walk.body.sizes.ball_height
    assert toe_tips.min() > -MAX_PENETRATION


def test_some_foot_always_stands_and_both_do_twice_a_stride(walk: SyntheticMotion) -> None:
    left, right = (
        walk.contacts[:, [name.endswith(side) for name in CONTACTS]].any(axis=1) for side in ("_l", "_r")
    )
    assert (left | right).all()
    assert 0.10 < np.mean(left & right) < 0.25
    both_begin = np.sum(np.diff((left & right).astype(int)) == 1)
    assert both_begin == pytest.approx(2.0 * walk.frame_count / walk.fps / STRIDE_TIME, abs=1.0)


def test_steps_land_a_step_apart_on_either_side_of_the_line(walk: SyntheticMotion) -> None:
    heels = walk.contact_points[:, [0, 2]]
    landed = [heels[1:, foot][np.diff(walk.contacts[:, 2 * foot].astype(int)) == 1] for foot in (0, 1)]
    strikes = np.concatenate(landed)
    strikes = strikes[np.argsort(strikes[:, 0])]
    assert len(strikes) >= 6
    np.testing.assert_allclose(np.diff(strikes[:, 0]), 0.5 * STRIDE_LENGTH, atol=1e-6)
    assert (np.diff(np.sign(strikes[:, 1])) != 0).all()


@pytest.mark.parametrize("angle", NORMAL_PEAKS)
def test_peaks_are_those_of_a_gait_laboratory(walk: SyntheticMotion, angle: str) -> None:
    low, high, spread = NORMAL_PEAKS[angle]
    name = f"{angle}_l" if angle.split("_")[0] in MIRRORED else angle
    degrees = np.degrees(walk.angles[name])
    assert degrees.min() == pytest.approx(low, abs=spread)
    assert degrees.max() == pytest.approx(high, abs=spread)


@pytest.mark.parametrize(
    ("angle", "table"), [("hip_flexion_l", norms.HIP_FLEXION), ("knee_flexion_l", norms.KNEE_FLEXION)]
)
def test_exact_feet_leave_hips_and_knees_near_their_normal_course(
    walk: SyntheticMotion, angle: str, table: norms.Keys
) -> None:
    first_strike = int(np.argmax(np.diff(walk.contacts[:, 0].astype(int)) == 1)) + 1
    phase = (np.arange(walk.frame_count) - first_strike) / walk.fps / STRIDE_TIME
    misfit = np.degrees(walk.angles[angle] - norms.course(table)(phase))
    assert np.sqrt(np.mean(misfit**2)) < 3.0


def test_knees_and_elbows_never_hyperextend(walk: SyntheticMotion) -> None:
    for name in ("knee_flexion_l", "knee_flexion_r", "elbow_flexion_l", "elbow_flexion_r"):
        assert np.degrees(walk.angles[name].min()) > 1.0


def test_arms_swing_against_the_leg_of_their_side(walk: SyntheticMotion) -> None:
    for side in ("l", "r"):
        arm, leg = walk.angles[f"shoulder_flexion_{side}"], walk.angles[f"hip_flexion_{side}"]
        assert np.corrcoef(arm, leg)[0, 1] < -0.7


def test_head_looks_ahead_while_the_pelvis_turns(walk: SyntheticMotion) -> None:
    head = walk.joint_orientations[:, walk.body.index("Head")]
    gaze = rot.rotate(head, np.array([1.0, 0.0, 0.0]))
    assert np.degrees(rot.angle_between(gaze, np.array([1.0, 0.0, 0.0]))).max() < 6.0


def test_right_leg_repeats_the_left_half_a_stride_later() -> None:
    fps = 100.0 / STRIDE_TIME
    motion = make("walk", seconds=2.5 * STRIDE_TIME, fps=fps)
    half = round(0.5 * STRIDE_TIME * fps)
    for name in ("hip_flexion", "hip_abduction", "knee_flexion", "ankle_dorsiflexion", "toe_extension"):
        left, right = motion.angles[f"{name}_l"], motion.angles[f"{name}_r"]
        np.testing.assert_allclose(right[half:], left[:-half], atol=1e-9)


def test_movement_is_smooth(walk: SyntheticMotion) -> None:
    speeds = np.abs(np.diff(walk.joint_positions, axis=0)).max() * walk.fps
    assert speeds < 5.0
    for name, values in walk.angles.items():
        assert np.degrees(np.abs(np.diff(values)).max()) * walk.fps < 500.0, name


def test_a_slow_walk_is_half_as_fast_and_always_stands_on_some_foot() -> None:
    slow = make("slow_walk")
    travelled = slow.root_positions[-1, 0] - slow.root_positions[0, 0]
    speed = travelled * slow.fps / (slow.frame_count - 1)
    assert speed == pytest.approx(SLOW_STRIDE_LENGTH / SLOW_STRIDE_TIME, abs=0.02)
    assert speed < 0.55 * SPEED
    assert slow.contacts.any(axis=1).all()
    assert foot_speed(slow).max() < MAX_SLIDING
