"""``understudy compose``: a motion as weights of motion primitives, and weights as a motion again."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.counting import count
from understudy.commands.option_help import help_lines
from understudy.commands.terminal import Terminal
from understudy.errors import OptionError
from understudy.retarget.built_in_methods import COMPOSE
from understudy.retarget.option_settings import set_options

if TYPE_CHECKING:
    from understudy.motion.composition import Composition
    from understudy.retarget.compose.options import ComposeOptions

_WIDEST = 110
_PRIMITIVES = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        nargs="+",
        help="a robot's motion to be described, weights to be played, or clips to learn from",
    )
    parser.add_argument("-o", "--output", metavar="OUT.npz", help="the result (FILE_weights.npz here)")
    parser.add_argument(
        "--learn", action="store_true", help="learn a library of primitives from the files instead (SVD)"
    )
    parser.add_argument(
        "--primitives",
        type=count,
        default=_PRIMITIVES,
        metavar="N",
        help=f"primitives to learn ({_PRIMITIVES})",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set one option of the method compose, as often as wanted; listed below",
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def epilog(words: Sequence[str]) -> str:
    """Return what help lists below the options: those of the method."""
    width = min(shutil.get_terminal_size().columns - 2, _WIDEST)
    return "\n".join(("options, with their defaults (--set NAME=VALUE):", *help_lines(COMPOSE, width)))


def run(options: argparse.Namespace) -> int:
    """Describe a motion, play its description, or learn a library."""
    chosen = set_options(COMPOSE.Options(), options.set)
    from understudy.motion.composition import Composition
    from understudy.motion.output import require_other_file
    from understudy.retarget.compose.options import ComposeOptions

    assert isinstance(chosen, ComposeOptions)
    terminal = Terminal(options.json)
    what = "primitives" if options.learn else "weights"
    first = options.file[0]
    plays = not options.learn and Composition.is_saved_in(first)
    ending = "_played" if plays else f"_{what}"
    output = Path(options.output or f"{Path(first).stem}{ending}.npz")
    for file in options.file:
        require_other_file(output, file)
    if options.learn:
        return _learn(options, chosen, output, terminal)
    if len(options.file) > 1:
        raise OptionError(f"compose: {len(options.file)} files, expected one, or --learn with several")
    return _play(first, output, terminal) if plays else _describe(first, chosen, output, terminal)


def _describe(file: str, chosen: ComposeOptions, output: Path, terminal: Terminal) -> int:
    from understudy.motion import RobotMotion
    from understudy.retarget.compose.composing import compose

    composition = compose(RobotMotion.load(file), chosen, terminal.say)
    composition.save(output)
    terminal.give(_told(composition) | {"files": {"weights": str(output)}})
    worst = _worst_joints(composition)
    terminal.table(
        ("joint", "left out [% of its energy]", "RMS [rad or m]"),
        [(name, f"{100.0 * share:.2f}", f"{rms:.4f}") for name, share, rms in worst],
        title=f"{composition.residual_share:.2%} of the energy left out by {composition.primitives.count} "
        f"primitives in {len(composition.weights)} windows, {composition.compactness:.1f} numbers a weight",
    )
    terminal.say(f"weights: {output}")
    return 0


def _play(file: str, output: Path, terminal: Terminal) -> int:
    from understudy.takes import load_motion

    motion = load_motion(file)
    motion.save(output)
    found = {"robot": motion.robot, "frames": motion.frame_count, "fps": motion.fps}
    terminal.give(found | {"files": {"motion": str(output)}})
    terminal.say(f"motion: {output}")
    return 0


def _learn(options: argparse.Namespace, chosen: ComposeOptions, output: Path, terminal: Terminal) -> int:
    from understudy.motion import RobotMotion
    from understudy.motion.learned_primitives import learn_primitives

    clips = [RobotMotion.load(file) for file in options.file]
    learned = learn_primitives(clips, options.primitives, chosen.window, output.stem)
    learned.primitives.save(output)
    shares = [round(float(share), 6) for share in learned.explained]
    terminal.give({"explained": shares, "window_s": chosen.window, "files": {"primitives": str(output)}})
    rows = [(str(index + 1), f"{100.0 * share:.2f}") for index, share in enumerate(shares)]
    terminal.table(("primitives", "energy explained [%]"), rows, title=f"Learned from {len(clips)} clips")
    terminal.say(f"primitives: {output}")
    return 0


def _told(composition: Composition) -> dict[str, object]:
    return {
        "robot": composition.robot,
        "windows": len(composition.weights),
        "primitives": list(composition.primitives.names),
        "residual_share": composition.residual_share,
        "compactness": composition.compactness,
        "joints": {
            name: {"residual_share": share, "rms": rms} for name, share, rms in _worst_joints(composition)
        },
    }


def _worst_joints(composition: Composition) -> list[tuple[str, float, float]]:
    """Return every joint with the share of its energy that is left out and its RMS error, the worst first."""
    seconds = composition.frame_count / composition.fps
    residual, energy = composition.residual.sum(axis=0), composition.energy.sum(axis=0)
    rows = [
        (name, float(off / whole) if whole > 0.0 else 0.0, float((off / seconds) ** 0.5))
        for name, off, whole in zip(composition.joints, residual, energy, strict=True)
    ]
    return sorted(rows, key=lambda row: -row[2])
