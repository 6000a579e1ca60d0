"""``understudy evaluate``: how faithful a robot's motion is, in numbers."""

from __future__ import annotations

import argparse

from understudy.commands.capture_options import add_capture_options, stated_by
from understudy.commands.results import (
    NOT_ALL,
    evaluation_for_machines,
    if_possible,
    make_folder,
    show_evaluation,
)
from understudy.commands.terminal import Terminal


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("motion", help="a motion that `understudy retarget` saved")
    parser.add_argument("--against", required=True, metavar="FILE", help="the capture that it came from")
    parser.add_argument(
        "--robot",
        metavar="NAME",
        help="the robot, where the motion's own is not found: a name, a card.toml, a URDF or an MJCF",
    )
    parser.add_argument(
        "--cutoff",
        type=float,
        default=10.0,
        metavar="HZ",
        help="frequency up to which movements count for forces (default 10; clinics take 6)",
    )
    parser.add_argument("--report", metavar="DIR", help="also write a one-page report with plots and stills")
    add_capture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Evaluate a saved motion against its capture."""
    from understudy.evaluate import evaluate
    from understudy.illustrated_report import write_illustrated_report
    from understudy.kinematics.compilation import telling
    from understudy.motion import RobotMotion
    from understudy.motion.pace import as_performed
    from understudy.pipeline import Performance, read_human
    from understudy.robots.known_models import robot_of

    terminal = Terminal(options.json)
    motion = RobotMotion.load(options.motion)
    robot = robot_of(motion, options.robot, terminal.say)
    human = as_performed(read_human(options.against, stated_by(options), terminal.say), motion)
    with telling(terminal.say):
        evaluation = evaluate(human, motion, robot, cutoff=options.cutoff)
    missing: dict[str, str] = {}
    if options.report:
        result = Performance(human, robot, motion, evaluation)
        with if_possible(terminal, "report", missing):
            page = write_illustrated_report(make_folder(options.report), result, say=terminal.warn)
            terminal.say(f"report: {page}")
    terminal.give(evaluation_for_machines(evaluation) | {"missing": missing})
    show_evaluation(terminal, evaluation)
    return NOT_ALL if missing else 0
