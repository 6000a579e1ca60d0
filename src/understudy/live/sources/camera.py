"""The person before a camera, in a network stream, or in a film that is played in real time.

One process decodes, another one tracks (:mod:`understudy.capture.video`). What the tracker has no time for
is dropped: of the pictures that wait, it gets the newest. Its points in space have their origin in the hips,
which is why the robot stays in its place.
"""

from __future__ import annotations

import math
import queue
import sys
import threading
import time
from pathlib import Path

import numpy as np

from understudy.capture.video.decoding import Decoder, Picture, open_film, picture_output
from understudy.capture.video.ffmpeg import film_input
from understudy.capture.video.installed import find_tracker
from understudy.capture.video.reader import LEAST_SURE, landmarks_of
from understudy.capture.video.settings import tracking_settings
from understudy.capture.video.sight import Sight
from understudy.capture.video.tracker import Tracker, TrackerError
from understudy.errors import CaptureError
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import PacketCounts

SQUARE = 800
"""Pixels of the side of the square into which a camera's pictures are fitted, of whatever size they are."""

SCHEMES = ("rtsp", "rtmp", "http", "https", "udp", "rtp", "srt", "tcp")
"""Addresses of streams that are opened; none of them leads to a file."""

_PROTOCOLS = "rtsp,rtmp,http,https,tls,tcp,udp,rtp,srt"
_MOST_WAITING = 100


class CameraSource:
    """The person whom a tracker sees.

    Args:
        name: Number of a camera, its device or its name, or the address of a stream; the path of a film.
        is_film: Whether it is a film, played at its own speed.
        loop: Whether the film begins anew at its end.
        hands: Whether hands are looked for as well, which takes as long as all of the rest.
    """

    def __init__(self, name: str, is_film: bool = False, loop: bool = False, hands: bool = False) -> None:
        """Be closed."""
        self._name, self._is_film, self._loop, self._hands = name, is_film, loop, hands
        self.counts, self.is_over = PacketCounts(), False
        self.facts = StreamFacts(format="camera", is_centred=True, is_before_camera=True)
        self._sightings: queue.Queue[Sighting] = queue.Queue(_MOST_WAITING)
        self._change = threading.Condition()
        self._newest: Picture | None = None
        self._arrived, self._ended, self._stopped = 0.0, False, False
        self._error: TrackerError | None = None
        self._decoder: Decoder | None = None
        self._tracker: Tracker | None = None
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start the tracker, then the camera or the film.

        Raises:
            CaptureError: Where one of them is not there.
        """
        try:
            self._tracker = Tracker(find_tracker(tracking_settings().tracker, self._hands).program)
        except TrackerError as error:
            raise CaptureError(self._name, f"cannot be looked at: {error}") from error
        try:
            self._decoder = self._opened()
        except BaseException:
            self.close()
            raise
        facts = self._tracker.facts
        self.facts = StreamFacts(
            format=facts.name,
            unit=facts.unit,
            up=facts.up,
            is_centred=True,
            is_before_camera=True,
            landmark_points=landmarks_of(facts),
        )
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._decode, self._track)]
        for thread in self._threads:
            thread.start()

    def read(self, timeout: float) -> list[Sighting]:
        """Return the sightings that have come since, oldest first; wait for one up to ``timeout`` [s].

        Raises:
            CaptureError: Where the tracker has broken off.
        """
        found: list[Sighting] = []
        try:
            found.append(self._sightings.get(timeout=max(timeout, 1e-3)))
            while True:
                found.append(self._sightings.get_nowait())
        except queue.Empty:
            pass
        if not found and self._threads and not self._threads[-1].is_alive() and self._sightings.empty():
            self.is_over = True
            self._require_good_end()
        return found

    def _require_good_end(self) -> None:
        """Say why nothing more comes, where that is not the end of the film."""
        if self._error is not None:
            raise CaptureError(self._name, f"cannot be looked at any more: {self._error}") from self._error
        if self.counts.received == 0 and self._decoder is not None:
            self._decoder.finish()
            raise CaptureError(self._name, f"gives no picture (ffmpeg: {self._decoder.complaints.first})")

    def close(self) -> None:
        """Let go of the camera, and end both processes."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
        for running in (self._decoder, self._tracker):
            if running is not None:
                running.end()
        for thread in self._threads:
            thread.join()
        for running in (self._decoder, self._tracker):
            if running is not None:
                running.close()
        self._decoder = self._tracker = None
        self.is_over = True

    def _opened(self) -> Decoder:
        if self._is_film:
            film = open_film(self._name)
            size = film.facts.decoded_size
            pace = ["-re", *(("-stream_loop", "-1") if self._loop else ())]
            return Decoder(self._name, [*pace, *film_input(self._name), *picture_output(size)], size)
        size = (SQUARE, SQUARE)
        arguments = [*camera_input(self._name), *picture_output(size, is_fitted=True)]
        return Decoder(self._name, arguments, size, is_stream=True)

    def _decode(self) -> None:
        """Keep the newest picture."""
        assert self._decoder is not None
        while not self._stopped:
            picture = self._decoder.next_picture()
            with self._change:
                self._ended = picture is None
                if picture is not None:
                    self.counts.received += 1
                    self._newest, self._arrived = picture, time.monotonic()
                self._change.notify_all()
            if picture is None:
                return

    def _track(self) -> None:
        """Hand the newest picture to the tracker, and what it sees to whoever reads."""
        assert self._tracker is not None
        names, last, place = self._tracker.facts.points, -math.inf, None
        while True:
            with self._change:
                self._change.wait_for(lambda: self._newest is not None or self._ended or self._stopped)
                if self._newest is None or self._stopped:
                    return
                picture, arrived, self._newest = self._newest, self._arrived, None
            # A camera's stamps may be of any clock, or none.
            when = picture.time if self._is_film and math.isfinite(picture.time) else arrived
            if when <= last:
                continue
            last = when
            try:
                people = self._tracker.track(picture.pixels, when)
            except TrackerError as error:
                self._error = None if self._stopped else error
                return
            person = nearest(people, place)
            if person is None:
                self.counts.other += 1
                continue
            place = np.nanmean(person.values[:, :2], axis=0)
            sure = person.values[:, 5:] >= LEAST_SURE
            points = np.where(sure, person.values[:, 2:5], np.nan)
            try:
                self._sightings.put_nowait(Sighting(when, names, points, taken=arrived))
            except queue.Full:
                # Nobody reads; what is old is of no use.
                self.counts.other += 1


def nearest(people: tuple[Sight, ...], place: np.ndarray | None) -> Sight | None:
    """Return whom to follow: the largest one at first, then who is nearest to where that was; or None.

    Args:
        people: Everybody in a picture.
        place: (2,) where the person was before [px], None at first.
    """
    seen = [person for person in people if np.isfinite(person.values[:, 0]).any()]
    if not seen:
        return None
    if place is None:
        return max(seen, key=lambda person: float(np.ptp(_flat(person), axis=0).max()))
    return min(seen, key=lambda person: float(np.linalg.norm(_flat(person).mean(axis=0) - place)))


def _flat(person: Sight) -> np.ndarray:
    return person.values[np.isfinite(person.values[:, 0]), :2]


def camera_input(name: str, platform: str = sys.platform) -> list[str]:
    """Return FFmpeg's options by which a camera or a stream is opened.

    Args:
        name: Number of a camera, its device or name, or an address.
        platform: As ``sys.platform`` has it.

    Raises:
        CaptureError: Where there is no such camera, or the address is of another kind.
    """
    at_once = ["-fflags", "nobuffer", "-flags", "low_delay"]
    scheme, is_address, _ = name.partition("://")
    if is_address:
        if scheme.lower() not in SCHEMES:
            raise CaptureError(name, f"is no stream, expected an address with {', '.join(SCHEMES)}")
        return [*at_once, "-protocol_whitelist", _PROTOCOLS, "-i", name]
    if platform == "darwin":
        return [*at_once, "-f", "avfoundation", "-framerate", "30", "-i", f"{name}:none"]
    if platform == "win32":
        if name.isdecimal():
            raise CaptureError(
                f"camera {name}", "has a number, expected its name, as Windows calls it: camera:NAME"
            )
        return [*at_once, "-f", "dshow", "-i", f"video={name}"]
    device = Path(f"/dev/video{name}" if name.isdecimal() else name)
    if not device.is_char_device():
        raise CaptureError(f"camera {name}", f"is not there, expected a camera at {device}, or an address")
    return [*at_once, "-f", "v4l2", "-i", str(device)]
