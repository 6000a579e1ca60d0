"""Objects are told from the person by what stands before the colon."""

from __future__ import annotations

import numpy as np

from understudy.capture.naming.object_markers import with_objects
from understudy.motion import Recording

CUP = ("Cup:rim", "Cup:foot", "Cup:handle")


def recording(*names: str) -> Recording:
    landmarks = {"hip_l": (names[0],)}
    return Recording(names, np.zeros((2, len(names), 3)), 100.0, landmark_points=landmarks)


def test_points_with_a_beginning_of_their_own_are_an_object() -> None:
    for person in ("Ann:LASI", "LASI"):
        found = with_objects(recording(person, *CUP, "*1", "*2", "*3"))
        assert dict(found.objects) == {"Cup": CUP}
        assert "objects: 'Cup' with 3 markers" in found.notes[-1]


def test_the_person_and_stray_points_are_none() -> None:
    for names in (
        ("mixamorig:Hips", "mixamorig:A", "mixamorig:B"),
        ("LASI", "Cup:rim", "Cup:foot"),
        ("A", "B"),
    ):
        kept = recording(*names)
        assert with_objects(kept) is kept
