"""OptiTrack Motive's CSV: bones of a skeleton with their frames, else markers, else rigid bodies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from understudy.capture.bvh.kinematics import forward_kinematics
from understudy.capture.format import Format
from understudy.capture.motive.bones import bone_parents, parents_first
from understudy.capture.motive.head import (
    QUATERNION,
    MotiveHead,
    Tracked,
    looks_like_motive,
    parse_motive_head,
)
from understudy.capture.naming.names import subject_of
from understudy.capture.placing.table_points import as_seen, require_points, single_names
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.rest_of_frames import rest_of_frames
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import Rows, parse_rows
from understudy.errors import CaptureError
from understudy.spatial import rotations as rot

BONE = "bone"
_POINT_KINDS = ("marker", "bone marker", "rigid body marker", "rigid body")
_UNLABELLED = "unlabeled"
_FEWEST_BONES = 8
"""Fewer bones, such as those of a hand alone, are not a person's skeleton."""

_XYZW = [3, 0, 1, 2]
"""Where the parts of wxyz are in the file's quaternions."""


def read_motive(source: Source) -> RawCapture:
    """Read one of Motive's exports, as it is.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    lines = TextLines(source.path, source.content)
    head = parse_motive_head(lines)
    rows = parse_rows(source.path, source.content, head.position, head.line, head.layout)
    require_points(source, len(rows.values), max(len(head.tracked), 1))
    bones = [each for each in head.tracked if each.kind == BONE and each.rotation]
    return (
        _skeleton(source, head, rows, bones) if len(bones) >= _FEWEST_BONES else _points(source, head, rows)
    )


def _points(source: Source, head: MotiveHead, rows: Rows) -> RawCapture:
    """Return points of the kind of which there are most."""
    labelled = [each for each in head.tracked if not each.name.lower().startswith(_UNLABELLED)]
    counts = Counter(each.kind for each in labelled)
    kind = max(_POINT_KINDS, key=lambda kind: counts[kind])
    tracked = [each for each in labelled if each.kind == kind]
    if not tracked:
        raise CaptureError(
            source.path,
            f"tracks no labelled bones, markers or rigid bodies, only {shown_list(_kinds(head.tracked))}",
            head.line - 1,
        )
    names, about_names = single_names([each.name for each in tracked])
    columns = np.array([each.position for each in tracked])
    own = set(tracked)
    others = [each for each in head.tracked if each not in own]
    notes = (*_about_others(others), *about_names)
    return _raw(source, head, rows, names, as_seen(rows.values[:, columns]), notes)


def _skeleton(source: Source, head: MotiveHead, rows: Rows, bones: Sequence[Tracked]) -> RawCapture:
    """Return the one person's bones that were seen most."""
    groups: dict[str, list[Tracked]] = {}
    for bone in bones:
        groups.setdefault(subject_of(bone.name), []).append(bone)
    chosen = max(groups, key=lambda name: np.count_nonzero(np.any(_is_seen(rows, groups[name]), axis=1)))
    # A bone that was never seen has no place among the others.
    is_seen = np.any(_is_seen(rows, groups[chosen]), axis=0)
    own = [bone for bone, seen in zip(groups[chosen], is_seen, strict=True) if seen]
    parents = bone_parents(own)
    if parents is None:
        raise CaptureError(
            source.path,
            f"has the bones {shown_list([bone.name for bone in own])}, which hang on no one root; expected a "
            "row of parents or the names that Motive gives bones",
            head.line - 1,
        )
    order = parents_first(parents)
    own = [own[place] for place in order]
    place_of = {ROOT: ROOT} | {place: rank for rank, place in enumerate(order)}
    parents = tuple(place_of[parents[place]] for place in order)
    names, about_names = single_names([bone.name for bone in own])
    poses = _poses(head, rows, own, names, parents)
    others = [name for name in groups if name != chosen]
    about_people = ()
    if others:
        left = shown_list(others)
        about_people = (f"There are several persons: {shown(chosen)} is read, {left} left out.",)
    rest_of = [each for each in head.tracked if each.kind != BONE]
    notes = (*about_people, *_about_others(rest_of), *about_names)
    return replace(
        _raw(source, head, rows, names, poses.points, notes),
        rotations=poses.rotations,
        parents=parents,
        joint_count=len(names),
        rest=rest_of_frames(names, parents, poses),
    )


def _poses(
    head: MotiveHead, rows: Rows, bones: Sequence[Tracked], names: Sequence[str], parents: Sequence[int]
) -> Poses:
    """Return the bones' frames in the room; where one is not known, its point is NaN and it is not turned."""
    points = as_seen(rows.values[:, np.array([bone.position for bone in bones])])
    turns = _turns(head, rows.values[:, np.array([bone.rotation for bone in bones])])
    is_known = np.all(np.isfinite(turns), axis=-1)
    points = np.where(is_known[..., None], points, np.nan)
    turns = np.where(is_known[..., None], turns, rot.IDENTITY)
    if not head.is_local:
        return Poses(points, turns)
    skeleton = Skeleton(tuple(names), tuple(parents), np.zeros((len(names), 3)))
    return forward_kinematics(skeleton, list(points.swapaxes(0, 1)), list(turns.swapaxes(0, 1)))


def _turns(head: MotiveHead, values: np.ndarray) -> np.ndarray:
    """Return unit quaternions (T, J, 4) wxyz, NaN where there is none."""
    if head.rotation == QUATERNION:
        length = np.linalg.norm(values, axis=-1, keepdims=True)
        return values[..., _XYZW] / np.where(length > 0.0, length, np.nan)
    # The columns are those of x, y and z, whatever the order in which they turn.
    turns = [
        rot.from_axis_angle(np.eye(3)["xyz".index(axis)], np.deg2rad(values[..., "xyz".index(axis)]))
        for axis in head.rotation
    ]
    return rot.multiply(rot.multiply(turns[0], turns[1]), turns[2])


def _is_seen(rows: Rows, bones: Sequence[Tracked]) -> np.ndarray:
    """Return (T, J) in which frames each bone was seen."""
    columns = np.array([(*bone.position, *bone.rotation) for bone in bones])
    return np.all(np.isfinite(rows.values[:, columns]), axis=-1)


def _raw(
    source: Source,
    head: MotiveHead,
    rows: Rows,
    names: tuple[str, ...],
    points: np.ndarray,
    notes: tuple[str, ...],
) -> RawCapture:
    times = rows.values[:, head.time]
    return RawCapture(
        source=source,
        format=MOTIVE.name,
        names=names,
        points=points,
        fps=head.fps,
        times=None if np.isnan(times).any() else times,
        lines=rows.lines,
        unit=head.unit,
        usual_up="y",
        notes=notes,
    )


def _about_others(tracked: Sequence[Tracked]) -> tuple[str, ...]:
    return (f"Left out: {shown_list(_kinds(tracked))}.",) if tracked else ()


def _kinds(tracked: Sequence[Tracked]) -> list[str]:
    counts = Counter(each.kind for each in tracked)
    return [f"{count} of the kind {kind}" for kind, count in counts.items()]


MOTIVE = Format("Motive", "a text that begins with the words Format Version", looks_like_motive, read_motive)
