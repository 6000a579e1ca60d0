"""What was seen of one person in a film, and how it is kept between runs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from io import BytesIO

import numpy as np

from understudy.capture.video.sight import VALUES, TrackerFacts
from understudy.motion.archive import members_of, packed_arrays, read_array
from understudy.motion.array_members import BrokenArrayError, open_archive


@dataclass(frozen=True, eq=False)
class TrackedFilm:
    """One person over a film, as a tracker saw them.

    Attributes:
        facts: What the tracker says of itself.
        size: Width and height [pixels] of the pictures as they are shown.
        times: (T,) [s] when they are, increasing.
        values: (T, K, 6) of every point x and y in the picture [px], x, y and z in space, and how surely it
            is seen, 0 to 1; NaN where it is not.
        notes: What there is to say, one sentence each.
        warnings: What may well be wrong.
    """

    facts: TrackerFacts
    size: tuple[int, int]
    times: np.ndarray
    values: np.ndarray
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def is_seen(self) -> np.ndarray:
        """(T,) where the person is seen at all."""
        return np.asarray(np.isfinite(self.values[..., 0]).any(axis=1))

    def packed(self) -> bytes:
        """Return all of it as an archive."""
        about = {"size": self.size, "notes": self.notes, "warnings": self.warnings}
        about["facts"] = {**vars(self.facts), "landmarks": dict(self.facts.landmarks)}
        # A tracker gives no more digits than this.
        arrays = {"times": self.times, "values": self.values.astype(np.float32)}
        return packed_arrays({**arrays, "about": np.array(json.dumps(about, sort_keys=True))})

    @classmethod
    def unpacked(cls, content: bytes) -> TrackedFilm | None:
        """Return what was packed, None where it is damaged."""
        try:
            with open_archive(BytesIO(content)) as archive:
                arrays = {name: read_array(archive, member) for name, member in members_of(archive).items()}
            about = json.loads(str(arrays["about"]))
            said = about["facts"]
            landmarks = {name: tuple(points) for name, points in said["landmarks"].items()}
            facts = TrackerFacts(**{**said, "points": tuple(said["points"]), "landmarks": landmarks})
            times, values = arrays["times"].astype(np.float64), arrays["values"].astype(np.float64)
            if values.shape != (len(times), len(facts.points), VALUES):
                return None
            width, height = map(int, about["size"])
            return cls(facts, (width, height), times, values, tuple(about["notes"]), tuple(about["warnings"]))
        except (BrokenArrayError, ValueError, KeyError, TypeError, OSError):
            return None
