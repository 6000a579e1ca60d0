"""What a file, its format, its skeleton and its force plates say about which way is up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from understudy.capture.force_plate import ForcePlate
from understudy.capture.placing.posture import AXES, Landmarks, middle, nearest_axis, up_above_infant
from understudy.capture.placing.up.evidence import Evidence, claim
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.reference_pose import ReferencePose
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

STATED, DEFINED, WRITTEN = 0.9, 0.999, 1.0 - 1e-9
"""Probability that a file's own word is right, that its format's is, and that what Understudy wrote is."""

REST_POSE, ADDED_POSE = 0.9, 0.995
"""The same of a skeleton's rest pose, whose frames may have other axes, and of a T-pose among the frames."""

USUAL = 0.6
"""The same of what is usual in a format or with a publisher's names."""

ANYWHERE = {"y": 0.45, "z": 0.35, "-y": 0.1}
"""How often an axis is up where nothing is usual; the others share the rest."""

UNDER_CAMERA = 0.98
"""Probability that an infant that is seen frontally lies on its back under the camera."""

PLATES = 0.995
"""Probability that a body is above the force plates, which lie flat."""


def of_file(
    raw: RawCapture, tracks: Landmarks, reference: ReferencePose | None, is_infant: bool
) -> Iterator[Evidence]:
    """Yield what is said by all but the body's own posture and movement.

    Args:
        raw: What the file says.
        tracks: Canonical landmark → (T, 3) in the file's axes, NaN where unknown.
        reference: The standing pose that the file itself has, or None.
        is_infant: Whether the body has an infant's proportions.
    """
    if raw.up is not None:
        reliability = WRITTEN if raw.is_placed else DEFINED if raw.up_is_defined else STATED
        yield claim("the file or its format says", raw.up, reliability, is_said=True)
    stands = reference.up if reference is not None and raw.rest_up is None else None
    # A skeleton that stands as its file says is one claim, not two.
    if reference is not None and stands is not None and stands != raw.up:
        reliability = REST_POSE if reference.added is None else ADDED_POSE
        yield claim(f"{reference.name} stands", stands, reliability, is_said=True)
    above = up_above_infant(tracks) if raw.may_lie_under_camera and raw.up is None and is_infant else None
    if above is not None:
        words = "an infant seen frontally lies on its back under the camera and its chest faces there"
        yield replace(claim(words, above, UNDER_CAMERA), is_assumed=True)
    # A file's word is often wrong by being what is usual; what a publisher does tells beside its skeletons.
    if raw.up is None and (stands is None or raw.usual_up is not None):
        yield _usual(raw)
    yield from _of_plates(raw.plates, tracks)


def _usual(raw: RawCapture) -> Evidence:
    if raw.usual_up is not None:
        return claim(f"is usual in files of {raw.naming or raw.format}", raw.usual_up, USUAL)
    rest = (1.0 - sum(ANYWHERE.values())) / (len(AXES) - len(ANYWHERE))
    return Evidence("is usual", {name: float(np.log(ANYWHERE.get(name, rest))) for name in AXES})


def _of_plates(plates: tuple[ForcePlate, ...], tracks: Landmarks) -> Iterator[Evidence]:
    """Yield the side of the force plates on which the body is."""
    pelvis = middle(tracks, "hip")
    seen = pelvis[np.isfinite(pelvis).all(axis=1)]
    normals = []
    for plate in plates:
        normal = cross(plate.corners[1] - plate.corners[0], plate.corners[2] - plate.corners[0])
        size = float(np.linalg.norm(normal))
        if len(seen) and np.isfinite(size) and size > 0.0:
            heights = (seen - plate.corners.mean(axis=0)) @ normal
            normals.append(rot.normalise(normal) * np.sign(np.median(heights)))
    if normals and np.linalg.norm(np.sum(normals, axis=0)) > 0.0:
        axis = nearest_axis(np.sum(normals, axis=0))
        yield claim("the person is above the force plates", axis, PLATES)
