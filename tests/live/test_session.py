"""The loop around the engine: dropping to the newest frame, sinks that do not read, recordings."""

from __future__ import annotations

import gc
import json
import socket
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.live.walking import (
    CALIBRATION,
    FPS,
    assert_within_limits,
    drive,
    engine,
    poses,
    robot,
    sightings,
    walk,
)
from understudy.errors import OptionError, OutputError
from understudy.live.backlog import OFTEN, Backlog
from understudy.live.engine import STOPPING, Command
from understudy.live.names import live_sink, live_source
from understudy.live.recorder import CommandRecorder, Recorder
from understudy.live.session import LiveSession
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.sink import SinkThread
from understudy.live.sinks.udp import UdpSink
from understudy.live.source import LOOPBACK, PacketCounts
from understudy.live.sources.recording import RecordingSource
from understudy.motion import Recording, RobotMotion
from understudy.robots.robot import Robot


class Scripted:
    """A source that hands out what it was given, so many frames at a time."""

    def __init__(self, frames: list[Sighting], at_once: int = 1) -> None:
        """Have these frames."""
        self.facts = StreamFacts("recording", placed=walk(), rate=FPS)
        self.counts, self.is_over, self.closed = PacketCounts(), False, False
        self._frames, self._at_once = list(frames), at_once

    def start(self) -> None:
        return

    def read(self, timeout: float) -> list[Sighting]:
        if timeout <= 0.0:
            return []
        count = self._at_once if len(self._frames) < len(sightings(walk())) - 70 else 1
        found, self._frames = self._frames[:count], self._frames[count:]
        self.is_over = not self._frames
        return found

    def close(self) -> None:
        self.closed = True


class Taking:
    """A sink that keeps what it gets, and may not get on."""

    name = "taking"

    def __init__(self, takes_all: bool, stuck: threading.Event | None = None) -> None:
        """Have nothing yet."""
        self.takes_all, self.got, self._stuck = takes_all, list[Command](), stuck

    def prepare(self, robot: Robot) -> None:
        self.robot = robot

    def begin(self, fps: float) -> None:
        self.fps = fps

    def send(self, command: Command) -> None:
        if self._stuck is not None:
            self._stuck.wait()
        self.got.append(command)

    def close(self) -> dict[str, object]:
        return {"closed": True}


def test_commands_reach_the_sink_and_the_robot_is_brought_to_rest() -> None:
    source, sink = Scripted(sightings(walk())[:150]), Taking(takes_all=True)
    session = LiveSession(source, engine(), [SinkThread(sink)])
    about = session.run()
    assert source.closed
    assert about["commands"] == len(sink.got) == session.ticks
    assert sink.got[-1].state == STOPPING
    assert_within_limits(sink.got, robot())
    assert about["dropped"] == 0
    json.dumps(about)


def test_frames_that_waited_for_a_quick_machine_are_all_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("understudy.live.backlog.QUICK", np.inf)
    monkeypatch.setattr("understudy.live.backlog.OFTEN", 1000)
    sink = Taking(takes_all=True)
    live = engine()
    session = LiveSession(Scripted(sightings(walk())[:170], at_once=4), live, [SinkThread(sink)])
    about = session.run()
    assert about["dropped"] == 0
    assert live.counts.caught_up == 0
    assert_within_limits(sink.got, robot())


def test_a_machine_that_is_too_slow_drops_to_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody answers a frame in no time at all.
    monkeypatch.setattr("understudy.live.backlog.QUICK", 0.0)
    sink = Taking(takes_all=True)
    session = LiveSession(Scripted(sightings(walk())[:170], at_once=4), engine(), [SinkThread(sink)])
    about = session.run()
    assert isinstance(about["dropped"], int) and about["dropped"] > 50
    # Every tick is still commanded, within limits.
    assert_within_limits(sink.got, robot())


def test_a_backlog_is_answered_in_order_and_too_long_a_one_by_its_newest() -> None:
    frames = sightings(walk())[:40]
    backlog = Backlog(FPS)
    few = [frames[2], frames[0], frames[1]]
    assert [frame.time for frame in backlog.chosen(few)] == [frame.time for frame in frames[:3]]
    assert backlog.chosen(frames) == [frames[-1]]
    assert backlog.dropped == len(frames) - 1
    backlog.note(1.0)
    assert len(backlog.chosen(few)) == len(few)
    for _ in range(round(0.1 * FPS)):
        backlog.note(1.0)
    assert len(backlog.chosen(few)) == len(few)
    for _ in range(round(FPS)):
        backlog.note(1.0)
    assert backlog.chosen(few) == [frames[2]]


def test_a_machine_that_is_behind_all_the_time_answers_the_newest_until_it_no_longer_is() -> None:
    frames, backlog = sightings(walk())[:3], Backlog(FPS)
    answered = [len(backlog.chosen(frames)) for _ in range(2 * OFTEN)]
    assert answered == [3] * OFTEN + [1] * OFTEN
    for _ in range(OFTEN):
        assert len(backlog.chosen(frames[:1])) == 1
    assert len(backlog.chosen(frames)) == 1
    backlog.chosen(frames[:1])
    backlog.chosen(frames[:1])
    assert len(backlog.chosen(frames)) == 3


def test_each_person_has_a_backlog_of_their_own() -> None:
    both = sightings(walk(), "anna")[:2] + sightings(walk(), "berta")[:2]
    backlog = Backlog(FPS)
    for _ in range(round(FPS)):
        backlog.note(1.0)
    assert sorted(frame.person for frame in backlog.chosen(both)) == ["anna", "berta"]


def test_a_direct_sink_is_sent_to_by_the_thread_that_solves() -> None:
    class Direct(Taking):
        is_direct = True

        def send(self, command: Command) -> None:
            self.thread = threading.current_thread()
            if len(self.got) == 5:
                self.got.append(command)
                raise BlockingIOError
            super().send(command)

    sink = Direct(takes_all=True)
    about = LiveSession(Scripted(sightings(walk())[:150]), engine(), [SinkThread(sink)]).run()
    assert sink.thread is threading.current_thread()
    told = about["sinks"]
    assert isinstance(told, dict) and told["taking"]["left_out"] == 1
    assert len(sink.got) == about["commands"]


def test_garbage_is_collected_as_before_once_a_session_is_over() -> None:
    interval = sys.getswitchinterval()
    found: list[tuple[bool, float]] = []

    class Looking(Taking):
        is_direct = True

        def send(self, command: Command) -> None:
            found.append((gc.isenabled(), sys.getswitchinterval()))

    LiveSession(Scripted(sightings(walk())[:150]), engine(), [SinkThread(Looking(True))]).run()
    # What brings the robot to rest is sent when nobody waits any more.
    assert found[0][0] is False and found[0][1] < interval
    assert gc.isenabled() and sys.getswitchinterval() == interval


def test_a_sink_that_stops_reading_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("understudy.live.sink._PATIENCE", 1.0)
    free = threading.Event()
    stuck, well = Taking(False, free), Taking(True)
    session = LiveSession(Scripted(sightings(walk())[:150]), engine(), [SinkThread(stuck), SinkThread(well)])
    session.run()
    assert len(well.got) == session.ticks
    assert stuck.got == []
    free.set()


def test_a_sink_that_gets_on_is_waited_for_however_slow_it_is() -> None:
    ending = SinkThread(Taking(takes_all=True))
    waiting = ending._waiting
    waiting.extend(Command(0.0, np.array(robot().home), "following") for _ in range(5))

    class OneAtATime(threading.Thread):
        def is_alive(self) -> bool:
            return bool(waiting)

        def join(self, timeout: float | None = None) -> None:
            waiting.popleft()

    ending._thread = OneAtATime()
    ending.close()
    assert not waiting


def test_what_was_recorded_can_be_read_and_what_was_commanded_too(tmp_path: Path) -> None:
    seen, done = tmp_path / "seen.npz", tmp_path / "done.npz"
    frames = sightings(walk())[:150]
    session = LiveSession(Scripted(frames), engine(), (), Recorder(seen), CommandRecorder(done, robot()))
    session.run()
    recording, motion = Recording.load(seen), RobotMotion.load(done)
    assert recording.frame_count == len(frames)
    assert recording.fps == FPS
    assert recording.landmark_points.keys() == walk().landmark_points.keys()
    turned = np.linalg.norm(recording.points[:, 0] - recording.points[0, 0], axis=1)
    np.testing.assert_allclose(
        turned, np.linalg.norm(walk().points[:150, 0] - walk().points[0, 0], axis=1), atol=1e-6
    )
    assert motion.q.shape[0] == session.ticks
    assert motion.robot == "nao"


def test_nothing_is_written_where_nothing_was_calibrated(tmp_path: Path) -> None:
    seen = tmp_path / "seen.npz"
    about = LiveSession(Scripted(sightings(walk())[:20]), engine(), (), Recorder(seen)).run()
    assert about["rate"] is None and about["commands"] == 0
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_ends_it_with_whole_files(tmp_path: Path) -> None:
    class Interrupting(Scripted):
        def read(self, timeout: float) -> list[Sighting]:
            if len(self._frames) == 100:
                raise KeyboardInterrupt
            return super().read(timeout)

    seen, sink = tmp_path / "seen.npz", Taking(True)
    session = LiveSession(Interrupting(sightings(walk())), engine(), [SinkThread(sink)], Recorder(seen))
    session.run()
    assert Recording.load(seen).frame_count > 100
    assert_within_limits(sink.got, robot())
    assert np.abs(np.diff(poses(sink.got)[-2:, 7:], axis=0)).max() * FPS < 0.05


def test_a_recording_is_played_at_its_own_speed() -> None:
    source = RecordingSource(walk(), speed=10.0)
    begun, count = time.monotonic(), 0
    source.start()
    while count < 60:
        count += len(source.read(0.5))
    assert time.monotonic() - begun >= 59 / (FPS * 10.0) - 1e-3
    assert source.facts.rate == pytest.approx(10.0 * FPS)


def test_commands_arrive_as_json_by_udp() -> None:
    command = Command(1.25, np.array(robot().home), "following")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind((LOOPBACK, 0))
        receiver.settimeout(60.0)
        sink = UdpSink(LOOPBACK, receiver.getsockname()[1])
        sink.prepare(robot())
        sink.send(command)
        told = json.loads(receiver.recv(65536))
        sink.close()
    assert (told["time"], told["state"], told["robot"]) == (1.25, "following", "nao")
    assert list(told["joints"]) == list(robot().joints)
    np.testing.assert_allclose(told["root"], robot().home[:7], atol=1e-6)


def test_commands_arrive_as_json_over_websocket_and_who_does_not_read_holds_up_nobody() -> None:
    client = pytest.importorskip("websockets.sync.client")
    from understudy.live.sinks.websocket import WebSocketSink

    sink = WebSocketSink(0)
    sink.prepare(robot())
    try:
        address = f"ws://{LOOPBACK}:{sink.port}"
        with client.connect(address) as reading, client.connect(address):
            end = time.monotonic() + 60.0
            told = None
            while told is None and time.monotonic() < end:
                sink.send(Command(2.0, np.array(robot().home), "following"))
                try:
                    told = json.loads(reading.recv(timeout=0.1))
                except TimeoutError:
                    continue
            assert told is not None and told["time"] == 2.0
            for _ in range(200):
                sink.send(Command(3.0, np.array(robot().home), "following"))
    finally:
        sink.close()


def test_commands_become_ros_messages(tmp_path: Path) -> None:
    reading = pytest.importorskip("mcap_ros2.reader")
    sink = live_sink(str(tmp_path / "out.mcap"))
    assert sink is not None
    sink.prepare(robot())
    sink.begin(FPS)
    for tick in range(3):
        pose = np.array(robot().home)
        pose[7] += 0.01 * tick
        sink.send(Command(5.0 + tick / FPS, pose, "following"))
    sink.close()
    messages = list(reading.read_ros2_messages(str(tmp_path / "out.mcap")))
    states = [each.ros_msg for each in messages if each.channel.topic == "/joint_states"]
    assert list(states[-1].name) == list(robot().joints)
    assert states[-1].velocity[0] == pytest.approx(0.01 * FPS)
    assert states[-1].header.stamp.nanosec == round(2e9 / FPS)
    roots = [each.ros_msg for each in messages if each.channel.topic == "/tf"]
    assert roots[0].transforms[0].transform.translation.z == pytest.approx(robot().home[2])


def test_a_simulated_robot_follows() -> None:
    from understudy.live.sinks.simulation import SimulationSink

    commands = drive(engine(), sightings(walk())[: round((CALIBRATION + 1.5) * FPS)])
    sink = SimulationSink()
    sink.prepare(robot())
    sink.begin(FPS)
    for command in commands:
        sink.send(command)
    about = sink.close()
    assert about["diverged"] is False
    assert isinstance(about["mean_error_deg"], float) and about["mean_error_deg"] < 3.0


def test_nao_wants_its_own_robot_and_its_package() -> None:
    from understudy.live.sinks.nao import NaoSink

    with pytest.raises(OutputError, match="drives robot 'nao'"):
        NaoSink(LOOPBACK).prepare(robot("qtrobot"))


def test_a_nao_gets_head_and_arms_as_often_as_it_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from understudy.live.sinks.nao import FRACTION, NaoSink

    asked: list[tuple[list[str], list[float], float]] = []
    motion = SimpleNamespace(setAngles=lambda *arguments: asked.append(arguments))

    class Session:
        def connect(self, address: str) -> None:
            assert address == "tcp://10.0.0.7:9559"

        def service(self, name: str) -> object:
            assert name == "ALMotion"
            return motion

    monkeypatch.setitem(sys.modules, "qi", SimpleNamespace(Session=Session))
    sink = NaoSink("10.0.0.7")
    sink.prepare(robot())
    sink.begin(FPS)
    for tick in range(13):
        sink.send(Command(tick / 120.0, np.array(robot().home), "following"))
    assert len(asked) == 5
    names, angles, fraction = asked[0]
    assert names[:2] == ["HeadYaw", "HeadPitch"] and "LHipRoll" not in names
    assert len(names) == len(angles) == 12 and fraction == FRACTION


@pytest.mark.parametrize("name", ["udp:99999", "ws:x", "nothing.bvh"])
def test_a_source_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(OptionError):
        live_source(name)


@pytest.mark.parametrize("name", ["sim:3", "udp:9", "udp:host:port", "lamp", "nao"])
def test_a_sink_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(OptionError):
        live_sink(name)


def test_listeners_listen_on_loopback() -> None:
    for name in ("udp", "ws", "vmc", "mvn", "natnet"):
        assert vars(live_source(name))["host"] == LOOPBACK
    assert vars(live_sink("ws"))["host"] == LOOPBACK
