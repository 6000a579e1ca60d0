"""The study on one page."""

from __future__ import annotations

from html import escape
from pathlib import Path

from understudy.evaluate.report import theme
from understudy.evaluate.report.page import charts, chips, page, section
from understudy.motion.archive import write_bytes
from understudy.study.failures import failures_html
from understudy.study.table import Table
from understudy.study.therapy import published, tables
from understudy.study.therapy.charts import error_chart, open_loop_chart, skeleton_chart
from understudy.study.therapy.findings import Findings


def write_page(path: Path, found: Findings) -> None:
    """Write the page, one file that needs nothing but itself."""
    with theme.page_style():
        parts = [_header(found), _summary(found)]
        if found.is_made_up:
            parts.append(_camera(found))
        parts += [_controller(found), _execution(found)]
        if found.is_made_up:
            parts.append(_people(found))
    note = "The tables are beside this page as CSV and LaTeX."
    write_bytes(path, page("The therapy study", "".join(parts), note).encode("utf-8"))


def _header(found: Findings) -> str:
    facts = (
        ("participants", f"{len(found.participants)}"),
        ("moves", f"{len(found.moves)}"),
        ("takes", f"{len(found.outcomes)}"),
        ("robot", found.robot),
        ("people", "made up" if found.is_made_up else "recorded"),
    )
    return (
        '<header><p class="kicker">Understudy · a published study, redone</p>'
        f"<h1>Moves shown by people, repeated by a robot</h1>{chips(facts)}</header>"
    )


def _summary(found: Findings) -> str:
    verdict = "kept" if found.mean_error <= published.BAR else "missed"
    note = (
        f"After the first second joints are {found.mean_error:.2f}° off their targets in the mean over "
        f"frames and takes; the bar is {published.BAR:g}° and is {verdict}. Each take starts with the robot "
        "in another pose, so first frames are far off (Quiroga et al. 2022, Fig. 5)."
    )
    content = _listed(tables.moves_table(found)) + failures_html(found.failures)
    return section("How well are moves repeated?", note, content)


def _camera(found: Findings) -> str:
    note = (
        "One take as the depth camera saw it, from the front: grey the cleaned skeleton, crosses points that "
        "had jumped. The paper removed such frames by hand (its Fig. 3); here cleaning does."
    )
    return section("Noisy frames", note, charts(skeleton_chart(found.of(found.moves[0])[0])))


def _controller(found: Findings) -> str:
    name = published.SHOWN_JOINT if published.SHOWN_JOINT in found.joints else found.joints[-1]
    note = (
        f"{name} of one participant: targets, and the PID alone, each command taken for the next measurement "
        "(the paper's Fig. 4)."
    )
    chart = open_loop_chart(found, found.joints.index(name))
    return section("The controller alone", note, charts(chart) + _listed(tables.open_loop_table(found)))


def _execution(found: Findings) -> str:
    note = (
        "Mean over joints of the size of target minus reached, frame by frame, with the standard deviation "
        "over participants: the paper's three, and all; dotted the bar (its Fig. 5)."
    )
    return section("On the robot", note, charts(error_chart(found)) + _listed(tables.signed_table(found)))


def _people(found: Findings) -> str:
    note = (
        "Some participants mirror the robot, others take its perspective; both are found by comparing with "
        "the move that was shown, where it does not look the same either way."
    )
    made = (tables.participants_table(found), tables.perspective_table(found))
    return section("Participants", note, _listed(*made))


def _listed(*made: Table) -> str:
    return "".join(f"<h3>{escape(table.caption)}</h3>{table.to_html()}" for table in made)
