"""The bars of real clips on a real robot: five CMU recordings performed by G1.

    python benchmarks/cmu_on_g1.py [--robot g1] [--motions ../shared/motions/cmu]

Prints a table in Markdown and exits with 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import numpy as np

from understudy.motion import Evaluation
from understudy.pipeline import perform
from understudy.robots import load_robot
from understudy.takes import read_human

CLIPS = {"02_01": "walk", "07_01": "walk", "16_01": "jump", "143_01": "run", "13_29": "jumping jacks, squats"}
LEG_BAR, ARM_BAR = 3.0, 1.5
SLIDING_BAR, DEPTH_BAR, HEIGHT_BAR = 0.05, 0.01, 0.02
SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def main() -> int:
    """Perform every clip and print what was reached beside what is asked."""
    parser = argparse.ArgumentParser(description="Five CMU clips performed by a robot.")
    parser.add_argument("--robot", default="g1")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions" / "cmu")
    options = parser.parse_args()
    robot = load_robot(options.robot)
    names = (
        "thigh",
        "shin",
        "upper arm",
        "forearm",
        "over limits",
        "sliding > 0.1 m/s",
        "floor p95",
        "float p95",
    )
    asked = (*2 * ("≤ 3°",), *2 * ("≤ 1.5°",), "0", "≤ 5 %", "≤ 1 cm", "≤ 2 cm")
    rows = [("clip", *names), ("---", *("---" for _ in names)), ("asked", *asked)]
    met = True
    for clip, what in CLIPS.items():
        evaluation = perform(read_human(options.motions / f"{clip}.bvh"), robot).evaluation
        cells, good = _reached(evaluation)
        rows.append((f"{clip} {what}", *cells))
        met = met and good
    sys.stdout.write("\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n")
    sys.stdout.write("all bars met\n" if met else "a bar is missed\n")
    return 0 if met else 1


def _reached(evaluation: Evaluation) -> tuple[list[str], bool]:
    """Return the table's cells for one clip and whether every bar is met."""
    cells, good = [], True
    for segment, bar in (("thigh", LEG_BAR), ("shin", LEG_BAR), ("upper_arm", ARM_BAR), ("forearm", ARM_BAR)):
        medians = [np.degrees(evaluation[f"direction/{segment}_{side}"].summary["median"]) for side in "lr"]
        cells.append(" / ".join(f"{median:.2f}°" for median in medians))
        good = good and max(medians) <= bar
    over = sum(evaluation[f"limits/{kind}"].summary["frames"] for kind in ("position", "velocity"))
    sliding = evaluation["feet/sliding"].summary["share_over_0.1"]
    depth = evaluation["penetration/floor"].summary["p95"]
    height = evaluation["feet/floating_worst"].summary["p95"]
    cells += [
        f"{over:.0f}",
        f"{100.0 * sliding:.1f} %",
        f"{100.0 * depth:.2f} cm",
        f"{100.0 * height:.2f} cm",
    ]
    return cells, bool(
        good and over == 0 and sliding <= SLIDING_BAR and depth <= DEPTH_BAR and height <= HEIGHT_BAR
    )


if __name__ == "__main__":
    sys.exit(main())
