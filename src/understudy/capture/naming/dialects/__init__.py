"""How programs name the joints of a person: one small table for each dialect, canonical landmark → joint.

To add a dialect, write its file with a ``Dialect`` and list that here, special ones before general ones: the
first one counts whose limbs are all there and whose mark is found. A table needs only the limbs and whatever
the skeleton's tree does not tell, such as which joint is the head; ``capture.topology`` finds the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from understudy.capture.naming.dialects.acclaim import ACCLAIM
from understudy.capture.naming.dialects.bandai_namco import BANDAI_NAMCO
from understudy.capture.naming.dialects.biovision import BIOVISION, JOINT_CENTRES
from understudy.capture.naming.dialects.biped import BIPED
from understudy.capture.naming.dialects.cmu import CMU
from understudy.capture.naming.dialects.daz import DAZ
from understudy.capture.naming.dialects.dialect import REQUIRED, Dialect
from understudy.capture.naming.dialects.ipi import IPI
from understudy.capture.naming.dialects.kinect import KINECT
from understudy.capture.naming.dialects.lafan1 import LAFAN1
from understudy.capture.naming.dialects.mixamo import MIXAMO
from understudy.capture.naming.dialects.mocopi import MOCOPI
from understudy.capture.naming.dialects.motion_builder import MOTION_BUILDER
from understudy.capture.naming.dialects.names import lookup, plain_names
from understudy.capture.naming.dialects.optitrack import OPTITRACK
from understudy.capture.naming.dialects.perception_neuron import PERCEPTION_NEURON
from understudy.capture.naming.dialects.rigify import RIGIFY
from understudy.capture.naming.dialects.rokoko import ROKOKO
from understudy.capture.naming.dialects.smpl import SMPL
from understudy.capture.naming.dialects.soma import SOMA
from understudy.capture.naming.dialects.unity import UNITY
from understudy.capture.naming.dialects.unreal import UNREAL
from understudy.capture.naming.dialects.xsens import XSENS
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError

__all__ = ["CMU", "DIALECTS", "REQUIRED", "Dialect", "match_landmarks", "match_names"]

DIALECTS: tuple[Dialect, ...] = (
    CMU,
    MIXAMO,
    PERCEPTION_NEURON,
    LAFAN1,
    MOTION_BUILDER,
    SOMA,
    ROKOKO,
    XSENS,
    SMPL,
    JOINT_CENTRES,
    BANDAI_NAMCO,
    RIGIFY,
    BIPED,
    UNREAL,
    UNITY,
    MOCOPI,
    DAZ,
    IPI,
    OPTITRACK,
    BIOVISION,
    ACCLAIM,
    KINECT,
)


def match_names(names: Sequence[str]) -> tuple[Dialect, dict[str, tuple[str, ...]]] | None:
    """Return the dialect of names and canonical landmark → names of its points, None where none is known."""
    spoken = plain_names(names)
    for dialect in DIALECTS:
        found = lookup(dialect, spoken)
        if found is not None:
            return dialect, found
    return None


def match_landmarks(path: Path, names: Sequence[str]) -> tuple[Dialect, dict[str, tuple[str, ...]]]:
    """Find the dialect of names alone.

    Args:
        path: The file, for messages.
        names: All point names of the file.

    Returns:
        The dialect, and canonical landmark → the names of the points whose mean it is.

    Raises:
        CaptureError: Where no dialect names all limbs.
    """
    match = match_names(names)
    if match is None:
        known = ", ".join(dialect.name for dialect in DIALECTS)
        raise CaptureError(
            path, f"its joints' names are of no known dialect ({known}); found the names {shown_list(names)}"
        )
    return match
