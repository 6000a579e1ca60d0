"""The infant study (Fiala 2023, chapters 3 to 5) from data to report; a newcomer reads this page first.

Recordings become motions, every robot performs each of them by every method, what came of that is summed up,
and tables and a page are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from understudy.errors import CaptureError, InvalidMotionError, OptionError
from understudy.motion import HumanMotion
from understudy.robots import load_robot
from understudy.study.captures import Capture, captures_in, made_up, make_folder
from understudy.study.figures import SHOWN, filtered_angles, find_moment, save_pictures
from understudy.study.infants import full_study, small_study
from understudy.study.losses import SEARCHED
from understudy.study.methods import METHODS, find_methods
from understudy.study.progress import Meter, Progress, Say
from understudy.study.report import Findings, all_tables, write_page
from understudy.study.result import REPORT_NAME, StudyResult
from understudy.study.schedule import Done, Work, do_work
from understudy.study.senses.moments import most_touched, save_moments, vision_table
from understudy.study.senses.sensed import Sensed
from understudy.study.table import write_tables
from understudy.study.totals import total
from understudy.study.warm_up import compile_all

ROBOTS = ("dummy", "icub", "mimo", "fetus")
"""Robots of the thesis (chapters 3.5 and 4)."""

JOBS = 2

SIMULATED = 60.0
"""How much [s] of each recording is performed in simulation."""


@dataclass(frozen=True)
class InfantStudy:
    """What is studied.

    Attributes:
        folder: Where everything goes: ``data/``, ``work/``, ``tables/`` and the report.
        full: Whether as many frames are made up as the thesis had, or a few.
        data: A folder of captures, or one capture, to study instead of made-up infants.
        robots: Names of robots.
        methods: Names of methods.
        seed: Seed of made-up infants.
        jobs: Processes at once.
        pictures: Whether robots are drawn.
        simulated: How much [s] of each recording is performed in simulation; 0 leaves its chapters out.
    """

    folder: Path
    full: bool = False
    data: Path | None = None
    robots: tuple[str, ...] = ROBOTS
    methods: tuple[str, ...] = tuple(METHODS)
    seed: int = 0
    jobs: int = JOBS
    pictures: bool = True
    simulated: float = SIMULATED

    def __post_init__(self) -> None:
        """Check how much is simulated."""
        if not 0.0 <= self.simulated < float("inf"):
            raise OptionError(f"simulated is {self.simulated:g} s, expected 0 or more")

    @property
    def performing(self) -> str:
        """Name of the method whose motions are simulated, with limits held."""
        return SEARCHED if SEARCHED in self.methods else self.methods[0]


def run_infant_study(
    study: InfantStudy, say: Say | None = None, progress: Progress | None = None
) -> StudyResult[Findings]:
    """Run a study; interrupted, it goes on where it was the next time.

    Args:
        study: What to study.
        say: Told in a sentence when something takes long.
        progress: Told how many frames are done, each counted once a robot.

    Raises:
        CaptureError: Where there is no recording, or none that could be used.
        RobotError: For an unknown robot or method.
        OutputError: Where results cannot be written.
    """
    meter = Meter(study.jobs)
    find_methods(study.methods)
    for robot in study.robots:
        load_robot(robot)
    folder = make_folder(study.folder)
    captures = _captures(study, folder)
    compile_all(study.robots[0], study.methods, say)
    work = Work(
        captures,
        study.robots,
        study.methods,
        make_folder(folder / "work"),
        study.jobs,
        study.simulated,
        study.performing,
    )
    done = do_work(work, progress)
    findings = _findings(study, captures, done)
    made = make_folder(folder / "tables")
    write_tables(made, all_tables(findings))
    report = folder / REPORT_NAME
    _report(study, captures, findings, report)
    return StudyResult(findings, report, made, meter.usage())


def _captures(study: InfantStudy, folder: Path) -> tuple[Capture, ...]:
    if study.data is not None:
        return captures_in(study.data)
    infants = full_study(study.seed) if study.full else small_study(study.seed)
    return made_up(infants, make_folder(folder / "data"))


def _findings(study: InfantStudy, captures: tuple[Capture, ...], done: Done) -> Findings:
    complete = {(robot, method) for robot in study.robots for method in study.methods}
    if complete - set(done.outcomes):
        place = study.data or study.folder
        raise CaptureError(
            place, f"none of {len(captures)} recordings could be used; the first: {done.failures[0]}"
        )
    return Findings(
        recordings=done.recordings,
        robots=study.robots,
        methods=study.methods,
        totals={key: total(files) for key, files in done.outcomes.items()},
        failures=done.failures,
        sensed={
            robot: {recording: _sensed(path) for recording, path in files.items()}
            for robot, files in done.sensed.items()
        },
        is_made_up=study.data is None,
    )


def _report(study: InfantStudy, captures: tuple[Capture, ...], findings: Findings, path: Path) -> None:
    """Write the page about the first recording that could be read, and about all totals."""
    first = findings.recordings[0]
    capture = next(each for each in captures if each.name == first.name)
    moment = find_moment(study.folder / "work" / first.name / first.motion)
    angles = filtered_angles(capture.path)
    place = make_folder(study.folder / "pictures") if study.pictures else None
    shots = {} if place is None else save_pictures(place, moment, study.robots, study.methods)
    moments = None
    if place is not None and findings.sensed:
        shown = _most_touched(study, findings)
        moments = save_moments(place, shown, tuple(findings.sensed), study.performing)
        write_tables(study.folder / "tables", [vision_table(moments.seen)] if moments.seen else [])
    write_page(path, findings, moment, angles, shots, moments)


def _most_touched(study: InfantStudy, findings: Findings) -> HumanMotion:
    """Return the stretch of all recordings in which robots touch themselves most."""
    name, start = most_touched(findings.sensed, SHOWN)
    recording = next(each for each in findings.recordings if each.name == name)
    human = HumanMotion.load(study.folder / "work" / name / recording.motion)
    return human.section(start, min(start + SHOWN, human.frame_count))


def _sensed(path: Path) -> Sensed:
    try:
        return Sensed.load(path)
    except InvalidMotionError as error:
        raise InvalidMotionError(f"{error}; delete this file and run the study again") from error
