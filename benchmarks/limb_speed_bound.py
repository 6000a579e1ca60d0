"""What a whole arm or leg misses at least because its motors are too slow, whatever the method.

    python benchmarks/limb_speed_bound.py worst.json [--robots icub qtrobot] [--clips 13_29 kinect]
                                          [--nodes 8] [--time-margin 0.15]

``hinge_speed_bound.py`` asks a knee or an elbow alone. Here all joints are asked that turn a limb's two
segments, up to four of them: where a shoulder has to go from one end of its range to the other, none of its
joints is the one that is too slow. Directions of both segments in the frame of the body that the limb hangs
from are products of turns about the joints' axes; by how much that differs from MuJoCo's, ε, is measured in
random postures. A grid over the joints' ranges is laid out, h apart. A posture between its nodes is at most
h/2 from one of them in every joint. On the straight way from there a segment d turns by |ω × d|, where ω is
the sum of ±h/2 about the axes that turn it, so that the limb's error E = √(θ_upper² + θ_lower²) is at most
h/2 L away from the node's; L is the largest √(|ω × upper|² + |ω × lower|²) of any signs and posture, with h/2
as the unit, found in random postures, and a fiftieth more. So in a frame in which, at a node,

    E > 10° + reach + h/2 L + √2 ε

regret is over 10° in every posture about that node. Of all courses over the nodes within the joints' largest
speeds, the one with the fewest such frames is found by dynamic programming, without any limit of
acceleration, parts in the way, feet, or other limbs. Trunk and waist are where the shipped motion has them.

Only stretches are looked at in which the shipped motion's regret is over 8°, some time before and after them
included: what is over in disjoint stretches adds up. Of fast captures every few frames are taken together,
such that joints move by some nodes from one to the next, all phases of them one after the other, which adds
up as well. Where more frames are over than a 99th percentile leaves, no motion of this robot whose trunk
moves so has a p99 of 10° or less.

``worst.json`` is what ``worst_frames.py --json`` wrote; clips whose p99 is missed there are looked at. Prints
a table in Markdown, in every row the limb that is nearest to being excluded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import mujoco
import numpy as np
from missed_clips import choosing_parser, missed_clips, write_head, write_row
from scipy.ndimage import minimum_filter1d
from worst_causes import _errors, limb_reach
from worst_frames import P99_BAR

from understudy.evaluate.limbs import LIMBS, carrier, shared_limbs
from understudy.evaluate.poses import pose_robot
from understudy.evaluate.reach_problem import limb_columns
from understudy.evaluate.torso import find_torso, robot_vector
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.stretches import stretches_around
from understudy.retarget import track
from understudy.robots import Robot
from understudy.spatial import rotations as rot

NODES = 8.0
"""Million nodes of a grid, about."""
TURNS = np.radians(0.5)
"""By how much [rad] a joint turns a segment at least over its range to count."""
POSTURES = 1000
LOOSE = 2.0
"""Largest ε [°] of a limb that is a product of turns."""
MORE = 1.02
"""Share of the largest change in random postures that it may be in any."""
MOST_JOINTS = 4
LOOKED_AT = 8.0
"""Regret [°] of the shipped motion around which is looked."""
MARGIN = 0.15
"""Time [s] before and after that."""
NODES_A_STEP = 8.0
"""Nodes that the slowest joint should move by between frames that are taken together."""


@dataclass(frozen=True, eq=False)
class TurningLimb:
    """A limb as a product of turns, in the frame of the body that it hangs from.

    Attributes:
        axes: (J, 3) unit vectors with all joints at 0, from the body outwards.
        low, high: (J,) [rad] ranges.
        speed: (J,) [rad/s] the largest.
        upper, lower: (3,) unit vectors of the segments with all joints at 0.
        both: How many of the joints turn both segments; the others turn the lower one alone.
        lever: L, by how many times what all joints turn by the limb's error changes at most.
        loose: ε [°].
        joints: Names of the joints.
    """

    axes: np.ndarray
    low: np.ndarray
    high: np.ndarray
    speed: np.ndarray
    upper: np.ndarray
    lower: np.ndarray
    both: int
    lever: float = np.inf
    loose: float = np.inf
    joints: tuple[str, ...] = ()

    def directions(self, joints: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the unit directions (N, 3) of both segments with joints (N, J) [rad]."""
        turn = self.turns(joints[:, : self.both])
        upper = rot.rotate(turn, self.upper)
        for column in range(self.both, len(self.axes)):
            turn = rot.multiply(turn, rot.from_axis_angle(self.axes[column], joints[:, column]))
        return upper, rot.rotate(turn, self.lower)

    def turns(self, joints: np.ndarray) -> np.ndarray:
        """Return what the first joints, at places (N, K) [rad], turn by, as quaternions (N, 4)."""
        turn = np.tile(rot.IDENTITY, (len(joints), 1))
        for axis, places in zip(self.axes, joints.T, strict=False):
            turn = rot.multiply(turn, rot.from_axis_angle(axis, places))
        return turn


@dataclass(frozen=True, eq=False)
class Grid:
    """Nodes all over a limb's joint ranges.

    Attributes:
        places: Of every joint its places [rad].
        step: Between two of them at most [rad].
        upper: (N, 3) directions of the upper segment over all joints but the last, and
        turns: (N, 3, 3) what these joints turn by.
        lower: (M, 3) directions of the lower segment over the last one's places, before that.
    """

    places: tuple[np.ndarray, ...]
    step: float
    upper: np.ndarray
    turns: np.ndarray
    lower: np.ndarray

    def over(self, upper: np.ndarray, lower: np.ndarray, most: float) -> np.ndarray:
        """Return at which nodes the error from directions (3,) each is over so much [rad]."""
        off = _angles(self.upper @ upper.astype(np.float32))[:, None]
        other = _angles((np.swapaxes(self.turns, 1, 2) @ lower.astype(np.float32)) @ self.lower.T)
        is_over = off**2 + other**2 > most**2
        return is_over.reshape(tuple(len(own) for own in self.places))


def _angles(cosines: np.ndarray) -> np.ndarray:
    return np.arccos(np.clip(cosines, -1.0, 1.0))


def main() -> int:
    """Print what the limbs of every clip miss at least."""
    parser = choosing_parser("What slow arms and legs miss at least.")
    parser.add_argument("--nodes", type=float, default=NODES, help="million nodes of a grid, about")
    parser.add_argument("--time-margin", type=float, default=MARGIN, help="[s] beside the worst frames")
    asked = parser.parse_args()
    write_head(["clip", "robot", "p99", "limb", "frames over 10°", "at least", "allowed", "p99 ≤ 10°"])
    proven = looked_at = 0
    for row in missed_clips(asked):
        looked_at += 1
        found = fewest_missed(row.human, row.robot, asked.nodes, asked.time_margin)
        if not found:
            continue
        limb = max(found, key=lambda name: found[name][1] / max(found[name][2], 1))
        shipped, count, allowed = found[limb]
        proven += count > allowed
        verdict = "out of reach" if count > allowed else "not excluded"
        figures = [str(figure) for figure in found[limb]]
        write_row([row.clip, row.robot.name, f"{row.p99:.1f}°", limb, *figures, verdict])
    sys.stdout.write(f"{proven} of {looked_at} are out of reach\n")
    return 0


def fewest_missed(
    human: HumanMotion, robot: Robot, nodes: float = NODES, margin: float = MARGIN
) -> dict[str, tuple[int, int, int]]:
    """Return limb → frames over the bar as shipped, at least, and how many a p99 leaves.

    Args:
        human: The person's motion.
        robot: The robot.
        nodes: Million nodes of a grid, about.
        margin: Time [s] before and after the worst frames that is looked at.
    """
    found = {}
    for limb, asked in asked_limbs(human, robot):
        own, grid, count = asked.limb, make_grid(asked.limb, nodes), 0
        most = asked.most + slack(own, grid)
        for frames in looks(asked.regret > LOOKED_AT, human.fps, margin, own, grid):
            wanted = [one[frames] for one in asked.wanted]
            count += fewest_over(own, grid, wanted, most[frames], frames, human.fps)
        found[limb] = asked.shipped, count, asked.allowed
    return found


@dataclass(frozen=True, eq=False)
class MissedLimb:
    """What a clip asks of a limb whose p99 the shipped motion misses.

    Attributes:
        wanted: Directions (T, 3) of the upper and the lower segment, in the frame that it hangs from.
        most: (T,) [rad] the error up to which regret is within the bar; infinite where it is unknown.
        motion: The shipped one.
        regret: (T,) [°] of that.
        shipped: In how many frames that is over the bar.
        allowed: How many a p99 leaves.
    """

    wanted: list[np.ndarray]
    most: np.ndarray
    motion: RobotMotion
    regret: np.ndarray
    shipped: int
    allowed: int


@dataclass(frozen=True, eq=False)
class AskedLimb(MissedLimb):
    """Such a limb as a product of turns."""

    limb: TurningLimb


def asked_limbs(human: HumanMotion, robot: Robot) -> Iterator[tuple[str, AskedLimb]]:
    """Yield the limbs whose p99 the shipped motion misses, where they are products of turns."""
    for limb, missed in missed_limbs(human, robot):
        own = find_limb(robot, limb)
        if own is not None:
            yield limb, AskedLimb(**vars(missed), limb=own)


def missed_limbs(human: HumanMotion, robot: Robot) -> Iterator[tuple[str, MissedLimb]]:
    """Yield the limbs whose p99 the shipped motion misses."""
    motion = track(human, robot)
    reach, errors = limb_reach(human, motion, robot), _errors(human, motion, robot)
    poses = pose_robot(robot, motion.q)
    torso = find_torso(human, robot, poses)
    for limb in shared_limbs(human, robot):
        regret = np.degrees(np.nan_to_num(errors[limb] - reach[limb]))
        total = int(np.isfinite(reach[limb]).sum())
        allowed = total - int(np.floor(0.99 * (total - 1))) - 1
        shipped = int((regret > P99_BAR).sum())
        if shipped <= allowed:
            continue
        into = np.swapaxes(poses.orientations[:, carrier(robot, limb)], 1, 2) @ torso.robot
        into = into @ np.swapaxes(torso.human, 1, 2)
        wanted = [np.einsum("tij,tj->ti", into, human.direction(segment)[0]) for segment in LIMBS[limb]]
        most = np.nan_to_num(reach[limb], nan=np.inf) + np.radians(P99_BAR)
        yield limb, MissedLimb(wanted, most, motion, regret, shipped, allowed)


def slack(limb: TurningLimb, grid: Grid) -> float:
    """Return by how much [rad] a posture's error may be less than that of the node nearest to it."""
    return 0.5 * grid.step * limb.lever + np.sqrt(2.0) * np.radians(limb.loose)


def looks(
    is_worst: np.ndarray, fps: float, margin: float, limb: TurningLimb, grid: Grid
) -> Iterator[np.ndarray]:
    """Yield frames (N,) that are taken together: evenly spaced ones of the stretches around worst ones."""
    every = max(1, int(np.ceil(NODES_A_STEP * grid.step * fps / limb.speed.min())))
    for first, stop in stretches_around(is_worst, round(margin * fps)):
        for phase in range(every):
            frames = np.arange(first + phase, stop, every)
            if len(frames):
                yield frames


def fewest_over(
    limb: TurningLimb,
    grid: Grid,
    wanted: list[np.ndarray],
    most: np.ndarray,
    frames: np.ndarray,
    fps: float,
) -> int:
    """Return in how few of some frames (N,) a course over the nodes has an error of more than ``most`` (N,).

    Args:
        limb: The limb.
        grid: The nodes.
        wanted: Directions (N, 3) of the upper and the lower segment.
        most: [rad].
        frames: Equally spaced.
        fps: Frames a second [1/s].
    """
    seconds = (frames[1] - frames[0]) / fps if len(frames) > 1 else 0.0
    gaps = [own[1] - own[0] for own in grid.places]
    # A course is within half a step of a node in both frames.
    reaches = [int(speed * seconds / gap) + 1 for speed, gap in zip(limb.speed, gaps, strict=True)]
    counts = np.zeros(tuple(len(own) for own in grid.places), dtype=np.uint8)
    for index in range(len(frames)):
        for axis, reach in enumerate(reaches if index > 0 else ()):
            counts = minimum_filter1d(counts, 2 * reach + 1, axis=axis, mode="nearest")
        counts += grid.over(wanted[0][index], wanted[1][index], float(most[index]))
    return int(counts.min())


def make_grid(limb: TurningLimb, nodes: float) -> Grid:
    """Return a grid of about so many million nodes, equally fine in all joints."""
    ranges = limb.high - limb.low
    step = float((np.prod(ranges) / (1e6 * nodes)) ** (1.0 / len(ranges)))
    places = tuple(
        np.linspace(low, high, max(2, int(np.ceil((high - low) / step)) + 1))
        for low, high in zip(limb.low, limb.high, strict=True)
    )
    joints = np.stack(np.meshgrid(*places[:-1], indexing="ij"), axis=-1).reshape(-1, len(places) - 1)
    last = rot.rotate(rot.from_axis_angle(limb.axes[-1], places[-1]), limb.lower)
    return Grid(
        places=places,
        step=max(own[1] - own[0] for own in places),
        upper=rot.rotate(limb.turns(joints[:, : limb.both]), limb.upper).astype(np.float32),
        turns=rot.as_matrix(limb.turns(joints)).astype(np.float32),
        lower=last.astype(np.float32),
    )


def find_limb(robot: Robot, limb: str) -> TurningLimb | None:
    """Return a limb as a product of turns; None where it is none, or has too many joints."""
    columns, first = limb_columns(robot, limb), len(robot.home) - len(robot.joints)
    model, hung = robot.model, carrier(robot, limb)
    joints = [model.joint(robot.joints[column - first]).id for column in columns.tolist()]
    zero = np.array(robot.home)
    zero[columns] = 0.0
    data = mujoco.MjData(model)
    data.qpos[:] = zero
    mujoco.mj_forward(model, data)
    axes = np.array(data.xaxis[joints]) @ np.array(data.xmat[hung]).reshape(3, 3)
    low, high, speed = (values[columns - first] for values in (robot.lower, robot.upper, robot.velocity))
    rng = np.random.default_rng(0)
    random = np.tile(zero, (POSTURES, 1))
    random[:, columns] = rng.uniform(low, high, (POSTURES, len(columns)))
    turned = [
        _turned(robot, limb, random, column, *ends) for column, *ends in zip(columns, low, high, strict=True)
    ]
    kept = np.array([max(own) > TURNS for own in turned])
    both = np.array([own[0] > TURNS for own in turned])[kept]
    # The last joint turns the lower segment alone, and those that turn both come first.
    if not 2 <= kept.sum() <= MOST_JOINTS or both[-1] or np.any(np.diff(both.astype(int)) > 0):
        return None
    upper, lower = (own[0] for own in _directions(robot, limb, zero[None]))
    own = TurningLimb(axes[kept], low[kept], high[kept], speed[kept], upper, lower, int(both.sum()))
    postures = random[:, columns[kept]]
    there = zip(own.directions(postures), _directions(robot, limb, random), strict=True)
    loose = float(np.degrees(np.max([rot.angle_between(*pair) for pair in there])))
    names = tuple(robot.joints[column - first] for column in columns[kept].tolist())
    lever = find_lever(own, postures)
    return None if loose > LOOSE else replace(own, lever=lever, loose=loose, joints=names)


def find_lever(limb: TurningLimb, postures: np.ndarray) -> float:
    """Return L of a limb: the largest in postures (N, J) [rad], and a fiftieth more."""
    turn = np.tile(rot.IDENTITY, (len(postures), 1))
    axes = []
    for axis, places in zip(limb.axes, postures.T, strict=True):
        axes.append(rot.rotate(turn, axis))
        turn = rot.multiply(turn, rot.from_axis_angle(axis, places))
    upper, lower = limb.directions(postures)
    largest = 0.0
    for signs in product((1.0, -1.0), repeat=len(axes)):
        parts = [sign * axis for sign, axis in zip(signs, axes, strict=True)]
        speeds = [np.cross(np.sum(parts[: limb.both], axis=0), upper), np.cross(np.sum(parts, axis=0), lower)]
        largest = max(largest, float(np.linalg.norm(np.concatenate(speeds, axis=1), axis=1).max()))
    return MORE * largest


def _turned(
    robot: Robot, limb: str, postures: np.ndarray, column: int, low: float, high: float
) -> tuple[float, float]:
    """Return by how much [rad] a joint turns a limb's segments at most, from mid-range to either end."""
    ends = []
    for place in (low, 0.5 * (low + high), high):
        q = postures[:50].copy()
        q[:, column] = place
        ends.append(_directions(robot, limb, q))
    upper, lower = (
        max(float(rot.angle_between(ends[1][part], other[part]).max()) for other in (ends[0], ends[2]))
        for part in (0, 1)
    )
    return upper, lower


def _directions(robot: Robot, limb: str, q: np.ndarray) -> list[np.ndarray]:
    """Return unit directions (N, 3) of a limb's segments in poses (N, Q), seen from what it hangs from."""
    poses = pose_robot(robot, q)
    turns = poses.orientations[:, carrier(robot, limb)]
    vectors = [robot_vector(robot, poses, segment) for segment in LIMBS[limb]]
    return [rot.normalise(np.einsum("tji,tj->ti", turns, v)) for v in vectors if v is not None]


if __name__ == "__main__":
    sys.exit(main())
