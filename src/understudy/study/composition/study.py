"""The study of behaviour composition from data to report; a newcomer reads this page first.

Two sines are mimicked by five cosines, and a person's arm motion is composed for NAO, in the thesis's way and
in ours (Bartholomew 2014, chapters 3 and 4).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from understudy.errors import RobotError
from understudy.motion import Provenance
from understudy.motion.archive import write_bytes
from understudy.robots import Robot, load_robot
from understudy.study.captures import make_folder
from understudy.study.composition import published
from understudy.study.composition.findings import Findings
from understudy.study.composition.performance import BEST, THESIS, ArmMotion, made_up_person, perform
from understudy.study.composition.report import write_page
from understudy.study.composition.sinusoids import mimicry
from understudy.study.composition.tables import all_tables
from understudy.study.progress import Meter, Progress, Say
from understudy.study.result import REPORT_NAME, StudyResult
from understudy.study.table import write_tables
from understudy.takes import read_human
from understudy.view import render_stills, rendering_available
from understudy.view.stills import encode_png

_LANE = (250, 300)
"""Width and height of the picture of one performer [pixels]."""

_SHARES = (0.08, 0.3, 0.55, 0.8)
"""When pictures are taken, as shares of the whole time."""


@dataclass(frozen=True)
class CompositionStudy:
    """What is studied.

    Attributes:
        folder: Where everything goes: ``tables/``, ``pictures/`` and the report.
        data: A capture of a person's arms, instead of a made-up one.
        robot: A robot with the eight joints of NAO's arms.
        seed: Of the made-up person.
        pictures: Whether person and robot are drawn.
    """

    folder: Path
    data: Path | None = None
    robot: str = published.ROBOT
    seed: int = 0
    pictures: bool = True


def run_composition_study(
    study: CompositionStudy, say: Say | None = None, progress: Progress | None = None
) -> StudyResult[Findings]:
    """Run a study.

    Args:
        study: What to study.
        say: Told in a sentence what is doubtful about a capture.
        progress: Told steps done and steps in all.

    Raises:
        CaptureError: Where the capture cannot be read.
        InvalidMotionError: Where it does not show both arms throughout.
        RobotError: For an unknown robot, or one without these joints.
        OutputError: Where results cannot be written.
    """
    meter = Meter(1)
    steps = 4
    robot = _robot(study.robot)
    folder = make_folder(study.folder)
    _tell(progress, 0, steps)
    human = made_up_person(study.seed) if study.data is None else read_human(study.data, say=say)
    _tell(progress, 1, steps)
    arms = perform(human, robot)
    _tell(progress, 2, steps)
    findings = Findings([mimicry(rate) for rate in published.TABLE_2], arms, study.data is None)
    made = make_folder(folder / "tables")
    write_tables(made, all_tables(findings))
    shots = _pictures(make_folder(folder / "pictures"), arms) if study.pictures else {}
    _tell(progress, 3, steps)
    write_page(folder / REPORT_NAME, findings, shots)
    _tell(progress, steps, steps)
    return StudyResult(findings, folder / REPORT_NAME, made, meter.usage())


def _robot(name: str) -> Robot:
    robot = load_robot(name)
    missing = [joint for joint in published.JOINTS if joint not in robot.joints]
    if missing:
        raise RobotError(f"robot '{robot.name}' has no joint '{missing[0]}', expected the arms of NAO")
    return robot


def _pictures(folder: Path, arms: ArmMotion) -> dict[str, Path]:
    """Draw person and robots side by side in some frames (Fig. 16); none where nothing can be drawn here."""
    if rendering_available() is None:
        return {}
    person = replace(arms.human, provenance=Provenance(source="person"))
    frames = [int(share * arms.human.frame_count) for share in _SHARES]
    shown = [(arms.robot, arms.within_limits(way)) for way in (THESIS, BEST)]
    saved = {}
    for frame, picture in zip(frames, render_stills(person, shown, frames, _LANE), strict=True):
        path = folder / f"arms_{frame:05d}.png"
        write_bytes(path, encode_png(picture))
        saved[f"{frame / arms.human.fps:.2f} s: person; robot {THESIS}, {BEST}"] = path
    return saved


def _tell(progress: Progress | None, done: int, in_all: int) -> None:
    if progress is not None:
        progress(done, in_all)
