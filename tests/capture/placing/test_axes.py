"""Up: the user, then the body, then the file, then what is usual; forward and handedness beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.force_plate import ForcePlate
from understudy.capture.placing.axes import Posture, find_forward, find_up, is_mirrored, say_if_lying
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.remarks import Remarks
from understudy.capture.placing.up.moments import Moments
from understudy.capture.placing.up.of_body import of_body
from understudy.capture.placing.world_axes import AXES
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.skeletons.reference_pose import ReferencePose
from understudy.capture.source import Source
from understudy.motion import Recording
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, make, record
from understudy.synth.formats.point_sets import LANDMARK_SET

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
    return find_up(posture, 60.0, Sidecar(up=up), remarks), remarks


def lying(recording: Recording) -> np.ndarray:
    """Return points of a person whose head is along x."""
    return rot.rotate(rot.from_axis_angle(AXES["y"], np.pi / 2.0), recording.points)


@pytest.fixture(scope="module")
def walk() -> Recording:
    """Four seconds of a walk."""
    return record(make("walk", seconds=4.0, fps=60.0), LANDMARK_SET, Corruption()).recording()


def test_the_user_goes_first_and_conflicts_are_warned_of(walk: Recording) -> None:
    up, remarks = up_of(posture_of(walk), "z")
    assert (up, remarks.notes) == ("z", ["In the file z is up, as the user states."])
    up, remarks = up_of(posture_of(walk, up="z"), "x")
    assert up == "x"
    assert "x is up, as the user states, though z would be" in remarks.warnings[0]


def test_a_walker_goes_before_the_file(walk: Recording) -> None:
    up, remarks = up_of(posture_of(walk, up="x"))
    assert up == "z"
    assert "x" in remarks.warnings[0]
    assert "as the file or its format says" in remarks.warnings[0]


def test_a_walker_goes_before_a_standing_pose(walk: Recording) -> None:
    posture = posture_of(walk)
    up, remarks = up_of(Posture(posture.raw, posture.tracks, STANDS))
    assert up == "z"
    assert "as the T-pose stands" in remarks.warnings[0]


def test_the_file_goes_before_a_body_that_nothing_carries(walk: Recording) -> None:
    """Who walks along a wall does not walk, but may swim."""
    up, remarks = up_of(posture_of(walk, lying(walk) + 0.1 * walk.points[:, :1], up="z", up_is_defined=True))
    assert up == "z"
    assert remarks.warnings


def test_a_body_upside_down_goes_before_the_file(walk: Recording) -> None:
    up, remarks = up_of(posture_of(walk, walk.points * UPSIDE_DOWN, up="z"))
    assert up == "-z"
    assert len(remarks.warnings) == 1


def test_what_understudy_wrote_goes_before_the_body(walk: Recording) -> None:
    assert up_of(posture_of(walk, walk.points * UPSIDE_DOWN, up="z", is_placed=True))[0] == "z"


def test_an_infant_on_its_back_goes_before_no_file(kicking: Recording) -> None:
    assert up_of(posture_of(kicking, up="z"))[0] == "z"
    assert up_of(posture_of(kicking, lying(kicking), up="x"))[0] == "x"


def test_an_infant_that_may_lie_under_a_camera_faces_up(kicking: Recording) -> None:
    up, remarks = up_of(posture_of(kicking, may_lie_under_camera=True))
    assert up == "z"
    assert "lies on its back under the camera and its chest faces there; state up" in remarks.notes[0]
    assert up_of(posture_of(kicking, may_lie_under_camera=True), "x")[0] == "x"


def test_the_body_goes_before_what_is_usual(walk: Recording) -> None:
    assert up_of(posture_of(walk, usual_up="-y"))[0] == "z"


def test_force_plates_tell_which_side_of_them_the_person_is_on(walk: Recording) -> None:
    corners = np.array([[0.0, 0.0, 0.0], [0.6, 0.0, 0.0], [0.6, 0.4, 0.0], [0.0, 0.4, 0.0]])
    empty = np.zeros((walk.frame_count, 3))
    for order in (1, -1):
        plates = (ForcePlate(corners[::order], empty, empty),)
        assert up_of(posture_of(walk, plates=plates, up="-z"))[0] == "z"


def test_one_that_tumbles_leaves_a_doubt(walking: Recording) -> None:
    tumbling = walking.points.copy()
    tumbling[::2] *= UPSIDE_DOWN
    _, remarks = up_of(posture_of(walking, tumbling))
    assert "it may be" in remarks.warnings[0]


@pytest.mark.parametrize("axis", list(AXES))
def test_a_fall_is_down(walk: Recording, axis: str) -> None:
    """A body in the air for 0.4 s, upright along no axis."""
    times = np.arange(96) / 240.0
    away = AXES[axis] * (2.0 * times - 0.5 * 9.81 * times**2)[:, None]
    turn = rot.shortest_arc(AXES[axis], rot.normalise(np.array([1.0, 0.9, 0.8])))
    points = rot.rotate(turn, walk.points[:1]) + away[:, None]
    tracks = landmark_tracks(walk.names, points, walk.landmark_points)
    moments = Moments.of(tracks, 240.0, 1.75, is_centred=False)
    assert moments is not None
    (found,) = [each for each in of_body(moments, 0.0, 9.81 / 1.75) if each.words == "the body falls"]
    assert all(found.odds(axis, other) > 3.0 for other in AXES if other != axis)


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
