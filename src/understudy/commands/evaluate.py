"""``understudy evaluate``: how faithful a robot's motion is, in numbers."""

from __future__ import annotations

import argparse

from understudy.commands.capture_options import (
    add_capture_options,
    add_touches_option,
    stated_by,
    with_touches,
)
from understudy.commands.results import (
    NOT_ALL,
    evaluation_for_machines,
    if_possible,
    make_folder,
    show_evaluation,
)
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("motion", help="a motion that `retarget` saved, or a rollout of `simulate`")
    parser.add_argument(
        "--against", metavar="FILE", help="the capture that it came from; a rollout may do without"
    )
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
    add_touches_option(parser)


def run(options: argparse.Namespace) -> int:
    """Evaluate a saved motion against its capture."""
    from understudy.evaluate import evaluate, evaluate_rollout
    from understudy.illustrated_report import write_illustrated_report
    from understudy.kernels.compilation import telling
    from understudy.motion import RobotMotion, Rollout
    from understudy.motion.pace import as_performed
    from understudy.pipeline import Performance
    from understudy.robots.known_models import robot_of
    from understudy.takes import read_human

    terminal = Terminal(options.json)
    rollout = Rollout.load(options.motion) if Rollout.is_saved_in(options.motion) else None
    motion = RobotMotion.load(options.motion) if rollout is None else rollout.as_motion()
    if options.against is None and (rollout is None or options.report):
        what = "a motion" if rollout is None else "a report"
        raise OptionError(f"{what} needs the capture that it came from: give it with --against FILE")
    robot = robot_of(motion, options.robot, terminal.say)
    human = None
    if options.against is not None:
        read = read_human(options.against, stated_by(options), terminal.say)
        human = as_performed(with_touches(read, options), motion)
    with telling(terminal.say):
        if rollout is not None:
            evaluation = evaluate_rollout(rollout, robot, human)
        else:
            assert human is not None
            evaluation = evaluate(human, motion, robot, cutoff=options.cutoff)
    missing: dict[str, str] = {}
    if options.report:
        assert human is not None
        if human.frame_count > motion.frame_count:
            human = human.section(0, motion.frame_count)
        result = Performance(human, robot, motion, evaluation)
        with if_possible(terminal, "report", missing):
            folder = make_folder(options.report)
            page = write_illustrated_report(folder, result, say=terminal.warn, rollout=rollout)
            terminal.say(f"report: {page}")
    terminal.give(evaluation_for_machines(evaluation) | {"missing": missing})
    show_evaluation(terminal, evaluation)
    return NOT_ALL if missing else 0
