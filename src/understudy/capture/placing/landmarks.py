"""Which points of a capture are which landmarks: as the format says, by names, or by the body's shape."""

from __future__ import annotations

from dataclasses import replace

from understudy.capture.naming.point_naming import name_points
from understudy.capture.naming.recognition import recognise
from understudy.capture.placing.length_units import known_unit
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture


def with_landmarks(raw: RawCapture, remarks: Remarks) -> RawCapture:
    """Return a capture that knows its landmarks, with the points that were computed for them.

    Raises:
        CaptureError: Where neither names nor shape tell.
    """
    if raw.landmark_points:
        return raw
    if raw.skeleton is not None:
        recognition = recognise(raw.source.path, raw.skeleton)
        remarks.add(recognition.notes)
        return replace(
            raw,
            naming=recognition.dialect,
            landmark_points=recognition.landmark_points,
            usual_unit=None if recognition.unit is None else known_unit(recognition.unit),
        )
    named = name_points(raw)
    remarks.add(named.notes)
    return replace(
        raw,
        naming=named.dialect,
        names=named.names,
        points=named.points,
        landmark_points=named.landmark_points,
        marker_places=named.marker_places,
    )
