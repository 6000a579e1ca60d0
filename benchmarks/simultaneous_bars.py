"""What ``simultaneous`` promises beyond its limits: lengths, balance that matters, and long clips.

    python benchmarks/simultaneous_bars.py [--only lengths falls length_of_clips]

- ``lengths``: made-up persons of three statures squat, and reach up, aside and down on straight legs, and so
  do persons of odd proportions; landmarks without noise and with 3 mm of it. Counted are upper arm, forearm,
  thigh, shin and the distance of the hips, as identified together with the robot's motion, against the
  distance of the joints that moved. Asked: all within 5 mm.
- ``falls``: the bending motion planned with the ZMP in its polygon and without, performed in simulation by a
  robot on a free base with a simple feedback of its balance; as it is, and with the whole body leaning ahead
  by 10° at its deepest. Asked: it stands with; of the one that leans, it falls without.
- ``length_of_clips``: processor time and memory over frames, each length in a process of its own. Asked: time
  that is linear in frames (a frame of the longest clip takes at most 1.3 times as long as one of the
  shortest), 10,000 frames at 100 Hz within 2 GB.

Prints tables in Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from understudy.evaluate import evaluate_rollout
from understudy.evaluate.physical_checks import physical_checks
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Recording, Subject
from understudy.retarget.simultaneous.method import simultaneous
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import load_robot
from understudy.simulate import SimulationOptions, simulate
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.body.skeleton import Body, build_body
from understudy.synth.formats.point_sets import LANDMARK_SET

MOTIONS, STATURES, NOISES = ("squat", "reach"), (1.52, 1.68, 1.90), (0.0, 0.003)
"""What is performed, by whom [m], and noise of the landmarks [m]."""

ODD = {
    "long thighs": {"thigh": 1.10},
    "short shins": {"shin": 0.90},
    "broad hips": {"hip_width": 1.25},
    "short thighs, long shins": {"thigh": 0.92, "shin": 1.08},
    "long arms": {"upper_arm": 1.08, "forearm": 1.10},
    "narrow hips, long trunk": {"hip_width": 0.85, "thorax": 1.10},
    "long forearms, short upper arms, low neck": {"forearm": 1.12, "upper_arm": 0.90, "thorax": 0.92},
}
"""Proportions → sizes as shares of the median's; what is believed of lengths was chosen on the first three,
and of the trunk on the next three as well."""

ODD_STATURE = 1.68
"""Stature [m] that such a person would have with the median's proportions; it is not stated."""

SEGMENTS = {
    "upper_arm": ("shoulder_l", "elbow_l"),
    "forearm": ("elbow_l", "wrist_l"),
    "thigh": ("hip_l", "knee_l"),
    "shin": ("knee_l", "ankle_l"),
    "hip_half_width": ("hip_l", "mid_hip"),
}
"""Length → the joints at its ends; right and left are equal in made-up persons."""

MOST_OFF = 0.005
BENDING, LEAN, MARGIN = ("hrp4", "g1"), np.radians(10.0), 3.0
"""Robots that bend, how far the whole body leans ahead meanwhile, and the ZMP's margin [cm], of which the
feedback needs some: at 1 cm, the default, HRP-4 fell at the edge of its toes."""

STANDING_FREE = SimulationOptions(mode="dynamic", base="free", controller="balance")
CLIPS, WARM_UP, CAMERA, BEND = (500, 2000, 10_000), 20, 100.0, 6.0
"""Frames of clips and of a piece before, frames a second [1/s], and time of a bend at its usual pace [s]."""

MOST_GROWTH, MOST_MEMORY = 1.3, 2000.0


def odd_body(shares: Mapping[str, float]) -> Body:
    """Return a body with some sizes so many times the median's; nothing is known of the person."""
    sizes = performer_body(height=ODD_STATURE).sizes
    changed = {name: share * getattr(sizes, name) for name, share in shares.items()}
    return build_body(replace(sizes, **changed), Subject())


def subject(
    motion: str, body: Body, noise: float = 0.0, pace: float = 1.0, fps: float = 50.0
) -> tuple[HumanMotion, Recording, np.ndarray]:
    """Return a motion at so many times its usual pace, its capture, and true landmarks (T, K, 3) [m]."""
    made = make(motion, fps=fps / pace, body=body)
    taken = record(made, LANDMARK_SET, Corruption(noise=noise), seed=1)
    capture = replace(taken.recording(), fps=fps)
    return human_from_recording(capture), capture, taken.captured.true_points


def leaning(capture: Recording, most: float) -> Recording:
    """Return a bend in which the body leans ahead about the ankles, too, by an angle [rad] at its deepest."""
    points, index = np.array(capture.points), capture.names.index
    ankles = 0.5 * (points[:, index("ankle_l")] + points[:, index("ankle_r")])
    ahead = points[:, index("neck"), 0] - points[:, index("mid_hip"), 0]
    share = (ahead - ahead.min()) / np.ptp(ahead)
    turn = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), most * share)
    body = [i for i, name in enumerate(capture.names) if not name.startswith(("ankle", "heel", "toe"))]
    points[:, body] = ankles[:, None] + rot.rotate(turn[:, None], points[:, body] - ankles[:, None])
    return replace(capture, points=points)


def lengths() -> bool:
    """Compare identified lengths with true ones."""
    write("motion", "person", "noise", *(name.replace("_", " ") for name in SEGMENTS), "worst")
    write(*["---"] * (len(SEGMENTS) + 4))
    bodies = {f"{stature:.2f} m": performer_body(height=stature) for stature in STATURES}
    bodies |= {name: odd_body(shares) for name, shares in ODD.items()}
    robot, met = load_robot("hrp4"), True
    for (person, body), motion, noise in product(bodies.items(), MOTIONS, NOISES):
        human, capture, true = subject(motion, body, noise, fps=25.0)
        found = simultaneous(human, robot, SimultaneousOptions(), capture).reconstruction
        assert found is not None
        off = []
        for name, ends in SEGMENTS.items():
            first, second = (true[:, LANDMARK_SET.names.index(end)] for end in ends)
            truth = float(np.linalg.norm(first - second, axis=1).mean())
            off.append(found.lengths[name] - truth)
        worst = max(map(abs, off))
        told = [f"{1000.0 * each:+.1f} mm" for each in off]
        write(motion, person, f"{1000.0 * noise:.0f} mm", *told, f"{1000.0 * worst:.1f} mm")
        met &= worst <= MOST_OFF
    return met


def falls() -> bool:
    """Let robots bend on their own feet, planned with the ZMP in its polygon and without."""
    write(
        "robot", "leans ahead by", "ZMP in its polygon", "ZMP planned inside", "fell", "root off by at most"
    )
    write(*["---"] * 6)
    _, upright, _ = subject("bend", performer_body(height=1.68), fps=25.0)
    met = True
    for name in BENDING:
        robot = load_robot(name)
        for lean in (LEAN, 0.0):
            capture = leaning(upright, lean)
            human = human_from_recording(capture)
            for balance in (True, False):
                options = SimultaneousOptions(physics="contact" if balance else "none", zmp_margin=MARGIN)
                planned = simultaneous(human, robot, options, capture)
                rollout = simulate(planned, robot, STANDING_FREE)
                found = evaluate_rollout(rollout, robot)
                fallen = found["falls/fallen"].summary
                fell = bool(rollout.ending) or fallen["frames"] > 0.0
                write(
                    name,
                    f"{np.degrees(lean):.0f}°",
                    "asked" if balance else "not asked",
                    f"{100.0 * physical_checks(planned, robot).zmp_share:.1f} %",
                    f"at {fallen['first'] / rollout.fps:.2f} s" if fell else "no",
                    f"{1000.0 * found['tracking/root'].summary['max']:.0f} mm",
                )
                met &= not fell if balance else fell or lean == 0.0
    return met


def length_of_clips() -> bool:
    """Measure processor time and memory over frames."""
    write("frames", "ms a frame", "peak of memory")
    write(*["---"] * 3)
    spent, memory = [], 0.0
    for frames in CLIPS:
        words = [sys.executable, __file__, "--clip", str(frames)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        each, memory = (float(word) for word in done.stdout.split())
        write(f"{frames:,}", f"{each:.1f}", f"{memory:.0f} MB")
        spent.append(each)
    return spent[-1] <= MOST_GROWTH * spent[0] and memory <= MOST_MEMORY


def one_clip(frames: int) -> None:
    """Print processor time a frame [ms] and the peak of memory [MB] of one clip, a slow bend."""
    body, robot = performer_body(height=1.68), load_robot("hrp4")
    human, capture, _ = subject("bend", body, pace=CAMERA * BEND / frames, fps=CAMERA)
    # What is loaded or compiled first is no matter of how long a clip is.
    simultaneous(human.section(0, WARM_UP), robot)
    start = time.process_time()
    simultaneous(human, robot, SimultaneousOptions(), capture)
    spent = 1000.0 * (time.process_time() - start) / frames
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    sys.stdout.write(f"{spent} {peak}\n")


def write(*cells: str) -> None:
    """Write a row of a table."""
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


def main() -> int:
    """Run what is asked for."""
    parts = {"lengths": lengths, "falls": falls, "length_of_clips": length_of_clips}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=tuple(parts), default=tuple(parts))
    parser.add_argument("--clip", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.clip:
        one_clip(options.clip)
        return 0
    missed = [name for name in options.only if not _is_met(name, parts[name])]
    sys.stdout.write(f"\nmissed: {', '.join(missed) or 'none'}\n")
    return int(bool(missed))


def _is_met(name: str, measure: Callable[[], bool]) -> bool:
    sys.stdout.write(f"\n{name}\n\n")
    return measure()


if __name__ == "__main__":
    sys.exit(main())
