"""Options and outputs that several commands share: a report, a video, stills, tables of numbers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.commands.terminal import Terminal
from understudy.errors import OutputError, RenderError

if TYPE_CHECKING:
    from understudy.motion import Evaluation, HumanMotion, RobotMotion, Rollout
    from understudy.robots import Robot

NOT_ALL = 2
"""Exit code where something that was asked for could not be made."""


VIDEO_SUFFIX, STILL_SUFFIX = ".mp4", ".png"


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


def require_still(path: str | Path, frames: Sequence[int] | None) -> None:
    """Fail early when a picture could not be written to a file, or several frames are asked of it."""
    from understudy.motion.archive import require_writable

    if frames is not None and len(frames) != 1:
        raise OutputError(
            f"{path} is a picture of one frame, found {len(frames)}: --stills DIR takes several"
        )
    require_writable(path)


def write_still(
    path: Path,
    human: HumanMotion | None,
    performances: Sequence[tuple[Robot, RobotMotion]],
    frames: Sequence[int] | None,
) -> None:
    """Write a picture of one frame, the middle one by default."""
    from understudy.motion.archive import write_bytes
    from understudy.view.stills import encode_png, render_stills

    count = performances[0][1].frame_count if human is None else human.frame_count
    (picture,) = render_stills(human, performances, frames or [count // 2])
    write_bytes(path, encode_png(picture))


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
    terminal: Terminal,
    path: Path,
    human: HumanMotion | None,
    performances: Sequence[tuple[Robot, RobotMotion]],
) -> None:
    """Render a side-by-side video with a progress bar."""
    from understudy.view import render_video

    with terminal.progress(f"video {path.name}") as progress:
        render_video(path, human, performances, progress=progress)


def write_show(
    terminal: Terminal, path: Path, rollout: Rollout, robot: Robot, human: HumanMotion | None
) -> None:
    """Render a video of all that a rollout holds, with a progress bar."""
    from understudy.view.show import render_show

    with terminal.progress(f"video {path.name}") as progress:
        render_show(path, rollout, robot, human, progress=progress)


@contextmanager
def if_possible(terminal: Terminal, kind: str, missing: dict[str, str]) -> Iterator[None]:
    """Go on where something cannot be drawn here, noting why: what else was asked for is written anyway.

    Args:
        terminal: Where it is said.
        kind: What is drawn, such as ``video``.
        missing: Takes the reason under that name.
    """
    try:
        yield
    except RenderError as error:
        missing[kind] = str(error)
        terminal.warn(f"no {kind} was written: {error}")


def add_robot_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--robot``."""
    parser.add_argument(
        "--robot",
        required=True,
        metavar="NAME",
        help="a robot's name in the catalogue, a card.toml, or a bare URDF or MJCF, which is onboarded",
    )
