"""The study of moves for therapy from data to report; a newcomer reads this page first.

People show moves to a depth camera; each take is cleaned, mapped onto the robot's ranges and performed in
simulation by the paper's controller, from a pose that is elsewhere (Quiroga et al. 2022, IV).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from understudy.batch.processes import team_of
from understudy.errors import CaptureError, OptionError, unknown_name
from understudy.kernels.compilation import telling
from understudy.robots import load_robot
from understudy.study.captures import captures_in, make_folder
from understudy.study.failures import failure_in
from understudy.study.progress import Meter, Progress, Say
from understudy.study.result import REPORT_NAME, StudyResult
from understudy.study.table import write_tables
from understudy.study.therapy import published
from understudy.study.therapy.findings import Findings
from understudy.study.therapy.moves import MOVES
from understudy.study.therapy.participants import participants
from understudy.study.therapy.report import write_page
from understudy.study.therapy.tables import all_tables
from understudy.study.therapy.tasks import (
    Performance,
    of_captures,
    performances,
    played_joints,
    run_task,
)

JOBS = 2


@dataclass(frozen=True)
class TherapyStudy:
    """What is studied.

    Attributes:
        folder: Where everything goes: ``tables/`` and the report.
        data: Captures, or folders of captures, each a take, instead of made-up participants.
        robot: Name of the robot, or the path of a card.
        participants: How many are made up.
        moves: Names of moves that they show.
        seed: Of people, noise and where the robot starts.
        jobs: Processes at once.
    """

    folder: Path
    data: tuple[Path, ...] = ()
    robot: str = published.ROBOT
    participants: int = published.PARTICIPANTS
    moves: tuple[str, ...] = tuple(MOVES)
    seed: int = 0
    jobs: int = JOBS


def run_therapy_study(
    study: TherapyStudy, say: Say | None = None, progress: Progress | None = None
) -> StudyResult[Findings]:
    """Run a study.

    Args:
        study: What to study.
        say: Told in a sentence when something takes long.
        progress: Told takes done and takes in all.

    Raises:
        CaptureError: Where no take could be used.
        OptionError: For an unknown move, or nobody who shows any.
        RobotError: For an unknown robot.
        OutputError: Where results cannot be written.
    """
    meter = Meter(study.jobs)
    robot = load_robot(study.robot)
    folder = make_folder(study.folder)
    tasks = _tasks(study)
    with telling(say):
        outcomes, failures = _perform(tasks, study.jobs, progress)
    if not outcomes:
        raise CaptureError(folder, f"none of {len(tasks)} takes could be used; the first: {failures[0]}")
    findings = Findings(outcomes, robot.name, played_joints(robot), failures, not study.data)
    made = make_folder(folder / "tables")
    write_tables(made, all_tables(findings))
    write_page(folder / REPORT_NAME, findings)
    return StudyResult(findings, folder / REPORT_NAME, made, meter.usage())


def _tasks(study: TherapyStudy) -> list[Performance]:
    if study.data:
        found = chain.from_iterable(captures_in(place) for place in study.data)
        return of_captures(study.robot, study.seed, {capture.name: capture.path for capture in found})
    for move in study.moves:
        if move not in MOVES:
            raise OptionError(unknown_name("move", move, tuple(MOVES)))
    if study.participants < 1 or not study.moves:
        raise OptionError("a study needs a participant and a move, expected one of each at least")
    people = participants(study.participants, study.seed)
    return performances(study.robot, study.seed, people, study.moves)


def _perform(tasks: list[Performance], jobs: int, progress: Progress | None) -> tuple[list, list[str]]:
    """Perform all takes; return what came of those that went well, in their order, and what went wrong."""
    outcomes, failures = {}, {}
    with team_of(jobs) as team:
        for task in tasks:
            team.submit(run_task, task)
        for task, result in team.results():
            failure = failure_in(result, task.name)
            if failure is not None:
                failures[task] = failure.message
            else:
                outcomes[task] = result
            if progress is not None:
                progress(len(outcomes) + len(failures), len(tasks))
    done = [outcomes[task] for task in tasks if task in outcomes]
    return done, [failures[task] for task in tasks if task in failures]
