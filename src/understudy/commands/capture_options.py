"""What a user may state about a capture on the command line, shared by all commands that read one."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from understudy.capture.sidecar import Sidecar

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


def stated_by(options: argparse.Namespace) -> Sidecar:
    """Return what the options state."""
    from understudy.capture.sidecar import Sidecar

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
