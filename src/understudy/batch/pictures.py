"""The thumbnails of a contact sheet: which there are, which are to be drawn, and why there are none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from understudy.batch.job import Job
from understudy.batch.record import Record
from understudy.batch.sheet import chosen
from understudy.batch.storage import Storage
from understudy.batch.team import Lost, Team, work_through
from understudy.batch.thumbnail import Drawing, draw_thumbnail, thumbnail_name
from understudy.drawing.extras import require
from understudy.errors import RenderError
from understudy.view import rendering_available

_NO_OPENGL = "No pictures: neither EGL nor OSMesa is here (libegl1 libgl1-mesa-dri, or libosmesa6)."


def draw_pictures(
    storage: Storage,
    records: Sequence[Record],
    jobs: Mapping[str, Job],
    count: int,
    team: Callable[[], Team],
) -> tuple[dict[str, bytes], str]:
    """Draw the thumbnails that are not there yet.

    Args:
        storage: The folder of results.
        records: All records, ranked.
        jobs: Key → job.
        count: Most thumbnails; of more results the best and the worst have one.
        team: Returns who draws.

    Returns:
        Key → JPEG, and a sentence about what is missing, empty where nothing is.
    """
    shown = chosen(records, count)
    sizes = storage.sizes()
    missing = [record for record in shown if thumbnail_name(record.key) not in sizes]
    note = _why_none() if missing else ""
    if missing and not note:
        drawings = [_drawing(record, jobs[record.key]) for record in missing]
        done = [result for _, result in work_through(team(), draw_thumbnail, drawings)]
        problems = [each.sentence if isinstance(each, Lost) else each for each in done if each is not None]
        if problems:
            note = f"{len(problems)} pictures could not be drawn, the first: {problems[0]}"
        sizes = storage.sizes()
    names = {record.key: thumbnail_name(record.key) for record in shown}
    return {key: storage.read(name) for key, name in names.items() if name in sizes}, note


def _why_none() -> str:
    """Return why no picture can be drawn here, empty where one can."""
    try:
        require("PIL.Image")
        return "" if rendering_available() is not None else _NO_OPENGL
    except RenderError as error:
        return f"No pictures: {error}."


def _drawing(record: Record, job: Job) -> Drawing:
    regrets = {name: value for name, value in record.metrics.items() if name.startswith("regret/")}
    largest = max(
        (name for name in regrets if name.endswith(":max")), key=lambda name: regrets[name], default=""
    )
    worst = int(regrets.get(largest.replace(":max", ":frame"), 0.0))
    return Drawing(job, record.paths(job.keep)[record.motion_index], worst)
