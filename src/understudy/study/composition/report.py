"""The study on one page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from understudy.evaluate.report import pictures, theme
from understudy.evaluate.report.page import charts, chips, page, section
from understudy.motion.archive import write_bytes
from understudy.study.composition import tables
from understudy.study.composition.charts import joint_charts, sines_chart, smoothing_chart, spectrum_chart
from understudy.study.composition.findings import Findings
from understudy.study.failures import failures_html
from understudy.study.table import Table


def write_page(path: Path, found: Findings, shots: Mapping[str, Path]) -> None:
    """Write the page, one file that needs nothing but itself; ``shots`` are pictures of person and robot."""
    with theme.page_style():
        parts = [_header(found), _sines(found), _arms(found, shots), _joints(found)]
    note = "The tables are beside this page as CSV and LaTeX."
    write_bytes(path, page("The composition study", "".join(parts), note).encode("utf-8"))


def _header(found: Findings) -> str:
    motion = found.arms.captured
    facts = (
        ("frames", f"{motion.frame_count:,}"),
        ("seconds", f"{motion.frame_count / motion.fps:.0f}"),
        ("robot", found.arms.robot.name),
        ("person", "made up" if found.is_made_up else "recorded"),
    )
    return (
        '<header><p class="kicker">Understudy · a published study, redone</p>'
        f"<h1>Motions composed of weighted behaviours</h1>{chips(facts)}</header>"
    )


def _sines(found: Findings) -> str:
    agree = sum(each.agrees for each in found.sines)
    note = (
        f"Weights of {agree} of {len(found.sines)} sines come out to the four digits of Bartholomew (2014), "
        "Table 2, by sums over steps of 0.05 s with both ends; integrals differ by up to 0.006, since a sum "
        "counts the last step whole (its Fig. 9)."
    )
    made = (tables.weights_table(found), tables.mimicry_table(found))
    return section("Two sines, five cosines", note, charts(sines_chart(found.sines)) + _listed(*made))


def _arms(found: Findings, shots: Mapping[str, Path]) -> str:
    note = (
        "A person's arms on NAO. The thesis fits five cosines to windows of 5 s, plays them 5 s late (taken "
        "out here, as in its figures) and smooths jumps by a PI controller; conditions of value and slope "
        "leave no jumps, and more primitives leave out less (its Figs. 8, 15 and 16)."
    )
    content = pictures.stills_html(shots) + charts(spectrum_chart(found.arms), smoothing_chart(found.arms))
    content += _listed(tables.ways_table(found)) + failures_html(found.failures)
    return section("Arm motion", note, content)


def _joints(found: Findings) -> str:
    note = "Every joint as it was captured, as the thesis composes it, and at best (its Figs. 17 to 24)."
    return section(
        "Eight joints", note, charts(joint_charts(found.arms)) + _listed(tables.joints_table(found))
    )


def _listed(*made: Table) -> str:
    return "".join(f"<h3>{escape(table.caption)}</h3>{table.to_html()}" for table in made)
