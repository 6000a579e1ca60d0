"""Rate, unit and axes of keypoints come from the file, the user, or the body, in the right order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.keypoints.placing import USUAL_FPS, frame_rate, place_keypoints
from understudy.capture.keypoints.sets import COCO_18
from understudy.capture.keypoints.take import Take
from understudy.capture.keypoints.writing import VIEWS, ordered_points
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

TIMES = np.arange(11) / 25.0


def source(stated: Sidecar | None = None) -> Source:
    return Source(Path("take.json"), b"", sidecar=stated or Sidecar())


def take(times: np.ndarray | None = None, **stated: float) -> Take:
    return Take([], [], times, stated)


@pytest.mark.parametrize(
    ("stated", "found", "fps", "sentence"),
    [
        (Sidecar(fps=50.0), take(TIMES, fps=60.0), 50.0, "by take.capture.toml"),
        (None, take(TIMES, fps=60.0), 60.0, "as the file states"),
        (None, take(TIMES), 25.0, "by the frames' times"),
        (None, take(), USUAL_FPS, "are assumed, since nothing tells; state fps in take.capture.toml"),
        (None, None, USUAL_FPS, "are assumed"),
    ],
)
def test_rate_is_stated_or_timed_or_assumed(
    stated: Sidecar | None, found: Take | None, fps: float, sentence: str
) -> None:
    rate, about = frame_rate(source(stated), found)
    assert rate == pytest.approx(fps)
    assert sentence in about


@pytest.mark.parametrize("found", [take(fps=1e9), take(fps=1e-9), take(np.array([0.0, 1e9]))])
def test_senseless_rates_are_refused(found: Take) -> None:
    with pytest.raises(CaptureError, match="frames a second, expected 0.001 to 100000"):
        frame_rate(source(), found)


def place(recording: Recording, view: str, stated: Sidecar | None = None, **known: object) -> Recording:
    points = ordered_points(recording, COCO_18) @ VIEWS[view].T
    up, usual_up, unit = (known.get(name) for name in ("up", "usual_up", "unit"))
    assert up is None or isinstance(up, str)
    assert usual_up is None or isinstance(usual_up, str)
    assert unit is None or isinstance(unit, float)
    return place_keypoints(
        source(stated), "made up", COCO_18, points, 30.0, (), up=up, usual_up=usual_up, unit=unit
    )


def up_in(recording: Recording) -> str:
    (sentence,) = (note for note in recording.notes if note.startswith("In the file "))
    return sentence.split()[3]


def test_up_of_an_adult_is_along_the_body(walking: Recording) -> None:
    assert up_in(place(walking, "-y")) == "-y"
    assert up_in(place(walking, "z")) == "z"


def test_up_that_is_usual_gives_way_to_the_infant_only(walking: Recording, kicking: Recording) -> None:
    assert up_in(place(walking, "z", usual_up="-y")) == "-y"
    assert up_in(place(kicking, "-z", usual_up="-y")) == "-z"


def test_up_that_is_certain_gives_way_to_the_user_only(kicking: Recording) -> None:
    assert up_in(place(kicking, "-z", up="y")) == "y"
    assert up_in(place(kicking, "-z", Sidecar(up="x"), up="y")) == "x"


def leg(recording: Recording) -> float:
    hip, knee = (recording.points[:, COCO_18.names.index(name)] for name in ("LHip", "LKnee"))
    return float(np.median(np.linalg.norm(knee - hip, axis=1)))


def test_unit_that_is_certain_gives_way_to_the_user_only(walking: Recording) -> None:
    true = leg(place(walking, "z"))
    assert leg(place(walking, "z", unit=2.0)) == pytest.approx(2.0 * true)
    assert leg(place(walking, "z", Sidecar(unit=3.0), unit=2.0)) == pytest.approx(3.0 * true)
    halved = place(walking, "z", Sidecar(height=0.5 * 1.75), unit=2.0)
    assert leg(halved) == pytest.approx(0.5 * true, rel=0.01)
