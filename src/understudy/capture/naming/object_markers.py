"""Which points of a capture sit on objects rather than on the person."""

from __future__ import annotations

from dataclasses import replace

from understudy.capture.naming.names import by_subject
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.text.quoting import shown

FEWEST = 3
"""An object with fewer markers has no pose."""


def with_objects(raw: RawCapture, remarks: Remarks) -> RawCapture:
    """Return a capture that names its objects, told by what stands before the colon of labels.

    Laboratories label points ``Cup:rim`` as they label ``Ann:LASI``. Points whose beginning no landmark
    of the person shares are on an object. Objects that a capture states already are kept.
    """
    of_person = {point for points in raw.landmark_points.values() for point in points}
    objects = {
        name: tuple(labels)
        for name, labels in by_subject(raw.names).items()
        if name and len(labels) >= FEWEST and of_person.isdisjoint(labels)
    }
    if raw.objects or not objects:
        return raw
    listed = ", ".join(f"{shown(name)} with {len(labels)} markers" for name, labels in objects.items())
    remarks.note(f"Beside the person there are objects: {listed}.")
    return replace(raw, objects=objects)
