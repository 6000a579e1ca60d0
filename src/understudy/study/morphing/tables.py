"""The study's tables: errors of reconstruction, limits, hands, the waist joint, lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from understudy.study.morphing import published
from understudy.study.morphing.findings import FIRST, Finding, Findings
from understudy.study.morphing.tasks import TITLES, WAYS
from understudy.study.table import Table

UNKNOWN = "–"


def all_tables(found: Findings) -> tuple[Table, ...]:
    """Return every table of the study."""
    takes = found.takes
    made = [errors_table(takes), limits_table(takes), at_limits_table(takes), waist_table(takes)]
    made += [hands_table(takes), lengths_table(takes), recordings_table(takes)]
    return tuple(made)


def errors_table(takes: Sequence[Finding]) -> Table:
    """Return the mean distance of reconstructed from captured points in every way (IV-B2, IV-B5)."""
    rows = []
    for take in takes:
        stated = published.ERRORS.get(take.motion, {})
        cells = [f"{1000.0 * take.person(way).mean_error:.1f}" for way in WAYS]
        rows.append((take.name, *cells, *(_known(stated, way) for way in ("simultaneous", "joints31"))))
    return Table(
        name="errors",
        caption="Mean distance of reconstructed from captured points in millimetres",
        groups=(("", 1), ("ours", len(WAYS)), ("published", 2)),
        headings=("capture", *TITLES.values(), "51 DoF", "31 DoF"),
        rows=tuple(rows),
    )


def limits_table(takes: Sequence[Finding]) -> Table:
    """Return what MuJoCo says of the robot's motions."""
    rows = []
    for take in takes:
        for way, seen in take.checks.items():
            over = sum(each.frames for each in (seen.position, seen.velocity, seen.acceleration))
            depths = (seen.slide, seen.floor_depth, seen.self_depth)
            shares = (seen.zmp_share, seen.root_residual)
            rows.append(
                (
                    take.name,
                    TITLES[way],
                    f"{over}",
                    *(_measured(1000.0 * depth) for depth in depths),
                    *(_measured(100.0 * share) for share in shares),
                )
            )
    headings = ("capture", "way", "over limits", "slide [mm]", "floor [mm]")
    return Table(
        name="limits",
        caption=(
            "Limits of the motion, checked by MuJoCo: frames over joint limits, slide of soles that stand, "
            "depth in the floor and in itself, frames with the ZMP inside, root residual in % of weight"
        ),
        groups=(),
        headings=(*headings, "itself [mm]", "ZMP [%]", "residual [%]"),
        rows=tuple(rows),
    )


def at_limits_table(takes: Sequence[Finding]) -> Table:
    """Return how long joints of chest and hip are at their limits (Figs. 7 and 8)."""
    rows = [
        (
            take.name,
            course.title,
            f"{np.degrees(course.angle.min()):.1f}",
            f"{np.degrees(course.angle.max()):.1f}",
            f"{course.is_at_limit.sum() / take.human.fps:.2f}",
            f"{100.0 * course.is_at_limit.mean():.0f}",
            _known(published.AT_LIMIT.get(take.motion, {}), course.title),
        )
        for take in takes
        for course in take.joints
    ]
    headings = ("capture", "joint", "least [°]", "most [°]", "at its limit [s]", "[%]", "published [%]")
    return Table("at_limits", "Joints of the robot's chest and hip", (), headings, tuple(rows))


def waist_table(takes: Sequence[Finding]) -> Table:
    """Return by how much the waist of the reconstructed person differs (Figs. 11 and 12)."""
    rows = []
    for take in takes:
        original, again = take.waists
        cells = []
        for name, unit in (("angles", 180.0 / np.pi), ("velocities", 180.0 / np.pi), ("torques", 1.0)):
            off = unit * (getattr(again, name) - getattr(original, name))
            cells += [f"{value:.1f}" for value in np.sqrt(np.mean(off**2, axis=0))]
        rows.append((take.name, *cells))
    return Table(
        name="waist",
        caption="Root mean square difference of the waist, reconstructed from original",
        groups=(("", 1), ("angle [°]", 3), ("velocity [°/s]", 3), ("torque [N m]", 3)),
        headings=("capture", *("x", "y", "z") * 3),
        rows=tuple(rows),
    )


def hands_table(takes: Sequence[Finding]) -> Table:
    """Return the largest distance of the hand from the original one along every axis (Figs. 13 and 14)."""
    rows = []
    for take in takes:
        if take.hands is None:
            continue
        stated, cells = published.HANDS.get(take.motion, {}), []
        for whose in ("robot", "reconstructed"):
            cells += [f"{1000.0 * value:.0f}" for value in take.hands.largest(whose)]
            cells += [_known(stated.get(whose, {}), axis) for axis in "yz"]
        rows.append((take.name, *cells))
    groups = (("", 1),)
    for whose in ("robot", "reconstructed"):
        groups += ((whose, 3), (f"{whose}, published", 2))
    return Table(
        name="hands",
        caption="Largest distance of the right hand from the original one in millimetres",
        groups=groups,
        headings=("capture", *("x", "y", "z", "y", "z") * 2),
        rows=tuple(rows),
    )


def lengths_table(takes: Sequence[Finding]) -> Table:
    """Return lengths of every person as identified, and of the morphed human (Figs. 16 and 17)."""
    rows = []
    for take in takes:
        person = take.person(FIRST)
        for name, length in person.lengths.items():
            morphed = person.morphing.get(name)
            cells = (
                (UNKNOWN,) * 2 if morphed is None else (f"{1000.0 * morphed:.1f}", f"{morphed / length:.3f}")
            )
            rows.append((take.name, name.replace("_", " "), f"{1000.0 * length:.1f}", *cells))
    headings = ("capture", "length", "person [mm]", "morphed [mm]", "morphed over person")
    caption = "Lengths of the persons, and of the human morphed to the robot"
    return Table("lengths", caption, (), headings, tuple(rows))


def recordings_table(takes: Sequence[Finding]) -> Table:
    """Return what every capture is."""
    rows = [
        (
            take.name,
            published.TITLES.get(take.motion, UNKNOWN),
            f"{take.human.frame_count}",
            f"{take.human.fps:g}",
            f"{take.body.height:.2f}",
        )
        for take in takes
    ]
    headings = ("capture", "motion of the paper", "frames", "frames a second", "identified stature [m]")
    return Table("recordings", "Captures of the study", (), headings, tuple(rows))


def _measured(value: float) -> str:
    """Return a figure; on a fixed base there is none of soles, and in the air none of the ZMP."""
    return UNKNOWN if np.isnan(value) else f"{value:.1f}"


def _known(stated: Mapping[str, float], name: str) -> str:
    return f"{stated[name]:.0f}" if name in stated else UNKNOWN
