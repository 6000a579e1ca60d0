"""A film tracked: pictures decoded in one process, people found in another, one of them followed.

What was found is kept under the film's hash, the tracker and its version, in the user's cache folder.
Pictures are not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy import cache
from understudy.capture.keypoints.people import follow
from understudy.capture.video.decoding import Film, open_film
from understudy.capture.video.installed import InstalledTracker, find_tracker
from understudy.capture.video.settings import Progress, tracking_settings
from understudy.capture.video.sight import VALUES, Sight
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.capture.video.tracker import Tracker, TrackerError
from understudy.errors import CaptureError

KIND = "tracked"
MOST_BYTES = 256 << 20
"""Of all films that are kept; a minute takes about 2 MB."""

FASTEST = 250.0
"""Pictures a second [1/s] over which some are left out: no person moves so fast."""

MOST_FRAMES = 250_000
"""Pictures of a film: over an hour at 60 a second."""

_EDITION = 1
"""Of what is kept; raised where this code would find something else."""


def track_film(path: Path) -> TrackedFilm:
    """Return what a tracker sees of the person in a film.

    Raises:
        CaptureError: Where the film cannot be decoded, there is no tracker, or nobody is seen.
    """
    settings = tracking_settings()
    try:
        tracker = find_tracker(settings.tracker, settings.hands)
    except TrackerError as error:
        problem = f"is a film, in which a tracker finds the person: {error}"
        raise CaptureError(path, problem) from error
    key = _key(path, tracker)
    kept = cache.load(KIND, key) if settings.keep else None
    found = None if kept is None else TrackedFilm.unpacked(kept)
    if found is not None:
        return found
    film = open_film(path)
    with settings.progress(f"tracking {path.name}") as progress:
        found = _tracked(film, tracker, progress)
    if settings.keep:
        cache.save(KIND, key, found.packed(), MOST_BYTES)
    return found


def _key(path: Path, tracker: InstalledTracker) -> str:
    parts = (_EDITION, tracker.name, tracker.fingerprint, cache.file_digest(path))
    return f"{hashlib.sha256(repr(parts).encode()).hexdigest()}.npz"


def _tracked(film: Film, installed: InstalledTracker, progress: Progress) -> TrackedFilm:
    path = film.facts.path
    times: list[float] = []
    frames: list[tuple[Sight, ...]] = []
    left_out = 0
    try:
        with Tracker(installed.program) as tracker:
            facts = tracker.facts
            for picture in film.pictures():
                if times and picture.time - times[-1] < 1.0 / (1.02 * FASTEST):
                    left_out += 1
                    continue
                if len(times) == MOST_FRAMES:
                    problem = f"has over {MOST_FRAMES} pictures, expected a shorter film: cut it into parts"
                    raise CaptureError(path, problem)
                # While the tracker looks at a picture, the next one is decoded.
                if times:
                    frames.append(tracker.result())
                    progress(len(frames), film.facts.count)
                tracker.submit(picture.pixels, picture.time)
                times.append(picture.time)
            if times:
                frames.append(tracker.result())
    except TrackerError as error:
        raise CaptureError(path, f"cannot be tracked: {error}") from error
    if not times:
        raise CaptureError(path, "holds no picture that can be decoded")
    values, notes = _followed(frames, len(facts.points))
    scale = np.array(film.facts.size) / film.facts.decoded_size
    values[..., :2] *= scale
    if not np.isfinite(values[..., 0]).any():
        raise CaptureError(path, f"shows nobody whom {facts.name} finds in any of its {len(times)} pictures")
    if left_out:
        notes.append(
            f"{left_out} of {left_out + len(times)} pictures are left out, over {FASTEST:g} a second."
        )
    return TrackedFilm(facts, film.facts.size, np.array(times), values, tuple(notes), tuple(film.warnings))


def _followed(frames: Sequence[Sequence[Sight]], count: int) -> tuple[np.ndarray, list[str]]:
    """Return (T, K, 6) the person who is followed, NaN where not seen, and sentences that say how."""
    # Points in space have the person's own origin: people are told apart by where they are in the picture.
    flat = [[_in_picture(sight, row) for row, sight in enumerate(people)] for people in frames]
    followed, notes = follow(flat, count)
    values = np.full((len(frames), count, VALUES), np.nan)
    for frame, people in enumerate(frames):
        rows = followed[frame, :, 3]
        known = rows[np.isfinite(rows)]
        if len(known):
            values[frame] = people[int(known[0])].values
    return values, notes


def _in_picture(sight: Sight, row: int) -> np.ndarray:
    """Return (K, 4) x and y in the picture, 0, and which of the picture's people it is."""
    values = np.zeros((len(sight.values), 4))
    values[:, :2], values[:, 3] = sight.values[:, :2], row
    values[~np.isfinite(sight.values[:, 0])] = np.nan
    return values
