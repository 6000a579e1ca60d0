"""Which points of a table are which landmarks: by the names of joints, or by a set of markers on the skin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from understudy.capture.naming.dialects import REQUIRED
from understudy.capture.naming.marker_sets import (
    Match,
    UnknownLabelsError,
    built_in_sets,
    custom_set_path,
    find_body,
    match_marker_set,
    shows_limbs,
    stated_set,
)
from understudy.capture.naming.marker_sets.names import UNLABELLED, subject_of
from understudy.capture.naming.marker_sets.placed import marker_places
from understudy.capture.naming.point_sets import POINT_SETS
from understudy.capture.raw import RawCapture
from understudy.capture.text.quoting import shown, shown_list


@dataclass(frozen=True, eq=False)
class NamedPoints:
    """Points of which landmarks are known.

    Attributes:
        dialect: What people call the names.
        landmark_points: Canonical landmark → names of the points whose mean it is.
        names: All point names; those of computed points, which come last, begin with a star.
        points: (T, K, 3) all points.
        notes: How landmarks were computed.
        marker_places: Place on the skin → the markers there, where points are markers.
    """

    dialect: str
    landmark_points: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    points: np.ndarray
    notes: tuple[str, ...] = ()
    marker_places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def name_points(raw: RawCapture) -> NamedPoints:
    """Find the landmarks among named points.

    A marker set that is stated beside the file is used in any case. Otherwise joints go by their names, and
    markers on the skin are used where they show more of the limbs, or as much. What neither knows is guessed.

    Args:
        raw: What the file says.

    Raises:
        UnknownLabelsError: Where neither two joints of both legs nor of both arms are named.
    """
    source, names, points = raw.source, raw.names, raw.points
    custom = stated_set(source)
    if custom is not None:
        return _by_markers(raw, match_marker_set(source.path, names, custom, lambda: points))
    joints = _by_joints(names, points)
    try:
        markers = _by_markers(raw, match_marker_set(source.path, names))
    except UnknownLabelsError:
        markers = None
    if markers is not None and _limbs(markers.landmark_points) >= max(_limbs(joints.landmark_points), 1):
        return markers
    if shows_limbs(joints.landmark_points):
        return joints
    try:
        match = match_marker_set(source.path, names, None, lambda: points)
    except UnknownLabelsError as error:
        known = ", ".join([each.name for each in POINT_SETS] + [each.name for each in built_in_sets()])
        missing = ", ".join(landmark for landmark in REQUIRED if landmark not in joints.landmark_points)
        raise UnknownLabelsError(
            source.path,
            f"names no points for {missing}, expected those of both legs or both arms in the names of {known}"
            f", or markers whose places '{custom_set_path(source.path).name}' beside it states, as "
            f"'understudy inspect {source.path.name} --draft-marker-set' drafts it; found "
            f"{shown_list(names)}",
            error.labels,
            points,
        ) from error
    return _by_markers(raw, match)


def _by_joints(names: Sequence[str], points: np.ndarray) -> NamedPoints:
    found = [(point_set.name, point_set.find(names)) for point_set in POINT_SETS]
    dialect, landmark_points = max(found, key=lambda match: (_limbs(match[1]), len(match[1])))
    return NamedPoints(dialect, landmark_points, tuple(names), points)


def _by_markers(raw: RawCapture, match: Match) -> NamedPoints:
    unit = raw.source.sidecar.unit or raw.unit
    body = find_body(match.marker_set, match.spoken, raw.names, raw.points, unit, raw.widths)
    notes = (*match.notes, *body.notes)
    # A table that was written from a recording holds the points that were computed then.
    own = [column for column, name in enumerate(raw.names) if name not in body.names]
    if match.others:
        others = shown_list(match.others)
        notes = (*notes, f"There are several persons: {shown(match.subject)} is read, {others} left out.")
        own = [
            column
            for column in own
            if raw.names[column].startswith(UNLABELLED) or subject_of(raw.names[column]) not in match.others
        ]
    return NamedPoints(
        match.marker_set.name,
        body.landmark_points,
        (*(raw.names[column] for column in own), *body.names),
        np.concatenate([raw.points[:, own], body.points], axis=1),
        notes,
        marker_places(match.marker_set, match.spoken),
    )


def _limbs(landmarks: Iterable[str]) -> int:
    return len(set(REQUIRED) & set(landmarks))
