"""Which points of a capture sit on objects rather than on the person."""

from __future__ import annotations

from dataclasses import replace

from understudy.capture.naming.names import by_subject
from understudy.capture.text.quoting import shown
from understudy.motion import Recording

FEWEST = 3
"""An object with fewer markers has no pose."""


def with_objects(recording: Recording) -> Recording:
    """Return a recording that names its objects, told by what stands before the colon of labels.

    Laboratories label points ``Cup:rim`` as they label ``Ann:LASI``. Points whose beginning no landmark
    of the person shares are on an object. Objects that a recording states already are kept.
    """
    if recording.objects:
        return recording
    of_person = {point for points in recording.landmark_points.values() for point in points}
    objects = {
        name: tuple(labels)
        for name, labels in by_subject(recording.names).items()
        if name and len(labels) >= FEWEST and of_person.isdisjoint(labels)
    }
    if not objects:
        return recording
    listed = ", ".join(f"{shown(name)} with {len(labels)} markers" for name, labels in objects.items())
    return replace(
        recording,
        objects=objects,
        notes=(*recording.notes, f"Beside the person there are objects: {listed}."),
    )
