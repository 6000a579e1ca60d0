"""``understudy retarget``: a capture file performed by a robot."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from understudy.commands.capture_options import (
    add_capture_options,
    add_contacts_option,
    add_touches_option,
    stated_by,
    with_contacts,
    with_touches,
)
from understudy.commands.edit_options import add_edit_options, edited_take, edits_by
from understudy.commands.export_options import OWN_SUFFIX, add_format_options, chosen_format
from understudy.commands.method_options import add_method_options, chosen_method, methods_help
from understudy.commands.perspective_options import add_perspective_options, in_perspective, shown_move
from understudy.commands.results import (
    NOT_ALL,
    add_robot_option,
    evaluation_for_machines,
    if_possible,
    make_folder,
    require_video,
    show_evaluation,
    write_video,
)
from understudy.commands.terminal import Terminal
from understudy.export import ExportFormat, Takes, find_format
from understudy.retarget.option_settings import set_options


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", help="a capture file, a motion that `fit` saved, or a robot's motion")
    add_robot_option(parser)
    parser.add_argument("--fit", action="store_true", help="fit the reference human first, and follow that")
    legs = parser.add_mutually_exclusive_group()
    legs.add_argument(
        "--upper-body", action="store_true", help="follow the upper body only; the robot's legs stay at home"
    )
    legs.add_argument(
        "--stand", action="store_true", help="follow the upper body of somebody who stands on straight legs"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="the motion, .npz, or as its ending says, such as .csv or .mcap (default: FILE_ROBOT.npz here)",
    )
    add_format_options(parser)
    parser.add_argument("--report", metavar="DIR", help="also write a one-page report with plots and stills")
    parser.add_argument("--video", metavar="OUT.mp4", help="also write a side-by-side video")
    add_method_options(parser)
    add_capture_options(parser)
    add_edit_options(parser)
    add_touches_option(parser)
    add_contacts_option(parser)
    add_perspective_options(parser)


def epilog(words: Sequence[str]) -> str:
    """Return what help lists below the options: the methods, and the options of the one that is named."""
    return methods_help(words)


def run(options: argparse.Namespace) -> int:
    """Retarget, evaluate, save, and show what was asked for."""
    # What was asked for is looked at first, since the rest takes seconds to load.
    method, method_options = chosen_method(options)
    if options.touches is not None:
        method_options = set_options(method_options, ["touches=keep"])
    edits = edits_by(options)
    if method.prepare is not None:
        method.prepare()

    from understudy.export import export
    from understudy.illustrated_report import write_illustrated_report
    from understudy.kernels.compilation import telling
    from understudy.motion.output import require_other_file
    from understudy.motion.resampling import resample
    from understudy.motion.validation import require_fps
    from understudy.pipeline import perform, perform_upper_body
    from understudy.robots import load_robot
    from understudy.robots.catalogue import is_model_file
    from understudy.robots.known_models import remember
    from understudy.takes import fit_take, read_take

    terminal = Terminal(options.json)
    if options.rate is not None:
        require_fps(options.rate)
    if is_model_file(options.robot) and os.path.isfile(options.robot):
        terminal.say(
            f"{options.robot} has no card and is onboarded by itself; `understudy robots onboard` shows how"
        )
    robot = load_robot(options.robot)
    remember(options.robot, robot)
    if is_model_file(options.robot):
        for sentence in robot.notes:
            terminal.say(f"- {sentence}")
    for sentence in robot.card.doubts:
        terminal.title(f"look at {sentence}")
    output, chosen = _output(options, robot.name)
    for written in (output, options.video):
        if written is not None:
            require_other_file(written, options.file, options.robot)
    report = make_folder(options.report) if options.report else None
    video = Path(options.video) if options.video else None
    if video is not None:
        require_video(video)
    shown = shown_move(options, terminal)
    if edits is None:
        read = fit_take if options.fit else read_take
        take = read(options.file, stated=stated_by(options), say=terminal.say)
    else:
        take = edited_take(options.file, edits, terminal.say)
    take = take.wanted_by(method)
    told = with_contacts(with_touches(take.human, options), options)
    seen = in_perspective(told, options, shown, terminal, Path(options.file).name)
    # The markers of a capture are not mirrored, so methods that look at them do without.
    take = replace(take, human=seen, recording=take.recording if seen is told else None)
    is_upper = options.upper_body or options.stand
    warnings = () if is_upper else take.warnings
    for sentence in warnings:
        terminal.warn(sentence)
    with telling(terminal.say), terminal.progress(f"{method.name} on {robot.name}") as progress:
        if is_upper:
            result = perform_upper_body(
                take.human, robot, method, method_options, terminal.say, progress, options.upper_body
            )
        else:
            result = perform(
                take.human, robot, method, method_options, take.recording, terminal.say, progress
            )
    if chosen is not None:
        export(result.motion, chosen.name, output, options.rate, robot=robot)
    elif options.rate is not None:
        resample(result.motion, options.rate).save(output)
    else:
        result.motion.save(output)
    written, missing = {"motion": output}, {}
    if video is not None:
        with if_possible(terminal, "video", missing):
            write_video(terminal, video, result.human, [(robot, result.motion)])
            written["video"] = video
    if report is not None:
        with if_possible(terminal, "report", missing):
            written["report"] = write_illustrated_report(report, result, say=terminal.warn)
    files = {kind: str(path) for kind, path in written.items()}
    found = evaluation_for_machines(result.evaluation)
    terminal.give(found | {"files": files, "missing": missing, "warnings": list(warnings)})
    show_evaluation(terminal, result.evaluation)
    for kind, path in files.items():
        terminal.say(f"{kind}: {path}")
    return NOT_ALL if missing else 0


def _output(options: argparse.Namespace, robot: str) -> tuple[Path, ExportFormat | None]:
    """Return the file to write and its format, None for Understudy's own."""
    named = None if options.to is None else find_format(options.to)
    suffix = OWN_SUFFIX if named is None else next(iter(named.suffixes), "")
    output = Path(options.output or f"{Path(options.file).stem}_{robot}{suffix}")
    return output, chosen_format(options.to, output, (Takes.ROBOT,))
