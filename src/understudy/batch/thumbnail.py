"""A small picture of a result: person and robot side by side, in the middle of the clip and at its worst."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np

from understudy.batch.job import Job
from understudy.batch.run_job import read_input
from understudy.batch.storage import open_storage
from understudy.drawing.extras import require
from understudy.errors import UnderstudyError
from understudy.motion import RobotMotion
from understudy.robots import load_robot
from understudy.view import render_stills

FOLDER = "thumbnails"
_LANE = (110, 150)
"""Width and height of a performer [pixels]."""
_QUALITY = 80


@dataclass(frozen=True)
class Drawing:
    """A thumbnail to be drawn.

    Attributes:
        job: The job.
        motion: Name of its motion among the results.
        worst: Frame in which the robot is at its worst.
    """

    job: Job
    motion: str
    worst: int


def thumbnail_name(key: str) -> str:
    """Return the name of the thumbnail of a job's result; one that is there is of this very result."""
    return f"{FOLDER}/{key}.jpg"


def draw_thumbnail(drawing: Drawing) -> str | None:
    """Draw and write a thumbnail; return what went wrong in a sentence, None where nothing did."""
    job = drawing.job
    storage = open_storage(job.output)
    try:
        with storage.fetched((drawing.motion,)) as folder:
            motion = RobotMotion.load(folder / drawing.motion)
        human = read_input(job.input, job.recipe.stated, job.recipe.smooth).human
        frames = [human.frame_count // 2, min(drawing.worst, human.frame_count - 1)]
        shown = render_stills(human, [(load_robot(job.robot), motion)], frames, _LANE)
        storage.write(thumbnail_name(job.key), _jpeg(np.concatenate(shown, axis=1)))
    except UnderstudyError as error:
        return str(error)
    return None


def _jpeg(picture: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    require("PIL.Image").fromarray(np.ascontiguousarray(picture)).save(
        buffer, format="JPEG", quality=_QUALITY
    )
    return buffer.getvalue()
