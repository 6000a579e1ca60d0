"""The study on one page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from understudy.evaluate.report import pictures, theme
from understudy.evaluate.report.page import charts, chips, page, section
from understudy.motion.archive import write_bytes
from understudy.study.failures import failures_html
from understudy.study.morphing import published, tables
from understudy.study.morphing.charts import hands_chart, joints_chart, waist_chart
from understudy.study.morphing.findings import Finding, Findings
from understudy.study.morphing.tasks import TITLES
from understudy.study.table import Table

_FIGURES = {"bend": ("7", "11", "13"), "twist_lift": ("8", "12", "14")}
"""Motion → the paper's figures of joints, waist and hand."""


def write_page(path: Path, found: Findings, shots: Mapping[str, Mapping[str, Path]]) -> None:
    """Write the page, one file that needs nothing but itself; ``shots`` are pictures of every capture."""
    with theme.page_style():
        parts = [_header(found), _summary(found)]
        parts += [_take(take, shots.get(take.name, {})) for take in found.takes]
        parts.append(_lengths(found))
    note = "The tables are beside this page as CSV and LaTeX."
    write_bytes(path, page("The morphing study", "".join(parts), note).encode("utf-8"))


def _header(found: Findings) -> str:
    facts = (
        ("captures", f"{len(found.takes)}"),
        ("frames", f"{sum(take.human.frame_count for take in found.takes):,}"),
        ("robot", found.robot),
        ("ways", "; ".join(TITLES.values())),
        ("persons", "made up" if found.is_made_up else "recorded"),
    )
    return (
        '<header><p class="kicker">Understudy · a published study, redone</p>'
        f"<h1>Human, morphing and robot as one problem</h1>{chips(facts)}</header>"
    )


def _summary(found: Findings) -> str:
    note = (
        "How far points of the reconstructed person, which moves within the robot's limits, are from the "
        "captured ones (Ayusawa and Yoshida 2017, (7)). Published figures are of other persons and captures, "
        "so they tell the order of size, not the same frames."
    )
    made = (tables.errors_table(found.takes), tables.limits_table(found.takes))
    return section("Which way is nearer to the person?", note, _listed(*made) + failures_html(found.failures))


def _take(take: Finding, shots: Mapping[str, Path]) -> str:
    title = published.TITLES.get(take.motion, take.name)
    joints, waist, hand = _FIGURES.get(take.motion, ("", "", ""))
    content = pictures.stills_html(shots)
    content += _figure("Robot's joints, grey where one is at its limit", joints, joints_chart(take))
    content += _figure("Waist of the person: chest against pelvis, torque at L5", waist, waist_chart(take))
    content += _figure(
        "Right hand: person, robot in the person's size, reconstructed", hand, hands_chart(take)
    )
    one = (take,)
    content += _listed(tables.at_limits_table(one), tables.waist_table(one), tables.hands_table(one))
    return section(title[:1].upper() + title[1:], take.name, content)


def _figure(caption: str, number: str, chart: str | None) -> str:
    if chart is None:
        return ""
    where = f" (the paper's Fig. {number})" if number else ""
    return f"<h3>{escape(caption + where)}</h3>{charts(chart)}"


def _lengths(found: Findings) -> str:
    note = "Lengths as identified, and those at which the morphed human's feature points are the robot's."
    made = (tables.lengths_table(found.takes), tables.recordings_table(found.takes))
    return section("Persons, morphed", note, _listed(*made))


def _listed(*made: Table) -> str:
    return "".join(f"<h3>{escape(table.caption)}</h3>{table.to_html()}" for table in made)
