"""Recordings written as OpenCap's session: a trial, the standing one, and facts about the person."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from understudy.export.captures.trc import write_trc
from understudy.motion import Recording
from understudy.motion.archive import write_bytes


def write_opencap(folder: str | Path, recording: Recording, trial: str = "trial") -> None:
    """Write a session.

    Args:
        folder: The folder, which is made.
        recording: What was captured.
        trial: What the trial is called.

    Raises:
        InvalidMotionError: Where a name cannot be written.
        OutputError: Where a file cannot be written.
    """
    folder = Path(folder)
    (folder / "MarkerData").mkdir(parents=True, exist_ok=True)
    write_trc(folder / "MarkerData" / f"{trial}.trc", recording)
    first = replace(recording, points=recording.points[:1], valid=recording.valid_mask[:1])
    write_trc(folder / "MarkerData" / "neutral.trc", first)
    subject = recording.subject
    facts = {"height_m": subject.height, "mass_kg": subject.mass, "gender_mf": subject.sex[:1] or None}
    lines = [
        "subjectID: synthetic",
        *(f"{key}: {value}" for key, value in facts.items() if value is not None),
    ]
    lines += ["checkerBoard:", "  squareSideLength_mm: 35.0"]
    write_bytes(folder / "sessionMetadata.yaml", ("\n".join(lines) + "\n").encode())
