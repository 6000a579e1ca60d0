"""The loop around the engine: reads the source, answers frames, hands commands to the sinks.

One thread does all that lies between a frame and its command: it reads, solves and, where that never takes
long, sends. Files, statistics and garbage wait until the command is gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from understudy.live.backlog import Backlog
from understudy.live.engine import CALIBRATING, Command, LiveEngine
from understudy.live.recorder import CommandRecorder, Recorder
from understudy.live.sink import SinkThread
from understudy.live.source import LiveSource
from understudy.live.undisturbed import Undisturbed

PATIENCE = 2.5
"""Ticks without a frame after which the robot goes on without one."""

BEFORE_CALIBRATION = 0.1
"""Time [s] for which the source is waited for at a time before anything is known of it."""

KEPT = 1 << 16
"""Latencies that are kept for the summary, the newest."""

SHOWN = 1 << 10
"""Latencies that the status tells of, the newest."""


@dataclass
class Latency:
    """Times [ms] from a frame read, or its picture taken, to its command handed on; the newest are kept."""

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

    def newest(self, share: float) -> float:
        """Return the same of the last few, quickly."""
        rows = np.arange(max(0, self.count - SHOWN), self.count) % KEPT
        return float(np.percentile(self._values[rows], share)) if len(rows) else float("nan")


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
        self.source, self.engine = source, engine
        # Those that are sent to on the spot come first.
        self.sinks = tuple(sorted(sinks, key=lambda sink: not sink.is_direct))
        self._recorder, self._commands, self._status = recorder, commands, status
        self.latency, self.ticks, self.skipped = Latency(), 0, 0
        self._backlog: Backlog | None = None
        self._undisturbed = Undisturbed()
        self._stop = stop or threading.Event()
        self._last_status = 0.0

    @property
    def dropped(self) -> int:
        """How many frames came too fast for us."""
        return 0 if self._backlog is None else self._backlog.dropped

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
            with self._undisturbed:
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
        if self._backlog is None:
            engine.facts = self.source.facts
            for frame in frames:
                engine.feed(frame)
                if engine.calibration is not None:
                    self._begin(engine.calibration.fps)
                    break
            self._seen_at, self._seen = now, frames[-1].time if frames else 0.0
            self._show_status(now)
            return
        chosen = self._backlog.chosen(frames)
        for frame in chosen:
            begun = time.thread_time()
            commands = engine.feed(frame)
            self._hand_on(commands)
            if commands:
                self.latency.note(time.monotonic() - (now if frame.taken is None else frame.taken))
                self._backlog.note(time.thread_time() - begun)
        if chosen:
            self._seen_at, self._seen = now, max(frame.time for frame in chosen)
        else:
            self._hand_on(engine.idle(self._seen + now - self._seen_at))
        self._between_frames(now)

    def _between_frames(self, now: float) -> None:
        """Do what nobody waits for."""
        if self._recorder is not None:
            self._recorder.write()
        self._show_status(now)
        self._undisturbed.between_frames()

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
        self._backlog = Backlog(fps)
        self._undisturbed.begin()
        self.skipped = len(self.source.read(0.0))

    def _finish(self) -> dict[str, object]:
        """Bring the robot to rest, end everything, and return the summary."""
        try:
            if self._backlog is not None:
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
            f"{engine.state}: {self.ticks} commands, {self.latency.newest(99.0):.1f} ms (p99), "
            f"{self.dropped} dropped, {engine.counts.late} late, {counts.malformed} malformed"
        )


def _rounded(value: float) -> float | None:
    return round(value, 3) if np.isfinite(value) else None
