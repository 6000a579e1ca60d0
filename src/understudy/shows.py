"""What is shown from Python: a report, curves, pictures and films; ``understudy`` itself offers them all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.errors import OutputError
from understudy.evaluate import evaluate as compare
from understudy.illustrated_report import write_illustrated_report
from understudy.motion import Evaluation, HumanMotion, RobotMotion, Rollout
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

    from understudy.browse import ShownPage

__all__ = ["plot", "report", "view"]

PAGE, FILM, PICTURE = ".html", ".mp4", ".png"

Shown = RobotMotion | Rollout | HumanMotion | Robot | str | Path
"""What can be looked at."""


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
    motions: Shown | Sequence[Shown],
    against: Person | None = None,
    path: str | Path | None = None,
    *,
    time: float | None = None,
) -> Path | Image | ShownPage:
    """Show motions side by side, beside the person's: a page that plays, a film, or a picture of one moment.

    Args:
        motions: A motion or several, of robots or persons, rollouts, robots, or the paths of any of them;
            films and pictures are of robots' motions.
        against: The person's motion that they came from; only the robots are shown without it.
        path: Where to write a page that plays anywhere (``.html``), a film (``.mp4``), a picture (``.png``).
        time: The moment [s] of a picture; the middle of the clip by default.

    Returns:
        The path; without one a page that notebooks show and play, or with a ``time`` a picture.
    """
    many = [motions] if isinstance(motions, Shown) else list(motions)
    target = None if path is None else Path(path)
    suffix = None if target is None else target.suffix.lower()
    if time is None and suffix in (None, PAGE):
        return _page(many, against, target)
    if suffix not in (None, FILM, PICTURE) or (suffix == FILM and time is not None):
        raise OutputError(
            f"cannot write {target}: expected {PAGE} for a page, {FILM} for a film, {PICTURE} for a picture"
        )
    pairs = [(as_robot(motion, None), motion) for motion in map(_as_motion, many)]
    human = None if against is None else as_human(against)
    if target is not None and suffix == FILM:
        render_video(target, human, pairs)
        return target
    picture = render_stills(human, pairs, [_frame(human or pairs[0][1], time)])[0]
    if target is None:
        from PIL.Image import fromarray

        return fromarray(picture)
    write_bytes(target, encode_png(picture))
    return target


def _page(many: Sequence[Shown], against: Person | None, target: Path | None) -> Path | ShownPage:
    from understudy.browse import ShownPage, as_exhibit, page_of, write_page

    shown = [*([] if against is None else [as_human(against)]), *many]
    exhibits = [as_exhibit(one, tell) for one in shown]
    if target is None:
        return ShownPage(page_of(exhibits))
    write_page(target, exhibits)
    return target


def _as_motion(shown: Shown) -> RobotMotion:
    if isinstance(shown, HumanMotion | Robot):
        raise OutputError("films and pictures are of robots' motions, a person's is given as 'against'")
    return shown.as_motion() if isinstance(shown, Rollout) else as_motion(shown)


def _frame(motion: HumanMotion | RobotMotion, time: float | None) -> int:
    """Return the frame of a moment [s], the middle one by default."""
    return motion.frame_count // 2 if time is None else round(time * motion.fps)
