"""Whose left is left, on the command line: stated, or found by comparing with the move that was shown."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from understudy.errors import OptionError

if TYPE_CHECKING:
    from understudy.commands.terminal import Terminal
    from understudy.motion import HumanMotion

PERSPECTIVES = ("own", "mirror")


def add_perspective_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--perspective`` and ``--shown``."""
    parser.add_argument(
        "--perspective",
        choices=PERSPECTIVES,
        help="whose left is left: the robot does as the person did (own), or as in a mirror",
    )
    parser.add_argument(
        "--shown",
        metavar="FILE",
        help="the move that the person repeated, a capture or a robot's motion: finds the perspective",
    )


def shown_move(options: argparse.Namespace, terminal: Terminal) -> HumanMotion | None:
    """Return the move that was shown, None where none is named.

    Raises:
        OptionError: Where the perspective is stated, too.
    """
    if options.shown is None:
        return None
    if options.perspective is not None:
        raise OptionError("--shown finds the perspective and --perspective states it, expected one of them")
    from understudy.takes import read_human

    return read_human(options.shown, say=terminal.say)


def in_perspective(
    human: HumanMotion, options: argparse.Namespace, shown: HumanMotion | None, terminal: Terminal, name: str
) -> HumanMotion:
    """Return a person's motion from the perspective that was asked for or found.

    Args:
        human: The motion.
        options: What was asked for.
        shown: The move that was shown, where one was named.
        terminal: Told what was found.
        name: What the motion is called in that sentence.
    """
    if shown is None:
        return human.mirror() if options.perspective == "mirror" else human
    from understudy.human.demonstrations.perspective import as_shown

    found, perspective = as_shown(human, shown)
    how = "repeats the move as in a mirror" if perspective.is_mirror else "repeats the move on its own side"
    if not perspective.is_clear:
        how = "looks the same on either side"
    degrees = [57.29578 * angle for angle in (perspective.own, perspective.mirrored)]
    terminal.say(f"{name} {how}: {degrees[0]:.0f}° from the shown move, {degrees[1]:.0f}° mirrored")
    return found
