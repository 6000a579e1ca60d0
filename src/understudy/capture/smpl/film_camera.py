"""The way of the camera that TRAM finds beside the persons: ``camera.npy``, one folder above theirs.

Its world has y up; a point before the camera is at R x + t there.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.folder import within
from understudy.capture.pickled.files import holds_pickle, read_pickled
from understudy.capture.pickled.held_arrays import HeldArrays
from understudy.capture.pickled.values import BrokenPickleError
from understudy.capture.smpl.body import MEAN_OFFSETS, TO_FILE_AXES
from understudy.capture.smpl.turns import joint_turns
from understudy.errors import CaptureError
from understudy.opening import read_file
from understudy.spatial import rotations as rot

_FILE = "camera.npy"
_PERSONS = "hps"
_MOST_BYTES = 1 << 28
"""Fifty hours of a film."""

_PELVIS = MEAN_OFFSETS["pelvis"][TO_FILE_AXES]
"""(3,) [m] where SMPL's mean body has its pelvis: bodies turn about it, their way is the origin's."""


@dataclass(frozen=True, eq=False)
class FilmCamera:
    """Where a camera was in each frame of a film.

    Attributes:
        file_name, sha256: The file that says so.
        path: The same, for messages.
        rotations: (F, 4) from the camera's axes into the world, unit quaternions wxyz.
        positions: (F, 3) [m].
    """

    file_name: str
    sha256: str
    path: Path
    rotations: np.ndarray
    positions: np.ndarray

    def into_world(
        self, frames: np.ndarray, turns: np.ndarray, way: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return how a body is turned and where it is in the world.

        Args:
            frames: (T,) numbers of frames.
            turns: (T, 3) [rad] rotation vectors of the body before the camera.
            way: (T, 3) [m] its translation there.

        Raises:
            CaptureError: The camera lacks one of the frames.
        """
        lacks = ~((frames >= 0) & (frames < len(self.rotations)))
        if lacks.any():
            frame = frames[int(np.argmax(lacks))]
            raise CaptureError(
                self.path, f"has {len(self.rotations)} frames, of which the person's frame {frame:g} is none"
            )
        seen = frames.astype(int)
        turn = self.rotations[seen]
        turned = rot.as_rotation_vector(rot.multiply(turn, rot.from_rotation_vector(turns)))
        return turned, rot.rotate(turn, way + _PELVIS) + self.positions[seen] - _PELVIS


def find_camera(persons: Path) -> FilmCamera | None:
    """Return the camera of a file of a person, None where there is none in TRAM's folder around it.

    Raises:
        CaptureError: Where it is broken, or lies elsewhere.
    """
    folder = persons.parent
    path = folder.parent / _FILE
    if folder.name != _PERSONS or not path.is_file():
        return None
    try:
        content = read_file(within(folder.parent, path), _MOST_BYTES)
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error
    try:
        root = read_pickled(path, content) if holds_pickle(content) else None
    except BrokenPickleError as fault:
        raise CaptureError(path, str(fault)) from fault
    held = HeldArrays.of(path, root)
    if "world_cam_R" not in held or "world_cam_T" not in held:
        raise CaptureError(path, "lacks world_cam_R or world_cam_T, expected the camera as TRAM saves it")
    turns = joint_turns(held, "world_cam_R", 1)
    positions = held.numbers("world_cam_T").reshape(-1, 3)
    if len(positions) != len(turns) or not np.isfinite(positions).all():
        raise held.error("world_cam_T", f"has no places of {len(turns)} frames")
    digest = hashlib.sha256(content).hexdigest()
    return FilmCamera(path.name, digest, path, rot.from_rotation_vector(turns), positions)
