"""A format of exports: a line of coordinates a frame, in the model's order."""

from __future__ import annotations

from pathlib import Path

from understudy.export import ExportFormat, Takes
from understudy.export.clip import Clip
from understudy.motion.archive import write_bytes

STICK_ANGLES = ExportFormat(
    name="stick-angles",
    summary="angles as plain text",
    suffixes=(".angles",),
    takes=(Takes.ROBOT,),
    module="export",
    joints="the model's",
    quaternions="none",
    units="rad",
    rate="the first line",
    frames="none",
    package="understudy_stick",
)


def write(path: Path, clip: Clip) -> None:
    """Write a file, whole or not at all."""
    rows = (" ".join(f"{value:.6f}" for value in row) for row in clip.q)
    write_bytes(path, "\n".join([f"{clip.fps:g}", *rows]).encode())
