"""What landmarks show of lengths, and what a fit makes of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.human import FitPlan, Human, fit_human
from understudy.human.fit.fitted_body import landmark_places
from understudy.human.fit.seen_lengths import BIAS, FEWEST_FRAMES, JOINT_DEVIATION, SeenLength, seen_lengths
from understudy.human.fit.targets import Targets, find_targets
from understudy.motion import HumanMotion, Recording

FPS = 50.0
FRAMES = 150
LONG_THIGH, SHORT_SHIN, BROAD = 1.1, 0.9, 1.25
"""Shares of the median body's lengths that nobody would expect."""

LIMB_ERROR, TRUNK_ERROR = 0.005, 0.010
LIMBS = ("upper_arm", "forearm", "thigh", "shin", "hip_half_width")
TRUNK = ("pelvis", "abdomen", "clavicle_height")
JITTER = 0.01


def reaching(human: Human) -> np.ndarray:
    """Return poses (T, nq) of a person who lifts arms and bends aside on straight legs."""
    course = np.sin(np.linspace(0.0, 2.0 * np.pi, FRAMES)) ** 2
    q = np.tile(human.home, (FRAMES, 1))
    for joint, most in {"LSx_joint": 1.5, "RSx_joint": 0.8, "LEx_joint": 1.0, "BTy_joint": 0.3}.items():
        q[:, 7 + human.joints.index(joint)] = most * course
    return q


@pytest.fixture(scope="module")
def unusual() -> Human:
    """Return a person whose proportions are far from the median's."""
    median = Human(height=1.70, subset="no_hands")
    changes = {"thigh": LONG_THIGH, "shin": SHORT_SHIN, "hip_half_width": BROAD}
    return median.with_lengths({name: share * median.lengths[name].value for name, share in changes.items()})


@pytest.fixture(scope="module")
def capture(unusual: Human) -> HumanMotion:
    """Return the joints of that person as a skeleton file has them."""
    return HumanMotion(tuple(unusual.landmarks), landmark_places(unusual, reaching(unusual)), FPS)


def by_name(targets: Targets) -> dict[str, SeenLength]:
    return {next(iter(seen.parts)): seen for seen in seen_lengths(targets)}


def test_a_segment_between_joints_is_as_long_as_they_are_apart(unusual: Human, capture: HumanMotion) -> None:
    found = by_name(find_targets(capture, unusual))
    assert found["thigh_l"].value == pytest.approx(unusual.lengths["thigh"].value, abs=1e-9)
    assert found["thigh_l"].deviation == pytest.approx(JOINT_DEVIATION)
    assert found["hip_half_width_l"].value == pytest.approx(
        2.0 * unusual.lengths["hip_half_width"].value, abs=1e-9
    )


def test_a_length_that_changes_is_believed_less(unusual: Human, capture: HumanMotion) -> None:
    targets = find_targets(capture, unusual)
    places = targets.places.copy()
    knee = targets.names.index("knee_l")
    places[:, knee, 2] += JITTER * np.where(np.arange(FRAMES) % 2, 1.0, -1.0)
    found = by_name(replace(targets, places=places))
    assert found["thigh_l"].deviation == pytest.approx(np.hypot(JOINT_DEVIATION, BIAS * JITTER), rel=0.01)
    assert found["thigh_r"].deviation == pytest.approx(JOINT_DEVIATION)


def test_markers_and_a_few_frames_show_no_length(unusual: Human, capture: HumanMotion) -> None:
    labels = ("C7", "CLAV", "STRN", "T10", "LKNE", "RKNE", "LANK", "RANK", "LELB", "RELB", "LTOE", "RTOE")
    recording = Recording(labels, np.zeros((FRAMES, 12, 3)), FPS, dialect="C3D (Plug-in Gait)")
    assert seen_lengths(find_targets(recording, unusual)) == []
    targets = find_targets(capture, unusual)
    few = replace(targets, places=targets.places[: FEWEST_FRAMES - 1], seen=targets.seen[: FEWEST_FRAMES - 1])
    assert seen_lengths(few) == []


def test_what_the_capture_lacks_shows_no_length(unusual: Human, capture: HumanMotion) -> None:
    targets = find_targets(capture, unusual)
    seen = targets.seen.copy()
    seen[:, targets.names.index("knee_l")] = False
    found = by_name(replace(targets, seen=seen))
    assert "thigh_l" not in found
    assert "shin_l" not in found
    assert "thigh_r" in found


@pytest.mark.parametrize("is_symmetric", [True, False])
def test_straight_legs_tell_their_lengths(unusual: Human, capture: HumanMotion, is_symmetric: bool) -> None:
    motion = fit_human(capture, plan=FitPlan(frames=60, is_symmetric=is_symmetric))
    side = "" if is_symmetric else "_l"
    for name in LIMBS:
        true = unusual.lengths[name].value
        assert motion.lengths[name + side] == pytest.approx(true, abs=LIMB_ERROR), name
    found = sum(motion.lengths[name + (side if name == "clavicle_height" else "")] for name in TRUNK)
    assert found == pytest.approx(sum(unusual.lengths[name].value for name in TRUNK), abs=TRUNK_ERROR)
