"""Fingertip markers to the 23-DoF hand, with the truth from the hand's own forward kinematics."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.human import Human
from understudy.human.hand_conversion import hand_from_markers, hand_markers_of
from understudy.motion import Recording
from understudy.spatial import rotations as rot

PALM_AND_TIPS = ("PM", "HTS", "HPS", "TFP", "IFP", "MFP", "RFP", "LFP")
FRAMES = 40
REACHED = 1e-6


@pytest.fixture(scope="module")
def adult() -> Human:
    return Human(height=1.78, mass=75.0)


def performed(human: Human, side: str, share: float = 0.8) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return coordinates (T, nq) in which a hand opens and closes somehow, and the markers on it (T, 3).

    The hand is stretched in the first frame; the arm moves, too.
    """
    rng = np.random.default_rng(11)
    q = np.tile(human.home, (FRAMES, 1))
    progress = np.linspace(0.0, 1.0, FRAMES)[:, None]
    for k, name in enumerate(human.joints):
        if name.startswith(side.upper()):
            lower, upper = human.model.joint(name).range
            q[:, 7 + k] = (progress * (lower + rng.uniform(1.0 - share, share) * (upper - lower))).ravel()
    data = mujoco.MjData(human.model)
    markers = {name: np.empty((FRAMES, 3)) for name in PALM_AND_TIPS}
    for frame in range(FRAMES):
        data.qpos[:] = q[frame]
        mujoco.mj_kinematics(human.model, data)
        for name, track in markers.items():
            spot = human.markers[f"{side.upper()}{name}"]
            track[frame] = data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.point
    return q, markers


@pytest.mark.parametrize("side", ["l", "r"])
def test_fingertips_are_reproduced(adult: Human, side: str) -> None:
    _, markers = performed(adult, side)
    hand = hand_from_markers(adult, side, markers)
    assert len(hand.joints) == 23
    assert set(hand.joints) <= set(adult.joints)
    assert hand.ratio == pytest.approx(1.0)
    assert hand.valid.all()
    assert hand.residuals.max() < REACHED
    ranges = np.array([adult.model.joint(name).range for name in hand.joints])
    assert (hand.angles >= ranges[:, 0] - 1e-12).all()
    assert (hand.angles <= ranges[:, 1] + 1e-12).all()


def test_angles_put_on_the_body_bring_the_tips_there(adult: Human) -> None:
    q, markers = performed(adult, "r")
    hand = hand_from_markers(adult, "r", markers)
    played = np.array(q)
    played[:, [7 + adult.joints.index(name) for name in hand.joints]] = hand.angles
    data = mujoco.MjData(adult.model)
    for frame in range(FRAMES):
        data.qpos[:] = played[frame]
        mujoco.mj_kinematics(adult.model, data)
        for name in ("TFP", "IFP", "LFP"):
            spot = adult.markers[f"R{name}"]
            tip = data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.point
            np.testing.assert_allclose(tip, markers[name][frame], atol=2.0 * REACHED)


def test_a_finger_bent_by_equal_angles_gets_its_angles_back(adult: Human) -> None:
    q = np.array(adult.home)
    bent = {
        "RIndexMCPx_joint": 0.1,
        "RIndexMCPy_joint": 0.5,
        "RIndexPIPy_joint": 0.7,
        "RIndexDIPy_joint": 0.7,
    }
    for name, angle in bent.items():
        q[7 + adult.joints.index(name)] = angle
    data = mujoco.MjData(adult.model)
    tracks = {name: np.empty((2, 3)) for name in PALM_AND_TIPS}
    for frame, pose in enumerate((adult.home, q)):
        data.qpos[:] = pose
        mujoco.mj_kinematics(adult.model, data)
        for name, track in tracks.items():
            spot = adult.markers[f"R{name}"]
            track[frame] = data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.point
    hand = hand_from_markers(adult, "r", tracks)
    for name, angle in bent.items():
        assert hand.angles[1, hand.joints.index(name)] == pytest.approx(angle, abs=1e-6)


def test_a_larger_hand_is_scaled(adult: Human) -> None:
    _, markers = performed(adult, "r")
    turn = rot.from_rotation_vector(np.array([0.4, 2.0, -1.0]))
    giant = {name: 1.4 * rot.rotate(turn, track) + [3.0, 0.0, 1.0] for name, track in markers.items()}
    same, scaled = (hand_from_markers(adult, "r", each) for each in (markers, giant))
    assert scaled.ratio == pytest.approx(1.4)
    np.testing.assert_allclose(scaled.angles, same.angles, atol=1e-5)


def test_unseen_tips_keep_their_fingers_angles(adult: Human) -> None:
    _, markers = performed(adult, "l")
    markers["IFP"] = np.array(markers["IFP"])
    markers["IFP"][10:20] = np.nan
    del markers["LFP"]
    hand = hand_from_markers(adult, "l", markers)
    column = hand.joints.index("LIndexPIPy_joint")
    assert not hand.valid[10:20, column].any()
    np.testing.assert_array_equal(hand.angles[10:20, column], hand.angles[9, column])
    assert np.isnan(hand.residuals[10:20, hand.fingers.index("IFP")]).all()
    assert len(hand.joints) == 18


def test_tips_out_of_reach_are_reached_for(adult: Human) -> None:
    _, markers = performed(adult, "r")
    markers["RFP"] = markers["RFP"] + np.where(np.arange(FRAMES)[:, None] > 5, [0.3, 0.0, 0.0], 0.0)
    hand = hand_from_markers(adult, "r", markers)
    assert hand.residuals[10:, hand.fingers.index("RFP")].min() > 0.05
    assert np.isfinite(hand.angles).all()


def test_what_cannot_be_converted_is_refused(adult: Human) -> None:
    _, markers = performed(adult, "r")
    with pytest.raises(InvalidMotionError, match="the right hand has no marker 'HTS'"):
        hand_from_markers(adult, "r", {name: track for name, track in markers.items() if name != "HTS"})
    with pytest.raises(InvalidMotionError, match="has no fingers, expected 'full'"):
        hand_from_markers(adult.with_subset("no_hands"), "r", markers)
    blind = markers | {"PM": np.full((FRAMES, 3), np.nan)}
    with pytest.raises(InvalidMotionError, match="in no frame seen"):
        hand_from_markers(adult, "r", blind)


def test_hand_markers_are_found_by_their_labels() -> None:
    names = ("Ann:RPM", "Ann:RIFP", "Ann:LPM", "C7")
    valid = np.array([[True, False, True, True]] * 2)
    recording = Recording(names, np.ones((2, 4, 3)), 100.0, valid=valid)
    found = hand_markers_of(recording, "r")
    assert set(found) == {"PM", "IFP"}
    assert np.isnan(found["IFP"]).all()
