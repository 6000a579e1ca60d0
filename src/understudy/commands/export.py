"""``understudy export``: a saved motion as one of other people's formats."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.export_options import add_format_options, chosen_format, settings
from understudy.commands.terminal import Terminal
from understudy.errors import InvalidMotionError, OutputError
from understudy.export import FORMATS, ExportFormat, find_format, formats

if TYPE_CHECKING:
    from understudy.motion import HumanMotion, RobotMotion

USAGE = "`understudy export MOTION.npz --to FORMAT -o OUT`; --list names all formats"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("motion", nargs="?", help="a motion that `retarget` or `fit` saved")
    parser.add_argument("--list", action="store_true", help="list all formats")
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="the file, whose ending may say the format (MOTION_FORMAT here)"
    )
    add_format_options(parser)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="set an option of the format; below"
    )
    parser.add_argument(
        "--robot",
        metavar="NAME",
        help="the robot, where the motion's own is not found: a name, a card.toml, a URDF or an MJCF",
    )
    # The list below the options is laid out already.
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def epilog(words: Sequence[str]) -> str:
    """Return what help lists below the options: the formats, and their options."""
    lines = ["formats:"]
    for each in formats():
        lines.append(f"  {each.name:<14}{each.summary} ({' '.join(each.suffixes) or 'a folder'})")
        lines += [
            f"    --set {option.name}={_text(option.default)}: {option.what}" for option in each.options
        ]
    return "\n".join(lines)


def run(options: argparse.Namespace) -> int:
    """Export a motion, or list the formats."""
    terminal = Terminal(options.json)
    if options.list:
        return _list(terminal)
    if options.motion is None or (options.to is None and options.output is None):
        raise OutputError(f"expected a motion and a format: {USAGE}")
    named = None if options.to is None else find_format(options.to)

    from understudy.export import export
    from understudy.export.exporting import kinds_of
    from understudy.motion import RobotMotion, Rollout
    from understudy.motion.output import require_other_file
    from understudy.robots.known_models import robot_of

    motion = _load(options.motion)
    rollout = Rollout.load(options.motion) if Rollout.is_saved_in(options.motion) else None
    output = Path(options.output or _default_name(options.motion, named))
    require_other_file(output, options.motion, options.robot)
    chosen = chosen_format(options.to, output, kinds_of(motion))
    if chosen is None:
        raise OutputError(f"'{output}' may be of several formats: say which with --to; {USAGE}")
    robot = robot_of(motion, options.robot, terminal.say) if isinstance(motion, RobotMotion) else None
    with terminal.progress(f"{chosen.name} of {Path(options.motion).name}") as progress:
        export(
            motion if rollout is None else rollout,
            chosen.name,
            output,
            options.rate,
            robot=robot,
            progress=progress,
            **settings(options.set),
        )
    fps = options.rate or motion.fps
    terminal.give({"format": chosen.name, "fps": fps, "files": {"export": str(output)}})
    terminal.say(f"{chosen.name} at {fps:g} frames a second: {output}")
    return 0


def _load(path: str) -> RobotMotion | HumanMotion:
    """Return the motion that a file holds."""
    from understudy.motion import HumanMotion, RobotMotion, Rollout
    from understudy.motion.rollout import load_robot_motion

    if HumanMotion.is_saved_in(path):
        return HumanMotion.load(path)
    if RobotMotion.is_saved_in(path) or Rollout.is_saved_in(path):
        return load_robot_motion(path)
    if not Path(path).is_file():
        raise InvalidMotionError(f"{path}: no such file, expected a motion that `retarget` or `fit` saved")
    raise InvalidMotionError(f"{path}: holds no motion that `retarget` or `fit` saved (.npz)")


def _default_name(motion: str, chosen: ExportFormat | None) -> str:
    assert chosen is not None
    return f"{Path(motion).stem}_{chosen.name}{chosen.suffixes[0] if chosen.suffixes else ''}"


def _text(value: str | bool) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _list(terminal: Terminal) -> int:
    terminal.give(
        [
            {
                "name": each.name,
                "summary": each.summary,
                "endings": list(each.suffixes),
                "written_from": [kind.value for kind in each.takes],
                "joints": each.joints,
                "quaternions": each.quaternions,
                "units": each.units,
                "rate": each.rate,
                "frames": each.frames,
                "options": {option.name: option.default for option in each.options},
            }
            for each in FORMATS.values()
        ]
    )
    rows = [(each.name, each.summary, " ".join(each.suffixes) or "folder") for each in FORMATS.values()]
    terminal.table(("format", "for", "file"), rows)
    return 0
