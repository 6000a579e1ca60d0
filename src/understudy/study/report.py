"""The study on one page, and its tables as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from understudy.evaluate.report import pictures, theme
from understudy.evaluate.report.page import charts, chips, page, section
from understudy.motion.archive import write_bytes
from understudy.retarget.robot_angles import FilteredAngles
from understudy.robots import load_robot
from understudy.study import tables
from understudy.study.charts import filter_chart, median_chart, skeleton_chart
from understudy.study.failures import failures_html
from understudy.study.figures import Moment
from understudy.study.losses import CLOSED, SEARCHED, find_losses, losses_sentence, losses_table
from understudy.study.methods import HELD, LIFTED, METHODS
from understudy.study.preparation import Prepared
from understudy.study.senses.chapters import dynamics_chapter, touch_chapter, vision_chapter
from understudy.study.senses.moments import SensedMoments
from understudy.study.senses.tables import AllSensed, senses_tables
from understudy.study.table import Table
from understudy.study.tables import Totals

_FILTERED = ("hip_pitch_l", "hip_pitch_r", "shoulder_pitch_l", "knee_l")
_CROPPING = ("geometric", "thesis")
"""Methods whose cropped joints are shown, the better one first."""


@dataclass(frozen=True, eq=False)
class Findings:
    """All that is reported.

    Attributes:
        recordings: What was read.
        robots: Names of robots.
        methods: Names of methods.
        totals: Robot and method → total.
        failures: Sentences about what went wrong.
        sensed: Robot → what came of each recording in simulation; empty where nothing was simulated.
        is_made_up: Whether the recordings are made up.
    """

    recordings: Sequence[Prepared]
    robots: Sequence[str]
    methods: Sequence[str]
    totals: Totals
    failures: Sequence[str]
    sensed: AllSensed
    is_made_up: bool

    @property
    def frames(self) -> int:
        """Frames of all recordings."""
        return sum(recording.frames for recording in self.recordings)

    @property
    def compares(self) -> bool:
        """Whether ``track`` and the closed form are both there."""
        return {SEARCHED, CLOSED} <= set(self.methods)


def all_tables(found: Findings) -> tuple[Table, ...]:
    """Return every table of the study."""
    made = [tables.summary_table(found.totals, found.robots, found.methods)]
    for robot in found.robots:
        made += [tables.error_table(found.totals, robot, found.methods, limits) for limits in (LIFTED, HELD)]
        cropped = _cropped(found, robot)
        made += [] if cropped is None else [cropped]
    if found.compares:
        made.append(losses_table(find_losses(found.totals, found.robots)))
    made += senses_tables(found.sensed)
    made.append(tables.recordings_table(found.recordings))
    made.append(tables.by_recording_table(found.totals))
    made.append(tables.joints_table(found.totals, found.methods))
    return tuple(made)


def write_page(
    path: Path,
    found: Findings,
    moment: Moment,
    angles: FilteredAngles,
    shots: Mapping[str, Path],
    moments: SensedMoments | None = None,
) -> None:
    """Write the page, one file that needs nothing but itself."""
    with theme.page_style():
        parts = [
            _header(found),
            _summary(found),
            _moment(moment, shots),
            _filter(angles),
            *(_robot(found, robot) for robot in found.robots),
            *([] if moments is None else [vision_chapter(moments)]),
            *([touch_chapter(found.sensed), dynamics_chapter(found.sensed)] if found.sensed else []),
            _recordings(found),
        ]
    note = "Angles are in degrees. The tables are beside this page as CSV and LaTeX."
    write_bytes(path, page("The infant study", "".join(parts), note).encode("utf-8"))


def _header(found: Findings) -> str:
    facts = (
        ("recordings", f"{len(found.recordings)}"),
        ("frames", f"{found.frames:,}"),
        ("robots", ", ".join(found.robots)),
        ("methods", ", ".join(METHODS[method].title for method in found.methods)),
        ("infants", "made up" if found.is_made_up else "recorded"),
    )
    return (
        '<header><p class="kicker">Understudy · a published study, redone</p>'
        f"<h1>Infants&#x2019; motion on baby robots</h1>{chips(facts)}</header>"
    )


def _summary(found: Findings) -> str:
    note = (
        "How far the direction of a limb's segment on the robot is from the infant's, in degrees, both seen "
        "from the trunk (Fiala 2023, 5.1): the median over all frames, from the best body vector to the "
        "worst. "
        "Published figures are of other infants, so they tell the order of size, not the same frames."
    )
    table = tables.summary_table(found.totals, found.robots, found.methods)
    content = table.to_html() + _losses(found) + failures_html(found.failures)
    return section("How faithful is each robot?", note, content)


def losses_told(found: Findings) -> str:
    """Return in a sentence where ``track`` is worse than the closed form, nothing where one is missing."""
    if not found.compares:
        return ""
    return losses_sentence(find_losses(found.totals, found.robots), found.robots)


def _losses(found: Findings) -> str:
    if not found.compares:
        return ""
    table = losses_table(find_losses(found.totals, found.robots))
    listed = f"<h3>{escape(table.caption)}</h3>{table.to_html()}" if table.rows else ""
    return f"<p><b>{escape(losses_told(found))}</b></p>{listed}"


def _moment(moment: Moment, shots: Mapping[str, Path]) -> str:
    note = (
        f"One moment of {moment.human.provenance.source}. The body is canonised: the middle of the shoulders "
        "is the origin, the middle of the hips is at [0, -1, 0]. Blue is the infant's left, orange its "
        "right. Pictures are with joint limits lifted."
    )
    drawn = charts(skeleton_chart(moment.human, moment.frame))
    if shots:
        drawn += pictures.stills_html(shots)
    else:
        drawn += '<p class="note">No pictures of robots: neither EGL nor OSMesa is on this machine.</p>'
    return section("One pose on every robot", note, drawn)


def _filter(angles: FilteredAngles) -> str:
    note = (
        "Joint angles as read off the keypoints, and behind a fourth-order zero-phase Butterworth filter "
        "whose cutoff is found by Yu's formula for each angle (Fiala 5.2.1, Fig. 5.2)."
    )
    chart = filter_chart(angles.before, angles.after, _FILTERED)
    return section("Filtered angles", note, charts(chart)) if chart else ""


def _robot(found: Findings, robot: str) -> str:
    title = load_robot(robot).card.title
    content = ""
    for limits in (LIFTED, HELD):
        table = tables.error_table(found.totals, robot, found.methods, limits)
        chart = median_chart(found.totals, robot, found.methods, limits)
        content += f"<h3>{escape(tables.WORDS[limits].capitalize())}</h3>{charts(chart)}{table.to_html()}"
    cropped = _cropped(found, robot)
    if cropped is not None:
        content += f"<h3>{escape(cropped.caption)}</h3>{cropped.to_html()}"
    return section(title, "Errors of body vectors in degrees over all frames.", content)


def _cropped(found: Findings, robot: str) -> Table | None:
    method = next((each for each in _CROPPING if each in found.methods), None)
    if method is None:
        return None
    return tables.cropped_table(load_robot(robot), robot, found.totals[robot, method])


def _recordings(found: Findings) -> str:
    note = (
        "Where eyes were not captured, ears or nose stand in for them, and the head's direction is marked as "
        "estimated; where nothing of the face was, it is unknown."
    )
    return section("Recordings", note, tables.recordings_table(found.recordings).to_html())
