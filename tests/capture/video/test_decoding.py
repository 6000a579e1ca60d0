"""Films decoded: upright, with true times, and a sentence for each kind that cannot be."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from tests.films import make_film
from understudy.capture.video import decoding, ffmpeg
from understudy.capture.video.beginnings import begins_as_film
from understudy.capture.video.decoding import LARGEST_SIDE, Picture, open_film
from understudy.errors import CaptureError

LEFT_RED = "color=red:size=64x64:rate=10:duration=0.5,pad=128:64:0:0:blue"
"""A picture whose left half is red and whose right half is blue."""


TIMED = ("-fps_mode", "passthrough", "-enc_time_base", "1/1000", "-copyts")
"""Options by which ffmpeg keeps times to a millisecond."""


def pictures_of(path: Path) -> list[Picture]:
    return list(open_film(path).pictures())


def is_red(colour: np.ndarray) -> bool:
    return bool(colour[0] > 150 and colour[2] < 100)


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.mp4", "libx264"),
        ("a.mkv", "libx264"),
        ("a.webm", "libvpx"),
        ("a.avi", "mpeg4"),
        ("a.mov", "mjpeg"),
        ("a.ts", "mpeg2video"),
        ("a.flv", "flv"),
        ("a.ogv", "libtheora"),
        ("a.wmv", "wmv2"),
        ("a.mpg", "mpeg2video"),
        ("a.gif", "gif"),
        ("a.y4m", "rawvideo"),
    ],
)
def test_every_usual_kind_of_film_is_told_by_its_content_and_read(
    tmp_path: Path, name: str, codec: str
) -> None:
    path = make_film(tmp_path / name, "-c:v", codec)
    assert begins_as_film(path.read_bytes())
    pictures = pictures_of(path)
    assert 24 <= len(pictures) <= 25
    assert pictures[0].pixels.shape == (120, 160, 3)
    steps = np.diff([each.time for each in pictures])
    np.testing.assert_allclose(steps, 0.04, atol=0.0011)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_rotation_in_the_metadata_is_honoured(tmp_path: Path, turn: int) -> None:
    plain = make_film(tmp_path / "plain.mp4", source=LEFT_RED)
    turned = tmp_path / "turned.mp4"
    make_film(turned, "-display_rotation", str(turn), "-i", str(plain), "-c", "copy", source="")
    film = open_film(turned)
    assert film.facts.size == ((128, 64) if turn == 180 else (64, 128))
    pixels = next(film.pictures()).pixels
    height, width = pixels.shape[:2]
    # The film says by how much it is turned counterclockwise to be upright.
    red_at = {90: (-5, width // 2), 180: (height // 2, -5), 270: (5, width // 2)}[turn]
    assert is_red(pixels[red_at])
    assert not is_red(pixels[-red_at[0] - 1, -red_at[1] - 1])


def test_times_of_a_variable_rate_are_those_of_the_film(tmp_path: Path) -> None:
    path = make_film(tmp_path / "a.mkv", *TIMED, "-vf", "settb=1/1000,setpts=N*N*10")
    times = np.array([each.time for each in pictures_of(path)])
    np.testing.assert_allclose(times, 0.01 * np.arange(25) ** 2, atol=0.0011)


def test_times_late_in_a_long_film_are_exact(tmp_path: Path) -> None:
    path = make_film(tmp_path / "a.mkv", *TIMED, "-vf", "settb=1/1000,setpts=PTS+12345678")
    np.testing.assert_allclose(np.diff([each.time for each in pictures_of(path)]), 0.04, atol=0.0011)


def test_a_large_picture_is_handed_on_smaller_and_its_size_is_told(tmp_path: Path) -> None:
    path = make_film(tmp_path / "a.mp4", source="testsrc2=size=720x2560:rate=5:duration=1")
    film = open_film(path)
    assert film.facts.size == (720, 2560)
    assert next(film.pictures()).pixels.shape == (LARGEST_SIDE, 360, 3)


def test_pixels_that_are_not_square_are_made_so(tmp_path: Path) -> None:
    path = make_film(tmp_path / "a.mp4", "-vf", "setsar=2/1")
    assert open_film(path).facts.size == (320, 120)


def test_a_film_with_transparency_is_read(tmp_path: Path) -> None:
    path = make_film(tmp_path / "a.mov", "-vf", "format=argb,colorchannelmixer=aa=0.5", "-c:v", "qtrle")
    assert len(pictures_of(path)) == 25


def test_one_picture_is_one_picture(tmp_path: Path) -> None:
    assert len(pictures_of(make_film(tmp_path / "a.mp4", "-frames:v", "1"))) == 1


def test_a_picture_size_that_changes_midway_is_scaled(tmp_path: Path) -> None:
    for name, size in (("a.ts", "160x120"), ("b.ts", "240x180")):
        make_film(tmp_path / name, "-c:v", "mpeg2video", source=f"testsrc2=size={size}:rate=25:duration=0.4")
    both = tmp_path / "both.ts"
    both.write_bytes((tmp_path / "a.ts").read_bytes() + (tmp_path / "b.ts").read_bytes())
    pictures = pictures_of(both)
    assert len(pictures) >= 10
    assert {each.pixels.shape for each in pictures} == {(120, 160, 3)}


def test_sound_alone_is_said_to_be_that(tmp_path: Path) -> None:
    path = make_film(tmp_path / "a.mp4", source="sine=duration=0.2")
    with pytest.raises(CaptureError, match="holds sound only, expected a film of a moving person"):
        open_film(path)


def test_a_cut_film_is_refused_or_read_as_far_as_it_goes(tmp_path: Path) -> None:
    content = make_film(tmp_path / "a.mkv").read_bytes()
    cut = tmp_path / "cut.mkv"
    cut.write_bytes(content[: len(content) // 2])
    assert 0 < len(pictures_of(cut)) < 25
    cut.write_bytes(content[:300])
    with pytest.raises(CaptureError, match=r"cut\.mkv: "):
        open_film(cut)
    # Without its index an MP4 is nothing.
    content = make_film(tmp_path / "a.mp4").read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(content[: len(content) // 2])
    with pytest.raises(CaptureError, match=r"cannot be read as one \(ffmpeg: "):
        open_film(cut)


@pytest.mark.parametrize("content", [b"#EXTM3U\n#EXTINF:1,\n{}\n", b"ffconcat version 1.0\nfile {}\n"])
def test_a_playlist_leads_to_no_other_file(tmp_path: Path, content: bytes) -> None:
    other = make_film(tmp_path / "other.ts", "-c:v", "mpeg2video")
    path = tmp_path / "list.mp4"
    path.write_bytes(content.replace(b"{}", str(other).encode()))
    assert not begins_as_film(path.read_bytes())
    with pytest.raises(CaptureError, match="cannot be read as one"):
        open_film(path)


def test_ffmpeg_that_came_with_a_tracker_is_found(
    tmp_path: Path, no_trackers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CaptureError, match="takes ffmpeg to read: `understudy camera setup` installs it"):
        ffmpeg.find_ffmpeg("film.mp4")
    folder = (
        no_trackers / "one" / "env" / "lib" / "python3.11" / "site-packages" / "imageio_ffmpeg" / "binaries"
    )
    folder.mkdir(parents=True)
    (no_trackers / "one" / "tracker.toml").write_text("")
    program = folder / "ffmpeg-linux-x86_64-v7.0.2"
    program.write_text("")
    program.chmod(0o700)
    assert ffmpeg.find_ffmpeg("film.mp4") == str(program)


def test_a_decoder_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_film(tmp_path / "a.mp4")
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 600\n")
    slow.chmod(0o700)
    monkeypatch.setattr(ffmpeg, "find_ffmpeg", lambda path: str(slow))
    monkeypatch.setattr(decoding, "PATIENCE", 0.2)
    before = threading.active_count()
    with pytest.raises(CaptureError, match="gives no picture within 0.2 s"):
        open_film(path)
    while threading.active_count() > before:
        time.sleep(0.01)


def test_a_decoder_that_crashes_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_film(tmp_path / "a.mp4")
    crashing = tmp_path / "crashing"
    crashing.write_text("#!/bin/sh\nkill -SEGV $$\n")
    crashing.chmod(0o700)
    monkeypatch.setattr(ffmpeg, "find_ffmpeg", lambda path: str(crashing))
    with pytest.raises(CaptureError, match="ffmpeg crashes on it, or needs over"):
        open_film(path)


def test_reading_may_stop_anywhere_and_leaves_no_process(tmp_path: Path) -> None:
    pictures = open_film(make_film(tmp_path / "a.mp4")).pictures()
    next(pictures)
    before = threading.active_count()
    pictures.close()  # pyright: ignore[reportAttributeAccessIssue]
    assert threading.active_count() < before
