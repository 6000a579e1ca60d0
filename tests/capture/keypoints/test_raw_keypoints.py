"""Rate, unit and axes of keypoints come from the file, the user, or the body, in the right order."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.keypoints.raw_keypoints import USUAL_FPS, disproportion, raw_keypoints, tell_set
from understudy.capture.keypoints.sets import BODY_25, BODY_25B, COCO_18, MINI_RGBD_25, KeypointSet
from understudy.capture.keypoints.take import Take
from understudy.capture.placing.place import place
from understudy.capture.placing.rate import in_even_time
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.keypoints import VIEWS, ordered_points
from understudy.motion import Recording

TIMES = np.arange(11) / 25.0


def source(stated: Sidecar | None = None) -> Source:
    return Source(Path("take.json"), b"", sidecar=stated or Sidecar())


def take(times: np.ndarray | None = None, **stated: float) -> Take:
    return Take([], [], times, stated)


def raw_of(points: np.ndarray, found: Take | None = None) -> RawCapture:
    return raw_keypoints(source(), "made up", COCO_18, points, found, ())


@pytest.mark.parametrize(
    ("stated", "found", "fps", "sentence"),
    [
        (Sidecar(fps=50.0), take(TIMES, fps=60.0), 50.0, "as the user states, though the file says 60"),
        (Sidecar(fps=50.0), take(TIMES), 50.0, "as the user states, though the file says 25"),
        (Sidecar(fps=50.0), take(), 50.0, "as the user states."),
        (Sidecar(), take(TIMES, fps=60.0), 60.0, ""),
        (Sidecar(), take(TIMES), 25.0, ""),
        (Sidecar(), take(), USUAL_FPS, "are assumed, since nothing tells; state fps on the command line or"),
        (Sidecar(), None, USUAL_FPS, "are assumed"),
    ],
)
def test_rate_is_stated_or_timed_or_assumed(
    stated: Sidecar, found: Take | None, fps: float, sentence: str
) -> None:
    remarks = Remarks()
    _, rate = in_even_time(raw_of(np.zeros((len(TIMES), COCO_18.size, 3)), found), stated, remarks)
    assert rate == pytest.approx(fps)
    assert sentence in " ".join([*remarks.notes, *remarks.warnings])


@pytest.mark.parametrize("found", [take(fps=1e9), take(fps=1e-9), take(1e-9 * np.arange(11.0))])
def test_senseless_rates_are_refused(found: Take) -> None:
    raw = raw_of(np.zeros((len(TIMES), COCO_18.size, 3)), found)
    with pytest.raises(CaptureError, match="a second, expected"):
        in_even_time(raw, Sidecar(), Remarks())


def test_landmarks_are_those_that_are_seen_at_least_once() -> None:
    points = np.zeros((3, COCO_18.size, 3))
    points[:, COCO_18.names.index("LHip")] = np.nan
    raw = raw_of(points)
    assert "hip_l" not in raw.landmark_points
    assert raw.landmark_points["hip_r"] == ("RHip",)


def placed(recording: Recording, view: str, stated: Sidecar | None = None, **known: Any) -> Recording:
    points = ordered_points(recording, COCO_18) @ VIEWS[view].T
    return place(replace(raw_of(points), **known), stated or Sidecar())


def up_in(recording: Recording) -> str:
    said = [*recording.notes, *recording.warnings]
    (sentence,) = (note for note in said if re.search(r"(^| )-?[xyz] is up", note))
    found = re.search(r"(-?[xyz]) is up", sentence)
    assert found is not None
    return found.group(1)


def test_up_of_an_adult_is_along_the_body(walking: Recording) -> None:
    assert up_in(placed(walking, "-y")) == "-y"
    assert up_in(placed(walking, "z")) == "z"


def test_up_that_is_usual_gives_way_to_the_body(walking: Recording, kicking: Recording) -> None:
    assert up_in(placed(walking, "z", usual_up="-y")) == "z"
    assert up_in(placed(kicking, "-z", usual_up="-y")) == "-z"


def test_up_that_the_file_states_gives_way_to_a_walker_but_to_no_infant(
    walking: Recording, kicking: Recording
) -> None:
    walker = placed(walking, "z", up="-z")
    assert up_in(walker) == "z"
    assert any("-z" in warning and "as the file" in warning for warning in walker.warnings)
    assert up_in(placed(kicking, "-z", up="y")) == "y"


def test_the_users_up_gives_way_to_nothing(walking: Recording, kicking: Recording) -> None:
    assert up_in(placed(kicking, "-z", Sidecar(up="x"), up="y")) == "x"
    assert up_in(placed(walking, "z", Sidecar(up="x"))) == "x"


def leg(recording: Recording) -> float:
    hip, knee = (recording.points[:, COCO_18.names.index(name)] for name in ("LHip", "LKnee"))
    return float(np.median(np.linalg.norm(knee - hip, axis=1)))


def test_unit_of_the_file_gives_way_to_a_body_of_no_persons_size(walking: Recording) -> None:
    true = leg(placed(walking, "z"))
    assert leg(placed(walking, "z", unit=1.2)) == pytest.approx(1.2 * true)
    giant = placed(walking, "z", unit=2.0)
    assert leg(giant) == pytest.approx(true)
    assert any("as the file states, the person would be" in warning for warning in giant.warnings)


def test_the_users_unit_and_height_give_way_to_nothing(walking: Recording) -> None:
    true = leg(placed(walking, "z"))
    tripled = placed(walking, "z", Sidecar(unit=3.0), unit=2.0)
    assert leg(tripled) == pytest.approx(3.0 * true)
    assert any("as stated, the person is" in warning for warning in tripled.warnings)
    halved = placed(walking, "z", Sidecar(height=0.5 * 1.75), unit=1.0)
    assert leg(halved) == pytest.approx(0.5 * true, rel=0.01)
    assert any("all lengths were scaled to 0.875 m" in warning for warning in halved.warnings)


SETS = (BODY_25, BODY_25B, MINI_RGBD_25)
PROPORTIONED = 0.05
CLEARLY_WRONG = 0.4


@pytest.mark.parametrize("keypoints", SETS, ids=lambda each: each.name)
@pytest.mark.parametrize("frames", [slice(None), slice(3, 4)])
@pytest.mark.parametrize("performer", ["walking", "kicking"])
def test_the_right_set_is_told(
    keypoints: KeypointSet, frames: slice, performer: str, request: pytest.FixtureRequest
) -> None:
    points = ordered_points(request.getfixturevalue(performer), keypoints)[frames]
    found, notes = tell_set(SETS, points)
    assert found is keypoints
    assert disproportion(keypoints, points) < PROPORTIONED
    assert min(disproportion(other, points) for other in SETS if other is not keypoints) > CLEARLY_WRONG
    assert notes[0].startswith(f"The 25 keypoints are taken as {keypoints.name}, ")


def test_noise_and_gaps_do_not_confuse_it(walking: Recording) -> None:
    rng = np.random.default_rng(3)
    points = ordered_points(walking, BODY_25) + rng.normal(scale=0.03, size=(walking.frame_count, 25, 3))
    points[rng.random(points.shape[:2]) < 0.3] = np.nan
    assert tell_set(SETS, points)[0] is BODY_25


def test_nothing_is_said_where_there_is_no_choice() -> None:
    assert tell_set((COCO_18,), np.full((1, 18, 3), np.nan)) == (COCO_18, [])


def test_unseen_points_do_no_harm() -> None:
    assert tell_set(SETS, np.full((2, 25, 3), np.nan))[0] in SETS
