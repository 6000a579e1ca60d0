"""What pointing a foot as the person does costs a leg whose ankle has no twist, at least.

    python benchmarks/heading_bound.py [--worst worst.json] [--motions ../shared/motions]

A lower bound, found without any solver and for any lengths and ranges. The forward axis of such a foot stays
at right angles to the axis of its knee, whatever ankle and hip do: for the robots that are named this is
checked in random postures. Thigh and shin are at right angles to that axis, too. So a foot that points along
f leaves thigh and shin in a plane that holds f, and they miss the person's by no less than the angles to
that plane: E = √(asin²(t·n) + asin²(s·n)), n being its normal. The least E over all n at right angles to all
f is taken whose heading is within 4° of the person's and which rise or fall by 5° at the most (a sole that
stands).

Counted are frames in which the person stands on heel and toe, as for the heading's bar: its median over them
is ≤ 4°, so half of them keep it, at best the half that costs the least. Where that half alone has more than
1 % of the clip's frames with E over 10°, no motion of such a robot meets both bars, the heading's and p99 ≤
10° of limb error. E is of directions in the world, for a torso that is held as the person's.

``--worst`` is what ``worst_frames.py --json`` wrote; of the headings missed there it is counted how many are
so explained. Prints tables in Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import mujoco
import numpy as np
from worst_frames import GROUPS, HEADING_BAR, P99_BAR, load, read

from understudy.evaluate.feet import CONTACTS
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.robots import Robot
from understudy.spatial import rotations as rot

ROBOTS = ("g1", "hrp4", "nao", "icub")
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
RISE = 5.0
"""Angle [°] by which a sole that stands may rise or fall ahead."""
COARSE, FINE = 2.0, 0.1
"""Steps [°] in which planes about a forward axis are tried, all of them and then about the best."""
POSTURES = 200


def main() -> int:
    """Print what the heading costs every clip's legs, and how many missed headings that explains."""
    parser = argparse.ArgumentParser(description="What headings cost legs whose ankles have no twist.")
    parser.add_argument("--worst", type=Path, help="what worst_frames.py --json wrote")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions")
    asked = parser.parse_args()
    _write(["robot", "forward axis out of the knee's plane, at most"])
    _write(["---"] * 2)
    for name in ROBOTS:
        _write([name, f"{out_of_plane(load(name)):.2f}°"])
    sys.stdout.write("\n")
    _write(["clip", "foot", "stands", "knee bent", "E median", "cheaper half: largest E", "frames over 10°"])
    _write(["---"] * 7)
    contradicted = set()
    for group in GROUPS.values():
        for clip, path in group.items():
            human = read(asked.motions, path)
            for side in SIDES:
                if _clip_contradicts(clip, human, side):
                    contradicted.add(clip)
    sys.stdout.write(f"\nboth bars contradict each other on: {', '.join(sorted(contradicted)) or 'none'}\n")
    if asked.worst:
        rows = json.loads(asked.worst.read_text(encoding="utf-8"))
        missed = [row for row in rows if "heading" in row["missed"]]
        explained = sum(row["clip"] in contradicted and row["robot"] in ROBOTS for row in missed)
        sys.stdout.write(f"headings missed: {len(missed)}, of which no motion meets both bars: {explained}\n")
    return 0


def _clip_contradicts(clip: str, human: HumanMotion, side: str) -> bool:
    """Print a row of a foot and tell whether it cannot meet both bars."""
    (thigh, thigh_known), (shin, shin_known) = (human.direction(f"{p}_{side}") for p in ("thigh", "shin"))
    if f"foot_{side}" not in human.frames:
        return False
    heel, toe = (human.contact_mask[:, CONTACTS.index(f"{end}_{side}")] for end in ("heel", "toe"))
    stands = heel & toe & thigh_known & shin_known
    if not stands.any():
        return False
    ahead = rot.as_matrix(human.frames[f"foot_{side}"])[stands, :, 0]
    errors = np.sort(least_errors(thigh[stands], shin[stands], np.arctan2(ahead[:, 1], ahead[:, 0])))
    bend = np.degrees(np.arccos(np.clip(np.einsum("ti,ti->t", thigh[stands], shin[stands]), -1.0, 1.0)))
    half = errors[: (len(errors) + 1) // 2]
    over = int((half > P99_BAR).sum())
    contradicts = over > 0.01 * int((thigh_known & shin_known).sum())
    shown = f"{over}{', both bars contradict each other' if contradicts else ''}"
    angles = (f"{np.median(bend):.0f}°", f"{np.median(errors):.1f}°", f"{half[-1]:.1f}°")
    _write([clip, side, f"{len(errors)} of {human.frame_count}", *angles, shown])
    return contradicts


def least_errors(thigh: np.ndarray, shin: np.ndarray, heading: np.ndarray) -> np.ndarray:
    """Return the least E (T,) [°] of thigh and shin (T, 3) for a foot that keeps its heading (T,) [rad]."""
    least, best = np.full(len(thigh), np.inf), np.zeros((len(thigh), 3))
    for turn in (-HEADING_BAR, -0.5 * HEADING_BAR, 0.0, 0.5 * HEADING_BAR, HEADING_BAR):
        for rise in (-RISE, 0.0, RISE):
            for about in np.arange(-60.0, 60.0 + COARSE, COARSE):
                least, best = _take(least, best, thigh, shin, heading, np.array([turn, rise, about]))
    for about in np.arange(-COARSE, COARSE + FINE, FINE):
        least, _ = _take(least, best, thigh, shin, heading, best + [0.0, 0.0, about])
    return np.degrees(least)


def _take(
    least: np.ndarray,
    best: np.ndarray,
    thigh: np.ndarray,
    shin: np.ndarray,
    heading: np.ndarray,
    way: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the lesser E (T,) [rad] and the ways (T, 3) [°] to them: turn, rise, and turn about the foot."""
    turn, rise, about = np.radians(np.broadcast_to(way, (len(thigh), 3))).T
    forward = np.stack(
        [np.cos(heading + turn) * np.cos(rise), np.sin(heading + turn) * np.cos(rise), np.sin(rise)], axis=1
    )
    left = np.stack([-np.sin(heading + turn), np.cos(heading + turn), np.zeros(len(turn))], axis=1)
    normal = np.cos(about)[:, None] * left + np.sin(about)[:, None] * np.cross(forward, left)
    off = [np.arcsin(np.clip(np.einsum("ti,ti->t", part, normal), -1.0, 1.0)) for part in (thigh, shin)]
    error = np.hypot(*off)
    better = error < least
    return np.where(better, error, least), np.where(better[:, None], way, best)


def out_of_plane(robot: Robot) -> float:
    """Return by how much [°] a foot's forward axis leaves the plane across its knee's axis, at most."""
    model = robot.model
    data, random, worst = mujoco.MjData(model), np.random.default_rng(1), 0.0
    knees = {side: _knee(robot, side) for side in SIDES}
    for _ in range(POSTURES):
        data.qpos[:] = robot.home
        data.qpos[-len(robot.joints) :] = random.uniform(robot.lower, robot.upper)
        mujoco.mj_forward(model, data)
        for side, joint in knees.items():
            frame = robot.frames[f"foot_{side}"]
            forward = data.xmat[frame.body].reshape(3, 3) @ rot.as_matrix(frame.offset)[:, 0]
            worst = max(worst, abs(float(np.arcsin(np.clip(forward @ data.xaxis[joint], -1.0, 1.0)))))
    return float(np.degrees(worst))


def _knee(robot: Robot, side: str) -> int:
    """Return the joint across the body that is nearest to a knee in the home pose."""
    model, knee = robot.model, robot.landmarks[f"knee_{side}"]
    data = mujoco.MjData(model)
    data.qpos[:] = robot.home
    mujoco.mj_forward(model, data)
    place = data.xpos[knee.body] + data.xmat[knee.body].reshape(3, 3) @ knee.point
    pelvis = robot.frames["pelvis"]
    across = data.xmat[pelvis.body].reshape(3, 3) @ rot.as_matrix(pelvis.offset)
    hinges = np.flatnonzero(model.jnt_type == mujoco.mjtJoint.mjJNT_HINGE)
    fits = [joint for joint in hinges.tolist() if abs(data.xaxis[joint] @ across[:, 1]) > 0.9]
    return min(fits, key=lambda joint: float(np.linalg.norm(data.xanchor[joint] - place)))


def _write(cells: list[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
