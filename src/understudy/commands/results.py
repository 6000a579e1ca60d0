"""Options and outputs that several commands share: a report, a video, stills, tables of numbers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.terminal import Terminal
from understudy.errors import OutputError

if TYPE_CHECKING:
    from understudy.evaluate.moments import Moment
    from understudy.motion import Evaluation, HumanMotion, RobotMotion
    from understudy.pipeline import Performance
    from understudy.robots import Robot


VIDEO_SUFFIX = ".mp4"


def make_folder(path: str | Path) -> Path:
    """Make a folder for results and return it."""
    from understudy.motion.archive import require_writable

    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from error
    require_writable(folder / "report.html")
    return folder


def require_video(path: str | Path) -> None:
    """Fail early when a film could not be written to a file, or would not be what its name says."""
    from understudy.motion.archive import require_writable

    if Path(path).suffix.lower() != VIDEO_SUFFIX:
        raise OutputError(f"cannot write {path}: films are {VIDEO_SUFFIX} files, found '{Path(path).suffix}'")
    require_writable(path)


def show_evaluation(terminal: Terminal, evaluation: Evaluation) -> None:
    """Show an evaluation as a table."""
    from understudy.evaluate.table import summary_rows
    from understudy.evaluate.whereabouts_headlines import alarms

    title = f"{evaluation.provenance.source} performed by {evaluation.robot} ({evaluation.method})"
    terminal.table(("metric", "value", "verdict"), summary_rows(evaluation), title=title)
    for sentence in alarms(evaluation):
        terminal.title(sentence)


def evaluation_for_machines(evaluation: Evaluation) -> dict[str, object]:
    """Return an evaluation for JSON, with the alarms that people are shown."""
    from understudy.evaluate.whereabouts_headlines import alarms

    return evaluation.to_dict() | {"alarms": alarms(evaluation)}


def write_video(
    terminal: Terminal, path: Path, human: HumanMotion, performances: Sequence[tuple[Robot, RobotMotion]]
) -> None:
    """Render a side-by-side video with a progress bar."""
    from understudy.view import render_video

    with terminal.progress(f"video {path.name}") as progress:
        render_video(path, human, performances, progress=progress)


def write_report(
    terminal: Terminal, folder: Path, performance: Performance, pictures: bool, video: Path | None = None
) -> Path:
    """Write the one-page report, with stills where pictures can be drawn."""
    from understudy.evaluate.moments import worst_moments
    from understudy.evaluate.report import write_report as write
    from understudy.view import rendering_available, save_stills

    pair = [(performance.robot, performance.motion)]
    stills: dict[str, Path] = {}
    worst: dict[str, Path] = {}
    if pictures and rendering_available() is not None:
        saved = save_stills(folder, performance.human, pair)
        stills = {_moment(still, performance.human.fps): still for still in saved}
        moments = worst_moments(performance.evaluation)
        saved = save_stills(folder, performance.human, pair, [moment.frame for moment in moments])
        worst = {
            _caption(moment, performance.human.fps): still
            for moment, still in zip(moments, saved, strict=True)
        }
    elif pictures:
        terminal.say("no pictures: neither EGL nor OSMesa is here (libegl1 libgl1-mesa-dri, or libosmesa6)")
    return write(
        folder,
        performance.human,
        performance.motion,
        performance.robot,
        performance.evaluation,
        stills,
        video,
        worst,
    )


def _moment(still: Path, fps: float) -> str:
    """Return when a still was taken, from the frame in its name, as people read it."""
    return f"{int(still.stem.rsplit('_', 1)[-1]) / fps:.2f} s"


def _caption(moment: Moment, fps: float) -> str:
    """Return what is to be seen at one of the worst moments."""
    from understudy.evaluate.wording import degrees, segment_label

    limb = segment_label(moment.limb).lower()
    return (
        f"{moment.frame / fps:.2f} s (frame {moment.frame}): {limb} {degrees(moment.regret)} off needlessly"
    )


def add_robot_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--robot``."""
    parser.add_argument(
        "--robot",
        required=True,
        metavar="NAME",
        help="a robot's name in the catalogue, a card.toml, or a bare URDF or MJCF, which is onboarded",
    )
