"""A person's landmarks as a recording of points, which C3D and TRC hold."""

from __future__ import annotations

from understudy.motion import HumanMotion, Recording

DIALECT = "landmarks"


def landmarks_as_recording(motion: HumanMotion) -> Recording:
    """Return the landmarks of a person as points of the same names."""
    return Recording(
        names=motion.names,
        points=motion.landmarks,
        fps=motion.fps,
        valid=motion.valid_mask,
        landmark_points={name: (name,) for name in motion.names},
        contacts=motion.contact_mask,
        subject=motion.subject,
        dialect=DIALECT,
        provenance=motion.provenance,
    )
