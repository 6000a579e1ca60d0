"""Parts that do not sink into each other: clips on robots, with the limit of ``track`` and without.

    python benchmarks/self_collision.py [--robots g1 nao] [--clips 02_01 walk] [--motions FOLDER]

Depths are by MuJoCo's own geoms. Asked of every clip and robot: at most 5 mm in 99 % of the frames in which
the person does not touch itself, and directions of limbs (the worst segment's median) off by at most 0.3°
more than without the limit. Frames in which the person touches itself have a column of their own.

A person touches itself where two of these parts are nearer than the sum of their radii, parts being the
lines between landmarks: forearms and hands with the trunk, the head, thighs, shins and the other arm; shins
with the other shin and the other thigh. Radii, as shares of leg length (thigh + shin): hand 0.05, forearm
0.05, upper arm 0.06, thigh 0.10, shin 0.07, trunk 0.15, head 0.11. They are a grown person's girths divided
by 2π, by a leg of 0.85 m.

Prints a table in Markdown and exits with 1 where a bar is missed. Weight and tolerances were chosen on the
clips 02_01, 16_01, 54_01 and 13_29 and the robots g1, nao and dummy; how stretches are solved as a whole,
capsules and where parts begin to push with the pairs of ``LOOKED_AT`` in view; everything else is held out.
"""

from __future__ import annotations

import argparse
import os
import sys
from itertools import combinations
from pathlib import Path

import numpy as np

from understudy.evaluate import evaluate
from understudy.evaluate.penetration import SelfContact, find_self_contact
from understudy.motion import Evaluation, HumanMotion
from understudy.motion.landmarks import LIMB_SEGMENTS, SEGMENTS
from understudy.retarget.track import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.takes import read_human

ROBOTS = ("g1", "hrp4", "nao", "icub", "mimo", "dummy", "fetus")
CLIPS = ("02_01", "07_01", "120_01", "13_29", "143_01", "16_01", "54_01", "86_01", "walk", "infant_kicking")
TUNED_ROBOTS, TUNED_CLIPS = ("g1", "nao", "dummy"), ("02_01", "16_01", "54_01", "13_29")
LOOKED_AT = {
    "mimo": ("02_01", "07_01", "16_01", "86_01", "143_01"),
    "fetus": ("16_01", "143_01"),
    "hrp4": ("13_29", "86_01", "infant_kicking"),
    "icub": ("02_01", "07_01", "86_01", "infant_kicking"),
    "nao": ("86_01", "infant_kicking"),
}
"""Further clips that were looked at, by robot."""

DEPTH_BAR, SHARE_BAR, ANGLE_BAR = 0.005, 0.99, np.radians(0.3)
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
BUILT_IN = Path(__file__).resolve().parents[1] / "src" / "understudy" / "data"

RADII = {
    **{"hand": 0.05, "forearm": 0.05, "upper_arm": 0.06, "thigh": 0.10, "shin": 0.07},
    **{"trunk": 0.15, "neck": 0.11},
}
"""Radius of a part as a share of leg length, by the kind of its segment; the head's is the neck's segment."""


def main() -> int:
    """Perform every clip on every robot twice and print both beside what is asked."""
    parser = argparse.ArgumentParser(description="Self-collision with the limit of track and without.")
    parser.add_argument("--robots", nargs="+", default=list(ROBOTS))
    parser.add_argument("--clips", nargs="+", default=list(CLIPS))
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    options = parser.parse_args()
    _write(
        ("robot", "clip", "≤ 5 mm without", "with", "person touches itself", "≤ 5 mm then", "p99 without",
         "with", "worst without", "with", "its bodies", "worst median without", "with", "met")
    )  # fmt: skip
    _write(["---"] * 14)
    met = True
    for clip in options.clips:
        path = options.motions / f"{clip}.bvh"
        human = read_human(path if path.exists() else BUILT_IN / f"{clip}.bvh")
        touches = touching_itself(human)
        for name in options.robots:
            cells, good = _row(human, load_robot(name), touches)
            tuned = (name in TUNED_ROBOTS and clip in TUNED_CLIPS) or clip in LOOKED_AT.get(name, ())
            _write((name, clip + ("" if tuned else " (held out)"), *cells, "yes" if good else "no"))
            met = met and good
    sys.stdout.write("all bars met\n" if met else "a bar is missed\n")
    return 0 if met else 1


def _row(human: HumanMotion, robot: Robot, touches: np.ndarray) -> tuple[list[str], bool]:
    """Return the table's cells of one clip on one robot, and whether the bars are met."""
    contacts: list[SelfContact] = []
    medians: list[float] = []
    for weight in (0.0, TrackOptions().self_collision):
        motion = track(human, robot, TrackOptions(self_collision=weight))
        contacts.append(find_self_contact(robot, motion))
        medians.append(_worst_median(evaluate(human, motion, robot)))
    before, after = contacts
    alone = ~touches if not touches.all() else touches
    shares = [float((contact.depth[alone] <= DEPTH_BAR).mean()) for contact in contacts]
    cells = [f"{100.0 * share:.1f} %" for share in shares]
    cells.append(f"{100.0 * touches.mean():.0f} %")
    cells.append(f"{100.0 * (after.depth[touches] <= DEPTH_BAR).mean():.1f} %" if touches.any() else "–")
    cells += [f"{1000.0 * np.percentile(contact.depth, 99):.1f} mm" for contact in contacts]
    cells += [f"{1000.0 * contact.depth.max():.1f} mm" for contact in contacts]
    cells.append(_names(robot, after))
    cells += [f"{np.degrees(median):.2f}°" for median in medians]
    return cells, shares[1] >= SHARE_BAR and medians[1] - medians[0] <= ANGLE_BAR


def _names(robot: Robot, contact: SelfContact) -> str:
    """Return the names of the bodies that are deepest in each other."""
    pair = contact.pair[int(contact.depth.argmax())]
    return "–" if pair[0] < 0 else ", ".join(robot.model.body(int(body)).name for body in pair)


def _worst_median(evaluation: Evaluation) -> float:
    """Return the median error [rad] of the limb segment that is farthest off."""
    found = {metric.name: metric for metric in evaluation.family("direction")}
    names = [f"direction/{segment}" for segment in LIMB_SEGMENTS]
    return max(found[name].summary["median"] for name in names if name in found)


def touching_itself(human: HumanMotion) -> np.ndarray:
    """Return (T,) whether the person touches itself, by the rule above; unknown parts touch nothing."""
    leg = human.sizes.get("leg", 0.85)
    parts = {name: _line(human, name) for name in SEGMENTS if _kind(name) in RADII}
    touches = np.zeros(human.frame_count, dtype=bool)
    for one, other in combinations(parts, 2):
        if _counts(one, other) or _counts(other, one):
            near = leg * (RADII[_kind(one)] + RADII[_kind(other)])
            touches |= _distances(parts[one], parts[other]) < near
    return touches


def _kind(name: str) -> str:
    return name[:-2] if name.endswith(("_l", "_r")) else name


def _counts(one: str, other: str) -> bool:
    """Return whether a part that moves far may touch another one: not those that meet in a joint."""
    if _kind(one) in ("forearm", "hand"):
        same_arm = one[-2:] == other[-2:] and _kind(other) in ("upper_arm", "forearm", "hand")
        return not same_arm
    return _kind(one) == "shin" and _kind(other) in ("shin", "thigh") and one[-2:] != other[-2:]


def _line(human: HumanMotion, name: str) -> np.ndarray:
    """Return both ends of a segment (T, 2, 3) [m], NaN where unknown."""
    ends = [human.landmark(end) for end in SEGMENTS[name]]
    return np.stack([np.where(valid[:, None], place, np.nan) for place, valid in ends], axis=1)


def _distances(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the distances (T,) [m] of two lines (T, 2, 3), NaN where one is unknown, by points on both."""
    share = np.linspace(0.0, 1.0, 9)[:, None, None]
    first, second = (line[:, 0] + share * (line[:, 1] - line[:, 0]) for line in (one, other))
    return np.linalg.norm(first[:, None] - second[None], axis=3).min(axis=(0, 1))


def _write(cells: tuple[str, ...] | list[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
