"""What a motion shows of limbs, what a fit would add, and who sits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.export.captures.trc import write_trc
from understudy.human import Human, fit_human
from understudy.human.body.markers import BODY_MARKERS
from understudy.human.coverage import (
    is_seated,
    missing_limbs,
    missing_warning,
    posture_advice,
    shown_by_fit,
)
from understudy.human.fit.fitted_body import attached_places, landmark_places
from understudy.motion import HumanMotion, Recording, Subject
from understudy.takes import read_take

HUMAN = Human(height=1.75, subset="no_hands")
LEGS = ("thigh_l", "thigh_r", "shin_l", "shin_r")


def motion_of(**degrees: float) -> HumanMotion:
    """Return two frames of a person whose joints are turned."""
    q = np.tile(HUMAN.home, (2, 1))
    for joint, angle in degrees.items():
        q[:, 7 + HUMAN.joints.index(f"{joint}_joint")] = np.radians(angle)
    return HumanMotion(tuple(HUMAN.landmarks), landmark_places(HUMAN, q), 30.0)


def without(human: HumanMotion, *parts: str) -> HumanMotion:
    kept = [index for index, name in enumerate(human.names) if not name.startswith(parts)]
    names = tuple(human.names[index] for index in kept)
    return HumanMotion(names, human.landmarks[:, kept], human.fps)


def test_missing_limbs_are_named() -> None:
    whole = motion_of()
    assert missing_limbs(whole) == ()
    assert missing_warning(()) is None
    lacking = without(whole, "knee", "ankle")
    assert set(missing_limbs(lacking)) == set(LEGS)
    assert "left thigh, right thigh, left shin and right shin" in (
        missing_warning(missing_limbs(lacking)) or ""
    )
    assert "the left forearm:" in (missing_warning(["forearm_l"]) or "")


def test_who_sits_and_who_shows_no_legs_is_advised() -> None:
    assert posture_advice(motion_of()) is None
    seated = motion_of(LHx=88.0, RHx=88.0, LKx=-85.0, RKx=-85.0)
    assert is_seated(seated)
    assert "the person sits" in (posture_advice(seated) or "")
    assert "no leg is seen" in (posture_advice(without(motion_of(), "knee", "ankle")) or "")
    squat = motion_of(LHx=94.0, RHx=94.0, LKx=-128.0, RKx=-128.0, BPx=-45.0, BTx=-30.0)
    assert not is_seated(squat) or posture_advice(squat) is not None
    lying = HumanMotion(seated.names, seated.landmarks[:, :, [2, 1, 0]] * [1.0, 1.0, -1.0], 30.0)
    assert not is_seated(lying)


def marked(labels: tuple[str, ...]) -> Recording:
    q = np.tile(HUMAN.home, (30, 1))
    bend = np.radians(40.0 + 30.0 * np.sin(np.linspace(0.0, 9.0, 30)))
    for joint, sign in (("LKx", -1.0), ("RKx", -1.0), ("LHx", 0.6), ("RHx", 0.5), ("LEx", 1.0), ("REx", 0.8)):
        q[:, 7 + HUMAN.joints.index(f"{joint}_joint")] = sign * bend
    places = attached_places(HUMAN, [HUMAN.markers[label] for label in labels], q)
    pair = {"shoulder_l": ("LSHO",), "shoulder_r": ("RSHO",), "elbow_l": ("LAEL",), "elbow_r": ("RAEL",)}
    pair = {name: points for name, points in pair.items() if points[0] in labels}
    return Recording(
        labels, places, 30.0, landmark_points=pair, subject=Subject(height=1.75), dialect="C3D (MMM)"
    )


def test_a_fit_shows_what_markers_tell() -> None:
    recording = marked(BODY_MARKERS)
    bare = without(motion_of(), "knee", "ankle", "elbow")
    assert set(LEGS) <= set(shown_by_fit(recording, bare))
    assert shown_by_fit(recording, motion_of()) == ()
    upper = marked(
        tuple(
            label
            for label in BODY_MARKERS
            if label[1:] not in ("KNE", "TIP", "ANK", "HEE", "MT1", "MT5", "TOE", "THI")
        )
    )
    assert not set(LEGS) & set(shown_by_fit(upper, bare))
    landmarks_only = replace(recording, dialect="CSV (landmarks)")
    assert shown_by_fit(landmarks_only, bare) == ()


def test_a_fit_knows_only_what_points_tell_of() -> None:
    legs = tuple(
        label
        for label in BODY_MARKERS
        if label[1:] in ("ASI", "PSI", "HIP", "THI", "KNE", "TIP", "ANK", "HEE", "MT1", "MT5", "TOE")
    )
    motion = fit_human(marked(legs))
    assert set(missing_limbs(motion)) == {"upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r"}
    assert "chest" not in motion.frames
    assert {"pelvis", "foot_l", "foot_r"} <= set(motion.frames)


def test_a_capture_whose_joints_need_a_fit_is_fitted(tmp_path: Path) -> None:
    labels = tuple(label for label in BODY_MARKERS if label[1:] not in ("KNE", "THI"))
    recording = marked(labels)
    write_trc(tmp_path / "run.trc", replace(recording, landmark_points={}))
    take = read_take(tmp_path / "run.trc")
    assert missing_limbs(take.human) == ()
    assert "the reference human was fitted to the markers" in take.warnings[0]
    knee = take.human.landmark("knee_l")[0]
    assert np.linalg.norm(np.ptp(knee, axis=0)) > 0.1
