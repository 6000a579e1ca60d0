"""Which points of a table are which landmarks: by the names of joints, or by a set of markers on the skin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from understudy.capture.naming.marker_sets.body import find_body
from understudy.capture.naming.marker_sets.catalogue import (
    Match,
    UnknownLabelsError,
    built_in_sets,
    custom_set_path,
    find_known_person,
    find_person,
    guess_person,
    shows_limbs,
    stated_set,
)
from understudy.capture.naming.names import UNLABELLED, subject_of
from understudy.capture.naming.point_sets import POINT_SETS, find_points
from understudy.capture.naming.tables import resolve_all
from understudy.capture.placing.posture import REQUIRED
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.text.quoting import shown, shown_list


def name_points(raw: RawCapture, remarks: Remarks) -> RawCapture:
    """Return the capture of named points that knows its landmarks, with the points computed for them.

    A marker set that is stated beside the file is used in any case. Otherwise joints go by their names, and
    markers on the skin are used where they show more of the limbs, or as much. What neither knows is guessed.
    Names of computed points, which come last, begin with a star.

    Raises:
        UnknownLabelsError: Where neither two joints of both legs nor of both arms are named.
    """
    custom = stated_set(raw.source)
    match = find_known_person(raw.names) if custom is None else find_person(raw.names, (custom,))
    if custom is not None:
        if match is None:
            raise _unlike_custom(raw, custom.name)
        return _by_markers(raw, match, remarks)
    naming, joints = max(find_points(raw.names), key=lambda found: (_limbs(found[1]), len(found[1])))
    if match is not None and len(match.joints) >= _limbs(joints):
        of_markers = Remarks()
        marked = _by_markers(raw, match, of_markers)
        if _limbs(marked.landmark_points) >= max(_limbs(joints), 1):
            remarks.note(*of_markers.notes)
            return marked
    if shows_limbs(joints):
        return replace(raw, naming=naming, landmark_points=joints)
    match = match or guess_person(raw)
    if match is None:
        raise _unknown(raw, joints)
    return _by_markers(raw, match, remarks)


def _by_markers(raw: RawCapture, match: Match, remarks: Remarks) -> RawCapture:
    body = find_body(raw, match)
    remarks.note(*match.notes, *body.notes)
    # A table that was written from a recording holds the points that were computed then.
    own = [column for column, name in enumerate(raw.names) if name not in body.names]
    if match.others:
        others = shown_list(match.others)
        remarks.note(f"There are several persons: {shown(match.subject)} is read, {others} left out.")
        own = [
            column
            for column in own
            if raw.names[column].startswith(UNLABELLED) or subject_of(raw.names[column]) not in match.others
        ]
    return replace(
        raw,
        naming=match.marker_set.name,
        names=(*(raw.names[column] for column in own), *body.names),
        points=np.concatenate([raw.points[:, own], body.points], axis=1),
        landmark_points=body.landmark_points,
        marker_places=resolve_all(match.marker_set.anatomy, match.spoken),
    )


def _unlike_custom(raw: RawCapture, name: str) -> UnknownLabelsError:
    path = raw.source.path
    beside = custom_set_path(path).name
    return UnknownLabelsError(
        raw,
        f"its labels are not those of the legs or arms of its marker set {name}; state which marker is where "
        f"in '{beside}' beside it, as docs/marker-sets.md says, or have that drafted by 'understudy inspect "
        f"{path.name} --draft-marker-set {beside}'; found the labels {shown_list(raw.names)}",
    )


def _unknown(raw: RawCapture, joints: Iterable[str]) -> UnknownLabelsError:
    path = raw.source.path
    known = ", ".join(each.name for each in (*POINT_SETS, *built_in_sets()))
    missing = ", ".join(landmark for landmark in REQUIRED if landmark not in joints)
    return UnknownLabelsError(
        raw,
        f"names no points for {missing}, expected those of both legs or both arms in the names of {known}, "
        f"or markers whose places '{custom_set_path(path).name}' beside it states, as 'understudy inspect "
        f"{path.name} --draft-marker-set' drafts it; found {shown_list(raw.names)}",
    )


def _limbs(landmarks: Iterable[str]) -> int:
    return len(set(REQUIRED) & set(landmarks))
