"""The report with its pictures: stills of the clip and of its worst moments, where pictures can be drawn."""

from __future__ import annotations

from pathlib import Path

from understudy.errors import RenderError
from understudy.evaluate.moments import Moment, worst_moments
from understudy.evaluate.performable import hardest_demand, told_demand
from understudy.evaluate.report import write_report
from understudy.evaluate.wording import degrees, segment_label
from understudy.motion import Rollout
from understudy.pipeline import Performance
from understudy.retarget.method import Say
from understudy.view.stills import save_stills
from understudy.view.touch_pictures import save_touch_map

MAP_NAME = "body_map.png"


def write_illustrated_report(
    folder: Path,
    performance: Performance,
    video: Path | None = None,
    say: Say | None = None,
    rollout: Rollout | None = None,
) -> Path:
    """Write the one-page report of a performance; without pictures, which is said, where none can be drawn.

    Args:
        folder: Where the page and its pictures go; made where it does not exist.
        performance: What to report on.
        video: A video of the performance, linked by its path relative to ``folder``.
        say: Told in a sentence why there are no pictures.
        rollout: What was simulated, with the readings of its senses; a skin is shown as a map of the body.

    Returns:
        The path of the page.
    """
    try:
        stills, worst = _pictures(folder, performance)
        if rollout is not None and rollout.skin is not None:
            map_path = save_touch_map(folder / MAP_NAME, rollout, performance.robot)
            stills["what the skin felt, from the front and from behind"] = map_path
    except RenderError as error:
        stills, worst = {}, {}
        if say is not None:
            say(f"the report has no stills: {error}")
    return write_report(
        folder,
        performance.human,
        performance.motion,
        performance.robot,
        performance.evaluation,
        stills,
        video,
        worst,
    )


def _pictures(folder: Path, performance: Performance) -> tuple[dict[str, Path], dict[str, Path]]:
    """Return caption → PNG of frames from all over the clip, and of its worst moments."""
    fps, pair = performance.human.fps, [(performance.robot, performance.motion)]
    stills = {_moment(still, fps): still for still in save_stills(folder, performance.human, pair)}
    moments = worst_moments(performance.evaluation)
    captions = {_caption(moment, fps): moment.frame for moment in moments}
    hardest = hardest_demand(performance.evaluation)
    if hardest is not None:
        captions = {told_demand(hardest, fps): int(hardest.frame)} | captions
    saved = save_stills(folder, performance.human, pair, list(captions.values()))
    return stills, dict(zip(captions, saved, strict=True))


def _moment(still: Path, fps: float) -> str:
    """Return when a still was taken, from the frame in its name, as people read it."""
    return f"{int(still.stem.rsplit('_', 1)[-1]) / fps:.2f} s"


def _caption(moment: Moment, fps: float) -> str:
    """Return what is to be seen at one of the worst moments."""
    limb = segment_label(moment.limb).lower()
    return (
        f"{moment.frame / fps:.2f} s (frame {moment.frame}): {limb} {degrees(moment.regret)} off needlessly"
    )
