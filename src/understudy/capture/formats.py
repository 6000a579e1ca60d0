"""Every readable format, and the one function that reads any of them.

To add a format, write its file with a ``Format`` and list that here.
"""

from __future__ import annotations

from pathlib import Path

from understudy.capture.amass import SMPL_FILE
from understudy.capture.bvh import BVH
from understudy.capture.c3d import C3D
from understudy.capture.csv_points import CSV
from understudy.capture.format import Format
from understudy.capture.keraal_vicon import KERAAL_VICON
from understudy.capture.keypoint_array import KEYPOINT_ARRAY
from understudy.capture.kinect import KINECT
from understudy.capture.mediapipe import MEDIAPIPE
from understudy.capture.mini_rgbd import MINI_RGBD
from understudy.capture.mmm import MMM
from understudy.capture.npz_points import NPZ, SAVED_RECORDING
from understudy.capture.nuitrack import NUITRACK
from understudy.capture.object_markers import with_objects
from understudy.capture.openpose import OPENPOSE
from understudy.capture.opensim import OPENSIM
from understudy.capture.quoting import shown
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source, read_source
from understudy.capture.trc import TRC
from understudy.errors import CaptureError
from understudy.motion import Recording

FORMATS: tuple[Format, ...] = (
    BVH,
    C3D,
    MEDIAPIPE,
    OPENPOSE,
    MINI_RGBD,
    KEYPOINT_ARRAY,
    KINECT,
    NUITRACK,
    KERAAL_VICON,
    MMM,
    SMPL_FILE,
    TRC,
    OPENSIM,
    SAVED_RECORDING,
    NPZ,
    CSV,
)


def read_capture(path: str | Path, stated: Sidecar | None = None) -> Recording:
    """Read a capture of any known format, told by its content.

    Args:
        path: The file, or a folder with one file a frame.
        stated: What is known about the capture; goes before its sidecar and before what would be inferred.

    Returns:
        What was captured, in metres with z up and the reference pose facing x; ``notes`` say what was
        inferred or changed.

    Raises:
        CaptureError: One sentence with the file, the line of a text file, and what would be valid.
    """
    source = read_source(path, stated)
    for candidate in FORMATS:
        if candidate.fits(source):
            return _read(candidate, source)
    readable = [candidate for candidate in FORMATS if candidate.of_folder or not source.frames]
    listed = "; ".join(f"{candidate.name} ({candidate.mark})" for candidate in readable)
    if source.frames:
        example = source.frames[0].path.name
        raise CaptureError(
            source.path,
            f"is a folder of {len(source.frames)} files such as {shown(example)}, readable with one file a "
            f"frame are: {listed}",
        )
    raise CaptureError(source.path, f"is of no known format, readable are: {listed}")


def _read(candidate: Format, source: Source) -> Recording:
    try:
        return with_objects(candidate.read(source))
    except MemoryError as error:
        size = len(source.content) >> 20
        raise CaptureError(source.path, f"takes more memory than there is to read its {size} MiB") from error
