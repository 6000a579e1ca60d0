"""How well cleaning recovers a motion of which everything is known, and how its time grows with frames.

    python benchmarks/clean_recovery.py [--json]

The built-in walk and the kicking infant, as canonical landmarks, lose 20 % of their positions in bursts of up
to 0.3 s, get 3 % outliers of 0.5 m and 5 mm of noise in every coordinate, and are cleaned again.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from typing import Any

import numpy as np

from understudy.capture import read_capture
from understudy.clean import CleaningOptions, clean, find_outliers, repair_swaps
from understudy.commands.terminal import Terminal
from understudy.data import built_in_motion
from understudy.motion import Recording
from understudy.motion.landmarks import LANDMARKS
from understudy.synth import CorruptedPoints, Corruption, corrupt

MOTIONS = ("walk", "infant_kicking")
SEEDS = range(5)
FRAMES = (4500, 9000, 18000, 36000, 72000)
POINTS = 38
IN_PLACE = CleaningOptions(floor=False)
"""The floor is left where it is, so that truth and result can be compared."""


USUAL = Corruption(noise=0.005, dropout=0.20, burst=0.3, outliers=0.03, outlier_distance=0.5)


def landmarks_of(motion: str) -> Recording:
    """Return a built-in motion as points that are its canonical landmarks, without rotations."""
    source = read_capture(built_in_motion(motion))
    names = tuple(name for name in LANDMARKS if name in source.landmark_points)
    points = np.stack([source.landmark(name)[0] for name in names], axis=1)
    return Recording(names, points, source.fps, landmark_points={name: (name,) for name in names})


def spoil(recording: Recording, seed: int, faults: Corruption = USUAL) -> tuple[Recording, CorruptedPoints]:
    """Return a recording with faults, and what was done to it; the same seed gives the same."""
    spoiled = corrupt(recording.points, recording.names, recording.fps, faults, seed)
    return replace(recording, points=spoiled.points, valid=~spoiled.is_missing), spoiled


def measure(motion: str, seed: int, faults: Corruption = USUAL) -> dict[str, float]:
    """Return how well one spoiled motion is recovered; errors are root mean squares of distances [mm]."""
    recording, spoiled = spoil(landmarks_of(motion), seed, faults)
    cleaned = clean(recording, IN_PLACE)
    found = find_outliers(repair_swaps(recording))
    known, seen = cleaned.valid_mask, recording.valid_mask & ~spoiled.is_outlier
    error = 1e3 * np.linalg.norm(cleaned.points - spoiled.true_points, axis=-1)

    def rms(where: np.ndarray) -> float:
        return float(np.sqrt(np.mean(error[where] ** 2)))

    return {
        "rms_mm": rms(known),
        "seen_mm": rms(known & seen),
        "made_up_mm": rms(known & ~seen),
        "open_percent": 100.0 * float(np.mean(~known)),
        **_detection("positions", found, spoiled.is_outlier),
        **_detection("frames", *(np.logical_or.reduce(a, axis=1) for a in (found, spoiled.is_outlier))),
    }


def _detection(what: str, found: np.ndarray, true: np.ndarray) -> dict[str, float]:
    hits = float((found & true).sum())
    return {
        f"{what}_precision": hits / max(1.0, float(found.sum())),
        f"{what}_recall": hits / max(1.0, float(true.sum())),
    }


def growth() -> list[dict[str, float]]:
    """Return seconds that cleaning takes for ever longer spoiled walks of 38 points, and for clean ones."""
    walk = landmarks_of("walk")
    rows = []
    for frames in FRAMES:
        times = frames // walk.frame_count + 1
        back_and_forth = [walk.points if i % 2 == 0 else walk.points[::-1] for i in range(times)]
        points = np.concatenate(back_and_forth)[:frames]
        points = np.concatenate([points, points + [0.0, 2.0, 0.0]], axis=1)[:, :POINTS]
        names = tuple(f"{name}{twin}" for twin in ("", " 2") for name in walk.names)[:POINTS]
        long = replace(walk, names=names, points=points, valid=None)
        rows.append(
            {
                "frames": frames,
                "clean_s": _seconds(long),
                "spoiled_s": _seconds(spoil(long, seed=0)[0]),
            }
        )
    return rows


def _seconds(recording: Recording) -> float:
    start = time.perf_counter()
    clean(recording, IN_PLACE)
    return time.perf_counter() - start


def main() -> None:
    """Measure and show."""
    parser = argparse.ArgumentParser(description="How well cleaning recovers a known motion.")
    parser.add_argument("--json", action="store_true", help="print JSON for machines, nothing else")
    terminal = Terminal(parser.parse_args().json)
    results: dict[str, Any] = {"recovery": {}}
    for motion in MOTIONS:
        runs = [measure(motion, seed) for seed in SEEDS]
        results["recovery"][motion] = {key: float(np.mean([run[key] for run in runs])) for key in runs[0]}
    columns = list(next(iter(results["recovery"].values())))
    terminal.table(
        ("mean of 5 runs", *results["recovery"]),
        [(key, *(f"{row[key]:.3f}" for row in results["recovery"].values())) for key in columns],
    )
    results["growth"] = growth()
    terminal.table(
        (f"{POINTS} points, frames", "clean, seconds", "spoiled, seconds"),
        [(str(r["frames"]), f"{r['clean_s']:.2f}", f"{r['spoiled_s']:.2f}") for r in results["growth"]],
    )
    terminal.give(results)


if __name__ == "__main__":
    main()
