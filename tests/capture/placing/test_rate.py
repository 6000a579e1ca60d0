"""The rate: the user, then times, then the file, then what is usual; frames are moved to even time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.placing.rate import in_even_time
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.spatial import rotations as rot

FRAMES = 40
FPS = 25.0
TIMES = np.arange(FRAMES) / FPS
KEPT = np.r_[0:10, 15:FRAMES]
"""Frames that are left where five were lost."""


def raw_of(frames: np.ndarray | None = None, **options: Any) -> RawCapture:
    """Return a capture of one point whose x is the number of its frame."""
    frames = np.arange(FRAMES) if frames is None else frames
    points = np.stack([frames, 0.0 * frames, 0.0 * frames], axis=1)[:, None].astype(float)
    return RawCapture(Source(Path("take.txt"), b""), "some", ("a",), points, **options)


def evened(raw: RawCapture, fps: float | None = None) -> tuple[RawCapture, float, Remarks]:
    remarks = Remarks()
    raw, found = in_even_time(raw, Sidecar(fps=fps), remarks)
    return raw, found, remarks


def test_the_user_goes_before_times_file_and_custom() -> None:
    _, fps, remarks = evened(raw_of(times=TIMES, fps=FPS, usual_fps=30.0), 50.0)
    assert fps == 50.0
    assert remarks.warnings == ["50 frames a second, as the user states, though the file says 25."]


def test_a_user_who_agrees_with_the_file_is_not_contradicted() -> None:
    choices: tuple[dict[str, Any], ...] = ({"times": TIMES}, {"fps": FPS}, {})
    for options in choices:
        raw = raw_of(**options)
        same, fps, remarks = evened(raw, 25.0)
        assert same is raw
        assert (fps, remarks.warnings) == (25.0, [])


def test_times_go_before_the_files_rate() -> None:
    _, fps, remarks = evened(raw_of(times=TIMES, fps=60.0))
    assert fps == FPS
    assert "The header states 60 frames a second, but its times make it 25." in remarks.notes


def test_the_files_rate_goes_before_what_is_usual() -> None:
    assert evened(raw_of(fps=FPS, usual_fps=30.0))[1] == FPS


def test_what_is_usual_is_said_aloud() -> None:
    _, fps, remarks = evened(raw_of(usual_fps=30.0))
    assert fps == 30.0
    assert remarks.warnings == [
        "30 frames a second are assumed, since nothing tells; state fps on the command line or in "
        "take.capture.toml otherwise."
    ]


@pytest.mark.parametrize("times", [None, np.zeros(1)])
def test_without_anything_the_rate_is_asked_for(times: np.ndarray | None) -> None:
    with pytest.raises(CaptureError, match=r"state --fps on the command line or fps in 'take\.capture"):
        evened(raw_of(np.arange(1), times=times))


@pytest.mark.parametrize("fps", [0.0, 1e-9, 1e9, np.nan, np.inf])
def test_rates_of_nothing_are_refused(fps: float) -> None:
    with pytest.raises(CaptureError, match="frames a second, expected 1e-05 to 100000"):
        evened(raw_of(fps=fps))


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_times_of_no_rate_are_refused(scale: float) -> None:
    with pytest.raises(CaptureError, match="a second, expected"):
        evened(raw_of(times=scale * TIMES))


def test_times_without_end_are_refused() -> None:
    times = TIMES.copy()
    times[5] = np.inf
    with pytest.raises(CaptureError, match="has a time without end"):
        evened(raw_of(times=times))
    assert evened(raw_of(times=times), 50.0)[1] == 50.0


def test_times_that_go_back_have_a_line_in_texts_and_a_frame_elsewhere() -> None:
    times = TIMES.copy()
    times[7] = 0.0
    with pytest.raises(CaptureError, match=r"^take\.txt: frame 7 has the time 0 after 0\.24") as of_frame:
        evened(raw_of(times=times))
    assert of_frame.value.line is None
    with pytest.raises(CaptureError, match=r"^take\.txt, line 107: has the time 0 after 0\.24") as of_line:
        evened(raw_of(times=times, lines=np.arange(100, 100 + FRAMES)))
    assert of_line.value.line == 107


@pytest.mark.parametrize("stated", [None, FPS])
def test_lost_frames_leave_holes(stated: float | None) -> None:
    rotations = np.tile(rot.IDENTITY, (len(KEPT), 1, 1))
    contacts = np.ones((len(KEPT), 4), dtype=bool)
    raw, fps, _ = evened(raw_of(KEPT, times=TIMES[KEPT], rotations=rotations, contacts=contacts), stated)
    assert fps == FPS
    np.testing.assert_allclose(raw.points[KEPT, 0, 0], KEPT, atol=1e-9)
    assert np.isnan(raw.points[10:15]).all()
    assert raw.rotations is not None
    np.testing.assert_array_equal(raw.rotations, np.tile(rot.IDENTITY, (FRAMES, 1, 1)))
    assert raw.contacts is not None
    assert raw.contacts.shape == (FRAMES, 4)


def test_the_users_rate_closes_holes_in_times_of_another_rate() -> None:
    raw, fps, remarks = evened(raw_of(KEPT, times=TIMES[KEPT]), 50.0)
    assert (fps, len(raw.points)) == (50.0, len(KEPT))
    assert len(remarks.warnings) == 1


def test_late_frames_are_moved_to_where_even_time_has_them() -> None:
    times = TIMES + 0.018 * np.sin(np.arange(FRAMES))
    angle = 0.1 * times
    rotations = np.stack([np.cos(angle), 0.0 * angle, 0.0 * angle, np.sin(angle)], axis=1)[:, None]
    # Quaternions of either sign are the same turn.
    rotations[::2] *= -1.0
    raw, fps, remarks = evened(raw_of(FPS * times, times=times, rotations=rotations))
    assert 0.9 * FPS < fps < 1.1 * FPS
    assert any("were resampled" in note for note in remarks.notes)
    assert raw.times is not None
    inside = (raw.times >= times[0]) & (raw.times <= times[-1])
    np.testing.assert_allclose(raw.points[inside, 0, 0], FPS * raw.times[inside], atol=1e-9)
    assert raw.rotations is not None
    turned = 2.0 * np.arctan(raw.rotations[inside, 0, 3] / raw.rotations[inside, 0, 0])
    np.testing.assert_allclose(turned, 0.2 * raw.times[inside], atol=1e-6)


def test_even_frames_are_not_copied() -> None:
    raw = raw_of(times=TIMES)
    assert evened(raw)[0].points is raw.points


@pytest.mark.parametrize(("seconds", "doubts"), [(33.3, 1), (1.0, 1), (0.1, 0)])
def test_frames_that_are_far_apart_are_doubted(seconds: float, doubts: int) -> None:
    """A frame time in milliseconds where seconds are expected makes a minute of walking last hours."""
    _, fps, remarks = evened(raw_of(fps=1.0 / seconds))
    assert fps == 1.0 / seconds
    assert len(remarks.warnings) == doubts
    assert all("state fps on the command line" in warning for warning in remarks.warnings)
