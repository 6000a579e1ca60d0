"""A fitted motion in the coordinates of OpenSim's full-body models, for the programs that read those."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.opensim.joints import KNEE, joint_turns
from understudy.capture.opensim.skeleton import ROOT, joints
from understudy.export.captures.opensim import write_angles_csv, write_mot
from understudy.human.clinical import ClinicalAngles, ClinicalSkeleton, clinical_angles
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES

MODELS = {"rajagopal": "Rajagopal", "gait2392": "Gait2392"}
"""Names on the command line → models; a bent knee is positive in the first, negative in the second."""

MOT_SUFFIX, CSV_SUFFIX = ".mot", ".csv"

_PATELLA = "beta"
"""Rajagopal's knee cap has a coordinate of its own, which follows the knee's."""


def opensim_skeleton(model: str) -> ClinicalSkeleton:
    """Return the joints of a model of ``MODELS``."""
    places = {joint.name: joint.offset for joint in joints()}
    turns = {
        joint: tuple((turn.coordinate, turn.axis) for turn in those)
        for joint, those in joint_turns(MODELS[model]).items()
    }
    hips = 0.5 * (places["hip_l"] + places["hip_r"])
    return ClinicalSkeleton(
        turns=turns,
        upper_arm=places["elbow_r"],
        forearm=(places["forearm_r"], places["wrist_r"]),
        pelvis_from_hips=places[ROOT] - hips,
    )


def opensim_angles(motion: HumanMotion, model: str = "rajagopal") -> ClinicalAngles:
    """Return the coordinates of a fitted motion in a model of ``MODELS``."""
    return clinical_angles(motion, opensim_skeleton(model))


def write_clinical(path: Path, motion: HumanMotion, model: str = "rajagopal") -> None:
    """Write the joint angles of a fitted motion [degrees] as ``.mot`` or ``.csv``.

    Args:
        path: The file; its ending says which.
        motion: A fitted motion.
        model: Of ``MODELS``.
    """
    angles = opensim_angles(motion, model)
    values = dict(zip(angles.names, angles.in_degrees().T, strict=True))
    if path.suffix.lower() == CSV_SUFFIX:
        write_angles_csv(path, angles.names, angles.in_degrees(), angles.fps)
        return
    if model == "rajagopal":
        values = _with_patellae(values)
    write_mot(path, tuple(values), _columns(values), angles.fps)


def _with_patellae(values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the coordinates with each knee's copy right behind it."""
    found: dict[str, np.ndarray] = {}
    for name, column in values.items():
        found[name] = column
        if name in [f"{KNEE}_{side}" for side in SIDES]:
            found[f"{name}_{_PATELLA}"] = column
    return found


def _columns(values: dict[str, np.ndarray]) -> np.ndarray:
    return np.stack(list(values.values()), axis=1)
