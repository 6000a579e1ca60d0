"""``understudy view``: pictures and a video of a motion beside its source."""

from __future__ import annotations

import argparse
from pathlib import Path

from understudy.commands.capture_options import add_capture_options, stated_by
from understudy.commands.results import make_folder, require_video, write_show, write_video
from understudy.commands.terminal import Terminal
from understudy.errors import OutputError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "motion", nargs="+", help="motions of one source that `retarget` saved, or rollouts of `simulate`"
    )
    parser.add_argument("--source", metavar="FILE", help="the capture that they came from, shown beside them")
    parser.add_argument(
        "--robot",
        metavar="NAME",
        help="the robot, where the motions' own is not found: a name, a card.toml, a URDF or an MJCF",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT.mp4", help="a side-by-side video; of one rollout, with what it sees"
    )
    parser.add_argument("--stills", metavar="DIR", help="a folder for pictures")
    parser.add_argument("--frames", type=int, nargs="+", help="frames of the stills (default: five, spread)")
    add_capture_options(parser)


def run(options: argparse.Namespace) -> int:
    """Render what was asked for."""
    from understudy.motion.output import require_other_file
    from understudy.motion.pace import as_performed
    from understudy.motion.rollout import Rollout, load_robot_motion
    from understudy.pipeline import read_human
    from understudy.robots.known_models import robot_of
    from understudy.view import save_stills

    terminal = Terminal(options.json)
    if not options.output and not options.stills:
        raise OutputError("nothing to make: give -o OUT.mp4 for a video or --stills DIR for pictures")
    if options.output:
        require_video(options.output)
        require_other_file(options.output, *options.motion, options.source)
    motions = [load_robot_motion(path) for path in options.motion]
    performances = [(robot_of(motion, options.robot, terminal.say), motion) for motion in motions]
    human = None if options.source is None else read_human(options.source, stated_by(options), terminal.say)
    written: dict[str, object] = {}
    if options.stills:
        saved = save_stills(make_folder(options.stills), human, performances, options.frames)
        written["stills"] = [str(path) for path in saved]
    if options.output:
        if len(motions) == 1 and Rollout.is_saved_in(options.motion[0]):
            source = None if human is None else as_performed(human, motions[0])
            rollout = Rollout.load(options.motion[0])
            write_show(terminal, Path(options.output), rollout, performances[0][0], source)
        else:
            write_video(terminal, Path(options.output), human, performances)
        written["video"] = str(options.output)
    terminal.give(written)
    for kind, what in written.items():
        terminal.say(f"{kind}: {what}")
    return 0
