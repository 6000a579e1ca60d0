"""Up: the user, then the body, then the file, then what is usual; forward and handedness beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.placing.axes import Posture, find_forward, find_up, is_mirrored, say_if_lying
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.world_axes import AXES
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.skeletons.reference_pose import ReferencePose
from understudy.capture.source import Source
from understudy.motion import Recording
from understudy.spatial import rotations as rot

UPSIDE_DOWN = np.array([1.0, -1.0, -1.0])
STANDS = ReferencePose("the T-pose", np.zeros((1, 3)), rot.IDENTITY[None], {}, "y")


def posture_of(recording: Recording, points: np.ndarray | None = None, **options: Any) -> Posture:
    raw = RawCapture(
        Source(Path("take.txt"), b""),
        "some",
        recording.names,
        recording.points if points is None else points,
        landmark_points=recording.landmark_points,
        **options,
    )
    return Posture(raw, landmark_tracks(raw.names, raw.points, raw.landmark_points))


def up_of(posture: Posture, up: str | None = None) -> tuple[str, Remarks]:
    remarks = Remarks()
    return find_up(posture, Sidecar(up=up), remarks), remarks


def lying(recording: Recording) -> np.ndarray:
    """Return points of a person whose head is along x."""
    return rot.rotate(rot.from_axis_angle(AXES["y"], np.pi / 2.0), recording.points)


def sitting(walking: Recording) -> Posture:
    """Return a body that holds itself along z but need not stand: one that hardly moves, with bent knees."""
    points = np.tile(walking.points[:1], (5, 1, 1))
    for landmark, names in walking.landmark_points.items():
        if landmark.startswith(("knee", "ankle", "toe", "heel")):
            points[:, [walking.names.index(name) for name in names]] += [0.3, 0.0, 0.25]
    return posture_of(walking, points, up="x")


def test_the_user_goes_first_and_conflicts_are_warned_of(walking: Recording) -> None:
    up, remarks = up_of(posture_of(walking), "x")
    assert (up, remarks.notes) == ("x", ["In the file x is up, as the user states."])
    up, remarks = up_of(posture_of(walking, up="z"), "x")
    assert up == "x"
    assert remarks.warnings == [
        "x is up, as the user states, though z would be up, as the file or its format says."
    ]


def test_a_walker_goes_before_the_file(walking: Recording) -> None:
    up, remarks = up_of(posture_of(walking, up="y"))
    assert up == "z"
    assert "though y would be up, as the file or its format says; state up = y" in remarks.warnings[0]


def test_a_walker_goes_before_a_standing_pose(walking: Recording) -> None:
    posture = posture_of(walking)
    up, remarks = up_of(Posture(posture.raw, posture.tracks, STANDS))
    assert up == "z"
    assert "though y would be up, as the T-pose stands" in remarks.warnings[0]


def test_the_file_goes_before_a_body_that_need_not_stand(walking: Recording) -> None:
    up, remarks = up_of(sitting(walking))
    assert up == "x"
    assert remarks.warnings == []


def test_a_body_upside_down_goes_before_the_file(walking: Recording) -> None:
    up, remarks = up_of(posture_of(walking, walking.points * UPSIDE_DOWN, up="z"))
    assert up == "-z"
    assert len(remarks.warnings) == 1


def test_what_understudy_wrote_goes_before_the_body(walking: Recording) -> None:
    up, remarks = up_of(posture_of(walking, walking.points * UPSIDE_DOWN, up="z", is_placed=True))
    assert (up, remarks.warnings) == ("z", [])


def test_an_infant_overrules_no_file(kicking: Recording) -> None:
    for points in (kicking.points, lying(kicking), kicking.points * UPSIDE_DOWN):
        for up in ("z", "x"):
            assert up_of(posture_of(kicking, points, up=up))[0] == up


def test_an_infant_that_may_lie_under_a_camera_faces_up(kicking: Recording) -> None:
    up, remarks = up_of(posture_of(kicking, may_lie_under_camera=True))
    assert up == "z"
    assert "taken to lie on its back under the camera" in remarks.notes[0]
    assert up_of(posture_of(kicking, may_lie_under_camera=True), "x")[0] == "x"


def test_the_body_goes_before_what_is_usual(walking: Recording) -> None:
    up, remarks = up_of(posture_of(walking, usual_up="-y"))
    assert (up, remarks.warnings) == ("z", [])


@pytest.mark.parametrize(("usual", "expected"), [("-y", "-y"), (None, "y")])
def test_without_an_upright_body_up_is_as_usual(walking: Recording, usual: str | None, expected: str) -> None:
    tumbling = walking.points.copy()
    tumbling[::2] *= UPSIDE_DOWN
    up, remarks = up_of(posture_of(walking, tumbling, usual_up=usual))
    assert up == expected
    assert remarks.notes == [
        f"In the file {expected} is up, as is usual, since the body is upright along no axis."
    ]


def test_forward_is_as_the_file_states_while_its_up_holds(walking: Recording) -> None:
    posture, remarks = posture_of(walking, up="z", forward="-y"), Remarks()
    np.testing.assert_array_equal(find_forward(posture, "z", 30.0, remarks), AXES["-y"])
    assert remarks.notes == ["By the file -y is forward."]
    assert abs(find_forward(posture, "x", 30.0, remarks) @ AXES["x"]) < 1e-12


def test_forward_is_where_the_person_faces_at_first(walking: Recording) -> None:
    remarks = Remarks()
    forward = find_forward(posture_of(walking), "z", 30.0, remarks)
    assert forward @ AXES["x"] > 0.95
    assert remarks.notes == ["Forward is x or near it, as the person faces x at first."]


def test_who_shows_no_sides_faces_where_is_usual(walking: Recording) -> None:
    posture, remarks = posture_of(walking), Remarks()
    neck = Posture(posture.raw, {"neck": posture.tracks["neck"]})
    np.testing.assert_array_equal(find_forward(neck, "-z", 30.0, remarks), AXES["x"])
    assert "x is taken as forward" in remarks.notes[0]


def test_limbs_tell_mirrored_axes(walking: Recording) -> None:
    remarks = Remarks()
    assert not is_mirrored(posture_of(walking, usually_mirrored=True), "z", remarks)
    assert remarks.notes == remarks.warnings == []
    flipped = walking.points * np.array([-1.0, 1.0, 1.0])
    assert is_mirrored(posture_of(walking, flipped), "z", remarks)
    assert "x was reversed, as the file seems mirrored: knees and feet" in remarks.warnings[0]
    assert is_mirrored(posture_of(walking, flipped, usually_mirrored=True), "z", remarks)
    assert "x was reversed, as the file's axes are left-handed" in remarks.notes[0]


def test_limbs_of_a_lying_body_tell_nothing(walking: Recording) -> None:
    remarks = Remarks()
    flipped = lying(walking) * np.array([-1.0, 1.0, 1.0])
    assert not is_mirrored(posture_of(walking, flipped), "z", remarks)
    assert is_mirrored(posture_of(walking, flipped, usually_mirrored=True), "z", remarks)
    assert "those of some usually are" in remarks.notes[0]


def test_lying_bodies_are_said_to_lie(walking: Recording) -> None:
    for points, expected in ((walking.points, 0), (lying(walking), 1)):
        remarks = Remarks()
        say_if_lying(posture_of(walking, points).tracks, "z", remarks)
        assert len(remarks.notes) == expected
    remarks = Remarks()
    say_if_lying({"neck": walking.points[:, 0]}, "z", remarks)
    say_if_lying(posture_of(walking, np.full_like(walking.points, np.nan)).tracks, "z", remarks)
    assert remarks.notes == []
