"""What pointing a foot as the person does costs two legs that share a motor, at least.

    python benchmarks/shared_motor_heading.py [--robot nao] [--clips 54_01 120_01]

NAO's hips share one motor, which turns both legs about themselves at once: the planes of both knees, and
with them the headings of both feet (see ``heading_bound.py``). Torso and hips of such a robot are one body,
so that in the torso's frame a leg is where its own joints put it. The torso is held as the person's; a sole
stands if its forward axis, at right angles to the knee's, rises or falls by no more than 5°. For every place
h of the shared motor each leg's least error E(h) = √(θ_thigh² + θ_shin²) within its ranges is found over a
grid of its other joints, without any solver. Then

    B = min over h of the larger of E_left(h) and E_right(h)

once for any headings (``free``) and once with that of the standing foot within 4° of the person's
(``headed``); the other foot may point anywhere. No foothold, speed or neighbouring frame counts.

The heading's bar is a median: half of the frames keep it, at best the half that costs least. Where in that
half more than 2 % of the clip's frames (1 % for either leg) have a headed B over 10° beyond what each leg
alone can reach, no motion keeps both bars. Of long clips some 150 frames are looked at, evenly. Prints a
table in Markdown.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
from heading_bound import RISE
from worst_frames import GROUPS, HEADING_BAR, P99_BAR, load, read

from understudy.evaluate.feet import CONTACTS
from understudy.evaluate.poses import pose_robot
from understudy.evaluate.torso import find_torso
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.robots import Robot
from understudy.spatial import rotations as rot

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
STEP, COARSE, FINE = 2.0, 4.0, 0.5
"""Steps [°] of the shared motor, and of a hip's other joints, all over and then about the best."""
MOST_FRAMES = 150
ALLOWED = 0.02
"""Share of frames in which one of two legs may be over its bar while each keeps its 99th percentile."""


@dataclass(frozen=True)
class Leg:
    """A leg in the torso's frame, all joints at 0: axes (4, 3) from the hip's first to the knee's, and parts.

    Attributes:
        axes: (4, 3) unit vectors.
        low, high: (4,) [rad] ranges.
        thigh, shin: (3,) unit vectors.
    """

    axes: np.ndarray
    low: np.ndarray
    high: np.ndarray
    thigh: np.ndarray
    shin: np.ndarray

    def errors(self, hips: np.ndarray, thigh: np.ndarray, shin: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return E (N,) [rad] of hips' joints (N, 3) [rad] with the best knee, and the knee's axes (N, 3)."""
        turn = rot.IDENTITY
        for column, axis in enumerate(self.axes[:3]):
            turn = rot.multiply(turn, rot.from_axis_angle(axis, hips[:, column]))
        own_thigh, hinge, straight = (rot.rotate(turn, v) for v in (self.thigh, self.axes[3], self.shin))
        along = np.einsum("ni,ni->n", straight, hinge)[:, None] * hinge
        ahead = straight - along
        bend = np.arctan2(np.cross(hinge, ahead) @ shin, ahead @ shin)
        bend = np.clip(bend, self.low[3], self.high[3])[:, None]
        bent = along + np.cos(bend) * ahead + np.sin(bend) * np.cross(hinge, ahead)
        off = [
            np.arccos(np.clip(own @ other, -1.0, 1.0)) for own, other in ((own_thigh, thigh), (bent, shin))
        ]
        return np.hypot(*off), hinge


def main() -> int:
    """Print what headings cost both legs of a robot."""
    parser = argparse.ArgumentParser(description="What headings cost two legs that share a motor, at least.")
    parser.add_argument("--robot", default="nao")
    parser.add_argument("--clips", nargs="+", help="words in the names of clips")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions")
    asked = parser.parse_args()
    robot = load(asked.robot)
    legs = {side: find_leg(robot, side) for side in SIDES}
    _write(
        ["clip", "foot", "frames", "B free, median", "B headed, median", "cheaper half over 10°", "both bars"]
    )
    _write(["---"] * 7)
    for group in GROUPS.values():
        for clip, path in group.items():
            if asked.clips is None or any(word in clip for word in asked.clips):
                human = read(asked.motions, path)
                for side in SIDES:
                    _clip(clip, human, robot, legs, side)
    return 0


def _clip(clip: str, human: HumanMotion, robot: Robot, legs: dict[str, Leg], side: str) -> None:
    """Print a row of a foot."""
    torso = find_torso(human, robot, pose_robot(robot, robot.home[None]))
    heel, toe = (human.contact_mask[:, CONTACTS.index(f"{end}_{side}")] for end in ("heel", "toe"))
    if f"foot_{side}" not in human.frames or not (heel & toe).any():
        return
    stands = np.flatnonzero(heel & toe & torso.known)
    frames = stands[:: max(1, len(stands) // MOST_FRAMES)]
    to_robot = torso.robot[0] @ np.swapaxes(torso.human[frames], 1, 2)
    feet = rot.as_matrix(human.frames[f"foot_{side}"])[frames, :, 0]
    free, headed, beyond = (np.zeros(len(frames)) for _ in range(3))
    for index, frame in enumerate(frames):
        turn = to_robot[index]
        wanted = {
            s: [turn @ human.direction(f"{part}_{s}")[0][frame] for part in ("thigh", "shin")] for s in SIDES
        }
        own = {s: _least(legs[s], wanted[s], turn[:, 2], None) for s in SIDES}
        bound = own | {side: _least(legs[side], wanted[side], turn[:, 2], turn @ feet[index])}
        free[index] = np.max([own[s] for s in SIDES], axis=0).min()
        headed[index] = np.max([bound[s] for s in SIDES], axis=0).min()
        beyond[index] = np.max([bound[s] - own[s].min() for s in SIDES], axis=0).min()
    cheaper = np.sort(beyond)[: (len(beyond) + 1) // 2]
    over = float((cheaper > P99_BAR).sum()) / len(frames) * len(stands) / human.frame_count
    _write(
        [
            clip,
            side,
            f"{len(frames)} of {len(stands)}",
            f"{np.median(free):.1f}°",
            f"{np.median(headed):.1f}°",
            f"{100.0 * over:.1f} %",
            "out of reach" if over > ALLOWED else "not excluded",
        ]
    )


def _least(leg: Leg, wanted: list[np.ndarray], up: np.ndarray, ahead: np.ndarray | None) -> np.ndarray:
    """Return the least E (H,) [°] for every place of the shared motor; infinite where the heading is lost."""
    places = _steps(leg.low[0], leg.high[0], STEP)
    rolls, pitches = (_steps(leg.low[i], leg.high[i], COARSE) for i in (1, 2))
    grid = np.stack(np.meshgrid(places, rolls, pitches, indexing="ij"), axis=-1)
    coarse = _errors(leg, grid, wanted, up, ahead, 0.5 * COARSE)
    best = coarse.reshape(len(places), -1).argmin(axis=1)
    about = np.radians(np.arange(-COARSE, COARSE + 0.5 * FINE, FINE))
    near = np.stack(np.meshgrid([0.0], about, about, indexing="ij"), axis=-1)
    fine = grid.reshape(len(places), -1, 3)[np.arange(len(places)), best][:, None, None] + near
    fine = np.clip(fine, leg.low[:3], leg.high[:3])
    return np.degrees(_errors(leg, fine, wanted, up, ahead, 0.0).reshape(len(places), -1).min(axis=1))


def _errors(
    leg: Leg,
    grid: np.ndarray,
    wanted: list[np.ndarray],
    up: np.ndarray,
    ahead: np.ndarray | None,
    more: float,
) -> np.ndarray:
    """Return E [rad] on a grid (..., 3), infinite where a heading is off by the bar and so much [°] more."""
    errors, hinge = leg.errors(grid.reshape(-1, 3), *wanted)
    if ahead is not None:
        left = np.cross(up, ahead)
        level, off = rot.normalise(np.cross(hinge, up)), np.full(len(errors), np.inf)
        for rise in np.radians([-RISE, 0.0, RISE]):
            forward = np.cos(rise) * level + np.sin(rise) * np.cross(hinge, level)
            off = np.minimum(off, np.abs(np.arctan2(forward @ left, forward @ np.cross(left, up))))
        errors = np.where(off <= np.radians(HEADING_BAR + more), errors, np.inf)
    return errors.reshape(grid.shape[:-1])


def _steps(low: float, high: float, step: float) -> np.ndarray:
    return np.linspace(low, high, int(np.ceil(np.degrees(high - low) / step)) + 1)


def find_leg(robot: Robot, side: str) -> Leg:
    """Return a robot's leg.

    Raises:
        ValueError: Where a leg shares no motor, or down to its shin has not four joints.
    """
    model = robot.model
    data = mujoco.MjData(model)
    data.qpos[:] = robot.home
    data.qpos[-len(robot.joints) :] = 0.0
    mujoco.mj_forward(model, data)
    chain, body = [], int(robot.landmarks[f"ankle_{side}"].body)
    while body != robot.frames["pelvis"].body and body > 0:
        chain = [*range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body]), *chain]
        body = int(model.body_parentid[body])
    coupled = model.eq_type == mujoco.mjtEq.mjEQ_JOINT
    if not np.isin(chain[0], [model.eq_obj1id[coupled], model.eq_obj2id[coupled]]):
        raise ValueError(f"{robot.name}: the first joint of the {side} hip shares no motor")
    if len(chain) != 4:
        raise ValueError(f"{robot.name}: from hips to ankle there are {len(chain)} joints, expected 4")
    points = {
        name: data.xpos[robot.landmarks[name].body]
        + data.xmat[robot.landmarks[name].body].reshape(3, 3) @ robot.landmarks[name].point
        for name in (f"hip_{side}", f"knee_{side}", f"ankle_{side}")
    }
    hip, middle, ankle = points.values()
    axes = np.array(data.xaxis[chain])
    return Leg(
        axes=axes / np.linalg.norm(axes, axis=1, keepdims=True),
        low=model.jnt_range[chain, 0],
        high=model.jnt_range[chain, 1],
        thigh=(middle - hip) / np.linalg.norm(middle - hip),
        shin=(ankle - middle) / np.linalg.norm(ankle - middle),
    )


def _write(cells: list[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
