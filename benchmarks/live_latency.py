"""Latency of live driving, hop by hop: packet sent, received, parsed, solved, command sent, received.

Run by ``python benchmarks/live.py latency``. A process of its own on another core sends JSON packets by UDP
at 120 Hz and receives the commands by UDP; a packet's latency is from just before it is sent to when its
command has come, so that both sockets count. Live runs on one core. A packet is dropped where it has no
command of its own time, where live left it out as too fast (``dropped``), or where the socket lost it.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import resource
import select
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.capture import read_capture
from understudy.clean.resampling import resample
from understudy.data import built_in_motion
from understudy.live.engine import Command, LiveEngine
from understudy.live.options import LiveOptions
from understudy.live.session import LiveSession
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.sink import SinkThread
from understudy.live.sinks.udp import UdpSink
from understudy.live.sources.udp import UdpSource
from understudy.motion import Recording
from understudy.robots import Robot, load_robot

RATE = 120.0
ASKED, FLAT = 5.0, 0.01
"""Latency [ms] that 99 % have to stay within, and share by which memory may grow after the first 10 s."""

# What a packet comes to after it was sent, in this order.
HOPS = ("received", "parsed", "step begun", "step done", "sent", "command received")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def judge(bar: str, is_met: bool) -> None:
    """Print whether a bar is met."""
    say(f"  {'met   ' if is_met else 'MISSED'} {bar}")


def looped_walk() -> Recording:
    """Return the built-in walk at 120 Hz, there and back, so that it can be played for ever."""
    walk = resample(read_capture(built_in_motion("walk")), RATE)
    order = np.concatenate([np.arange(walk.frame_count), np.arange(walk.frame_count - 2, 0, -1)])
    turns = None if walk.rotations is None else walk.rotations[order]
    return replace(walk, points=walk.points[order], valid=walk.valid_mask[order], rotations=turns)


def spread(times: np.ndarray) -> str:
    """Return times [ms] in words."""
    return (
        f"median {np.median(times):.2f} ms, p99 {np.percentile(times, 99):.2f} ms, max {times.max():.2f} ms"
    )


def resident() -> int:
    """Return the memory of this process [bytes]."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Trace:
    """When each packet went by which hop, by the clock and by the processor time of the thread that solves.

    Args:
        count: How many packets there are.
    """

    def __init__(self, count: int) -> None:
        """Know of none."""
        self.clock = np.full((count, len(HOPS)), np.nan)
        self.processor = np.full((count, len(HOPS)), np.nan)

    def note(self, stamp: float, hop: str, clock: float | None = None) -> None:
        """Note that the packet of a time stamp [s] has come to a hop, for the first time."""
        number, column = round(stamp * RATE), HOPS.index(hop)
        if 0 <= number < len(self.clock) and np.isnan(self.clock[number, column]):
            self.clock[number, column] = time.monotonic() if clock is None else clock
            self.processor[number, column] = time.thread_time()


class TracedSource(UdpSource):
    """Notes when packets are received and parsed."""

    trace: Trace

    def take(self, data: bytes, now: float) -> list[Sighting]:
        """Return what a packet shows."""
        begun = time.thread_time()
        found = super().take(data, now)
        for each in found:
            self.trace.note(each.time, "received", now)
            number = round(each.time * RATE)
            if 0 <= number < len(self.trace.clock):
                self.trace.processor[number, 0] = begun
            self.trace.note(each.time, "parsed")
        return found


class TracedSink(UdpSink):
    """Notes when commands are sent."""

    trace: Trace

    def send(self, command: Command) -> None:
        """Send a packet."""
        super().send(command)
        self.trace.note(command.time, "sent")


class Timed(LiveEngine):
    """An engine that notes its processor time for each frame, and the memory."""

    trace: Trace | None = None

    def __init__(self, robot: Robot, facts: StreamFacts, options: LiveOptions) -> None:
        """Note nothing yet."""
        super().__init__(robot, facts, options)
        self.times: list[float] = []
        self.memory: list[int] = []

    def feed(self, sighting: Sighting) -> list[Command]:
        """Take a sighting."""
        was_calibrated = self.calibration is not None
        if self.trace is not None and was_calibrated:
            self.trace.note(sighting.time, "step begun")
        begun = time.thread_time()
        commands = super().feed(sighting)
        if self.trace is not None and was_calibrated:
            self.trace.note(sighting.time, "step done")
        if was_calibrated:
            # Ticks that are caught up with belong to frames that were dropped.
            self.times.append((time.thread_time() - begun) / max(1, len(commands)))
            if len(self.times) % 600 == 0:
                self.memory.append(resident())
        return commands


def send(walk: Recording, port: int, replies: socket.socket, seconds: float, pipe) -> None:
    """Send packets at 120 Hz and note when commands come; a process of its own."""
    landmarks = {own[0]: name for name, own in walk.landmark_points.items()}
    columns = [(walk.names.index(point), name) for point, name in landmarks.items()]
    frames = [
        json.dumps({name: np.round(walk.points[frame, column], 5).tolist() for column, name in columns})
        for frame in range(walk.frame_count)
    ]
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    replies.setblocking(False)
    count = round(seconds * RATE)
    sent, got = np.full(count, np.nan), np.full(count, np.nan)
    gc.disable()
    begun = time.monotonic()
    for number in range(count):
        text = f'{{"time":{number / RATE:.6f},"points":{frames[number % len(frames)]}}}'.encode()
        take_replies(replies, got, begun + number / RATE)
        sent[number] = time.monotonic()
        sender.sendto(text, ("127.0.0.1", port))
    take_replies(replies, got, time.monotonic() + 1.0)
    pipe.send((sent, got))


def take_replies(replies: socket.socket, got: np.ndarray, until: float) -> None:
    """Note commands that come, until a time [s]."""
    while True:
        wait = until - time.monotonic()
        if not select.select([replies], [], [], max(0.0, wait))[0]:
            return
        data = replies.recv(65536)
        now = time.monotonic()
        number = round(json.loads(data)["time"] * RATE)
        if 0 <= number < len(got) and np.isnan(got[number]):
            got[number] = now


def latency(options: argparse.Namespace) -> None:
    """Measure packet in to command out."""
    robot = load_robot(options.robot or "g1")
    walk, seconds = looped_walk(), 60.0 * options.minutes + 5.0
    replies = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    replies.bind(("127.0.0.1", 0))
    source = TracedSource(0)
    engine = Timed(robot, source.facts, LiveOptions(calibrate=3.0, rate=RATE))
    engine.warm_up()
    source.start()
    port = source.port
    source.close()
    source = TracedSource(port)
    sink = TracedSink("127.0.0.1", replies.getsockname()[1])
    source.trace = sink.trace = engine.trace = Trace(round(seconds * RATE))
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=send, args=(walk, port, replies, seconds, theirs)
    )
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    process.start()
    os.sched_setaffinity(0, cores[:1])
    about = LiveSession(source, engine, [SinkThread(sink)]).run(seconds + 0.5)
    sent, got = ours.recv()
    process.join()
    engine.trace.clock[:, -1] = got
    say(f"{robot.name}, {options.minutes:g} min at {RATE:g} Hz on one core, self-collision on")
    tell(engine, sent, got, about)


def tell(engine: Timed, sent: np.ndarray, got: np.ndarray, about: dict) -> None:
    """Print what was measured, and whether it is what was asked for."""
    known = np.isfinite(got)
    first, count = int(known.argmax()), len(known)
    times = 1e3 * (got - sent)[known]
    say(f"  end to end: {spread(times)}, over {ASKED:g} ms {int((times > ASKED).sum())} of {len(times)}")
    say(f"  processor time a command: {spread(1e3 * np.array(engine.times))}")
    assert engine.trace is not None
    tell_hops(engine.trace, sent, known)
    lost = int(np.isnan(engine.trace.clock[first:, 0]).sum())
    unanswered, dropped = int((~known[first:]).sum()), int(about["dropped"])
    say(f"  packets without a command after the first: {unanswered} of {count - first}")
    counts = engine.counts
    say(
        f"  dropped to the newest: {dropped}, lost by the socket {lost}, late {counts.late}, "
        f"caught up {counts.caught_up}; commands before their packet {int((times < 0.0).sum())}"
    )
    grown = 0.0
    if len(engine.memory) > 2:
        early, middle, last = (engine.memory[row] / 1e6 for row in (1, len(engine.memory) // 2, -1))
        grown = last / early - 1.0
        say(f"  memory: {early:.1f} MB after 10 s, {middle:.1f} MB in the middle, {last:.1f} MB at the end")
    bars = {
        f"p99 within {ASKED:g} ms": float(np.percentile(times, 99)) <= ASKED,
        "no packet dropped": unanswered == dropped == lost == 0,
        f"memory flat ({100 * grown:+.2f} % since the first 10 s)": grown <= FLAT,
    }
    for bar, is_met in bars.items():
        judge(bar, is_met)


def tell_hops(trace: Trace, sent: np.ndarray, known: np.ndarray) -> None:
    """Print how long each hop takes, by the clock, by the processor, and in the slowest hundredth."""
    known = known & np.isfinite(trace.clock).all(axis=1)
    clock = 1e3 * np.diff(np.column_stack([sent, trace.clock])[known], axis=1)
    busy = 1e3 * np.diff(trace.processor[known], axis=1)
    whole = clock.sum(axis=1)
    slowest = whole >= np.percentile(whole, 99)
    say(f"  {'hop, to':18s} {'median':>7s} {'p99':>7s} {'max':>8s}  {'processor':>9s}  slowest 1 %  [ms]")
    for column, hop in enumerate(HOPS):
        own = clock[:, column]
        # What the other process does is not ours.
        spent = f"{np.median(busy[:, column - 1]):9.3f}" if 0 < column < len(HOPS) - 1 else " " * 9
        say(
            f"  {hop:18s} {np.median(own):7.3f} {np.percentile(own, 99):7.3f} {own.max():8.2f}  {spent}  "
            f"{own[slowest].mean():11.3f}"
        )
