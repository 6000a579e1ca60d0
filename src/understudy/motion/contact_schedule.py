"""When each part carries, as a table that people read and edit: soles, hands, knees and the rest of the body.

    part,start_s,end_s,confidence
    hand_l,1.2000,2.4500,0.98

A part carries from the frame at the start until the one at the end, both included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.errors import CaptureError, unknown_name
from understudy.motion.archive import write_bytes
from understudy.motion.human_motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, PART_CONTACTS
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.stated_rows import Row, read_rows, seconds
from understudy.motion.stretches import stretches

PARTS = (*CONTACTS, *PART_CONTACTS)
"""Every part that may carry, those of the soles first."""

FIELDS, CONFIDENCE = ("part", "start_s", "end_s"), "confidence"


@dataclass(frozen=True)
class Stance:
    """A part that carries for some time.

    Attributes:
        part: One of ``PARTS``.
        start, end: From when until when [s].
        confidence: Share of the time, 0 to 1, in which the capture clearly shows it, NaN where nobody said.
    """

    part: str
    start: float
    end: float
    confidence: float = float("nan")


def carrying(motion: HumanMotion | RobotMotion) -> dict[str, np.ndarray]:
    """Return part of ``PARTS`` → (T,) bool, where it carries; parts that never do are left out."""
    soles = {part: motion.contact_mask[:, column] for column, part in enumerate(CONTACTS)}
    return {part: carries for part, carries in soles.items() if carries.any()} | dict(motion.part_contacts)


def schedule_of(human: HumanMotion, clear: Mapping[str, np.ndarray]) -> tuple[Stance, ...]:
    """Return when a person's parts carry, part by part.

    Args:
        human: The person.
        clear: Part → (T,) bool, where the capture shows it beyond doubt; a part that is left out has nobody's
            word.
    """
    found = []
    for part, carries in carrying(human).items():
        for first, stop in stretches(carries):
            share = float(clear[part][first:stop].mean()) if part in clear else float("nan")
            found.append(Stance(part, first / human.fps, (stop - 1) / human.fps, share))
    return tuple(found)


def with_schedule(human: HumanMotion, schedule: tuple[Stance, ...]) -> HumanMotion:
    """Return a person whose parts carry as a schedule says, and at no other time."""
    carries = {part: np.zeros(human.frame_count, dtype=bool) for part in PARTS}
    for stance in schedule:
        carries[stance.part][round(stance.start * human.fps) : round(stance.end * human.fps) + 1] = True
    return human.amended(
        contacts=np.stack([carries[part] for part in CONTACTS], axis=1),
        part_contacts={part: carries[part] for part in PART_CONTACTS},
    )


def schedule_text(schedule: tuple[Stance, ...]) -> str:
    """Return a schedule as CSV, which :func:`read_schedule` reads."""
    lines = [
        f"{s.part},{s.start:.4f},{s.end:.4f},{'' if np.isnan(s.confidence) else f'{s.confidence:.2f}'}\n"
        for s in schedule
    ]
    return "".join([",".join((*FIELDS, CONFIDENCE)) + "\n", *lines])


def write_schedule(path: str | Path, schedule: tuple[Stance, ...]) -> None:
    """Write a schedule as CSV.

    Raises:
        OutputError: Where the file cannot be written.
    """
    write_bytes(path, schedule_text(schedule).encode())


def read_schedule(path: str | Path, duration: float) -> tuple[Stance, ...]:
    """Read a schedule, as CSV or as a JSON list; how sure it is need not be said.

    Args:
        path: The file.
        duration: Of the clip [s], within which every stance has to begin.

    Raises:
        CaptureError: Naming the file, the line, what was found, and what would be valid.
    """
    path = Path(path)
    rows = read_rows(path, "stance", "stances", FIELDS, (CONFIDENCE,))
    return tuple(_stance(path, row, duration) for row in rows)


def _stance(path: Path, row: Row, duration: float) -> Stance:
    place, stated = row
    part, start, end = str(stated["part"]), seconds(path, row, "start_s"), seconds(path, row, "end_s")
    if part not in PARTS:
        raise CaptureError(path, unknown_name("part", part, PARTS), place)
    if not 0.0 <= start <= duration:
        raise CaptureError(
            path, f"start_s is {start:g}, expected a time within the clip, 0 to {duration:.4f}", place
        )
    if end < start:
        raise CaptureError(path, f"end_s is {end:g}, expected a time from start_s on, {start:g}", place)
    return Stance(part, start, end)
