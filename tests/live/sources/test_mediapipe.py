"""MediaPipe's points, by pictures and a detector of our own."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.errors import CaptureError
from understudy.live.sources.mediapipe import MediaPipeSource


class Film:
    """So many pictures, which are their own numbers."""

    def __init__(self, count: int) -> None:
        """Begin with the first."""
        self.count, self.next, self.is_open = count, 0, True

    def read(self) -> tuple[bool, Any]:
        self.next += 1
        return self.next <= self.count, self.next

    def get(self, what: int) -> float:
        return 200.0

    def release(self) -> None:
        self.is_open = False


def found(picture: int) -> Any:
    """Return what MediaPipe would: nobody in the second picture, and an ankle that it does not see."""
    if picture == 2:
        return SimpleNamespace(pose_world_landmarks=None)
    points = [
        SimpleNamespace(x=0.1 * row, y=1.0, z=float(picture), visibility=0.1 if row == 27 else 0.9)
        for row in range(33 if picture != 3 else 20)
    ]
    return SimpleNamespace(pose_world_landmarks=SimpleNamespace(landmark=points))


def test_people_in_a_film_are_seen_when_they_are_due() -> None:
    film = Film(4)
    source = MediaPipeSource("film.mp4", lambda _what: (film, found))
    source.start()
    seen = []
    while not source.is_over:
        seen += source.read(1.0)
    source.close()
    assert not film.is_open
    assert [each.time for each in seen] == [0.0, 3 / 200.0]
    assert seen[0].names == BLAZEPOSE_33.names
    np.testing.assert_allclose(seen[0].points[3], [0.3, 1.0, 1.0])
    assert np.isnan(seen[0].points[27]).all()
    assert (source.counts.received, source.counts.other, source.counts.malformed) == (4, 1, 1)


def test_without_the_package_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mediapipe", None)
    with pytest.raises(CaptureError, match="pip install mediapipe"):
        MediaPipeSource(0).start()
