"""Landmarks from markers: which are read off, which are computed, which are believed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.body import COMPUTED, MarkedBody, find_body
from understudy.capture.naming.marker_sets.catalogue import Match
from understudy.capture.naming.marker_sets.marker_set import MarkerSet, Offset
from understudy.capture.naming.marker_sets.markers import Markers
from understudy.capture.naming.names import spoken_as
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.motion.landmarks import LANDMARKS
from understudy.spatial import rotations as rot

UNIT = 0.001


def body_of(
    places: Markers, outputs: dict[str, np.ndarray] | None = None, unit: float | None = UNIT, **tables
) -> MarkedBody:
    """Return the body of markers that are labelled by their places in capitals, and of outputs."""
    outputs = outputs or {}
    names = [place.upper() for place in places.tracks] + [f"OUT_{name}" for name in outputs]
    points = np.stack([track.points for track in places.tracks.values()] + list(outputs.values()), axis=1)
    marker_set = MarkerSet(
        name="all",
        anatomy={place: ((place.upper(),),) for place in places.tracks},
        landmarks=tables.get("landmarks", {}),
        model_outputs={name: ((f"OUT_{name}",),) for name in outputs},
        offsets=tables.get("offsets", {}),
    )
    raw = RawCapture(Source(Path("a.c3d"), b""), "C3D", tuple(names), points, unit=unit, widths=places.widths)
    return find_body(raw, Match(marker_set, "", spoken_as(names)))


def track(body: MarkedBody, landmark: str) -> np.ndarray:
    return body.points[:, body.names.index(COMPUTED + landmark)]


def test_joints_of_the_made_up_person(marked_person, inner: tuple[str, ...]) -> None:
    places, joints = marked_person(*inner)
    body = body_of(places)
    for joint in ("hip", "knee", "ankle", "shoulder"):
        for side in "lr":
            assert np.allclose(track(body, f"{joint}_{side}"), joints[f"{joint}_{side}"], atol=1.0)
    assert body.landmark_points["mid_hip"] == ("*hip_l", "*hip_r")
    assert body.landmark_points["wrist_l"] == ("WRIST_THUMB_L", "WRIST_LITTLE_L")
    assert set(body.names) == {names[0] for names in body.landmark_points.values() if names[0] in body.names}
    assert "Harrington" in body.notes[0]
    assert "*knee_l" in body.notes[-1]


def test_most_landmarks_are_covered(marked_person) -> None:
    body = body_of(marked_person()[0])
    rest = {f"{name}_{side}" for name in ("clavicle", "fingertip", "thumb_tip") for side in "lr"}
    assert set(LANDMARKS) - set(body.landmark_points) == rest


def test_pairs_of_markers_need_no_computed_point(marked_person) -> None:
    body = body_of(marked_person()[0])
    assert body.landmark_points["knee_r"] == ("KNEE_OUTER_R", "KNEE_INNER_R")
    assert "*knee_r" not in body.names


def test_given_landmarks_go_first_and_guide_the_rest(marked_person, inner: tuple[str, ...]) -> None:
    places, joints = marked_person(*inner)
    tables = {"hip_l": (("PELVIS_FRONT_L",),)}
    body = body_of(places, landmarks=tables)
    assert body.landmark_points["hip_l"] == ("PELVIS_FRONT_L",)
    assert body.landmark_points["mid_hip"] == ("PELVIS_FRONT_L", "*hip_r")
    assert not np.allclose(track(body, "knee_l"), joints["knee_l"])


def test_model_outputs_are_used_where_markers_agree(marked_person, inner: tuple[str, ...]) -> None:
    places, joints = marked_person(*inner)
    body = body_of(places, {name: joints[name] + [0.0, 0.0, 20.0] for name in ("hip_l", "hip_r")})
    assert body.landmark_points["hip_l"] == ("OUT_hip_l",)
    assert body.landmark_points["mid_hip"] == ("OUT_hip_l", "OUT_hip_r")


def test_model_outputs_far_from_the_markers_are_not_believed(marked_person, inner: tuple[str, ...]) -> None:
    places, joints = marked_person(*inner)
    outputs = {name: joints[name].copy() for name in ("knee_l", "ankle_l", "knee_r", "ankle_r")}
    outputs["knee_r"] += [-50.0, 0.0, 0.0]
    body = body_of(places, outputs)
    for name in outputs:
        assert body.landmark_points[name] == (COMPUTED + name,)
    note = next(note for note in body.notes if "OUT_knee_r" in note)
    assert "up to 5.0 cm" in note


def test_model_outputs_stand_in_for_markers_that_are_missing(marked_person) -> None:
    places, joints = marked_person("knee", "ankle", "elbow", "pelvis", "sacrum")
    outputs = {name: joints[name] for name in ("hip_l", "knee_l", "elbow_l")}
    body = body_of(places, outputs)
    assert all(body.landmark_points[name] == (f"OUT_{name}",) for name in outputs)


def test_without_a_unit_outputs_cannot_be_checked_and_hips_are_bells(
    marked_person, inner: tuple[str, ...]
) -> None:
    places, joints = marked_person(*inner, unit=None)
    assert "Bell" in body_of(places, unit=None).notes[0]
    assert body_of(places, {"hip_l": joints["hip_l"] + 500.0}, unit=None).landmark_points["hip_l"] == (
        "OUT_hip_l",
    )


def test_a_gap_of_a_marker_is_a_gap_of_what_follows_from_it(marked_person, inner: tuple[str, ...]) -> None:
    places, _ = marked_person(*inner)
    places.tracks["knee_outer_l"].points[2] = np.nan
    body = body_of(places)
    for landmark, known in (("knee_l", False), ("ankle_l", False), ("knee_r", True), ("hip_l", True)):
        assert np.isfinite(track(body, landmark)[2]).all() == known
        assert np.isfinite(track(body, landmark)[[0, 1, 3]]).all()


@pytest.mark.parametrize("missing", [("knee",), ("pelvis", "sacrum"), ("shoulder",), ("head",)])
def test_missing_markers_leave_the_rest(marked_person, missing: tuple[str, ...]) -> None:
    body = body_of(marked_person(*missing)[0])
    assert len(body.landmark_points) > 10
    gone = {"knee": "knee_l", "pelvis": "hip_l", "shoulder": "shoulder_l", "head": "nose"}[missing[0]]
    assert gone not in body.landmark_points


@pytest.mark.parametrize(("metres", "share"), [(None, 0.25), (0.03, None)])
def test_a_landmark_beside_markers(marked_person, metres: float | None, share: float | None) -> None:
    places, _ = marked_person("head")
    heel, sacrum, neck = (("HEEL_L",),), (("SACRUM",),), (("NECK_BACK",),)
    offsets = {"head_top": Offset(heel, (sacrum, neck), metres, share)}
    moved = track(body_of(places, offsets=offsets), "head_top") - places["heel_l"].points
    line = places["neck_back"].points - places["sacrum"].points
    length = 30.0 if share is None else share * np.linalg.norm(line, axis=1, keepdims=True)
    assert np.allclose(moved, length * rot.normalise(line))


@pytest.mark.parametrize(("start", "unit"), [("X", UNIT), ("HEEL_L", None)])
def test_nothing_is_beside_markers_that_are_missing_nor_metres_away_without_a_unit(
    marked_person, start: str, unit: float | None
) -> None:
    along = ((("SACRUM",),), (("NECK_BACK",),))
    offsets = {"head_top": Offset(((start,),), along, 0.03, None)}
    assert "head_top" not in body_of(marked_person("head")[0], unit=unit, offsets=offsets).landmark_points
