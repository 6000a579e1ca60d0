"""A person's landmarks as TRC."""

from __future__ import annotations

from pathlib import Path

from understudy.export.captures.trc import write_trc
from understudy.export.person.points import landmarks_as_recording
from understudy.motion import HumanMotion


def write(path: Path, motion: HumanMotion) -> None:
    """Write landmarks as points in millimetres, with OpenSim's axes."""
    write_trc(path, landmarks_as_recording(motion))
