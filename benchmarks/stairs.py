"""Steps, kerbs and ramps: is the ground found, are contacts right, do robots stand on it?

    python benchmarks/stairs.py [--held-out] [--recordings FOLDER] [--robot g1] [--only synthetic level
    laboratory]

- ``synthetic``: walks over ground that is known, noise-free and with 3 mm of noise. The largest distance of a
  point in contact from the ground found below it, the largest angle between found and true ground, patches
  found and true, the share of contacts that agree; then on the robot the largest distance of a standing
  sole's lowest corner from its ground, and the deepest that anything sinks into it. ``--held-out`` takes
  other people, steps, slopes and rates, which nothing was tuned on.
- ``level``: recordings of people who walk, run, jump, squat, crawl and exercise on level ground: patches.
- ``laboratory``: ``Movement_trial.c3d``, a person who walks down instrumented steps. Steps against the
plates;
  the vertical force on the fitted human, with contacts told from the feet alone, against what plates
  measured while they carried all of the person; the robot on the steps.

Prints tables in Markdown, and exits with 1 where something asked for is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from understudy.capture import read_capture
from understudy.capture.c3d.file import parse_c3d
from understudy.capture.c3d.force_plates import read_force_plates
from understudy.capture.source import read_source
from understudy.clean import clean
from understudy.evaluate import evaluate
from understudy.evaluate.ground import heights_over
from understudy.evaluate.poses import compute_poses
from understudy.human import detect_contacts, fit_human, fitted_body, human_from_recording
from understudy.human.dynamics import human_dynamics
from understudy.motion import HumanMotion, Recording
from understudy.motion.stretches import stretches_around
from understudy.retarget.ground import stands
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot
from understudy.synth import Corruption, SyntheticMotion, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET
from understudy.synth.motions.courses import kerb, ramp, stairs
from understudy.synth.terrain_truth import terrain_errors

HEIGHT, ANGLE, AGREEMENT = 0.005, 1.0, 0.95
"""[m], [deg] and share that are asked of ground and contacts without noise."""

ON_GROUND, SUNK = 0.01, 0.01
"""[m] that are asked of a robot."""

FORCE = 7.0
"""Root mean square error of the vertical force [% of body weight] that is asked for."""

NOISE = 0.003
SETTLED = 0.05
"""Time [s] around contacts beside the plates in which these may not carry all of the person."""

GRAVITY = 9.81
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))

Course = Callable[[], SyntheticMotion]


def known() -> dict[str, Course]:
    """Return the courses that were looked at while all this was written."""
    adult = performer_body()
    return {
        "4 steps of 17 cm up": lambda: stairs(adult, 5.5, 60.0),
        "4 steps of 17 cm down": lambda: stairs(adult, 5.5, 60.0, is_up=False),
        "5° up": lambda: ramp(adult, 5.0, 60.0, angle=np.radians(5.0)),
        "10° down": lambda: ramp(adult, 5.0, 60.0, is_up=False),
        "15° up": lambda: ramp(adult, 5.0, 60.0, angle=np.radians(15.0)),
        "kerb of 12 cm up": lambda: kerb(adult, 4.0, 60.0),
    }


def held_out() -> dict[str, Course]:
    """Return courses that nothing was tuned on; two faults that the first eight showed were mended since."""
    tall, small, child = performer_body(height=1.93), performer_body(height=1.52), performer_body(9.0)
    return {
        "6 steps of 14 cm up, 1.93 m, 100 fps": lambda: stairs(
            tall, 6.5, 100.0, rise=0.14, depth=0.34, count=6
        ),
        "3 steps of 20 cm down, 1.52 m, 30 fps": lambda: stairs(
            small, 5.0, 30.0, rise=0.20, depth=0.28, count=3, is_up=False
        ),
        "5 steps of 16 cm down, 9 years": lambda: stairs(child, 5.5, 50.0, rise=0.16, count=5, is_up=False),
        "7° down, 1.93 m": lambda: ramp(tall, 5.0, 50.0, angle=np.radians(7.0), steps=5, is_up=False),
        "12.5° up, 9 years": lambda: ramp(child, 4.5, 100.0, angle=np.radians(12.5), steps=3),
        "14° down, 1.52 m, 30 fps": lambda: ramp(small, 5.0, 30.0, angle=np.radians(14.0), is_up=False),
        "kerb of 9 cm down, 1.52 m": lambda: kerb(small, 4.0, 120.0, height=0.09, is_up=False),
        "kerb of 15 cm up, 1.93 m": lambda: kerb(tall, 4.0, 50.0, height=0.15),
        **later(),
    }


def later() -> dict[str, Course]:
    """Return courses that were made when all was done."""
    middle, youth, woman = performer_body(height=1.80), performer_body(12.0), performer_body(height=1.64)
    return {
        "4 steps of 18 cm up, 1.64 m": lambda: stairs(woman, 5.5, 50.0, rise=0.18, depth=0.29),
        "7 steps of 15 cm down, 1.80 m, 100 fps": lambda: stairs(
            middle, 7.0, 100.0, rise=0.15, count=7, is_up=False
        ),
        "9° up, 12 years": lambda: ramp(youth, 5.0, 60.0, angle=np.radians(9.0)),
        "13.5° down, 1.80 m, 120 fps": lambda: ramp(
            middle, 4.5, 120.0, angle=np.radians(13.5), steps=3, is_up=False
        ),
        "6° down, 1.64 m, 30 fps": lambda: ramp(
            woman, 6.0, 30.0, angle=np.radians(6.0), steps=6, is_up=False
        ),
        "kerb of 7 cm up, 1.80 m": lambda: kerb(middle, 4.0, 60.0, height=0.07),
        "kerb of 18 cm down, 12 years": lambda: kerb(youth, 4.0, 60.0, height=0.18, is_up=False),
    }


def main() -> int:
    """Run the parts that are asked for."""
    parser = argparse.ArgumentParser(description="Steps, kerbs and ramps.")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--recordings", type=Path, default=SHARED / "motions")
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--only", nargs="+", default=("synthetic", "level", "laboratory"))
    options = parser.parse_args()
    robot, met = load_robot(options.robot), True
    if "synthetic" in options.only:
        met &= synthetic(held_out() if options.held_out else known(), robot)
    if "level" in options.only:
        met &= level(sorted((options.recordings / "cmu").glob("*.bvh")))
    if "laboratory" in options.only:
        met &= laboratory(options.recordings / "c3d" / "Movement_trial.c3d", robot)
    return 0 if met else 1


def synthetic(courses: dict[str, Course], robot: Robot) -> bool:
    """Find the ground of every course, and let the robot walk over it."""
    _write("course", "height", "angle", "patches", "contacts", "with noise", robot.name, "sinks by")
    _write(*["---"] * 8)
    met = True
    for name, make in courses.items():
        motion = make()
        human = _captured(motion, 0.0)
        errors, agreement = terrain_errors(human.terrain, motion), _agreement(human, motion)
        noisy = _captured(motion, NOISE)
        spoilt = terrain_errors(noisy.terrain, motion)
        floats, sinks = _performed(human, robot)
        angle = np.degrees(errors.angle)
        met &= errors.height <= HEIGHT and angle <= ANGLE and errors.patches == errors.true_patches
        met &= agreement >= AGREEMENT and floats <= ON_GROUND and sinks <= SUNK
        _write(
            name,
            f"{1000 * errors.height:.1f} mm",
            f"{angle:.2f}°",
            f"{errors.patches} of {errors.true_patches}",
            f"{100 * agreement:.1f} %",
            f"{1000 * spoilt.height:.1f} mm, {np.degrees(spoilt.angle):.1f}°, {spoilt.patches}, "
            f"{100 * _agreement(noisy, motion):.1f} %",
            f"{1000 * floats:.1f} mm",
            f"{1000 * sinks:.1f} mm",
        )
    return met


def level(paths: Iterable[Path]) -> bool:
    """Count patches where there are none."""
    counts = {path.stem: len(_human(path)[1].terrain.patches) for path in paths}
    _write("on level ground", *counts)
    _write(*["---"] * (1 + len(counts)))
    _write("patches", *(str(count) for count in counts.values()))
    return not any(counts.values())


def laboratory(path: Path, robot: Robot) -> bool:
    """Judge the walk down instrumented steps."""
    recording, human = _human(path)
    own = detect_contacts(human)
    plates, _ = read_force_plates(parse_c3d(read_source(path)))
    heights = sorted(float(plate.corners[:, 2].mean()) / 1000.0 for plate in plates)
    found = sorted(float(patch.centre[2]) for patch in human.terrain.patches)[: len(heights)]
    off = np.abs(np.diff(found, prepend=found[0]).cumsum() - (np.array(heights) - heights[0])).max()
    assert recording.contacts is not None
    assert recording.contacts_known is not None
    stood, told = (_feet(each) for each in (recording.contacts, recording.contacts_known))
    agreement = float((_feet(own) == stood)[told].mean())
    fitted = fit_human(recording)
    assert fitted.coordinates is not None
    body = fitted_body(fitted)
    forces = human_dynamics(body, fitted.coordinates, fitted.fps, own, terrain=fitted.terrain)
    measured = sum(plate.forces[:, 2] for plate in plates)
    weight = body.mass * GRAVITY
    elsewhere = np.logical_or.reduce(_feet(own) & ~(stood & told), axis=1)
    wholly = np.ones(len(own), dtype=bool)
    for first, stop in stretches_around(elsewhere, round(SETTLED * fitted.fps)):
        wholly[first:stop] = False
    error = 100.0 * (forces.ground_force_w[:, 2] - measured)[wholly] / weight
    rms, worst = float(np.sqrt(np.mean(error**2))), float(np.percentile(np.abs(error), 95.0))
    floats, sinks = _performed(human, robot)
    _write("Movement_trial", "")
    _write("---", "---")
    _write("steps found, heights against the plates'", f"{len(found)} of {len(heights)}, {1000 * off:.1f} mm")
    _write("stance of either foot as the plates have it", f"{100 * agreement:.1f} % of frames that they know")
    _write("frames in which plates carry all", f"{int(wholly.sum())} of {len(wholly)}")
    _write("vertical force, root mean square", f"{rms:.1f} % of body weight ({body.mass:.1f} kg)")
    _write("vertical force, 95th percentile", f"{worst:.1f} %")
    _write(f"standing soles of {robot.name} off their steps", f"{1000 * floats:.1f} mm")
    _write(f"deepest that {robot.name} sinks into anything", f"{1000 * sinks:.1f} mm")
    return rms <= FORCE and floats <= ON_GROUND and sinks <= SUNK


def _human(path: Path) -> tuple[Recording, HumanMotion]:
    recording = clean(read_capture(path))
    return recording, human_from_recording(recording)


def _captured(motion: SyntheticMotion, noise: float) -> HumanMotion:
    take = record(motion, LANDMARK_SET, Corruption(noise=noise))
    return human_from_recording(clean(take.recording()))


def _agreement(human: HumanMotion, motion: SyntheticMotion) -> float:
    return float((human.contact_mask == motion.contacts).mean())


def _feet(contacts: np.ndarray) -> np.ndarray:
    """Return (T, 2) whether either foot has a contact."""
    return np.logical_or.reduce(contacts.reshape(-1, 2, 2), axis=2)


def _performed(human: HumanMotion, robot: Robot) -> tuple[float, float]:
    """Return how far [m] standing soles are off their ground at most, and how deep anything is in it."""
    motion = track(human, robot)
    poses = compute_poses(robot, motion)
    lowest = [
        heights_over(motion.terrain, poses.points(sole.body, sole.points)).min(axis=1)[stands(human, side)]
        for side, sole in robot.soles.items()
    ]
    depth = next(m for m in evaluate(human, motion, robot).metrics if m.name == "penetration/floor")
    return float(np.abs(np.concatenate(lowest)).max()), depth.summary["max"]


def _write(*cells: str) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
