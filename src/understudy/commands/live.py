"""``understudy live``: a person drives a robot as they move."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from understudy.commands.capture_options import add_capture_options, stated_by
from understudy.commands.results import add_robot_option
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError

RECORDING = "live_recording.npz"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("source", nargs="?", help="a capture to play, or a stream; see below")
    parser.add_argument("--source", dest="named", metavar="SOURCE", help="the same by name")
    add_robot_option(parser)
    parser.add_argument(
        "--sink",
        action="append",
        default=[],
        metavar="S",
        help="where commands go, may be repeated; see below",
    )
    parser.add_argument("--via", default="landmarks", choices=("landmarks", "human"), help="whether the "
                        "reference human is fitted in between (default: landmarks)")  # fmt: skip
    parser.add_argument("--calibrate", type=float, default=3.0, metavar="S", help="seconds from which sizes, "
                        "floor and facing are taken (default: 3)")  # fmt: skip
    parser.add_argument("--rate", type=float, metavar="HZ", help="commands a second (default: the source's)")
    parser.add_argument("--person", metavar="NAME", help="whom to follow (default: whoever is seen first)")
    parser.add_argument("--seconds", type=float, metavar="S", help="end after so long (default: Ctrl-C)")
    parser.add_argument(
        "--speed", type=float, default=1.0, metavar="X", help="speed of a capture (default: 1)"
    )
    parser.add_argument("--loop", action="store_true", help="play a capture again and again")
    parser.add_argument(
        "--listen", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument("--record", default=RECORDING, metavar="FILE", help="recording of what was seen, for "
                        f"retargeting it again (default: {RECORDING})")  # fmt: skip
    parser.add_argument("--no-record", dest="record", action="store_const", const=None, help="record nothing")
    parser.add_argument("-o", "--output", metavar="FILE", help="the robot's motion as it was commanded, .npz")
    parser.add_argument(
        "--hands", action="store_true", help="of a camera: look for hands as well, in twice the time"
    )
    add_capture_options(parser)


def epilog(_words: Sequence[str]) -> str:
    """Return the names of sources and sinks."""
    from understudy.live.names import SINKS, SOURCES

    told = [
        f"{title}: " + "; ".join(f"{name} ({what})" for name, what in names.items())
        for title, names in (("Sources", SOURCES), ("Sinks", SINKS))
    ]
    return "  ".join(told)


def run(options: argparse.Namespace) -> int:
    """Drive a robot until the source ends or somebody interrupts."""
    from understudy.live.engine import LiveEngine
    from understudy.live.names import live_sink, live_source
    from understudy.live.options import LiveOptions
    from understudy.live.recorder import CommandRecorder, Recorder
    from understudy.live.session import LiveSession
    from understudy.live.sink import SinkThread
    from understudy.robots import load_robot

    if (options.source is None) == (options.named is None):
        raise OptionError("live takes one source, as `live camera` or `live --source camera`; see --help")
    terminal = Terminal(options.json)
    stated = stated_by(options)
    settings = LiveOptions(
        calibrate=options.calibrate, rate=options.rate, via=options.via, person=options.person, stated=stated
    )
    name = options.source or options.named
    source = live_source(name, options.listen, options.speed, options.loop, stated, options.hands)
    sinks = [live_sink(name, options.listen, terminal.say) for name in options.sink]
    robot = load_robot(options.robot)
    recorder = None if options.record is None else Recorder(options.record)
    commands = None if options.output is None else CommandRecorder(options.output, robot)
    engine = LiveEngine(robot, source.facts, settings, terminal.say)
    with terminal.status("waiting for the source") as status:
        session = LiveSession(
            source,
            engine,
            [SinkThread(sink) for sink in sinks if sink is not None],
            recorder,
            commands,
            status,
        )
        about = session.run(options.seconds)
    files = [Path(each.path) for each in (recorder, commands) if each is not None]
    about["files"] = [str(path) for path in files if path.exists()]
    terminal.give(about)
    _tell(terminal, about, engine)
    return 0 if engine.calibration is not None else 1


def _tell(terminal: Terminal, about: dict, engine: object) -> None:
    """Show the summary for people."""
    latency, frames = about["latency_ms"], about["frames"]
    if about["rate"] is None:
        terminal.warn("the source ended before there was enough to calibrate by")
        return
    rows = [
        ("commands", f"{about['commands']} at {about['rate']:g} Hz"),
        ("frames used", f"{frames['used']} of {frames['seen']}"),
        (
            "dropped / late / malformed",
            f"{about['dropped']} / {frames['late']} / {about['packets']['malformed']}",
        ),
        ("frame to command", f"{latency['median']} ms median, {latency['p99']} ms p99"),
    ]
    rows += [
        (f"sink {name}", ", ".join(f"{k} {v}" for k, v in told.items()))
        for name, told in about["sinks"].items()
    ]
    rows += [("file", path) for path in about["files"]]
    terminal.table(("", ""), rows)
