"""Pictures that a robot's eyes took over time, each packed as a PNG file, unpacked when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.png import from_png

MOST_PIXELS = 1 << 24
"""Of a picture; what claims more was not written here."""

_BITS = (8, 16)
_CHANNELS = (1, 3)
PICTURE = "picture "
"""What names of the arrays of pictures begin with in a saved rollout."""

_PARTS = ("", " ends", " time", " shape", " bits", " unit", " fov", " labels")


@dataclass(frozen=True)
class PictureKind:
    """What all pictures of one channel have in common.

    Attributes:
        shape: (height, width, channels) [pixels]; three channels are red, green and blue.
        bits: Of a value, 8 or 16.
        unit: Of a value, such as ``mm`` for distances.
        fov: Vertical field of view [rad].
        labels: What the values 1, 2 … stand for where they number things; 0 is nothing.
    """

    shape: tuple[int, int, int]
    bits: int
    unit: str
    fov: float
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check every field."""
        height, width, channels = self.shape
        if min(height, width) < 1 or height * width > MOST_PIXELS or channels not in _CHANNELS:
            raise InvalidMotionError(f"pictures of shape {self.shape}, expected height, width and 1 or 3")
        if self.bits not in _BITS or (channels == 3 and self.bits != 8):
            raise InvalidMotionError(f"pictures of {self.bits} bits, expected 8, or 16 in grey")
        if not 0.0 < self.fov < np.pi:
            raise InvalidMotionError(f"pictures with a field of view of {self.fov} rad, expected 0 to pi")

    @property
    def dtype(self) -> np.dtype:
        """The type of values."""
        return np.dtype(np.uint8 if self.bits == 8 else np.uint16)

    @property
    def focal_length(self) -> float:
        """Distance [pixels] from the centre of projection to the picture."""
        return 0.5 * self.shape[0] / np.tan(0.5 * self.fov)

    def arrays(self, name: str) -> dict[str, np.ndarray]:
        """Return it as the arrays of a saved rollout, of the channel ``sense/channel``."""
        values = (np.array(self.shape), np.array(self.bits), np.array(self.unit), np.array(self.fov))
        labels = np.array(self.labels) if self.labels else np.zeros(0, dtype="U1")
        return dict(zip(picture_arrays(name)[3:], (*values, labels), strict=True))


@dataclass(frozen=True, eq=False)
class Pictures:
    """Pictures of one channel of a sense.

    Attributes:
        time: (N,) increasing [s], when each is there for whoever looks.
        packed: (M,) uint8, one PNG file after the other; a view of the saved file where they come from one,
            so that no more of them is in memory than what is looked at.
        ends: (N,) where each of them ends in ``packed``.
        kind: What they have in common.
    """

    time: np.ndarray
    packed: np.ndarray
    ends: np.ndarray
    kind: PictureKind

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        put(self, "time", check.frozen_array(self.time))
        put(self, "ends", check.frozen_array(self.ends, np.int64))
        check.require_shape("time", self.time, (None,))
        check.require_finite("time", self.time)
        check.require_increasing("time", self.time)
        check.require_shape("ends", self.ends, self.time.shape)
        if self.packed.dtype != np.uint8 or self.packed.ndim != 1:
            raise InvalidMotionError("packed pictures are not bytes in a row")
        starts = np.concatenate([[0], self.ends])
        if (np.diff(starts) <= 0).any() or int(starts[-1]) != len(self.packed):
            raise InvalidMotionError(f"pictures end at other places than in their {len(self.packed)} bytes")
        self.packed.setflags(write=False)

    def __len__(self) -> int:
        """N."""
        return len(self.time)

    def png(self, index: int) -> bytes:
        """Return a picture as the bytes of a PNG file."""
        start = int(self.ends[index - 1]) if index else 0
        return self.packed[start : int(self.ends[index])].tobytes()

    def __getitem__(self, index: int) -> np.ndarray:
        """Return a picture (H, W, channels), uint8 or uint16."""
        if not 0 <= index < len(self):
            raise IndexError(f"picture {index} does not exist, expected 0 to {len(self) - 1}")
        return from_png(self.png(index), self.kind.shape, self.kind.dtype)

    def __iter__(self) -> Iterator[np.ndarray]:
        """Yield one picture after the other."""
        return (self[index] for index in range(len(self)))

    def seen_at(self, time: float) -> int:
        """Return the index of the last picture that is there at a time [s], of the first one before that."""
        return max(0, int(np.searchsorted(self.time, time + 1e-9, side="right")) - 1)

    def arrays(self, name: str) -> dict[str, np.ndarray]:
        """Return them as the arrays of a saved rollout, of the channel ``sense/channel``."""
        growing = zip(picture_arrays(name)[:3], (self.packed, self.ends, self.time), strict=True)
        return dict(growing) | self.kind.arrays(name)


def picture_arrays(name: str) -> tuple[str, ...]:
    """Return the names of the arrays that hold pictures of ``sense/channel`` in a saved rollout.

    They are: packed pictures, their ends, their times, shape, bits, unit, field of view, labels.
    """
    return tuple(f"{PICTURE}{name}{part}" for part in _PARTS)


def pictures_among(data: Mapping[str, np.ndarray]) -> dict[str, Pictures]:
    """Return the pictures among the arrays of a saved rollout, ``sense/channel`` → pictures.

    Raises:
        InvalidMotionError: Where an array is missing or does not fit the others.
    """
    found = {}
    for name in dict.fromkeys(
        key.removeprefix(PICTURE).partition(" ")[0] for key in data if key.startswith(PICTURE)
    ):
        names = picture_arrays(name)
        for needed in names:
            if needed not in data:
                raise InvalidMotionError(f"array '{needed}' is missing")
        packed, ends, time, shape, bits, unit, fov, labels = (data[each] for each in names)
        check.require_shape(names[3], shape, (3,))
        height, width, channels = (int(size) for size in shape)
        texts = tuple(str(label) for label in labels)
        kind = PictureKind((height, width, channels), int(bits), str(unit), float(fov), texts)
        found[name] = Pictures(time, packed, ends, kind)
    return found
