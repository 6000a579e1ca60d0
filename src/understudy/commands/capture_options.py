"""What a user may state about a capture on the command line, shared by all commands that read one."""

from __future__ import annotations

import argparse
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import CaptureError, OptionError

if TYPE_CHECKING:
    from understudy.capture.sidecar import Sidecar
    from understudy.clean import CleaningOptions
    from understudy.motion import HumanMotion

UPS = ("x", "y", "z", "-x", "-y", "-z")


def add_capture_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; each takes precedence over the file's sidecar and over inference."""
    group = parser.add_argument_group("what the capture leaves open (inferred where not given)")
    group.add_argument("--fps", type=_positive, metavar="RATE", help="frames a second")
    group.add_argument("--up", choices=UPS, help="the file's axis that points up; write --up=-z for -z")
    group.add_argument("--unit", type=_positive, metavar="METRES", help="metres per unit of length")
    group.add_argument("--height", type=_positive, metavar="METRES", help="the person's height")
    group.add_argument(
        "--marker-set", type=Path, metavar="SET", help="a known marker set, or a TOML that says one"
    )
    films = parser.add_argument_group("films (`understudy camera` lists trackers)")
    films.add_argument("--tracker", metavar="NAME", help="what finds the person (default: the installed one)")
    films.add_argument("--no-hands", action="store_true", help="do not look for hands, in half of the time")
    films.add_argument("--no-cache", action="store_true", help="track anew, and keep nothing of it")


def add_smooth_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--smooth``."""
    parser.add_argument(
        "--smooth",
        type=_positive,
        metavar="HZ",
        help="filter all points at this frequency, without delay (default: noisy ones, each at its own)",
    )


def cleaning_by(options: argparse.Namespace, *left_out: str) -> CleaningOptions:
    """Return how a capture is cleaned, without some steps.

    Raises:
        OptionError: Where smoothing is both asked for and left out.
    """
    from understudy.clean import CleaningOptions

    if options.smooth is not None and "smoothing" in left_out:
        raise OptionError("--smooth and --no-clean smoothing contradict each other, expected one of them")
    return CleaningOptions(cutoff=options.smooth, **dict.fromkeys(left_out, False))


def add_touches_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--touches``."""
    parser.add_argument(
        "--touches",
        metavar="FILE",
        help="touches of the body with itself that somebody annotated, CSV or JSON (docs/touch.md)",
    )


def add_contacts_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--contacts``."""
    parser.add_argument(
        "--contacts",
        metavar="FILE",
        help="when which part carries, as `understudy inspect --contacts` writes it and somebody edited it",
    )


def with_contacts(human: HumanMotion, options: argparse.Namespace) -> HumanMotion:
    """Return a person whose parts carry as a file says, where one is named."""
    if options.contacts is None:
        return human
    from understudy.motion.contact_schedule import read_schedule, with_schedule

    return with_schedule(human, read_schedule(options.contacts, human.duration))


def with_touches(human: HumanMotion, options: argparse.Namespace) -> HumanMotion:
    """Return a person's motion with the touches of a file, where one is named."""
    if options.touches is None:
        return human
    from understudy.anatomy.touch_detection import with_places
    from understudy.motion.touch_file import read_touches

    touches = read_touches(options.touches)
    late = next((touch for touch in touches.items if touch.start > human.duration), None)
    if late is not None:
        raise CaptureError(
            options.touches,
            f"the touch of {late.part_a} and {late.part_b} starts at {late.start:g} s, expected within the "
            f"clip, which ends at {human.duration:.3f} s",
        )
    return replace(human, touches=with_places(touches, human))


def stated_by(options: argparse.Namespace) -> Sidecar:
    """Return what the options state; films are tracked as they say from here on."""
    from understudy.capture.sidecar import Sidecar
    from understudy.capture.video.settings import TrackingSettings, set_tracking
    from understudy.commands.terminal import Terminal

    # Each run of a command has a context of its own.
    progress = Terminal(options.json).progress
    set_tracking(TrackingSettings(options.tracker, not options.no_hands, not options.no_cache, progress))

    names = {field.name for field in fields(Sidecar)}
    return Sidecar(**{name: value for name, value in vars(options).items() if name in names})


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not 0.0 < number <= 1e5:
        raise argparse.ArgumentTypeError(f"found '{text}', expected a number over 0 and at most 100000")
    return number
