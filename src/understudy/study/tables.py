"""The study's tables: errors of body vectors, cropped joints, recordings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from understudy.anatomy.names import ARM, LEG
from understudy.evaluate.body_vectors import BODY_VECTORS, VectorError
from understudy.robots import Robot
from understudy.robots.derive_anatomical import anatomical_table
from understudy.study import thesis
from understudy.study.methods import HELD, LIFTED, METHODS
from understudy.study.preparation import Prepared
from understudy.study.table import Table
from understudy.study.totals import Total

Totals = Mapping[tuple[str, str], Total]
"""Robot and method → total."""

UNKNOWN = "–"

WORDS = {LIFTED: "joint limits lifted, as in the thesis", HELD: "joint limits held"}

_STATISTICS = ("mean", "std", "median")


def error_table(totals: Totals, robot: str, methods: Sequence[str], limits: str) -> Table:
    """Return mean, standard deviation and median of the error of each body vector on a robot.

    With limits lifted, the thesis's figures stand in front, where it has the robot.
    """
    published = thesis.ERRORS.get(robot) if limits == LIFTED else None
    groups = [("", 1)]
    if published:
        groups.append((f"published, Table {thesis.ERROR_TABLES[robot]}", 3))
    groups += [(METHODS[method].title, 3) for method in methods]
    rows = []
    for vector in BODY_VECTORS:
        cells = [f"{value:.2f}" for value in published[vector]] if published else []
        for method in methods:
            cells += _error_cells(totals[robot, method].errors[limits][vector])
        rows.append((vector, *cells))
    return Table(
        name=f"errors_{robot}_{limits}",
        caption=f"Error of body vectors on {robot} in degrees, {WORDS[limits]}",
        groups=tuple(groups),
        headings=("body vector", *(_STATISTICS * (len(groups) - 1))),
        rows=tuple(rows),
    )


def summary_table(totals: Totals, robots: Sequence[str], methods: Sequence[str]) -> Table:
    """Return, for every robot and method, the range of the medians of its body vectors."""
    rows = []
    for robot in robots:
        published = [median for _, _, median in thesis.ERRORS.get(robot, {}).values()]
        cells = [_range(published)]
        for method in methods:
            for limits in (LIFTED, HELD):
                errors = totals[robot, method].errors[limits].values()
                cells.append(_range([math.degrees(error.median) for error in errors]))
        rows.append((robot, *cells))
    return Table(
        name="medians",
        caption="Smallest and largest median error of all body vectors in degrees",
        groups=(("", 1), ("published", 1), *((METHODS[method].title, 2) for method in methods)),
        headings=("robot", "limits lifted", *(("limits lifted", "limits held") * len(methods))),
        rows=tuple(rows),
    )


def cropped_table(robot: Robot, name: str, total: Total) -> Table | None:
    """Return the share of frames in which limits cropped each joint of the limbs, None where unknown."""
    if total.cropped is None:
        return None
    played = anatomical_table(robot)
    published = thesis.CROPPED.get(name)
    rows = []
    for angle in (*ARM, *LEG):
        if not {f"{angle}_l", f"{angle}_r"} <= set(played):
            continue
        own = [f"{100.0 * total.cropped[played[f'{angle}_{side}'].joint]:.2f}" for side in "lr"]
        theirs = [f"{share:.2f}" for share in published[angle]] if published else []
        rows.append((angle.replace("_", " "), *own, *theirs))
    if not rows:
        return None
    beside = ((f"published, Table {thesis.CROPPED_TABLES[name]}", 2),) if published else ()
    return Table(
        name=f"cropped_{name}",
        caption=f"Share of frames in percent in which joint limits cropped the closed form on {name}",
        groups=(("", 1), ("cropped", 2), *beside),
        headings=("angle", *(("left", "right") * (1 + len(beside)))),
        rows=tuple(rows),
    )


def joints_table(totals: Totals, methods: Sequence[str]) -> Table:
    """Return the share of cropped frames of every joint of every robot, for those who compute on."""
    rows = [
        (robot, method, joint, f"{share:.6f}")
        for (robot, method), total in totals.items()
        if method in methods and total.cropped is not None
        for joint, share in total.cropped.items()
    ]
    headings = ("robot", "method", "joint", "share")
    return Table(
        "cropped_joints", "Share of frames in which limits cropped a joint", (), headings, tuple(rows)
    )


def by_recording_table(totals: Totals) -> Table:
    """Return the median over all body vectors for every recording, robot and method."""
    rows = [
        (recording, robot, METHODS[method].title, *(_degrees(medians[limits]) for limits in (LIFTED, HELD)))
        for (robot, method), total in totals.items()
        for recording, medians in total.medians.items()
    ]
    headings = ("recording", "robot", "method", "limits lifted", "limits held")
    caption = "Median error of all body vectors in degrees"
    return Table("by_recording", caption, (), headings, tuple(rows))


def recordings_table(recordings: Sequence[Prepared]) -> Table:
    """Return what every recording is."""
    rows = [
        (
            each.name,
            each.kind,
            f"{each.frames}",
            f"{each.fps:g}",
            f"{100.0 * each.unseen:.1f}",
            each.head,
        )
        for each in recordings
    ]
    headings = ("recording", "format", "frames", "frames a second", "unseen [%]", "head by")
    return Table("recordings", "Recordings of the study", (), headings, tuple(rows))


def _error_cells(error: VectorError) -> list[str]:
    return [_degrees(value) for value in (error.mean, error.standard_deviation, error.median)]


def _degrees(angle: float) -> str:
    return UNKNOWN if math.isnan(angle) else f"{math.degrees(angle):.2f}"


def _range(degrees: Sequence[float]) -> str:
    known = [value for value in degrees if not np.isnan(value)]
    return f"{min(known):.2f} – {max(known):.2f}" if known else UNKNOWN
