"""Whether fast movements keep their peaks: kicks, claps and landings with known truth and measured noise.

    python benchmarks/peaks.py [--robots g1 hrp4 nao] [--movements kick] [--noises pink] [--seeds 5]
                               [--method track] [--clean] [--json peaks.json]

A person shaped like the robot does what ``fast_movements.py`` makes of the robot's own joints, at 120 Hz. Its
landmarks get noise, and a recording of them, with the robot's home pose as the reference pose and stated
contacts, goes the way of every capture without rotations to landmarks, body frames and sizes; ``--clean``
cleans it before, as captures are. The noise in every coordinate, from a stated seed:

* white: Gaussian, 1 mm;
* pink: power ∝ 1/f, 1 mm RMS over the clip;
* quantised: rounded to 1 mm;
* none: as a check of the method alone; only where it is asked for.

How things are counted:

* Fast joints are those whose true peak speed is at least half the fastest one's.
* Peak error is that of the angular speed of the fastest joint, |first differences| × fps, in % of the true
  peak, with its sign; of a landing it is that of the root's upward acceleration, second differences × fps².
  A peak of the truth counts if it is at least 80 % of the largest. The result's peak is the largest value
  within half the time to the nearest neighbouring peak, at most 0.1 s. Of several peaks the worst counts.
* Time error is how many frames the result's peak is early (−) or late (+), again the worst.
* RMS error is that of all fast joints in all frames [mrad]. Beside it stands that of the best Butterworth
  filter: 2nd or 4th order, run forwards and backwards, at 2 to 30 Hz in steps of 1 Hz, applied to the joints
  of the same noisy person solved frame by frame, without estimates of goals and prices of smoothness. Order
  and cutoff are chosen with the truth in view, one pair for all fast joints.
* Five seeds are drawn. Of peak and time errors the seed with the median size counts; RMS errors are taken
  over all seeds.

Bars: peak error at most 3 %, time error at most one frame, RMS error below the best filter's. A movement that
a robot's limits do not allow is left out, and a retargeting that fails misses its bars. Prints a table in
Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from fast_movements import FPS, JOINTS, MOVEMENTS, Movement, movement
from scipy.signal import butter, find_peaks, sosfiltfilt

from understudy.clean import CleaningOptions, clean
from understudy.human import human_from_recording
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion, Recording
from understudy.pipeline import retarget
from understudy.retarget import TrackOptions
from understudy.retarget.goals import goals
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.placement import place
from understudy.retarget.solved_motion import ground_of
from understudy.retarget.start_poses import start_poses
from understudy.retarget.track import compile_robot, make_costs, track_effort
from understudy.robots import Robot, load_robot
from understudy.robots.source import robot_body

UNSMOOTHED = TrackOptions(steady=0.0, still=0.0)
"""Options of ``track`` without prices of smoothness, frame by frame."""
NOISE = 1e-3
"""Size [m] of the noise."""
NOISES = ("white", "pink", "quantised")
CUTOFFS, ORDERS = range(2, 31), (2, 4)
"""Cutoffs [Hz] and orders of the Butterworth filters."""
FAST, HIGH, AROUND = 0.5, 0.8, 0.1
"""Share of the fastest joint's speed from which on a joint is fast, share of the largest peak from which on
another counts, and time [s] around a peak in which the result's is looked for."""
PEAK_BAR, TIME_BAR = 3.0, 1
"""Most error of a peak [%] and of its time [frames]."""
COLUMNS = (
    *("robot", "movement", "effort", "noise", "true peak", "peak error", "time error [frames]"),
    *("RMS error [mrad]", "unsmoothed", "best Butterworth", "met"),
)
ASKED = ("asked", "", "", "", "", f"≤ {PEAK_BAR:g} %", f"≤ {TIME_BAR}", "< best", "", "", "3 of 3")


@dataclass(frozen=True)
class Peaks:
    """How a movement came through; NaN where it could not be retargeted.

    Attributes:
        robot, movement, noise: What was retargeted.
        effort: Share of the full effort that the robot's limits allow.
        unit: Of the peak.
        true_peak: The truth's largest peak.
        peak_error: [%].
        time_error: [frames].
        rms: RMS error of the fast joints [rad].
        unsmoothed: The same frame by frame, as measured [rad].
        best: The same of that, through the best filter [rad].
        order, cutoff: That filter's, the latter in [Hz].
        problem: Why there is no result, empty where there is one.
    """

    robot: str
    movement: str
    noise: str
    effort: float
    unit: str
    true_peak: float
    peak_error: float = float("nan")
    time_error: float = float("nan")
    rms: float = float("nan")
    unsmoothed: float = float("nan")
    best: float = float("nan")
    order: int = 0
    cutoff: int = 0
    problem: str = ""

    @property
    def bars(self) -> tuple[bool, bool, bool]:
        """Whether each of the three bars is met; what is not known meets none."""
        return abs(self.peak_error) <= PEAK_BAR, abs(self.time_error) <= TIME_BAR, self.rms < self.best


def main() -> int:
    """Retarget every movement with every noise and print what was reached beside what is asked."""
    parser = argparse.ArgumentParser(description="Whether fast movements keep their peaks.")
    parser.add_argument("--robots", nargs="+", default=["g1"], choices=JOINTS)
    parser.add_argument("--movements", nargs="+", default=MOVEMENTS, choices=MOVEMENTS)
    parser.add_argument("--noises", nargs="+", default=NOISES, choices=(*NOISES, "none"))
    parser.add_argument("--seeds", type=int, default=5, help="how many draws of the noise")
    parser.add_argument("--method", default="track")
    parser.add_argument("--clean", action="store_true", help="clean the recording, as captures are")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    _write(COLUMNS)
    _write(["---"] * len(COLUMNS))
    _write(ASKED)
    found: list[Peaks] = []
    for robot in map(load_robot, asked.robots):
        for name in asked.movements:
            try:
                truth = movement(name, robot)
            except ValueError as error:
                sys.stderr.write(f"left out: {error}\n")
                continue
            for noise in asked.noises:
                found.append(measured(truth, robot, noise, asked.seeds, asked.method, asked.clean))
                _write(_cells(found[-1]))
    if asked.json:
        rows = [asdict(row) | {"method": asked.method, "bars": row.bars} for row in found]
        asked.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    met, bars = sum(sum(row.bars) for row in found), sum(len(row.bars) for row in found)
    sys.stdout.write(f"met {met} of {bars}\n")
    return 0 if met == bars else 1


def measured(
    truth: Movement, robot: Robot, noise: str, seeds: int, method: str = "track", cleaned: bool = False
) -> Peaks:
    """Return how a movement comes through retargeting with noise."""
    fast = fast_joints(truth.q[:, 7:])
    signal = peak_signal(truth.name, truth.q, fast)
    frames = true_peaks(signal)
    begun = (robot.name, truth.name, noise, truth.effort)
    unit, largest = ("m/s²" if truth.name == "landing" else "rad/s"), float(signal.max())
    results, raws, errors = [], [], []
    for seed in range(seeds):
        human = noisy_person(truth, robot, noise, seed, cleaned)
        try:
            result = retarget(human, robot, method).q
            raws.append(frame_by_frame(human, robot)[:, 7:][:, fast])
        # A method that fails on one movement misses its bars there; the others are still measured.
        except Exception as error:
            return Peaks(*begun, unit, largest, problem=f"{type(error).__name__}: {error}")
        errors.append(peak_errors(signal, peak_signal(truth.name, result, fast), frames))
        results.append(result[:, 7:][:, fast])
    angles = truth.q[:, 7:][:, fast]
    best, order, cutoff = best_filter(raws, angles)
    peak, time = (median_sized([error[kind] for error in errors]) for kind in (0, 1))
    rms, unsmoothed = rms_error(results, angles), rms_error(raws, angles)
    return Peaks(*begun, unit, largest, peak, time, rms, unsmoothed, best, order, cutoff)


def noisy_person(truth: Movement, robot: Robot, noise: str, seed: int, cleaned: bool = False) -> HumanMotion:
    """Return a person shaped like the robot, read off landmarks with noise."""
    names = tuple(robot.landmarks)
    points, _ = robot_body(robot, truth.q, names)
    reference, _ = robot_body(robot, robot.home[None], names)
    # Each movement and noise has a draw of its own.
    draw = np.random.default_rng([seed, list(MOVEMENTS).index(truth.name), *noise.encode()])
    recording = Recording(
        names,
        with_noise(points, noise, draw),
        FPS,
        landmark_points={name: (name,) for name in names},
        reference_points=reference[0],
        contacts=truth.contacts,
        floor=0.0,
    )
    return human_from_recording(clean(recording, CleaningOptions(floor=False)) if cleaned else recording)


def frame_by_frame(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return coordinates (T, nq) of what ``track`` asks, with goals as measured, frame by frame."""
    looks = goals(human, robot, UNSMOOTHED.segments, UNSMOOTHED.parts)
    spots = place(human, robot, UNSMOOTHED.partial_stance, ground_of(human, robot, UNSMOOTHED))
    tree, empty, pattern = compile_robot(robot, looks.segments, looks.parts)
    problem = Problem(
        tree=tree,
        costs=make_costs(empty, human, robot, looks, spots, UNSMOOTHED),
        bounds=joint_bounds(tree, robot, human.fps, velocity=False, acceleration=False),
        starts=start_poses(human, robot, spots),
        effort=track_effort(human.fps, UNSMOOTHED),
        pattern=pattern,
    )
    return solve_clip(problem, human.frame_count).q


def with_noise(points: np.ndarray, noise: str, draw: np.random.Generator) -> np.ndarray:
    """Return points (T, K, 3) [m] as they are measured with a kind of noise."""
    if noise == "none":
        return points
    if noise == "quantised":
        return NOISE * np.round(points / NOISE)
    white = draw.standard_normal(points.shape)
    if noise == "white":
        return points + NOISE * white
    spectrum = np.fft.rfft(white, axis=0)
    frequencies = np.arange(1, len(spectrum))
    spectrum[0] = 0.0
    spectrum[1:] /= np.sqrt(frequencies)[:, None, None]
    pink = np.fft.irfft(spectrum, n=len(points), axis=0)
    return points + NOISE * pink / np.sqrt(np.mean(pink**2, axis=0))


def fast_joints(angles: np.ndarray) -> np.ndarray:
    """Return the columns of angles (T, J) whose peak speed is near the fastest one's, that one first."""
    speeds = np.abs(np.diff(angles, axis=0)).max(axis=0)
    order = np.argsort(-speeds, kind="stable")
    return order[speeds[order] >= FAST * speeds.max()]


def peak_signal(name: str, q: np.ndarray, fast: np.ndarray) -> np.ndarray:
    """Return the signal of a movement whose peaks count [rad/s], of a landing [m/s²]."""
    if name == "landing":
        return np.diff(q[:, 2], 2) * FPS**2
    return np.abs(np.diff(q[:, 7 + fast[0]])) * FPS


def true_peaks(signal: np.ndarray) -> np.ndarray:
    """Return the frames (P,) of the peaks of a signal (T,) that are nearly as high as the highest."""
    return find_peaks(signal, height=HIGH * signal.max())[0]


def peak_errors(signal: np.ndarray, found: np.ndarray, frames: np.ndarray) -> tuple[float, float]:
    """Return the worst error of height [%] and of time [frames] of peaks, both with their signs.

    Args:
        signal: (T,) the true one.
        found: (T,) the result.
        frames: (P,) where the true one has its peaks.
    """
    heights, times = [], []
    gaps = np.diff(frames).min() // 2 if len(frames) > 1 else len(signal)
    around = int(min(gaps, round(AROUND * FPS)))
    for frame in frames:
        start = max(frame - around, 0)
        nearby = found[start : frame + around + 1]
        heights.append(100.0 * (float(nearby.max() / signal[frame]) - 1.0))
        times.append(float(start + nearby.argmax() - frame))
    return max(heights, key=abs), max(times, key=abs)


def best_filter(raws: Sequence[np.ndarray], angles: np.ndarray) -> tuple[float, int, int]:
    """Return the least RMS error [rad] of filtered angles (T, J), and the filter's order and cutoff [Hz]."""
    found = []
    for order in ORDERS:
        for cutoff in CUTOFFS:
            low_pass = butter(order, cutoff, fs=FPS, output="sos")
            filtered = [sosfiltfilt(low_pass, raw, axis=0) for raw in raws]
            found.append((rms_error(filtered, angles), order, cutoff))
    return min(found)


def rms_error(results: Sequence[np.ndarray], angles: np.ndarray) -> float:
    """Return the RMS error [rad] of results (T, J), all together."""
    return float(np.sqrt(np.mean((np.array(results) - angles) ** 2)))


def median_sized(values: Sequence[float]) -> float:
    """Return the value of median size, with its sign; of an even number the larger of both."""
    return sorted(values, key=abs)[len(values) // 2]


def _cells(row: Peaks) -> list[str]:
    begun = [row.robot, row.movement, f"{row.effort:.2f}", row.noise, f"{row.true_peak:.1f} {row.unit}"]
    if row.problem:
        return [*begun, row.problem, "–", "–", "–", "–", "0 of 3"]
    return [
        *begun,
        f"{row.peak_error:+.1f} %",
        f"{row.time_error:+.0f}",
        f"{1e3 * row.rms:.2f}",
        f"{1e3 * row.unsmoothed:.2f}",
        f"{1e3 * row.best:.2f} ({row.order}nd, {row.cutoff} Hz)".replace("4nd", "4th"),
        f"{sum(row.bars)} of 3",
    ]


def _write(cells: Iterable[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
