"""The chapters of vision, touch and dynamics on the study's page."""

from __future__ import annotations

from html import escape

from understudy.evaluate.report import pictures
from understudy.evaluate.report.page import charts, section
from understudy.study.failures import failures_html
from understudy.study.senses.charts import pairs_chart
from understudy.study.senses.moments import SensedMoments, vision_table
from understudy.study.senses.tables import AllSensed, dynamics_table, touch_table

_NO_PICTURES = '<p class="note">No pictures: neither EGL nor OSMesa is on this machine.</p>'


def vision_chapter(moments: SensedMoments) -> str:
    """Return what robots see (Fiala, Figs. 5.4, 5.6 and 5.9), and what infants would make of it."""
    note = (
        f"Each robot when it touches itself most in {moments.about}, joints set: the infant, the robot, "
        "what its eyes see of a mobile over it, and where its skin feels pressure. Below, one look as "
        "infants of several ages see it, by published figures of acuity, contrast and colour, which "
        "the thesis left to the future (chapter 8)."
    )
    content = pictures.stills_html(moments.strips) + pictures.stills_html(moments.ages)
    if moments.seen:
        table = vision_table(moments.seen)
        content += f"<h3>{escape(table.caption)}</h3>{table.to_html()}"
    content += failures_html(moments.without)
    return section("What the robots see and feel", note, content if moments.strips else _NO_PICTURES)


def touch_chapter(sensed: AllSensed) -> str:
    """Return who touches whom (Fiala, Figs. 5.7 and 5.10), with forces."""
    note = (
        "Touches of each robot by itself. With joints set, as in the thesis, physics goes on for a moment to "
        "find contacts, so that a touch is there or not. In full physics it has a force. Precision and "
        "recall compare frames of touches of set joints with those of the infant, found from its keypoints, "
        "within 0.1 s: parts of robots are thicker, thinner or longer than an infant's, which the thesis "
        "met as well (chapter 8). Retargeting with touches=keep makes them agree."
    )
    return section("Touch", note, touch_table(sensed).to_html() + charts(pairs_chart(sensed)))


def dynamics_chapter(sensed: AllSensed) -> str:
    """Return what servos make of the motions in full physics, which the thesis left to the future."""
    bases = ", ".join(dict.fromkeys(each.base for found in sensed.values() for each in found.values()))
    note = (
        "The same motions by servos with limits of joints, speeds and torques, gravity and contacts; base: "
        f"{bases}. Directions are those of body vectors against the infant's, before physics and after it."
    )
    endings = [
        f"{recording} on {robot}: {each.performed.ending}"
        for robot, found in sensed.items()
        for recording, each in found.items()
        if each.performed.ending
    ]
    listed = "".join(f"<li>{escape(ending)}</li>" for ending in endings)
    told = f"<ul>{listed}</ul>" if listed else ""
    return section("Dynamics", note, dynamics_table(sensed).to_html() + told)
