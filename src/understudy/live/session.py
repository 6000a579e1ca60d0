"""The loop around the engine: reads the source, drops to the newest frame, hands commands to the sinks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from understudy.live.engine import CALIBRATING, Command, LiveEngine
from understudy.live.recorder import CommandRecorder, Recorder
from understudy.live.sighting import Sighting
from understudy.live.sink import SinkThread
from understudy.live.source import LiveSource

PATIENCE = 2.5
"""Ticks without a frame after which the robot goes on without one."""

BEFORE_CALIBRATION = 0.1
"""Time [s] for which the source is waited for at a time before anything is known of it."""

KEPT = 1 << 16
"""Latencies that are kept for the summary, the newest."""


@dataclass
class Latency:
    """Times [ms] from a frame read to its command handed on; the newest are kept."""

    _values: np.ndarray = field(default_factory=lambda: np.full(KEPT, np.nan, dtype=np.float32))
    count: int = 0

    def note(self, seconds: float) -> None:
        """Note one."""
        self._values[self.count % KEPT] = 1e3 * seconds
        self.count += 1

    def percentile(self, share: float) -> float:
        """Return the time [ms] that so many percent did not take."""
        known = self._values[: min(self.count, KEPT)]
        return float(np.percentile(known, share)) if len(known) else float("nan")


class LiveSession:
    """Drives sinks by a source.

    Args:
        source: Where people come from.
        engine: What turns them into commands.
        sinks: Where commands go.
        recorder: Keeps what was seen, or None.
        commands: Keeps what was commanded, or None.
        status: Told in a line, twice a second, how it goes.
        stop: Ends it when it is set.
    """

    def __init__(
        self,
        source: LiveSource,
        engine: LiveEngine,
        sinks: Sequence[SinkThread] = (),
        recorder: Recorder | None = None,
        commands: CommandRecorder | None = None,
        status: Callable[[str], None] | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Be ready."""
        self.source, self.engine, self.sinks = source, engine, tuple(sinks)
        self._recorder, self._commands, self._status = recorder, commands, status
        self.latency, self.dropped, self.ticks = Latency(), 0, 0
        self._has_begun, self.skipped = False, 0
        self._stop = stop or threading.Event()
        self._last_status = 0.0

    def run(self, seconds: float | None = None) -> dict[str, object]:
        """Run until the source ends, the time [s] is over or somebody interrupts; return the summary."""
        self.engine.recorder = self._recorder
        self.engine.warm_up()
        end = np.inf
        try:
            for sink in self.sinks:
                sink.sink.prepare(self.engine.robot)
            self.source.start()
            end = end if seconds is None else time.monotonic() + seconds
            while not self.source.is_over and not self._stop.is_set() and time.monotonic() < end:
                self.turn()
        except KeyboardInterrupt:
            # Asked to stop: the robot is brought to rest, and files are written whole.
            pass
        finally:
            about = self._finish()
        return about

    def turn(self) -> None:
        """Wait for a frame and answer it, or go on without one."""
        engine = self.engine
        wait = BEFORE_CALIBRATION if engine.calibration is None else PATIENCE / engine.calibration.fps
        frames = self.source.read(wait)
        now = time.monotonic()
        if engine.calibration is None:
            engine.facts = self.source.facts
            for frame in frames:
                engine.feed(frame)
                if engine.calibration is not None:
                    self._begin(engine.calibration.fps)
                    break
            self._seen_at, self._seen = now, frames[-1].time if frames else 0.0
            self._show_status(now)
            return
        chosen = self._newest(frames)
        for frame in chosen:
            commands = engine.feed(frame)
            self._hand_on(commands)
            if commands:
                self.latency.note(time.monotonic() - now)
        if chosen:
            self._seen_at, self._seen = now, max(frame.time for frame in chosen)
        else:
            self._hand_on(engine.idle(self._seen + now - self._seen_at))
        self._show_status(now)

    def _newest(self, frames: Sequence[Sighting]) -> list[Sighting]:
        """Return the newest frame of each person; those before it came too fast for us, and are dropped."""
        if len(frames) <= 1:
            return list(frames)
        newest: dict[str, Sighting] = {}
        for frame in frames:
            other = newest.get(frame.person)
            if other is not None:
                self.dropped += 1
            if other is None or frame.time > other.time:
                newest[frame.person] = frame
        return list(newest.values())

    def _hand_on(self, commands: Sequence[Command]) -> None:
        for command in commands:
            self.ticks += 1
            for sink in self.sinks:
                sink.put(command)
            if self._commands is not None:
                self._commands.command(command.q, command.ending)

    def _begin(self, fps: float) -> None:
        """Begin to command; what came in the meantime is old, and was not too fast for us."""
        for sink in self.sinks:
            sink.begin(fps)
        self._has_begun = True
        self.skipped = len(self.source.read(0.0))

    def _finish(self) -> dict[str, object]:
        """Bring the robot to rest, end everything, and return the summary."""
        try:
            if self._has_begun:
                self._hand_on(self.engine.stop())
            told = {sink.sink.name: sink.close() for sink in self.sinks}
        finally:
            self.source.close()
            if self._recorder is not None:
                self._recorder.close()
            if self._commands is not None:
                self._commands.close(self.engine.calibration)
        return self.summary() | {"sinks": told}

    def summary(self) -> dict[str, object]:
        """Return what became of everything so far."""
        engine = self.engine
        return {
            "state": engine.state,
            "robot": engine.robot.name,
            "person": engine.people.person or "",
            "others": sorted(engine.people.others),
            "rate": None if engine.calibration is None else round(engine.calibration.fps, 3),
            "commands": self.ticks,
            "dropped": self.dropped,
            "skipped_while_calibrating": self.skipped,
            "frames": asdict(engine.counts),
            "packets": asdict(self.source.counts),
            "latency_ms": {
                name: _rounded(self.latency.percentile(share))
                for name, share in (("median", 50.0), ("p99", 99.0), ("max", 100.0))
            },
        }

    def _show_status(self, now: float) -> None:
        if self._status is None or now - self._last_status < 0.5:
            return
        self._last_status = now
        engine, counts = self.engine, self.source.counts
        if engine.state == CALIBRATING:
            self._status(f"calibrating: {engine.counts.seen} frames, {counts.malformed} malformed packets")
            return
        self._status(
            f"{engine.state}: {self.ticks} commands, {self.latency.percentile(99.0):.1f} ms (p99), "
            f"{self.dropped} dropped, {engine.counts.late} late, {counts.malformed} malformed"
        )


def _rounded(value: float) -> float | None:
    return round(value, 3) if np.isfinite(value) else None
