"""The study of simultaneous morphing from data to report; a newcomer reads this page first.

A robot performs every capture in three ways; what came of it, with the reconstructed person, is charted and
tabled as in the paper (Ayusawa and Yoshida 2017, section IV).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from understudy.batch.processes import team_of
from understudy.errors import CaptureError, InvalidMotionError
from understudy.kernels.compilation import telling
from understudy.motion import HumanMotion, RobotMotion
from understudy.robots import load_robot
from understudy.study.captures import Capture, captures_in, make_folder, remove_empty
from understudy.study.failures import failure_in
from understudy.study.morphing import published
from understudy.study.morphing.findings import Finding, Findings
from understudy.study.morphing.performers import Performer, performers, write_performer
from understudy.study.morphing.pictures import save_pictures
from understudy.study.morphing.report import write_page
from understudy.study.morphing.tables import all_tables
from understudy.study.morphing.tasks import WAYS, Kept, Performance, kept_files, run_task
from understudy.study.progress import Meter, Progress, Say
from understudy.study.result import REPORT_NAME, StudyResult
from understudy.study.table import write_tables

JOBS = 2


@dataclass(frozen=True)
class MorphingStudy:
    """What is studied.

    Attributes:
        folder: Where everything goes: ``data/``, ``work/``, ``tables/`` and the report.
        data: Captures, or folders of captures, to study instead of made-up performers.
        robot: Name of the robot, or the path of a card.
        performers: Who is made up where no captures are given.
        jobs: Processes at once.
        pictures: Whether person and robot are drawn.
    """

    folder: Path
    data: tuple[Path, ...] = ()
    robot: str = published.ROBOT
    performers: tuple[Performer, ...] = performers()
    jobs: int = JOBS
    pictures: bool = True


def run_morphing_study(
    study: MorphingStudy, say: Say | None = None, progress: Progress | None = None
) -> StudyResult[Findings]:
    """Run a study; interrupted, it goes on where it was the next time.

    Args:
        study: What to study.
        say: Told in a sentence when something takes long.
        progress: Told how many performances are done, each capture counted once a way.

    Raises:
        CaptureError: Where there is no capture, or none that could be used.
        RobotError: For an unknown robot.
        OutputError: Where results cannot be written.
    """
    meter = Meter(study.jobs)
    robot = load_robot(study.robot)
    is_new = not study.folder.exists()
    captures = _captures(study)
    folder = make_folder(study.folder)
    with telling(say):
        kept, failures = _perform(study, captures, make_folder(folder / "work"), progress)
    if not kept:
        # Whoever mistook a file for a capture finds no folder left behind by that.
        work = folder / "work"
        remove_empty([*(work / each.name for each in captures), work, *([folder] if is_new else [])])
        place = study.data[0] if study.data else folder
        raise CaptureError(place, f"none of {len(captures)} captures could be used; the first: {failures[0]}")
    takes = [
        Finding(
            name,
            HumanMotion.load(files.human),
            robot,
            {way: _load(path) for way, path in files.motions.items()},
        )
        for name, files in kept.items()
    ]
    findings = Findings(takes, robot.name, failures, not study.data)
    made = make_folder(folder / "tables")
    write_tables(made, all_tables(findings))
    shots = {}
    if study.pictures:
        place = make_folder(folder / "pictures")
        shots = {take.name: save_pictures(place, take) for take in takes}
    write_page(folder / REPORT_NAME, findings, shots)
    return StudyResult(findings, folder / REPORT_NAME, made, meter.usage())


def _captures(study: MorphingStudy) -> tuple[Capture, ...]:
    if not study.data:
        place = make_folder(make_folder(study.folder) / "data")
        return tuple(write_performer(place, performer) for performer in study.performers)
    found = tuple(chain.from_iterable(captures_in(place) for place in study.data))
    names = [capture.name for capture in found]
    twice = next((capture for capture in found if names.count(capture.name) > 1), None)
    if twice is not None:
        raise CaptureError(twice.path, f"another capture is called '{twice.name}' too, expected other names")
    return found


def _perform(
    study: MorphingStudy, captures: Sequence[Capture], folder: Path, progress: Progress | None
) -> tuple[dict[str, Kept], list[str]]:
    """Do what has not been done yet; return files of captures that could be used, and what went wrong."""
    failed: dict[str, str] = {}
    kept = {each.name: kept_files(each, study.robot, make_folder(folder / each.name)) for each in captures}
    done, in_all = 0, len(captures) * len(WAYS)
    with team_of(study.jobs) as team:
        for capture in captures:
            files = kept[capture.name]
            for way in WAYS:
                task = Performance(capture, study.robot, way, files.human, files.motions[way])
                team.submit(run_task, task)
        for task, result in team.results():
            failure = failure_in(result, task.capture.name)
            if failure is not None:
                failed.setdefault(task.capture.name, failure.message)
            done += 1
            if progress is not None:
                progress(done, in_all)
    used = {name: files for name, files in kept.items() if name not in failed}
    return used, [failed[capture.name] for capture in captures if capture.name in failed]


def _load(path: Path) -> RobotMotion:
    try:
        return RobotMotion.load(path)
    except InvalidMotionError as error:
        raise InvalidMotionError(f"{error}; delete this file and run the study again") from error
