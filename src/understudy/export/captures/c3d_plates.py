"""Force plates written to C3D: their parameters, and their channels among the analog measurements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.c3d.force_plates import CHANNELS
from understudy.errors import InvalidMotionError

MILLIMETRES = 1000.0

_SIX = ("N", "N", "N", "Nmm", "Nmm", "Nmm")
UNITS = {1: ("N", "N", "N", "mm", "mm", "Nmm"), 2: _SIX, 3: ("N",) * 8, 4: ("V",) * 6}
"""Type → units of the channels."""


@dataclass(frozen=True, eq=False)
class WrittenPlate:
    """A force plate as a file has it.

    Attributes:
        kind: FORCE_PLATFORM:TYPE, 1 to 4.
        corners: (4, 3) [m] in our world, at +x +y, -x +y, -x -y and +x -y of the plate, whose z points down.
        origin: (3,) [mm] FORCE_PLATFORM:ORIGIN.
        channels: (T, S, C) S samples a frame of the type's C channels, in ``UNITS``.
        calibration: (6, 6) for type 4, by which rows of channels are multiplied from the right.
    """

    kind: int
    corners: np.ndarray
    origin: np.ndarray
    channels: np.ndarray
    calibration: np.ndarray | None = None

    def __post_init__(self) -> None:
        """Check that the channels are the type's."""
        wanted = CHANNELS.get(self.kind)
        if wanted is None or self.channels.ndim != 3 or self.channels.shape[2] != wanted:
            counts = ", ".join(map(str, CHANNELS.values()))
            raise InvalidMotionError(
                f"a force plate of type {self.kind} has channels of shape {self.channels.shape}, expected "
                f"types 1 to 4 with {counts} channels in each sample"
            )


def analog_words(plates: Sequence[WrittenPlate], frames: int) -> np.ndarray:
    """Return (T, S, C) the analog measurements of all plates, in the order of the file.

    Raises:
        InvalidMotionError: Where plates differ in samples, or have not as many frames as the points.
    """
    if not plates:
        return np.zeros((frames, 0, 0))
    sampled = {plate.channels.shape[:2] for plate in plates}
    if len(sampled) > 1 or next(iter(sampled))[0] != frames:
        raise InvalidMotionError(
            f"force plates have frames and samples {sorted(sampled)}, expected {frames} frames and the same "
            "number of samples in all"
        )
    return np.concatenate([plate.channels for plate in plates], axis=2)


def plate_parameters(plates: Sequence[WrittenPlate]) -> dict[str, np.ndarray]:
    """Return the parameters of the group FORCE_PLATFORM, in the order of the file's dimensions reversed."""
    most = max(CHANNELS[plate.kind] for plate in plates)
    channels = np.zeros((len(plates), most))
    first = 1
    for row, plate in zip(channels, plates, strict=True):
        row[: CHANNELS[plate.kind]] = np.arange(first, first + CHANNELS[plate.kind])
        first += CHANNELS[plate.kind]
    found = {
        "CORNERS": MILLIMETRES * np.stack([plate.corners for plate in plates]),
        "ORIGIN": np.stack([plate.origin for plate in plates]),
        "CHANNEL": channels,
        "TYPE": np.array([float(plate.kind) for plate in plates]),
    }
    if any(plate.calibration is not None for plate in plates):
        matrices = [np.eye(6) if plate.calibration is None else plate.calibration for plate in plates]
        found["CAL_MATRIX"] = np.stack(matrices)
    return found
