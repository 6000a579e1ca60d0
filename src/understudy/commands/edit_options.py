"""Changes to a capture before it is performed, as the studio makes them: cut, mirrored, smoothed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.capture_options import add_smooth_option, cleaning_by, stated_by
from understudy.errors import OptionError

if TYPE_CHECKING:
    from understudy.retarget.method import Say
    from understudy.studio.edits import Edits
    from understudy.takes import Take

STEPS = ("swaps", "outliers", "gaps", "smoothing", "floor")
"""Steps of cleaning."""


def add_edit_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group("changes to the capture")
    group.add_argument("--cut", nargs=2, metavar=("FROM", "TO"), help="use this part only [s]; TO may be end")
    group.add_argument("--mirror", action="store_true", help="mirror the person")
    group.add_argument(
        "--swap-sides", action="store_true", help="call left right: labels are on the wrong side"
    )
    group.add_argument(
        "--no-clean", action="append", choices=STEPS, default=[], help="leave a step of cleaning out"
    )
    add_smooth_option(group)


def edits_by(options: argparse.Namespace) -> Edits | None:
    """Return what the options change, or None where they change nothing.

    Raises:
        OptionError: For times that do not rise, or changes that contradict each other.
    """
    cleaning = options.no_clean or options.smooth is not None
    if not (options.cut or options.mirror or options.swap_sides or cleaning):
        return None
    start, stop = (0.0, None) if options.cut is None else _cut(*options.cut)

    from understudy.studio.edits import Edits

    return Edits(
        stated=stated_by(options),
        swap_sides=options.swap_sides,
        fit=options.fit,
        cleaning=cleaning_by(options, *options.no_clean),
        start=start,
        stop=stop,
        mirror=options.mirror,
    )


def edited_take(path: str, edits: Edits, say: Say | None = None) -> Take:
    """Return a capture with changes.

    Args:
        path: The capture.
        edits: What changes.
        say: Told in a sentence when something takes long.
    """
    from understudy.studio.edits import read_edited, shaped

    return shaped(read_edited(Path(path), edits, say), edits)


def _cut(start: str, stop: str) -> tuple[float, float | None]:
    try:
        found = (float(start), None if stop == "end" else float(stop))
    except ValueError:
        found = (-1.0, None)
    if not (0.0 <= found[0] < 1e9 and (found[1] is None or found[0] < found[1] < 1e9)):
        raise OptionError(
            f"--cut: found '{start} {stop}', expected two rising times in seconds, or one and end"
        )
    return found
