"""Objects are told from the person by what stands before the colon."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.naming.object_markers import with_objects
from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source

CUP = ("Cup:rim", "Cup:foot", "Cup:handle")


def capture(*names: str) -> RawCapture:
    landmarks = {"hip_l": (names[0],)}
    points = np.zeros((2, len(names), 3))
    return RawCapture(Source(Path("a"), b""), "some", names, points, landmark_points=landmarks)


def test_points_with_a_beginning_of_their_own_are_an_object() -> None:
    for person in ("Ann:LASI", "LASI"):
        remarks = Remarks()
        found = with_objects(capture(person, *CUP, "*1", "*2", "*3"), remarks)
        assert dict(found.objects) == {"Cup": CUP}
        assert "objects: 'Cup' with 3 markers" in remarks.notes[-1]


def test_the_person_and_stray_points_are_none() -> None:
    for names in (
        ("mixamorig:Hips", "mixamorig:A", "mixamorig:B"),
        ("LASI", "Cup:rim", "Cup:foot"),
        ("A", "B"),
    ):
        kept = capture(*names)
        assert with_objects(kept, Remarks()) is kept
