"""The person before a camera, by a stand-in for the tracker and films played in real time."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.films import make_film
from understudy.capture.video.sight import VALUES, Sight
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.cli import main
from understudy.errors import CaptureError
from understudy.live.engine import FADING, FOLLOWING, HOLDING, LiveEngine
from understudy.live.names import live_source
from understudy.live.options import LiveOptions
from understudy.live.session import LiveSession
from understudy.live.sighting import Sighting
from understudy.live.sources.camera import CameraSource, camera_input, nearest
from understudy.robots import load_robot

Install = Callable[..., Path]


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = threading.active_count()
    yield
    while threading.active_count() > before:
        time.sleep(0.01)


def seen_by(source: CameraSource) -> list[Sighting]:
    """Return all that a source shows until it ends."""
    source.start()
    found: list[Sighting] = []
    try:
        while not source.is_over:
            found += source.read(0.2)
    finally:
        source.close()
    return found


def test_a_film_is_seen_at_its_own_speed(wave_film: Path, standin: Install, seen_wave: TrackedFilm) -> None:
    standin()
    source = CameraSource(str(wave_film), is_film=True)
    begun = time.monotonic()
    found = seen_by(source)
    # ffmpeg reads the first half second at once.
    assert time.monotonic() - begun > 1.4
    assert source.counts.received == 40
    # How many there is no time for depends on what else the machine does.
    assert 0 < len(found) <= 40
    times = np.array([each.time for each in found])
    assert (np.diff(times) > 0.0).all()
    rows = np.round(times * 20.0).astype(int)
    np.testing.assert_allclose(
        np.stack([each.points for each in found]), seen_wave.values[rows, :, 2:5], atol=1e-5
    )
    assert all(each.taken is not None and begun < each.taken < time.monotonic() for each in found)
    assert (source.facts.up, source.facts.unit, source.facts.is_centred) == ("-y", 1.0, True)
    assert source.facts.landmark_points["wrist_l"] == ("Left_wrist",)


def test_who_is_not_seen_sends_nothing(wave_film: Path, standin: Install, seen_wave: TrackedFilm) -> None:
    values = np.array(seen_wave.values)
    values[20:] = np.nan
    values[:20, 15, 5] = 0.3
    standin(replace(seen_wave, values=values))
    source = CameraSource(str(wave_film), is_film=True)
    found = seen_by(source)
    assert found[-1].time < 1.0
    assert source.counts.other > 0
    assert np.isnan(found[0].points[15]).all()


def test_of_pictures_that_wait_the_newest_counts(
    tmp_path: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    standin()
    # Faster than any tracker: each picture is seen soon after it came, or never.
    film = make_film(
        tmp_path / "fast.mkv", "-c:v", "ffv1", source="testsrc2=size=640x480:rate=2000:duration=1"
    )
    source = CameraSource(str(film), is_film=True)
    found = seen_by(source)
    assert len(found) < source.counts.received
    assert found[-1].time > 0.9


def test_a_film_may_begin_anew(wave_film: Path, standin: Install) -> None:
    standin()
    source = CameraSource(str(wave_film), is_film=True, loop=True)
    source.start()
    last = 0.0
    while last < 2.5:
        found = source.read(1.0)
        assert not source.is_over
        last = found[-1].time if found else last
    source.close()


def test_a_stream_is_seen(wave_film: Path, standin: Install, tmp_path: Path) -> None:
    standin()
    ffmpeg = pytest.importorskip("imageio_ffmpeg").get_ffmpeg_exe()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    sending = [ffmpeg, "-loglevel", "error", "-re", "-stream_loop", "-1", "-i", str(wave_film)]
    sending += ["-f", "mpegts", "-c:v", "mpeg2video", f"tcp://127.0.0.1:{port}?listen=1"]
    with subprocess.Popen(sending, env={"GCONV_PATH": "/dev/null"}) as sender:
        try:
            found = _from_stream(f"tcp://127.0.0.1:{port}")
        finally:
            sender.kill()
    assert len(found) >= 5
    assert all(each.time == each.taken for each in found)


def _from_stream(address: str) -> list[Sighting]:
    """Return the first sightings of a stream, whose sender may still be starting."""
    while True:
        source = CameraSource(address)
        source.start()
        found: list[Sighting] = []
        try:
            while len(found) < 5:
                found += source.read(0.5)
            return found
        except CaptureError:
            # Nobody listens there yet.
            time.sleep(0.05)
        finally:
            source.close()


def test_a_stream_without_pictures_is_one_sentence(standin: Install) -> None:
    standin()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(CaptureError, match="gives no picture"):
            seen_by(CameraSource(address))


def test_a_tracker_that_dies_is_one_sentence(wave_film: Path, no_trackers: Path) -> None:
    worker = no_trackers / "worker.py"
    hello = {"protocol": 1, "tracker": "mortal", "version": "1", "points": ["a"]}
    worker.write_text(
        "import struct, sys\n"
        f"hello = {json.dumps(hello).encode()!r}\n"
        "sys.stdout.buffer.write(b'H' + struct.pack('<I', len(hello)) + hello)\n"
        "sys.stdout.buffer.flush()\n"
        "sys.stdin.buffer.read(1000)\n"
    )
    (no_trackers / "mortal").mkdir()
    told = f"command = {json.dumps([sys.executable, '-I', str(worker)])}\n"
    (no_trackers / "mortal" / "tracker.toml").write_text(told)
    with pytest.raises(CaptureError, match="cannot be looked at any more: tracker 'mortal' ended by itself"):
        seen_by(CameraSource(str(wave_film), is_film=True))


def test_without_a_tracker_it_is_said_how_to_get_one(wave_film: Path, no_trackers: Path) -> None:
    with pytest.raises(CaptureError, match="`understudy camera setup` installs one"):
        CameraSource(str(wave_film), is_film=True).start()


def test_what_is_no_film_ends_the_tracker_too(tmp_path: Path, standin: Install) -> None:
    standin()
    (tmp_path / "no.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42")
    with pytest.raises(CaptureError, match="cannot be read as one"):
        CameraSource(str(tmp_path / "no.mp4"), is_film=True).start()


def person(number: int, x: float, size: float) -> Sight:
    values = np.full((3, VALUES), np.nan)
    values[:2, :2] = [[x - size, 0.0], [x + size, 0.0]]
    return Sight(number, values)


def test_whoever_is_followed_is_kept() -> None:
    small, large = person(0, 10.0, 5.0), person(1, 100.0, 20.0)
    nobody = Sight(2, np.full((3, VALUES), np.nan))
    assert nearest((small, large, nobody), None) is large
    assert nearest((small, large), np.array([20.0, 0.0])) is small
    assert nearest((nobody,), None) is None


def test_every_system_opens_cameras_in_its_way(tmp_path: Path) -> None:
    assert camera_input("1", "darwin")[-4:] == ["-framerate", "30", "-i", "1:none"]
    assert camera_input("Front camera", "win32")[-1] == "video=Front camera"
    assert camera_input("rtsp://10.0.0.7/live", "linux")[-1] == "rtsp://10.0.0.7/live"
    for name, platform, words in (
        ("0", "win32", "expected its name"),
        ("999", "linux", "expected a camera at /dev/video999, or an address"),
        (str(tmp_path), "linux", "is not there"),
        ("file:///etc/passwd", "linux", "is no stream"),
        ("concat://a", "linux", "is no stream"),
    ):
        with pytest.raises(CaptureError, match=words):
            camera_input(name, platform)


class Enough:
    """Takes commands, and ends a session after a few."""

    def __init__(self, stop: threading.Event) -> None:
        """Have none."""
        self.poses: list[np.ndarray] = []
        self._stop = stop

    def command(self, q: np.ndarray, _ending: object) -> None:
        """Take one."""
        self.poses.append(q)
        if len(self.poses) > 20:
            self._stop.set()

    def close(self, _calibration: object) -> None:
        """Need nothing."""


def test_a_camera_drives_a_robot(wave_film: Path, standin: Install) -> None:
    standin()
    source = live_source(f"video:{wave_film}", loop=True)
    assert isinstance(source, CameraSource)
    stop = threading.Event()
    commands = Enough(stop)
    engine = LiveEngine(load_robot("nao"), source.facts, LiveOptions(calibrate=1.0))
    session = LiveSession(source, engine, (), None, commands, stop=stop)  # pyright: ignore[reportArgumentType]
    session.run(300.0)
    assert len(commands.poses) > 20
    assert engine.counts.used > 0
    # From the picture, not from when it was read: the way to the tracker and back counts.
    assert session.latency.percentile(50.0) > 1.0


class StatesSeen:
    """Takes commands, and ends a session once the robot follows again whom it had lost."""

    def __init__(self, stop: threading.Event) -> None:
        """Have seen none."""
        self.engine: LiveEngine | None = None
        self.states: list[str] = []
        self._stop = stop

    def command(self, _q: np.ndarray, _ending: object) -> None:
        """Note what the robot is doing, where that has changed."""
        assert self.engine is not None
        if self.states[-1:] != [self.engine.state]:
            self.states.append(self.engine.state)
        if self.states[-1] == FOLLOWING and FADING in self.states:
            self._stop.set()

    def close(self, _calibration: object) -> None:
        """Need nothing."""


def test_a_robot_rests_while_nobody_is_seen_and_comes_back(
    wave_film: Path, standin: Install, seen_wave: TrackedFilm
) -> None:
    values = np.array(seen_wave.values)
    values[25:] = np.nan
    standin(replace(seen_wave, values=values))
    source = CameraSource(str(wave_film), is_film=True, loop=True)
    stop = threading.Event()
    seen = StatesSeen(stop)
    seen.engine = LiveEngine(load_robot("nao"), source.facts, LiveOptions(calibrate=0.8, hold=0.1, fade=0.3))
    session = LiveSession(source, seen.engine, (), None, seen, stop=stop)  # pyright: ignore[reportArgumentType]
    session.run(300.0)
    # How long it holds its pose in between depends on what else the machine does.
    states = [state for state in seen.states[seen.states.index(FOLLOWING) :] if state != HOLDING]
    assert states[:3] == [FOLLOWING, FADING, FOLLOWING]


@pytest.mark.parametrize("words", [["live"], ["live", "camera", "--source", "camera"]])
def test_live_takes_one_source(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--robot", "nao"]) == 2
    assert "takes one source" in capsys.readouterr().err
