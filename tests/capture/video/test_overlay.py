"""What was seen, drawn over its film, and faces blurred."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.films import make_film
from understudy.capture import read_capture
from understudy.capture.video import overlay
from understudy.capture.video.decoding import open_film
from understudy.capture.video.faces import HELD, Faces, blurred, find_faces, head_boxes
from understudy.capture.video.overlay import write_overlay
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.cli import main
from understudy.errors import CaptureError
from understudy.motion import CameraView, Recording

pytest.importorskip("PIL")

Install = Callable[..., Path]
GREY = "color=gray:size=320x240:rate=20:duration=2"


@pytest.fixture
def grey(tmp_path: Path) -> Path:
    return make_film(tmp_path / "grey.mp4", source=GREY)


def colour_at(path: Path, row: int, place: np.ndarray) -> np.ndarray:
    """Return the mean colour of a small square of a picture."""
    pixels = list(open_film(path).pictures())[row].pixels
    x, y = np.round(place).astype(int)
    return pixels[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)


def test_points_and_bones_are_where_they_were_seen(
    grey: Path, standin: Install, seen_wave: TrackedFilm, tmp_path: Path
) -> None:
    standin()
    write_overlay(tmp_path / "out.mp4", grey, read_capture(grey))
    assert len(list(open_film(tmp_path / "out.mp4").pictures())) == 40
    names = seen_wave.facts.points
    elbow, wrist, other = (names.index(name) for name in ("Left_elbow", "Left_wrist", "Right_knee"))
    middle = 0.5 * (seen_wave.values[30, elbow, :2] + seen_wave.values[30, wrist, :2])
    red, _, blue = colour_at(tmp_path / "out.mp4", 30, middle)
    assert red > blue + 40
    assert colour_at(tmp_path / "out.mp4", 30, seen_wave.values[30, other, :2]).min() > 180
    np.testing.assert_allclose(colour_at(tmp_path / "out.mp4", 30, np.array([5, 5])), 128, atol=8)


def test_what_is_not_surely_seen_is_pale(
    grey: Path, standin: Install, seen_wave: TrackedFilm, tmp_path: Path
) -> None:
    values = np.array(seen_wave.values)
    elbow, wrist = (seen_wave.facts.points.index(name) for name in ("Left_elbow", "Left_wrist"))
    values[10:, wrist, 5] = 0.3
    standin(replace(seen_wave, values=values))
    write_overlay(tmp_path / "out.mp4", grey, read_capture(grey))
    middle = 0.5 * (values[30, elbow, :2] + values[30, wrist, :2])
    red, _, blue = colour_at(tmp_path / "out.mp4", 30, middle)
    assert abs(red - blue) < 25


def test_a_film_of_a_variable_rate_keeps_its_pace(tmp_path: Path, standin: Install) -> None:
    standin()
    timed = ("-fps_mode", "passthrough", "-enc_time_base", "1/1000")
    source = f"{GREY},settb=1/1000,setpts=50*N+2000*gte(N\\,20)"
    film = make_film(tmp_path / "late.mkv", *timed, source=source)
    write_overlay(tmp_path / "out.mp4", film, read_capture(film))
    assert len(list(open_film(tmp_path / "out.mp4").pictures())) == pytest.approx(80, abs=1)


def test_heads_and_faces_are_blurred(
    grey: Path, standin: Install, seen_wave: TrackedFilm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standin()
    stripes = make_film(tmp_path / "stripes.mp4", source="testsrc2=size=320x240:rate=20:duration=2")
    face = Faces(np.array([1.0]), np.array([[0.0, 0.0, 0.2, 0.2]]))
    monkeypatch.setattr(overlay, "find_faces", lambda path: face)
    plain, hidden = tmp_path / "plain.mp4", tmp_path / "hidden.mp4"
    recording = read_capture(stripes)
    write_overlay(plain, stripes, recording)
    write_overlay(hidden, stripes, recording, blur_faces=True)
    first, second = (list(open_film(path).pictures())[20].pixels.astype(float) for path in (plain, hidden))
    # The picture's lower half is as it was, the box that was found and the head are not.
    assert np.abs(first - second)[200:].mean() < 4.0
    assert np.abs(first - second)[:48, :64].mean() > 10.0
    x, y = np.round(seen_wave.values[20, 0, :2]).astype(int)
    around = (slice(y - 8, y + 8), slice(x - 8, x + 8))
    assert np.abs(first[around] - second[around]).mean() > 4.0


def test_a_face_counts_for_some_time() -> None:
    faces = Faces(np.array([1.0, 5.0]), np.array([[0.0, 0.0, 0.5, 0.5], [0.5, 0.5, 1.0, 1.0]]))
    assert [len(faces.at(time)) for time in (1.0 - HELD, 1.0 + HELD, 3.0, 5.1)] == [1, 1, 0, 1]


def test_a_blurred_box_has_a_few_colours_alone() -> None:
    pixels = np.random.RandomState(0).randint(0, 256, (60, 80, 3)).astype(np.uint8)
    hidden = blurred(pixels, np.array([[0.5, 0.5, 1.5, 1.0], [0.4, 0.4, 0.4, 0.4]]))
    assert len(np.unique(hidden[30:, 40:].reshape(-1, 3), axis=0)) <= 36
    np.testing.assert_array_equal(hidden[:30], pixels[:30])


def test_a_head_is_where_any_of_it_is_seen() -> None:
    points = np.array([[[50.0, 20.0], [np.nan, np.nan], [40.0, 40.0], [60.0, 40.0]]])
    view = CameraView("a", (100, 100), np.zeros(1), points, np.array([[1.0, 0.0, 1.0, 1.0]]))
    (box,) = head_boxes(view, [0, 1], [2, 3]).boxes
    np.testing.assert_allclose(box, [0.42, 0.12, 0.58, 0.28])


def test_a_tracker_that_finds_no_faces_leaves_no_film(
    wave_film: Path, standin: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standin()
    with pytest.raises(
        CaptureError, match="cannot have its faces blurred: tracker 'stand-in' finds no faces"
    ):
        find_faces(wave_film)
    out = tmp_path / "out.mp4"
    assert main(["inspect", str(wave_film), "-o", str(out), "--blur-faces"]) == 2
    assert not out.exists()
    capsys.readouterr()
    assert main(["inspect", str(wave_film), "-o", str(out)]) == 0
    assert out.exists()
    assert "320 × 240 pixels" in capsys.readouterr().out


def test_without_a_film_there_is_nothing_to_draw_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = np.random.RandomState(0).standard_normal((5, 2, 3))
    Recording(("wrist_l", "wrist_r"), points, 10.0).save(tmp_path / "a.npz")
    assert main(["inspect", str(tmp_path / "a.npz"), "--blur-faces"]) == 2
    assert "found without it" in " ".join(capsys.readouterr().err.split())
    with pytest.raises(CaptureError, match="expected a film"):
        write_overlay(tmp_path / "out.mp4", tmp_path / "a.npz", Recording.load(tmp_path / "a.npz"))
