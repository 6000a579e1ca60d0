"""What is shown from Python: a report, curves, pictures and films; ``understudy`` itself offers them all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import OutputError
from understudy.evaluate import evaluate as compare
from understudy.illustrated_report import write_illustrated_report
from understudy.motion import Evaluation, HumanMotion, RobotMotion
from understudy.motion.archive import write_bytes
from understudy.motion.pace import as_performed
from understudy.pipeline import Performance
from understudy.robots import Robot
from understudy.verbs import Person, as_human, as_motion, as_robot, tell
from understudy.view.plot import plot
from understudy.view.stills import encode_png, render_stills
from understudy.view.video import render_video

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["plot", "report", "view"]

FILM, PICTURE = ".mp4", ".png"


def report(
    motion: RobotMotion | str | Path,
    against: Person,
    folder: str | Path,
    robot: str | Path | Robot | None = None,
    evaluation: Evaluation | None = None,
) -> Path:
    """Write a one-page report on a robot's motion: verdict, charts, stills where pictures can be drawn.

    Args:
        motion: The robot's motion, or the path of a saved one.
        against: The person's motion that it came from.
        folder: Where the page and its pictures go; made where it does not exist.
        robot: The robot, where the motion's own is not found by its name.
        evaluation: What :func:`understudy.evaluate` found; computed where it is not given.

    Returns:
        The path of the page, ``report.html``.
    """
    motion = as_motion(motion)
    human = as_performed(as_human(against), motion)
    played_by = as_robot(motion, robot)
    found = compare(human, motion, played_by) if evaluation is None else evaluation
    return write_illustrated_report(Path(folder), Performance(human, played_by, motion, found), say=tell)


def view(
    motions: RobotMotion | str | Path | Sequence[RobotMotion | str | Path],
    against: Person | None = None,
    path: str | Path | None = None,
    *,
    time: float | None = None,
) -> Path | Image:
    """Show robots' motions side by side, beside the person's: a film, or a picture of one moment.

    Args:
        motions: A robot's motion or several, or the paths of saved ones.
        against: The person's motion that they came from; only the robots are shown without it.
        path: Where to write a film (``.mp4``) or a picture (``.png``).
        time: The moment [s] that a picture shows; the middle of the clip by default.

    Returns:
        The path, or without one the picture itself, which notebooks show.
    """
    many = [motions] if isinstance(motions, RobotMotion | str | Path) else motions
    pairs = [(as_robot(motion, None), motion) for motion in map(as_motion, many)]
    human = None if against is None else as_human(against)
    target = None if path is None else Path(path)
    if target is not None and target.suffix.lower() == FILM and time is None:
        render_video(target, human, pairs)
        return target
    if target is not None and target.suffix.lower() != PICTURE:
        raise OutputError(f"cannot write {target}: expected {FILM} for a film, or {PICTURE} for a picture")
    picture = render_stills(human, pairs, [_frame(human or pairs[0][1], time)])[0]
    if target is None:
        from PIL.Image import fromarray

        return fromarray(picture)
    write_bytes(target, encode_png(picture))
    return target


def _frame(motion: HumanMotion | RobotMotion, time: float | None) -> int:
    """Return the frame of a moment [s], the middle one by default."""
    return motion.frame_count // 2 if time is None else round(time * motion.fps)
