"""Sitting down, crawling, push-ups and rolling over: parts on the floor, on robots.

    python benchmarks/floor_work.py [--robots g1 nao] [--clips crawl] [--variants as_made mirrored]

The four synthetic clips, whose truth says which part carries when, captured as joint centres without noise,
in variants made by program: as made, performed by people of 1.50 m and 1.95 m, turned by 100° about the
vertical, and mirrored. Everything is found from the capture; the truth is used for counting alone. Counted
are:

* near: of all frames and parts that carry by the truth, of parts that the robot has, the share in which the
  lowest of the part's points on the robot (``robots.part_points``) is within 10 mm of the floor, up or down;
* deep: how deep the deepest of the robot's shapes that can touch anything is under the floor, by MuJoCo's own
  geoms, in 99 % of all frames and at the most [mm];
* slip: of each stretch of 0.3 s or more for which a hand, forearm or knee carries by the truth, without its
  first and last 0.1 s, in which the part lands and lifts: how far that point of the part goes over the floor
  that is lowest in the middle of the stretch; the median and the longest of all stretches [mm];
* legs, arms: median over frames of the direction error of the worst thigh or shin, and upper arm or forearm.

Asked: deep at most 5 mm at the most. Prints a table in Markdown and exits with 1 where that is missed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace

import numpy as np

from understudy.clean import clean
from understudy.evaluate import evaluate
from understudy.evaluate.poses import compute_poses
from understudy.human import human_from_recording
from understudy.motion import Evaluation, HumanMotion
from understudy.motion.part_contacts import PartContacts
from understudy.motion.sides import renamed
from understudy.motion.stretches import stretches
from understudy.retarget.track import track
from understudy.robots import Robot, load_robot
from understudy.robots.part_points import part_points
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats.point_sets import LANDMARK_SET

CLIPS = ("sit_down", "crawl", "push_up", "roll_over")
ROBOTS = ("g1", "hrp4", "talos", "nao")
VARIANTS = ("as_made", "1.50m", "1.95m", "turned", "mirrored")
TURN = np.radians(100.0)
NEAR, BAR, EDGE = 0.010, 0.005, 0.1
SLIDING = ("hand", "forearm", "knee")
COLUMNS = (
    "robot",
    "clip",
    "variant",
    "near",
    "deep p99",
    "deep max",
    "slip",
    "slip max",
    "legs",
    "arms",
    "met",
)


@dataclass(frozen=True, eq=False)
class Figures:
    """What is counted of a clip on a robot: a share, lengths [m], angles [rad]."""

    near: float
    deep: tuple[float, float]
    slip: tuple[float, float]
    limbs: tuple[float, float]

    @property
    def is_met(self) -> bool:
        """Whether the bar is kept."""
        return self.deep[1] <= BAR


def main() -> int:
    """Perform every clip in every variant on every robot and print what is counted."""
    parser = argparse.ArgumentParser(description="Parts on the floor, on robots.")
    parser.add_argument("--robots", nargs="+", default=list(ROBOTS))
    parser.add_argument("--clips", nargs="+", default=list(CLIPS), choices=CLIPS)
    parser.add_argument("--variants", nargs="+", default=list(VARIANTS), choices=VARIANTS)
    options = parser.parse_args()
    sys.stdout.write(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}\n")
    met = True
    for clip in options.clips:
        for variant in options.variants:
            human, truth = person(clip, variant)
            for name in options.robots:
                found = figures(human, truth, load_robot(name))
                met = met and found.is_met
                sys.stdout.write(row(name, clip, variant, found))
                sys.stdout.flush()
    return 0 if met else 1


def person(clip: str, variant: str) -> tuple[HumanMotion, PartContacts]:
    """Return the captured person of a variant of a clip, and the true contacts of parts."""
    heights = {"1.50m": 1.5, "1.95m": 1.95}
    body = performer_body(height=heights[variant]) if variant in heights else None
    motion = make(clip, body=body)
    recording = record(motion, LANDMARK_SET, Corruption()).recording()
    if variant == "turned":
        about = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), TURN)
        recording = replace(recording, points=rot.rotate(about, recording.points))
    human = human_from_recording(clean(recording))
    if variant == "mirrored":
        return human.mirror(), renamed(motion.part_contacts)
    return human, motion.part_contacts


def figures(human: HumanMotion, truth: PartContacts, robot: Robot) -> Figures:
    """Return what is counted of a person's clip on a robot."""
    motion = track(human, robot)
    judged, points = evaluate(human, motion, robot), part_points(robot)
    poses = compute_poses(robot, motion)
    places = points.in_world(poses.positions, poses.orientations)
    near, slips = [], []
    for part, carries in truth.items():
        own = points.of(part)
        if len(own):
            near.append(np.abs(places[carries][:, own, 2].min(axis=1)) <= NEAR)
        if len(own) and part.startswith(SLIDING):
            slips += _slips(places[:, own], carries, motion.fps)
    slips = slips or [float("nan")]
    depth = judged.find("penetration/floor")
    assert depth is not None and depth.per_frame is not None
    depths = depth.per_frame
    return Figures(
        near=float(np.concatenate(near).mean()) if near else float("nan"),
        deep=(float(np.percentile(depths, 99.0)), float(np.max(depths))),
        slip=(float(np.median(slips)), float(np.max(slips))),
        limbs=(_worst(judged, ("thigh", "shin")), _worst(judged, ("upper_arm", "forearm"))),
    )


def _slips(places: np.ndarray, carries: np.ndarray, fps: float) -> list[float]:
    """Return how far [m] the lowest point of a part goes in each stretch in which it carries."""
    found, edge = [], round(EDGE * fps)
    for first, stop in stretches(carries):
        if stop - first < 3 * edge:
            continue
        lowest = int(places[(first + stop) // 2, :, 2].argmin())
        way = places[first + edge : stop - edge, lowest, :2]
        found.append(float(np.linalg.norm(way[:, None] - way[None], axis=2).max()))
    return found


def _worst(judged: Evaluation, segments: tuple[str, str]) -> float:
    """Return the largest median direction error [rad] of some segments of both sides."""
    names = {f"direction/{segment}_{side}" for segment in segments for side in "lr"}
    return max(m.summary["median"] for m in judged.metrics if m.name in names)


def row(name: str, clip: str, variant: str, found: Figures) -> str:
    """Return a row of the table."""
    lengths = [f"{1e3 * length:.1f}" for length in (*found.deep, *found.slip)]
    angles = [f"{np.degrees(angle):.1f}°" for angle in found.limbs]
    met = "yes" if found.is_met else "**no**"
    cells = (name, clip, variant, f"{100.0 * found.near:.1f} %", *lengths, *angles, met)
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    sys.exit(main())
