"""Films as captures, by a stand-in for the tracker."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.films import make_film
from tests.standins import RATE, SIZE
from understudy.capture import Sidecar, read_capture
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.video import tracking as tracking_module
from understudy.capture.video.settings import TrackingSettings, tracking
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.errors import CaptureError
from understudy.motion import Recording
from understudy.takes import read_take

Install = Callable[..., Path]


def test_a_film_is_a_capture_with_what_its_camera_saw(
    wave_film: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    standin()
    recording = read_capture(wave_film)
    assert recording.dialect == "film (world landmarks)"
    assert recording.fps == RATE
    assert recording.names == BLAZEPOSE_33.names
    assert recording.provenance.steps[0] == ("track", {"tracker": "stand-in", "version": "1"})
    (view,) = recording.views
    assert view.size == SIZE
    assert view.name == "film.mp4"
    np.testing.assert_allclose(view.points, seen_wave.values[..., :2], atol=1e-3)
    np.testing.assert_allclose(view.times, seen_wave.times, atol=1e-4)
    assert (view.confidence == 1.0).all()


def test_a_film_becomes_a_motion_of_a_person(wave_film: Path, standin: Install) -> None:
    standin()
    take = read_take(wave_film)
    direction, known = take.human.direction("upper_arm_l")
    assert known.all()
    assert np.isfinite(direction).all()


def test_points_of_little_confidence_are_not_seen_and_stay_in_the_view(
    wave_film: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    values = np.array(seen_wave.values)
    values[3:6, 15, 5] = 0.2
    standin(replace(seen_wave, values=values))
    recording = read_capture(wave_film)
    assert not recording.valid_mask[3:6, 15].any()
    assert recording.valid_mask.sum() == recording.valid_mask.size - 3
    np.testing.assert_allclose(recording.views[0].confidence[3:6, 15], 0.2, atol=1e-6)
    assert np.isfinite(recording.views[0].points[3:6, 15]).all()


def test_frames_without_the_person_are_gaps(
    wave_film: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    values = np.array(seen_wave.values)
    values[10:20] = np.nan
    standin(replace(seen_wave, values=values))
    recording = read_capture(wave_film)
    assert not recording.valid_mask[10:20].any()
    assert (recording.views[0].confidence[10:20] == 0.0).all()
    assert "found the person in 75.0% of 40 pictures of 320 × 240 pixels" in recording.notes[0]


def test_nobody_in_any_picture_is_one_sentence(
    wave_film: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    standin(replace(seen_wave, values=np.full_like(seen_wave.values, np.nan)))
    with pytest.raises(
        CaptureError, match=r"film\.mp4: shows nobody whom stand-in finds in any of its 40 pictures"
    ):
        read_capture(wave_film)


def test_without_a_tracker_it_is_said_how_to_get_one(wave_film: Path, no_trackers: Path) -> None:
    with pytest.raises(CaptureError, match=r"film\.mp4: is a film.*`understudy camera setup` installs one"):
        read_capture(wave_film)


def test_a_tracker_that_breaks_off_is_one_sentence(wave_film: Path, standin: Install) -> None:
    (standin() / "seen.npz").write_bytes(b"PK\x03\x04")
    with pytest.raises(CaptureError, match=r"cannot be tracked: tracker 'stand-in' says: "):
        read_capture(wave_film)


def test_what_was_tracked_is_kept_and_found_again(
    wave_film: Path, standin: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    standin()
    first = read_capture(wave_film)
    with monkeypatch.context() as patched:
        patched.setattr(tracking_module, "open_film", lambda path: pytest.fail("it is tracked again"))
        again = read_capture(wave_film)
        np.testing.assert_allclose(again.points, first.points, atol=1e-6)
        np.testing.assert_allclose(again.views[0].points, first.views[0].points, atol=1e-3)
        # The same pictures under another name are the same film, other pictures are not.
        moved = wave_film.rename(wave_film.with_name("moved.mkv"))
        assert read_capture(moved).views[0].name == "moved.mkv"
        with pytest.raises(pytest.fail.Exception), tracking(TrackingSettings(keep=False)):
            read_capture(moved)
        with pytest.raises(pytest.fail.Exception), tracking(TrackingSettings(hands=False)):
            read_capture(moved)


def test_what_is_kept_and_damaged_is_tracked_again(wave_film: Path, standin: Install, tmp_path: Path) -> None:
    standin()
    first = read_capture(wave_film)
    (entry,) = (tmp_path / "cache" / "tracked").iterdir()
    entry.write_bytes(entry.read_bytes()[:-100])
    np.testing.assert_array_equal(read_capture(wave_film).points, first.points)


def test_nothing_is_kept_where_the_user_says_so(wave_film: Path, standin: Install, tmp_path: Path) -> None:
    standin()
    with tracking(TrackingSettings(keep=False)):
        read_capture(wave_film)
    assert not (tmp_path / "cache" / "tracked").exists()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x93NUMPY"])
def test_an_entry_of_another_kind_is_none(content: bytes) -> None:
    assert TrackedFilm.unpacked(content) is None


def test_what_is_packed_comes_back(seen_wave: TrackedFilm) -> None:
    again = TrackedFilm.unpacked(replace(seen_wave, notes=("a",)).packed())
    assert again is not None
    assert (again.facts, again.size, again.notes) == (seen_wave.facts, seen_wave.size, ("a",))
    np.testing.assert_allclose(again.values, seen_wave.values, atol=1e-4)


def test_a_variable_rate_becomes_even_and_the_view_keeps_its_times(
    tmp_path: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    rows = np.arange(len(seen_wave.times))
    standin(replace(seen_wave, times=0.05 * rows + 0.04 * (rows % 2)))
    source = "testsrc2=size=320x240:rate=20:duration=2,settb=1/1000,setpts=50*N+40*mod(N\\,2)"
    film = make_film(
        tmp_path / "a.mkv", "-fps_mode", "passthrough", "-enc_time_base", "1/1000", source=source
    )
    recording = read_capture(film)
    (view,) = recording.views
    np.testing.assert_allclose(np.diff(view.times)[:2], [0.09, 0.01], atol=1e-6)
    assert any("not evenly spaced in time" in note for note in recording.notes)
    assert recording.duration == pytest.approx(view.times[-1], abs=0.05)


def test_a_rate_that_the_user_states_is_that_of_the_view_as_well(wave_film: Path, standin: Install) -> None:
    standin()
    recording = read_capture(wave_film, Sidecar(fps=4 * RATE))
    assert recording.fps == 4 * RATE
    assert recording.views[0].rate == pytest.approx(4 * RATE)


def test_one_picture_is_a_capture_of_one_frame(tmp_path: Path, standin: Install) -> None:
    standin()
    recording = read_capture(make_film(tmp_path / "one.mp4", "-frames:v", "1"))
    assert recording.frame_count == 1
    assert len(recording.views[0].times) == 1


def test_pictures_over_any_rate_of_people_are_left_out(tmp_path: Path, standin: Install) -> None:
    standin()
    film = make_film(tmp_path / "fast.mp4", source="testsrc2=size=64x64:rate=1000:duration=0.1")
    recording = read_capture(film)
    assert recording.fps == pytest.approx(250.0)
    assert recording.notes[1] == "75 of 100 pictures are left out, over 250 a second."


def test_image_points_are_of_the_film_as_it_is_shown(
    tmp_path: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    large = tmp_path / "large.mp4"
    standin(replace(seen_wave, size=(3200, 2400), values=seen_wave.values * np.array([10, 10, 1, 1, 1, 1])))
    make_film(large, source="testsrc2=size=3200x2400:rate=20:duration=0.1")
    (view,) = read_capture(large).views
    assert view.size == (3200, 2400)
    np.testing.assert_allclose(view.points, 10.0 * seen_wave.values[:2, :, :2], atol=1e-2)


def test_progress_is_told(wave_film: Path, standin: Install) -> None:
    standin()
    told: list[tuple[int, int]] = []
    settings = TrackingSettings(
        progress=lambda what: nullcontext(lambda done, total: told.append((done, total)))
    )
    with tracking(settings):
        read_capture(wave_film)
    assert told[-1] == (39, 40)


def test_a_recording_of_a_film_is_saved_with_its_view(
    wave_film: Path, standin: Install, tmp_path: Path
) -> None:
    standin()
    recording = read_capture(wave_film)
    recording.save(tmp_path / "saved.npz")
    for again in (Recording.load(tmp_path / "saved.npz"), read_capture(tmp_path / "saved.npz")):
        (view,) = again.views
        np.testing.assert_array_equal(view.points, recording.views[0].points)
        assert (view.name, view.size) == (recording.views[0].name, recording.views[0].size)
