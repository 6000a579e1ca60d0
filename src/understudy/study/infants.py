"""The infants of the study, made up: who they are, and what they do, a stretch at a time.

There are three difficulties, as in the MINI-RGBD set (Fiala 3.1): limbs that move on a body at rest, limbs
that touch each other, and a body that turns to its sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from understudy.spatial import rotations as rot
from understudy.study import thesis
from understudy.synth import Corruption, SyntheticMotion, make, performer_body, record
from understudy.synth.body.skeleton import Body
from understudy.synth.formats.point_sets import BODY_25_SET, MINI_RGBD_SET

BODY_25, MINI_RGBD = "body25", "minirgbd"
FORMATS = (BODY_25, MINI_RGBD)
"""What the points are, and so in which kind of file they are written."""

DIFFICULTIES: dict[str, tuple[str, ...]] = {
    "easy": ("infant_kicking",),
    "medium": ("infant_self_touch", "infant_kicking"),
    "hard": ("infant_roll", "infant_self_touch", "infant_kicking"),
}
"""Difficulty → what is performed in turns."""

STRETCH = 12.0
"""Seconds that are made at a time."""

FADE = 0.8
"""Seconds in which one stretch passes into the next."""

_CAMERA = Corruption(noise=0.002, jitter=0.003, dropout=0.005, outliers=0.0005, outlier_distance=0.15)
"""What lifting keypoints from a video does to them. MINI-RGBD's joints are exact, and so are ours."""

_WEEKS_A_YEAR = 52.18


@dataclass(frozen=True)
class Infant:
    """A recording to be made.

    Attributes:
        difficulty: One of ``DIFFICULTIES``.
        weeks: Age [weeks].
        points: One of ``FORMATS``.
        frames: How many frames.
        seed: Seed of everything about it.
    """

    difficulty: str
    weeks: float
    points: str
    frames: int
    seed: int

    @property
    def name(self) -> str:
        """File name without ending; other particulars give another name."""
        return (
            f"{self.points}_{self.difficulty}_{self.weeks:.0f}weeks_{self.frames}frames_seed{self.seed:04d}"
        )


def full_study(seed: int) -> tuple[Infant, ...]:
    """Return recordings as many and as long as both data sets of the thesis have them."""
    per_recording, over = divmod(thesis.FRAMES, thesis.RECORDINGS)
    lengths = [per_recording + (index < over) for index in range(thesis.RECORDINGS)]
    return (
        *_infants(BODY_25, lengths, seed),
        *_infants(MINI_RGBD, [thesis.MINI_RGBD_FRAMES] * thesis.MINI_RGBD_RECORDINGS, seed + 500),
    )


def small_study(seed: int) -> tuple[Infant, ...]:
    """Return four short recordings: each difficulty once, and one without eyes and ears."""
    frames = 200
    return (*_infants(BODY_25, [frames] * 3, seed), *_infants(MINI_RGBD, [frames], seed + 500))


def _infants(points: str, lengths: list[int], seed: int) -> list[Infant]:
    ages = np.linspace(thesis.YOUNGEST, thesis.OLDEST, len(lengths)).round()
    kinds = tuple(DIFFICULTIES)
    return [
        Infant(kinds[index % len(kinds)], float(ages[index]), points, length, seed + index)
        for index, length in enumerate(lengths)
    ]


def captured_points(infant: Infant) -> Iterator[np.ndarray]:
    """Yield the points (T, K, 3) [m] of a recording, NaN where not seen, in stretches of some seconds.

    The same infant gives the same numbers.
    """
    point_set = BODY_25_SET if infant.points == BODY_25 else MINI_RGBD_SET
    how = _CAMERA if infant.points == BODY_25 else Corruption()
    for index, motion in enumerate(_stretches(infant)):
        yield record(motion, point_set, how, _stretch_seed(infant, index)).points


def _stretches(infant: Infant) -> Iterator[SyntheticMotion]:
    """Yield the motion in stretches, each of which begins where the last one ended."""
    body = performer_body(age=infant.weeks / _WEEKS_A_YEAR)
    scenes = DIFFICULTIES[infant.difficulty]
    fade, length = round(FADE * thesis.FPS), round(STRETCH * thesis.FPS)
    left, index, last = infant.frames, 0, None
    while left > 0:
        frames = min(length, left)
        scene = scenes[index % len(scenes)]
        seed = _stretch_seed(infant, index)
        motion = make(scene, (frames + fade) / thesis.FPS, thesis.FPS, seed, body)
        root, turns = np.array(motion.root_positions), np.array(motion.local_rotations)
        if last is not None:
            _fade_in(root, turns, last, fade)
        last = (root[frames:], turns[frames:])
        yield _posed(scene, body, root[:frames], turns[:frames])
        left, index = left - frames, index + 1


def _fade_in(root: np.ndarray, turns: np.ndarray, last: tuple[np.ndarray, np.ndarray], frames: int) -> None:
    """Let the first frames of a stretch pass over from what was to come after the last one, in place."""
    count = min(frames, len(root))
    share = (np.arange(count) + 1.0) / (count + 1.0)
    # Rest to rest with the least jerk, so that no joint is thrown.
    share = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
    root[:count] = (1.0 - share[:, None]) * last[0][:count] + share[:, None] * root[:count]
    turns[:count] = rot.slerp(last[1][:count], turns[:count], share[:, None])


def _posed(scene: str, body: Body, root: np.ndarray, turns: np.ndarray) -> SyntheticMotion:
    return SyntheticMotion(
        name=scene,
        body=body,
        root_positions=root,
        local_rotations=turns,
        fps=thesis.FPS,
        contacts=np.zeros((len(root), 4), dtype=bool),
        angles={},
    )


def _stretch_seed(infant: Infant, index: int) -> int:
    """Return a seed of its own for each stretch of each recording."""
    return infant.seed * 10_000 + index
