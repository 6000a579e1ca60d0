"""``understudy bench``: speed against mink, in one process."""

from __future__ import annotations

import argparse
import importlib.util
from typing import Any

from understudy.commands.terminal import Terminal
from understudy.errors import RobotError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--robot", default="hrp4", metavar="NAME", help="the robot to measure with (hrp4)")
    parser.add_argument("--file", metavar="FILE", help="a capture (default: the built-in walk)")


def run(options: argparse.Namespace) -> int:
    """Measure and show ratios."""
    from understudy.bench.machine import describe_machine
    from understudy.data import built_in_motion
    from understudy.robots import load_robot
    from understudy.takes import read_human

    terminal = Terminal(options.json)
    missing = [name for name in ("mink", "daqp") if importlib.util.find_spec(name) is None]
    if missing:
        raise RobotError(f"{' and '.join(missing)} is not installed: pip install 'understudy[bench]'")
    human = read_human(options.file or built_in_motion("walk"), say=terminal.say)
    robot = load_robot(options.robot)
    results: dict[str, Any] = {"machine": describe_machine()}
    terminal.say(", ".join(f"{key} {value}" for key, value in results["machine"].items()))
    results |= _measure(terminal, human, robot)
    terminal.give(results)
    return 0


def _measure(terminal: Terminal, human: Any, robot: Any) -> dict[str, Any]:
    from understudy.bench.against_mink import compare
    from understudy.bench.growth import live_steps, over_frames, over_joints, over_threads
    from understudy.bench.problem import costs_of_track, poses_of_links
    from understudy.retarget import track

    track(human, robot, say=terminal.say)
    terminal.say("against mink")
    rows = {
        "costs of track": compare(costs_of_track(human, robot), native_poses=False),
        "poses of links": compare(poses_of_links(human, robot), native_poses=True),
    }
    terminal.table(
        ("one thread", "understudy", "mink", "ratio", "cost", "mink's cost", "iterations"),
        [
            (name, f"{r['understudy_fps']:.0f} frames/s", f"{r['mink_fps']:.0f} frames/s",
             f"{r['ratio']:.1f} ×", f"{r['understudy_cost']:.6g}", f"{r['mink_cost']:.6g}",
             f"{r['understudy_iterations']:.1f} / {r['mink_iterations']:.1f}")
            for name, r in rows.items()
        ],
    )  # fmt: skip
    terminal.say("over frames, joints and threads")
    frames, joints, threads = over_frames(human, robot), over_joints(), over_threads(human, robot)
    terminal.table(
        ("track, frames", "seconds", "µs a frame", "frames/s"),
        [
            (
                str(r["frames"]),
                f"{r['seconds']:.4f}",
                f"{r['microseconds_per_frame']:.1f}",
                f"{r['frames'] / r['seconds']:.0f}",
            )
            for r in frames
        ],
    )
    live = live_steps(human, robot)
    terminal.table(
        ("live, frame by frame", "median", "p99"),
        [(f"{live['frames']} frames", f"{live['median_ms']:.3f} ms", f"{live['p99_ms']:.3f} ms")],
    )
    terminal.table(
        ("joints", "µs a frame", "µs an iteration"),
        [
            (str(r["joints"]), f"{r['microseconds_per_frame']:.1f}", f"{r['microseconds_per_iteration']:.1f}")
            for r in joints
        ],
    )
    terminal.table(
        ("clips × frames", "one thread", "two threads", "ratio"),
        [(f"{threads['clips']} × {threads['frames']}", f"{threads['one_thread_s']:.3f} s",
          f"{threads['two_threads_s']:.3f} s", f"{threads['ratio']:.2f} ×")],
    )  # fmt: skip
    return {
        "against_mink": rows,
        "over_frames": frames,
        "over_joints": joints,
        "over_threads": threads,
        "live": live,
    }
