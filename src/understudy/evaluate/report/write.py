"""Puts the report together and writes it whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType

import numpy as np

from understudy.errors import OutputError
from understudy.evaluate import wording
from understudy.evaluate.feet import SLIDING_THRESHOLDS
from understudy.evaluate.headline import find
from understudy.evaluate.headlines import Headline, headlines
from understudy.evaluate.report import (
    body_charts,
    contact_chart,
    direction_charts,
    joint_charts,
    pictures,
    rollout_charts,
    tables,
    theme,
)
from understudy.evaluate.report.page import charts, chips, page, section
from understudy.motion import Evaluation, HumanMotion, RobotMotion
from understudy.motion.archive import write_bytes
from understudy.robots.robot import Robot

REPORT_NAME = "report.html"

WORTH_SAYING = 0.0005
"""A depth [m] that is more than nothing when rounded to a tenth of a centimetre."""

_NO_STILLS: Mapping[str, Path] = MappingProxyType({})

_FOOT = "Angles are in degrees here and in radians in the JSON and in the archive."


def write_report(
    folder: str | Path,
    human: HumanMotion,
    motion: RobotMotion,
    robot: Robot,
    evaluation: Evaluation,
    stills: Mapping[str, Path] = _NO_STILLS,
    video: Path | None = None,
    worst: Mapping[str, Path] = _NO_STILLS,
) -> Path:
    """Write ``report.html``, one page that needs nothing but itself (and the video beside it).

    Args:
        folder: Where to write it; made where it does not exist.
        human: What the person did.
        motion: What the robot does.
        robot: The robot.
        evaluation: What :func:`understudy.evaluate.evaluate` found about the three.
        stills: Caption → PNG file, inlined.
        video: A video of the performance, linked by its path relative to ``folder``.
        worst: Caption → PNG file of the worst moments, inlined.

    Returns:
        The path of the page.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from error
    time = np.arange(motion.frame_count) / motion.fps
    items = headlines(evaluation)
    with theme.page_style():
        parts = [
            _header(motion, robot, evaluation, items),
            tables.tiles_html(items),
            _pictures(stills, video, folder),
            _simulation(evaluation, time),
            _worst(evaluation, time, worst),
            _directions(evaluation, time),
            _feet(evaluation, human, time),
            _contacts(human, motion, time),
            _joints(motion, robot, evaluation),
            _forces(evaluation, human, time),
            _penetration(evaluation, robot, time),
            _numbers(evaluation),
        ]
    path = folder / REPORT_NAME
    title = f"{_clip(evaluation)} → {robot.card.title}"
    write_bytes(path, page(title, "".join(parts), _FOOT).encode("utf-8"))
    return path


def _header(motion: RobotMotion, robot: Robot, evaluation: Evaluation, items: tuple[Headline, ...]) -> str:
    judged = [item for item in items if item.good is not None]
    facts = (
        ("method", motion.method),
        ("frames", f"{motion.frame_count}"),
        ("rate", f"{motion.fps:g} fps"),
        ("duration", f"{(motion.frame_count - 1) / motion.fps:.2f} s"),
        ("joints", f"{len(motion.joints)}"),
        ("targets met", f"{sum(bool(item.good) for item in judged)} of {len(judged)}"),
    )
    return (
        '<header><p class="kicker">Understudy · how faithful the performance is</p>'
        f'<h1>{escape(_clip(evaluation))} <span class="arrow">→</span> {escape(robot.card.title)}</h1>'
        f"{chips(facts)}</header>"
    )


def _pictures(stills: Mapping[str, Path], video: Path | None, folder: Path) -> str:
    if not stills and video is None:
        return ""
    film = pictures.video_html(Path(video), folder) if video is not None else ""
    return section(
        "What it looks like", "", f'{film}<div class="stills">{pictures.stills_html(stills)}</div>'
    )


def _worst(evaluation: Evaluation, time: np.ndarray, shots: Mapping[str, Path]) -> str:
    chart = direction_charts.regret_over_time(evaluation, time)
    if chart is None:
        return ""
    note = (
        "Regret: by how much a limb (its two segments together) is farther from the person's than this robot "
        "could have come in that frame, within its joint ranges and with its torso in place. What is left at "
        "best is out of reach. "
    )
    note += "The pictures show the worst moments, at least half a second apart." if shots else ""
    drawn = f'<div class="stills wide">{pictures.stills_html(shots)}</div>' if shots else ""
    table = f'<div class="scroll">{tables.regret_table_html(evaluation)}</div>'
    return section("Where is it worst?", note, drawn + charts(chart) + table)


def _simulation(evaluation: Evaluation, time: np.ndarray) -> str:
    chart = rollout_charts.rollout_over_time(evaluation, time)
    if chart is None:
        return ""
    by_joint = evaluation["tracking/by_joint"].summary
    worst = sorted(((error, name) for name, error in by_joint.items()), reverse=True)[:4]
    listed = ", ".join(f"{name} ({wording.degrees(error)})" for error, name in worst)
    work = wording.quantity(evaluation["effort/energy"].summary["total"], "J")
    note = (
        "Everything on this page is of the motion that the simulated robot reached. Joints that are farthest "
        f"from where they were wanted, RMS: {listed}. The motors' work is {work}."
    )
    return section("What happened in simulation?", note, charts(chart))


def _directions(evaluation: Evaluation, time: np.ndarray) -> str:
    note = (
        "The angle between the direction of a body segment in the capture and on the robot. Limbs are "
        "compared in the torso's own frame, the trunk in the world. On the robot a segment runs between "
        "functional joint centres. Head, hands and feet are turned by so much otherwise than the person's."
    )
    table = f'<div class="scroll">{tables.direction_table_html(evaluation)}</div>'
    drawn = charts(
        direction_charts.error_boxes(evaluation), direction_charts.errors_over_time(evaluation, time)
    )
    return section("Does it move like the person?", note, table + drawn)


def _feet(evaluation: Evaluation, human: HumanMotion, time: np.ndarray) -> str:
    chart = body_charts.feet_over_time(evaluation, human, time)
    if chart is None:
        return ""
    summary = evaluation["feet/sliding"].summary
    slow, middle, fast = (wording.percent(summary[f"share_over_{speed:g}"]) for speed in SLIDING_THRESHOLDS)
    note = (
        "Stance is the person's. Of the stance frames, a sole slides faster than 0.01 m/s in "
        f"{slow}, than 0.1 m/s in {middle}, than 0.3 m/s in {fast}."
    )
    return section("Do the feet stay where they stand?", note, charts(chart))


def _contacts(human: HumanMotion, motion: RobotMotion, time: np.ndarray) -> str:
    chart = contact_chart.contacts_over_time(human, motion, time)
    if chart is None:
        return ""
    note = "Parts that carry weight, as the capture shows it, and those that the robot holds on the ground."
    return section("What carries when?", note, charts(chart))


def _joints(motion: RobotMotion, robot: Robot, evaluation: Evaluation) -> str:
    near = evaluation["limits/near_limit_by_joint"].summary
    stops = sorted(((share, name) for name, share in near.items() if share > 0.0), reverse=True)[:4]
    listed = ", ".join(f"{name} ({wording.percent(share)})" for share, name in stops) or "none"
    note = (
        f"Joints that spend the most frames within half a degree of a limit: {listed}. The small panels show "
        "each moving joint over the clip, the shaded band its range."
    )
    drawn = charts(
        joint_charts.speed_use(motion, robot),
        joint_charts.acceleration_use(motion, robot),
        joint_charts.joint_paths(motion, robot),
    )
    return section("Can the robot do it?", note, drawn)


def _forces(evaluation: Evaluation, human: HumanMotion, time: np.ndarray) -> str:
    chart = body_charts.forces_over_time(evaluation, human, time)
    if chart is None:
        return ""
    residual = find(evaluation, "feasibility/root_residual")
    cutoff = "" if residual is None else f" up to {residual.summary['cutoff']:g} Hz"
    note = (
        f"By inverse dynamics of the whole robot, from movements{cutoff}. Soles push where the person stands "
        "(shaded), within cones of friction. Whatever else carries the person, such as a hand or a back on "
        "the floor, is not known and counts as a push that is missing."
    )
    return section("Could floor and motors do it?", note, charts(chart))


def _penetration(evaluation: Evaluation, robot: Robot, time: np.ndarray) -> str:
    chart = body_charts.penetration_over_time(evaluation, time)
    if chart is None:
        return ""
    found = {metric.name: metric.summary for metric in evaluation.family("penetration")}
    notes = []
    floor, own = found.get("penetration/floor"), found["penetration/self"]
    if floor is not None and floor["max"] > WORTH_SAYING:
        part = _body(robot, floor["body"])
        notes.append(f"Deepest under the floor: {part}, {wording.centimetres(floor['max'])}.")
    if own["max"] > WORTH_SAYING:
        first, second = _body(robot, own["body"]), _body(robot, own["other_body"])
        notes.append(f"Deepest in itself: {first} in {second}, {wording.centimetres(own['max'])}.")
    if own["ignored_pairs"]:
        pairs = wording.count(own["ignored_pairs"], "pair", "pairs")
        notes.append(f"Left out: {pairs} of parts that touch in the home pose already.")
    if own["mesh_pairs"]:
        pairs = wording.count(own["mesh_pairs"], "pair", "pairs")
        notes.append(
            f"Judged by their meshes: {pairs} around one joint, whose hulls meet where meshes do not."
        )
    notes.append("Other meshes collide by their convex hulls; the dashed line is 1 cm.")
    return section("Does it go through things?", " ".join(notes), charts(chart))


def _numbers(evaluation: Evaluation) -> str:
    numbers = f'<div class="scroll">{tables.numbers_html(evaluation)}</div>'
    history = tables.provenance_html(evaluation.provenance)
    return section(
        "Where it came from", "", f"{history}<details><summary>Every number</summary>{numbers}</details>"
    )


def _clip(evaluation: Evaluation) -> str:
    return evaluation.provenance.source or "Motion"


def _body(robot: Robot, index: float) -> str:
    return robot.model.body(int(index)).name
