"""Films tracked: pictures a second, share of them with the person, and how noisy landmarks are.

    python benchmarks/video.py [FILM ...] [--truth TRC FILM ...]

Noise is given as a share of the person's height in the picture, by class of landmarks. `white` is what is
new in each picture. Against a truth, an unknown camera is fitted to all pictures: `lasting` is how far points
lie from where it sees the truth's joints, without each point's own mean, and then for how long that lasts.
`depth` compares noise of points in space along the line of sight with noise across it. Needs an installed
tracker (`understudy camera setup`).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

from understudy.capture import read_capture
from understudy.capture.video.settings import TrackingSettings, tracking
from understudy.motion import CameraView, Recording
from understudy.signals.noise import measured_noise
from understudy.synth.film import class_of

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared")) / "motions"
FILMS = tuple(
    SHARED / "video" / f"{name}.mp4" for name in ("balancing_cam01", "balancing_cam02", "sports2d_demo")
)
TRUTH = SHARED / "trc" / "pose2sim_balancing_body25b.trc"

JOINTS = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle", "heel", "toe")
BODY = 33
"""Points of the body, before those of hands."""

_LEAST_SURE = 0.5
_HUBER = 2.0
_BLAZEPOSE_WORDS = {"toe": "foot"}


@dataclass(frozen=True)
class Against:
    """How a film's image points compare with a truth.

    Attributes:
        classes: Class → root mean square of all errors, and of what is lasting, as shares of the person's
            height, and how long that lasts [s].
        late: Pictures by which the film begins earlier than the truth.
        swapped: Share of pictures in which left and right are mixed up; they do not count in the others.
        median: Median error, as a share of the height.
    """

    classes: dict[str, tuple[float, float, float]]
    late: int
    swapped: float
    median: float


def tracked(film: Path, hands: bool) -> tuple[Recording, float, float]:
    """Return what is read from a film anew, and the seconds and the processor's seconds that it took."""
    before, start = os.times(), time.perf_counter()
    with tracking(TrackingSettings(hands=hands, keep=False)):
        recording = read_capture(film)
    after, seconds = os.times(), time.perf_counter() - start
    return recording, seconds, sum(after[:4]) - sum(before[:4])


def heights(recording: Recording) -> np.ndarray:
    """Return the person's height in each picture [px], by the scale between points in space and in it."""
    (view,) = recording.views
    flat, sure = view.points[:, :BODY], view.confidence[:, :BODY] >= _LEAST_SURE
    space = np.where(recording.valid_mask[:, :BODY, None], recording.points[:, :BODY], np.nan)
    known = sure & np.isfinite(space[..., 0])
    scale = np.full(len(flat), np.nan)
    for frame in np.flatnonzero(known.sum(axis=1) > 10):
        rows = known[frame]
        spread = flat[frame, rows] - flat[frame, rows].mean(axis=0)
        deep = space[frame, rows] - space[frame, rows].mean(axis=0)
        # The recording has z up and is turned about it; upright people are as tall in both.
        scale[frame] = np.linalg.norm(spread[:, 1]) / np.linalg.norm(deep[:, 2])
    reach = recording.points[:, [0]] - recording.points[:, [29, 30]]
    known_reach = recording.valid_mask[:, [0]] & recording.valid_mask[:, [29, 30]]
    tall = float(np.nanmax(np.where(known_reach, np.linalg.norm(reach, axis=-1), np.nan)))
    # A nose is at 93 % of a person's height.
    return scale * tall / 0.93


def white(view: CameraView, names: tuple[str, ...], height: float) -> dict[str, float]:
    """Return class → the white noise of its points in a coordinate, as a share of the height [px].

    Differences of high order over successive pictures take motion away; their median overlooks jumps.
    """
    points = np.where(view.confidence[..., None] >= _LEAST_SURE, view.points, np.nan)
    squares = []
    for order in (4, 6):
        level = np.nanmedian(np.abs(np.diff(points, order, axis=0)), axis=0) / 0.6745
        squares.append((level**2).mean(axis=-1) / comb(2 * order, order))
    # What is left of fast motion at order 4 is at least twice that at order 6.
    sigma = np.sqrt(np.maximum(2.0 * squares[1] - squares[0], 0.0)) / height
    found: dict[str, list[float]] = {}
    for row in range(BODY):
        found.setdefault(class_of(names[row]), []).append(float(sigma[row]))
    return {name: float(np.nanmedian(each)) for name, each in found.items()}


def landmark_views(recording: Recording) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Yield the joints' names, their image points (T, 2) and whether they are seen (T,)."""
    (view,) = recording.views
    columns = {name: row for row, name in enumerate(recording.names)}
    for joint in JOINTS:
        for side in ("l", "r"):
            points = recording.landmark_points.get(f"{joint}_{side}", ())
            if points:
                rows = [columns[name] for name in points]
                sure = np.asarray((view.confidence[:, rows] >= _LEAST_SURE).all(axis=1))
                yield f"{joint}_{side}", view.points[:, rows].mean(axis=1), sure


def fitted_camera(space: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """Return the camera (3, 4) that sees points (N, 3) at (N, 2), robustly."""
    middle, spread = space.mean(axis=0), space.std()
    centre, width = flat.mean(axis=0), flat.std()
    a, b = (space - middle) / spread, (flat - centre) / width
    ones = np.column_stack([a, np.ones(len(a))])
    weight = np.ones(len(a))
    camera = np.zeros((3, 4))
    for _ in range(50):
        zeros = np.zeros_like(ones)
        rows = [
            np.hstack([ones, zeros, -b[:, :1] * ones]) * weight[:, None],
            np.hstack([zeros, ones, -b[:, 1:] * ones]) * weight[:, None],
        ]
        camera = np.linalg.svd(np.vstack(rows), full_matrices=False)[2][-1].reshape(3, 4)
        seen = ones @ camera.T
        off = np.linalg.norm(seen[:, :2] / seen[:, 2:] - b, axis=1)
        weight = np.minimum(1.0, _HUBER * np.median(off) / np.maximum(off, 1e-12)) ** 0.5 / np.abs(seen[:, 2])
    normal = np.block(
        [[np.eye(3) / spread, (-middle / spread)[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]]
    )
    back = np.array([[width, 0.0, centre[0]], [0.0, width, centre[1]], [0.0, 0.0, 1.0]])
    return back @ camera @ normal


def against(recording: Recording, truth: Recording, height: float) -> Against:
    """Compare image points with those of a truth, seen by a camera that is fitted to them.

    The film may begin earlier or later than the truth, and the tracker may mix up left and right.
    """
    names, flat, sure = map(list, zip(*landmark_views(recording), strict=True))
    seen = np.where(np.stack(sure, axis=1)[..., None], np.stack(flat, axis=1), np.nan)
    where = np.stack(
        [np.where(known[:, None], each, np.nan) for each, known in map(truth.landmark, names)], axis=1
    )
    return min(
        (_compared(names, seen, where, late, recording.fps, height) for late in range(-8, 9)), key=_misfit
    )


def _misfit(found: Against) -> float:
    return found.median


def _compared(
    names: list[str], seen: np.ndarray, where: np.ndarray, late: int, fps: float, height: float
) -> Against:
    seen, where = seen[max(0, late) :], where[max(0, -late) :]
    count = min(len(seen), len(where))
    seen, where = seen[:count], where[:count]
    other = np.array([names.index(f"{name[:-1]}{'r' if name.endswith('l') else 'l'}") for name in names])
    is_swapped = np.zeros(count, dtype=bool)
    # Where left and right are mixed up, the middle between them is where it is.
    middles = [0.5 * (each + each[:, other]) for each in (where, seen)]
    known = np.isfinite(middles[0][..., 0]) & np.isfinite(middles[1][..., 0])
    camera = fitted_camera(middles[0][known], middles[1][known])
    error = np.empty_like(seen)
    for _ in range(6):
        projected = np.concatenate([where, np.ones((*where.shape[:2], 1))], axis=-1) @ camera.T
        projected = projected[..., :2] / projected[..., 2:]
        as_told, exchanged = (
            np.nanmedian(np.linalg.norm(each - projected, axis=-1), axis=1) for each in (seen, seen[:, other])
        )
        is_swapped = exchanged < 0.6 * as_told
        ordered = np.where(is_swapped[:, None, None], seen[:, other], seen)
        error = (ordered - projected) / height
        known = np.isfinite(where[..., 0]) & np.isfinite(ordered[..., 0])
        camera = fitted_camera(where[known], ordered[known])
    error[is_swapped] = np.nan
    found: dict[str, list[np.ndarray]] = {}
    for row, name in enumerate(names):
        found.setdefault(class_of(_BLAZEPOSE_WORDS.get(name[:-2], name[:-2])), []).append(error[:, row])
    classes = {name: _figures(np.stack(each, axis=1), fps) for name, each in found.items()}
    return Against(
        classes, late, float(is_swapped.mean()), float(np.nanmedian(np.linalg.norm(error, axis=-1)))
    )


def _figures(error: np.ndarray, fps: float) -> tuple[float, float, float]:
    every = float(np.sqrt(np.nanmean(error**2)))
    moving = error - np.nanmean(error, axis=0)
    power = float(np.nanmean(moving**2))
    # How long until an error has forgotten all but a third of itself.
    for lag in range(1, len(error) // 2):
        if np.nanmean(moving[lag:] * moving[:-lag]) < power / np.e:
            return every, float(np.sqrt(power)), lag / fps
    return every, float(np.sqrt(power)), float("nan")


def depth_noise(recording: Recording) -> float:
    """Return how many times as noisy points in space are along the line of sight as across it."""
    points = np.where(recording.valid_mask[..., None], recording.points, 0.0)[:, :BODY]
    # A level camera looks along x or y of our world; the noisier of the two is along it.
    known = recording.valid_mask[:, :BODY]
    levels = [measured_noise(points[..., [axis]], known, recording.fps).sigma for axis in range(3)]
    level = [float(np.nanmedian(each)) for each in levels]
    return max(level[:2]) / level[2]


def main() -> int:
    """Measure, and print tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("films", nargs="*", type=Path, default=list(FILMS))
    parser.add_argument(
        "--truth", type=Path, default=TRUTH, help="of films whose names begin with 'balancing'"
    )
    options = parser.parse_args()
    truth = read_capture(options.truth) if options.truth.exists() else None
    for film in options.films:
        for hands in (False, True):
            recording, seconds, work = tracked(film, hands)
            (view,) = recording.views
            count, seen = len(view.times), (view.confidence[:, :BODY] > 0).any(axis=1).mean()
            found = [(view.confidence[:, first] > 0).mean() for first in (BODY, BODY + 21)] if hands else []
            told = f"hands in {found[0]:.0%} (left) and {found[1]:.0%} (right)" if hands else "without hands"
            sys.stdout.write(
                f"{film.name}: {count} pictures, {count / seconds:.1f} a second ({count / work:.1f} a second "
                f"of the processor), person in {seen:.1%}, {told}\n"
            )
        height = float(np.nanmedian(heights(recording)))
        sys.stdout.write(
            f"  height in the picture {height:.0f} px, depth noise {depth_noise(recording):.1f} times\n"
        )
        is_known = truth is not None and film.name.startswith("balancing")
        errors = against(recording, truth, height) if is_known and truth is not None else None
        if errors is not None:
            sys.stdout.write(
                f"  against the truth, which begins {errors.late} pictures later: left and right mixed up in "
                f"{errors.swapped:.0%} of the pictures; of the others\n"
            )
        for name, sigma in white(view, recording.names, height).items():
            more = ""
            if errors is not None and name in errors.classes:
                every, lasting, kept = errors.classes[name]
                more = f", error {every:.2%}, lasting {lasting:.2%} for {kept:.2f} s"
            sys.stdout.write(f"  {name:<16} white {sigma:.3%}{more}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
