"""How fast and how well the reference human is fitted to 53 markers with 5 mm of noise.

    python benchmarks/fit_speed.py [--json] [--people N]

People whose lengths differ from the median body's go through their joints' ranges; everything about them is
known. Times are of one processor (set OPENBLAS_NUM_THREADS=1), without compiling.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from understudy.commands.terminal import Terminal
from understudy.human import FitPlan, Human, fit_human
from understudy.human.body.markers import BODY_MARKERS
from understudy.human.fit.body_shape import body_shape, joint_limits
from understudy.human.fit.denoising import denoised
from understudy.human.fit.fitted_body import attached_places
from understudy.human.fit.fitting import identify_body
from understudy.human.fit.targets import find_targets
from understudy.kinematics.marker_fit import FitOptions, MarkerFitter
from understudy.motion import Recording, Subject

FPS, FRAMES, NOISE = 120.0, 2400, 0.005
FREQUENCIES, SHARE_OF_RANGE = (0.05, 0.2), 0.7
HEIGHT = 1.75
GROUPS = {"shoulders": "S", "elbows": "E", "hips": "H", "knees": "K", "ankles": "A", "wrists": "W"}
Result = TypeVar("Result")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--people", type=int, default=4)
    options = parser.parse_args()
    terminal = Terminal(options.json)
    found = speed() | accuracy(options.people)
    terminal.give(found)
    rows = [(name.replace("_", " "), f"{value:g}") for name, value in found.items()]
    terminal.table(("what", "measured"), rows)


def speed() -> dict[str, float]:
    """Return frames a second of the fit and seconds of the identification, on one processor."""
    median, true = Human(height=HEIGHT, subset="no_hands"), person(0)
    recording = marked(true, moving(true, 0), 0)
    targets = find_targets(recording, median)
    calm = replace(targets, places=denoised(targets.places, targets.seen))
    shape = body_shape(median, targets, is_symmetric=True)
    plan = FitPlan(threads=1)
    own = body_shape(true, targets, is_symmetric=True)
    fitter = MarkerFitter(
        own.tree, own.points, *joint_limits(true), np.array(true.home), FitOptions(noise=NOISE, threads=1)
    )
    fitter.fit(targets.places[:5], targets.seen[:5])
    fit_seconds, _ = timed(lambda: fitter.fit(targets.places, targets.seen))
    identify_body(median, shape, calm, FitPlan(threads=1, frames=4, looked_at=8))
    seconds, body = timed(lambda: identify_body(median, shape, calm, plan))
    return {
        "degrees_of_freedom": float(median.model.nv),
        "markers": float(len(BODY_MARKERS)),
        "fit_frames_per_second_per_core": round(FRAMES / fit_seconds, 1),
        "identification_frames": float(plan.frames),
        "identification_seconds": round(seconds, 3),
        "identification_iterations": float(body.iterations),
    }


def accuracy(people: int) -> dict[str, float]:
    """Return errors of angles [degrees] and lengths [mm], and how often intervals hold the truth."""
    squares: dict[str, list[float]] = {}
    lengths, inside = [], []
    for seed in range(people):
        true = person(seed)
        q = moving(true, seed)
        motion = fit_human(marked(true, q, seed), Human(height=HEIGHT, subset="no_hands"))
        assert motion.coordinates is not None
        for joint, off in zip(true.joints, (motion.coordinates - q)[:, 7:].T, strict=True):
            squares.setdefault(group_of(joint), []).append(float((np.degrees(off) ** 2).mean()))
        for name, length in true.lengths.items():
            if "eye" not in name:
                lengths.append(1e3 * abs(motion.lengths[name] - length.value))
                inside.append(lengths[-1] <= 1.96e3 * motion.length_errors[name])
    found = {f"{group}_rms_deg": round(float(np.sqrt(np.mean(each))), 3) for group, each in squares.items()}
    found["length_rms_mm"] = round(float(np.sqrt(np.mean(np.square(lengths)))), 3)
    found["length_largest_mm"] = round(max(lengths), 3)
    found["lengths_inside_95_percent_interval"] = round(100.0 * float(np.mean(inside)), 1)
    return found


def group_of(joint: str) -> str:
    """Return the part of the body that a joint belongs to."""
    stem = joint.removesuffix("_joint")
    if stem.startswith(("BP", "BT")):
        return "torso"
    if stem.startswith("B"):
        return "neck"
    sided = {letter: group for group, letter in GROUPS.items()}
    return sided.get(stem[1:-1], "others")


def person(seed: int) -> Human:
    """Return somebody whose lengths differ from the median body's as people's do."""
    generator = np.random.default_rng(seed + 100)
    median = Human(height=HEIGHT, subset="no_hands")
    size = 1.0 + 0.02 * generator.standard_normal()
    return median.with_lengths(
        {
            name: size * length.value + max(0.03 * length.value, 0.003) * generator.standard_normal()
            for name, length in median.lengths.items()
            if "eye" not in name
        }
    )


def moving(human: Human, seed: int) -> np.ndarray:
    """Return (T, nq) a calm motion in which every joint but the eyes' goes through its range."""
    generator = np.random.default_rng(seed)
    times = np.arange(FRAMES) / FPS
    q = np.tile(human.home, (FRAMES, 1))
    for index, joint in enumerate(human.joints):
        low, high = human.model.joint(joint).range
        phase = 2.0 * np.pi * (generator.uniform(*FREQUENCIES) * times + generator.uniform())
        if "EY" not in joint:
            q[:, 7 + index] = 0.5 * (low + high) + SHARE_OF_RANGE * 0.5 * (high - low) * np.sin(phase)
    return q


def marked(human: Human, q: np.ndarray, seed: int) -> Recording:
    """Return a recording of a person's body markers with noise."""
    places = attached_places(human, [human.markers[name] for name in BODY_MARKERS], q)
    places += NOISE * np.random.default_rng(seed).standard_normal(places.shape)
    return Recording(BODY_MARKERS, places, FPS, subject=Subject(height=HEIGHT), dialect="MMM")


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return processor seconds and the result of some work."""
    start: float = time.process_time()
    result: Any = work()
    return time.process_time() - start, result


if __name__ == "__main__":
    main()
