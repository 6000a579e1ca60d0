"""Whether a simulated robot feels what touches it: forces, events, and how long that takes.

    python benchmarks/skin.py [--only weights events speed] [--robots mimo icub]

- ``weights``: known weights lie on MIMo's chest. Asked: the taxels read them within 5 %.
- ``events``: scripted touches, such as hand to chest, hand to face, hand to hand, foot to foot, each held for
  half a second, and the same moves that stop short of it. What truly touches is told by the distance between
  shapes, along the script where joints are set, along what was reached in full physics; forces have no part
  in it. Asked: precision and recall of the events at least 0.95, and as much of the touches that were meant,
  at their time in the script.
- ``speed``: processor time of one core with skin on, and peak of memory. Asked: MIMo dynamic at 10 × real
  time, kinematic at 500 frames a second.

An event is right where the same two parts truly touch, and it begins and ends within 0.1 s of that. True
touches that are shorter, in passing, need not be found. Prints tables in Markdown; exits with 1 where a bar
is missed.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
from scipy.optimize import least_squares

from understudy.evaluate.touch_events import PAUSE, TouchEvent, find_touches
from understudy.motion import RobotMotion, Rollout, Skin
from understudy.motion.stretches import stretches
from understudy.robots import Robot, load_robot
from understudy.robots.body_part_names import body_part_names
from understudy.robots.colliding_bodies import colliding_bodies
from understudy.robots.compiling_here import Change
from understudy.robots.parts import home_data
from understudy.robots.servos import simulation_model
from understudy.robots.tree_sides import joints_between
from understudy.simulate import SimulationOptions, parse_senses, simulate, simulate_to_file
from understudy.simulate.holding import rest_pose
from understudy.simulate.plant import build_plant
from understudy.simulate.scene import PREFIX
from understudy.simulate.senses.skin.laying import lay_skin
from understudy.simulate.senses.skin.sense import SkinReader
from understudy.simulate.senses.skin.settings import SkinSettings

ROBOTS = ("mimo", "icub")
FPS = 25.0
REACHING, APPROACH, HOLDING = 0.6, 0.4, 0.5
"""Time [s] to go before a touch or back, on to it, and to stay."""
BEFORE, CLEAR = 0.05, 0.01
"""Distance [m] of the pose before a touch, and from all that is not to be touched."""
DEEP, SHORT = -0.003, 0.015
"""Distance [m] at which a scripted touch ends up, and at which a near miss does."""
TOLERANCE = 0.1
"""Time [s] by which an event may begin or end earlier or later than the touch."""
FINE = 8
"""Moments a frame at which it is looked at what truly touches."""
LEAST_SHARE, LEAST_SPEED, LEAST_FRAMES, MOST_OFF = 0.95, 10.0, 500.0, 0.05
WEIGHTS = (0.2, 0.5, 1.0)
"""[kg]"""
GRAVITY = 9.81
LENGTHS = (250, 1000, 4000)


@dataclass(frozen=True)
class Move:
    """A scripted touch: one part goes to a side of another."""

    mover: str
    target: str
    side: tuple[float, float, float]


MOVES = (
    Move("hand_l", "chest", (1.0, 0.0, 0.0)),
    Move("hand_r", "chest", (1.0, 0.0, 0.0)),
    Move("hand_l", "head", (1.0, 0.3, 0.0)),
    Move("hand_r", "head", (1.0, -0.3, 0.0)),
    Move("hand_l", "hand_r", (0.0, 1.0, 0.0)),
    Move("hand_l", "thigh_l", (1.0, 0.3, 0.0)),
    Move("hand_r", "thigh_r", (1.0, -0.3, 0.0)),
    Move("hand_l", "forearm_r", (1.0, 0.5, 0.0)),
    Move("hand_r", "upper_arm_l", (1.0, 0.0, 0.0)),
    Move("foot_l", "foot_r", (0.0, 1.0, 0.0)),
)


@dataclass(frozen=True)
class Touch:
    """Two parts that truly touch, from a time to another [s]."""

    parts: frozenset[str]
    start: float
    end: float


@dataclass(frozen=True, eq=False)
class Script:
    """Poses (T, nq) at the rate of the script and at a finer one, and the touches that are meant."""

    q: np.ndarray
    fine: np.ndarray
    meant: tuple[Touch, ...]


class Body:
    """A robot's model as it is simulated with skin on, and the distances between its parts."""

    def __init__(self, robot: Robot) -> None:
        """Compile it."""
        self.robot, request = robot, parse_senses("skin")[0]
        self.model = simulation_model(robot, floor=False, add=lambda spec: request.sense.add(spec, robot))
        self.data, model = mujoco.MjData(self.model), self.model
        self.names = {model.body(robot.model.body(b).name).id: n for b, n in body_part_names(robot).items()}
        touches = ((model.geom_contype | model.geom_conaffinity) != 0) & (model.geom_bodyid > 0)
        geoms = {body: np.flatnonzero(touches & (model.geom_bodyid == body)).tolist() for body in self.names}
        found = [
            pair
            for one, other in colliding_bodies(model)
            if self.names[one] != self.names[other]
            for pair in itertools.product(geoms[one], geoms[other])
        ]
        self.pairs = np.array(found)
        self.parts = [frozenset(self.names[int(model.geom_bodyid[g])] for g in pair) for pair in found]

    def put(self, q: np.ndarray) -> None:
        """Take a pose (nq,)."""
        self.data.qpos[:] = q
        mujoco.mj_kinematics(self.model, self.data)

    def distances(self, which: np.ndarray, most: float) -> np.ndarray:
        """Return distances (N,) [m] between some pairs of geoms, those beyond ``most`` cut off there."""
        model, data = self.model, self.data
        first, second = self.pairs[which].T
        apart = np.linalg.norm(data.geom_xpos[first] - data.geom_xpos[second], axis=1)
        found = np.full(len(first), most)
        for index in np.flatnonzero(apart - model.geom_rbound[first] - model.geom_rbound[second] < most):
            ends = int(first[index]), int(second[index])
            found[index] = mujoco.mj_geomDistance(model, data, *ends, most, None)
        return found

    def true_touches(self, q: np.ndarray, step: float) -> list[Touch]:
        """Return what touches in poses (T, nq) that are ``step`` [s] apart; short pauses end no touch."""
        touching = {pair: np.zeros(len(q), dtype=bool) for pair in self.parts}
        every = np.arange(len(self.pairs))
        for row, pose in enumerate(q):
            self.put(pose)
            for index in np.flatnonzero(self.distances(every, 1e-3) <= 0.0):
                touching[self.parts[index]][row] = True
        found = []
        for pair, holds in touching.items():
            pauses = [each for each in stretches(~holds) if each[0] > 0 and each[1] < len(holds)]
            for start, stop in pauses:
                holds[start:stop] |= (stop - start) * step <= PAUSE
            found += [Touch(pair, start * step, stop * step) for start, stop in stretches(holds)]
        return found


def scripts(body: Body, moves: tuple[Move, ...]) -> dict[str, Script]:
    """Return a robot that goes through moves one after the other, and one that stops short of each touch."""
    reached = [reaching_poses(body, move) for move in moves]
    return {kind: _script(body, moves, reached, gap) for kind, gap in (("touch", DEEP), ("near miss", SHORT))}


def _script(
    body: Body, moves: tuple[Move, ...], reached: list[tuple[np.ndarray, np.ndarray]], gap: float
) -> Script:
    home = body.robot.home
    poses, spans = [home], []
    for move, (before, beyond) in zip(moves, reached, strict=True):
        there = _stop(body, move, before, beyond, gap)
        poses += [before, there, there, before, home]
        spans += [REACHING, APPROACH, HOLDING, APPROACH, REACHING]
    knots = np.concatenate([[0.0], np.cumsum(spans)])
    times = np.arange(round(knots[-1] * FPS) + 1) / FPS
    fine = np.arange(round(knots[-1] * FPS * FINE) + 1) / (FPS * FINE)
    held = [
        Touch(frozenset((move.mover, move.target)), float(knots[5 * i + 2]), float(knots[5 * i + 3]))
        for i, move in enumerate(moves)
    ]
    meant = tuple(held) if gap < 0.0 else ()
    return Script(_eased(knots, np.array(poses), times), _eased(knots, np.array(poses), fine), meant)


def _eased(knots: np.ndarray, poses: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return poses (T, nq) between knots, slow at both ends of each span."""
    span = np.clip(np.searchsorted(knots, times, side="right") - 1, 0, len(knots) - 2)
    share = np.clip((times - knots[span]) / (knots[span + 1] - knots[span]), 0.0, 1.0)[:, None]
    return poses[span] + share**2 * (3.0 - 2.0 * share) * (poses[span + 1] - poses[span])


def _stop(body: Body, move: Move, before: np.ndarray, beyond: np.ndarray, gap: float) -> np.ndarray:
    """Return the pose (nq,) on the way between two in which the parts of a move first are this near [m]."""
    own = np.array([parts == {move.mover, move.target} for parts in body.parts])
    for share in np.linspace(0.0, 1.0, 80):
        pose = before + share * (beyond - before)
        body.put(pose)
        if float(body.distances(own, 1.0).min()) <= gap:
            return pose
    raise SystemExit(f"{body.robot.name}: {move.mover} does not reach {move.target}")


def reaching_poses(body: Body, move: Move) -> tuple[np.ndarray, np.ndarray]:
    """Return two poses (nq,): a part before a side of another, and in it, kept clear of all others."""
    robot, model, data = body.robot, body.robot.model, mujoco.MjData(body.robot.model)
    skin = lay_skin(robot, SkinSettings(spacing=0.01))
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(model, data)
    inner = np.array([0.0, -1.0 if move.mover.endswith("_l") else 1.0, -0.1])
    goal, target, normal = _taxel(robot, skin, move.target, np.array(move.side), data)
    hand, point, palm = _taxel(robot, skin, move.mover, inner, data)
    pelvis = robot.frames["pelvis"].body
    joints = sorted({*joints_between(model, pelvis, hand), *joints_between(model, pelvis, goal)})
    columns, (low, high) = model.jnt_qposadr[joints], model.jnt_range[joints].T

    own = np.array([parts == {move.mover, move.target} for parts in body.parts])

    def residual(values: np.ndarray, gap: float, facing: float) -> np.ndarray:
        pose[columns] = values
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        body.put(pose)
        turn, other = data.xmat[hand].reshape(3, 3), data.xmat[goal].reshape(3, 3)
        off = data.xpos[hand] + turn @ point - data.xpos[goal] - other @ (target + gap * normal)
        turned = turn @ palm + other @ normal
        crowded = np.maximum(0.0, CLEAR - body.distances(~own, CLEAR))
        posture = 0.03 * (values - robot.home[columns])
        return np.concatenate([100.0 * off, facing * turned, posture, 100.0 * crowded])

    pose = robot.home.copy()
    home, middle = np.clip(robot.home[columns], low + 1e-3, high - 1e-3), 0.5 * (low + high)
    best, fewest = np.tile(robot.home, (2, 1)), np.inf
    for facing, share in itertools.product((0.3, 0.1), (0.0, 0.5, 1.0)):
        poses = np.tile(robot.home, (2, 1))
        for row, gap in enumerate((BEFORE, -0.02)):
            start = home + share * (middle - home) if row == 0 else poses[0, columns]
            found = least_squares(residual, start, bounds=(low, high), args=(gap, facing), max_nfev=30)
            poses[row, columns] = found.x
        body.put(poses[1])
        met = _unwanted(body, move, poses) + 100 * bool(body.distances(own, 1.0).min() > DEEP)
        if met < fewest:
            best, fewest = poses, met
        if not met:
            break
    return best[0], best[1]


def _unwanted(body: Body, move: Move, poses: np.ndarray) -> int:
    """Return at how many of 24 places on the way home → before → in parts come near that are not meant to."""
    own = np.array([parts == {move.mover, move.target} for parts in body.parts])
    met = 0
    for start, end in ((body.robot.home, poses[0]), (poses[0], poses[1])):
        for share in np.linspace(0.0, 1.0, 12):
            body.put(start + share * (end - start))
            met += bool((body.distances(~own, CLEAR) <= 0.0).any())
    return met


def _taxel(
    robot: Robot, skin: Skin, part: str, side: np.ndarray, data: mujoco.MjData
) -> tuple[int, np.ndarray, np.ndarray]:
    """Return body, place and normal of the taxel in the middle of a side of a part."""
    own = np.flatnonzero(skin.part == skin.parts.index(part))
    bodies = np.array([robot.model.body(skin.bodies[i]).id for i in skin.body[own]])
    turns = data.xmat[bodies].reshape(-1, 3, 3)
    normals_w = np.einsum("nij,nj->ni", turns, skin.normals[own])
    places_w = data.xpos[bodies] + np.einsum("nij,nj->ni", turns, skin.points[own])
    side = side / np.linalg.norm(side)
    off = places_w - places_w.mean(axis=0)
    level = np.linalg.norm(off - np.outer(off @ side, side), axis=1)
    chosen = int((normals_w @ side - level / level.max()).argmax())
    return int(bodies[chosen]), skin.points[own[chosen]], skin.normals[own[chosen]]


def judged(found: tuple[TouchEvent, ...], truth: list[Touch], meant: tuple[Touch, ...]) -> np.ndarray:
    """Return counts (6,): right events of all, true touches that were found of all, and so the meant ones."""
    own = [event for event in found if event.is_self]
    right = sum(any(_same(event, touch) for touch in truth) for event in own)
    held = [touch for touch in truth if touch.end - touch.start >= TOLERANCE]
    hit = sum(any(_same(event, touch) for event in own) for touch in held)
    kept = sum(any(_covers(event, touch) for event in own) for touch in meant)
    return np.array([right, len(own), hit, len(held), kept, len(meant)])


def _same(event: TouchEvent, touch: Touch) -> bool:
    near = abs(event.start - touch.start) <= TOLERANCE and abs(event.end - touch.end) <= TOLERANCE
    return near and touch.parts == {event.first, event.second}


def _covers(event: TouchEvent, touch: Touch) -> bool:
    """Return whether an event goes on while the script holds a touch, and not for long before and after."""
    around = APPROACH + TOLERANCE
    begins = touch.start - around <= event.start <= touch.start + TOLERANCE
    ends = touch.end - TOLERANCE <= event.end <= touch.end + around
    return begins and ends and touch.parts == {event.first, event.second}


def felt(robot: Robot, q: np.ndarray, mode: str) -> Rollout:
    """Let a robot go through a script with skin on, its root held."""
    motion = RobotMotion(robot.name, "script", robot.joints, q, FPS, np.zeros(len(q), dtype=int))
    options = SimulationOptions(mode=mode, base="fixed", senses=parse_senses("skin"))
    return simulate(motion, robot, options)


def compared(robot: Robot, moves: tuple[Move, ...], mode: str) -> np.ndarray:
    """Return the counts (6,) of :func:`judged` over both scripts of some moves."""
    body, counts = Body(robot), np.zeros(6, dtype=int)
    for each in scripts(body, moves).values():
        rollout = felt(robot, each.q, mode)
        if mode == "kinematic":
            truth = body.true_touches(each.fine, 1.0 / (FPS * FINE))
        else:
            truth = body.true_touches(rollout.q, 1.0 / FPS)
        counts += judged(find_touches(rollout, robot), truth, each.meant)
    return counts


def events(robots: tuple[str, ...]) -> bool:
    """Compare events with scripted touches."""
    write("robot", "mode", "moves", "true touches", "events", "precision", "recall", "meant touches found")
    write(*["---"] * 8)
    met = True
    for name in robots:
        robot = load_robot(name)
        for mode in ("kinematic", "dynamic"):
            right, total, hit, true, kept, meant = compared(robot, MOVES, mode).tolist()
            shares = right / max(total, 1), hit / max(true, 1), kept / max(meant, 1)
            told = [str(2 * len(MOVES)), str(true), str(total), *(f"{share:.3f}" for share in shares)]
            write(name, mode, *told)
            met &= min(shares) >= LEAST_SHARE
    return met


def weights() -> bool:
    """Lay known weights on the chest of MIMo, whose root is held, lying on its back."""
    write("weight", "read", "off by")
    write(*["---"] * 3)
    robot, met = load_robot("mimo"), True
    pose = rest_pose(robot)
    for mass in WEIGHTS:
        plant = build_plant(robot, robot.gains, "fixed", 0.002, [_weight(robot, pose, mass)], pose[:7])
        reader, data = SkinReader(SkinSettings(), plant), mujoco.MjData(plant.model)
        data.ctrl[plant.motors] = pose[7:]
        data.qpos[plant.positions] = pose[7:]
        mujoco.mj_step(plant.model, data, 1500)
        told, chest = reader(data)["force"], reader.skin.parts.index("chest")
        on_chest = reader.skin.part[told.columns] == chest
        turn = data.xmat[plant.model.body("upper_body").id].reshape(3, 3)
        read = -float((turn @ told.values[on_chest].sum(axis=0))[2])
        off = abs(read / (mass * GRAVITY) - 1.0)
        write(f"{mass * GRAVITY:.2f} N", f"{read:.2f} N", f"{100.0 * off:.2f} %")
        met &= off <= MOST_OFF
    return met


def _weight(robot: Robot, pose: np.ndarray, mass: float) -> Change:
    """Return a plate of a mass [kg] that is laid on the chest and slides along a vertical rod."""
    data = home_data(robot.model, pose)
    chest = data.xpos[robot.frames["chest"].body]

    def add(spec: mujoco.MjSpec) -> None:
        body = spec.worldbody.add_body(name=f"{PREFIX}weight", pos=(*chest[:2], float(chest[2]) + 0.08))
        body.add_joint(name=f"{PREFIX}weight", type=mujoco.mjtJoint.mjJNT_SLIDE, axis=(0.0, 0.0, 1.0))
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=(0.03, 0.03, 0.01), mass=mass)

    return add


def speed() -> bool:
    """Measure processor time with skin on."""
    write("mode", "skin", "frames", "µs a frame", "frames/s", "× real time", "peak of memory")
    write(*["---"] * 7)
    robot, met = load_robot("mimo"), True
    whole = kicking(robot, max(LENGTHS))
    for mode, senses in itertools.product(("dynamic", "kinematic"), ("", "skin")):
        for count in LENGTHS:
            motion = whole.section(0, count)
            options = SimulationOptions(mode=mode, base="lying", senses=parse_senses(senses))
            with tempfile.TemporaryDirectory() as folder:
                start = time.process_time()
                simulate_to_file(Path(folder) / "rollout.npz", motion, robot, options)
                seconds = time.process_time() - start
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
            ratio, rate = motion.duration / seconds, count / seconds
            told = (f"{1e6 / rate:.0f}", f"{rate:.0f}", f"{ratio:.1f}", f"{memory:.0f} MB")
            write(mode, "on" if senses else "off", str(count), *told)
            if senses and count == max(LENGTHS):
                met &= ratio >= LEAST_SPEED if mode == "dynamic" else rate >= LEAST_FRAMES
    return met


def kicking(robot: Robot, count: int) -> RobotMotion:
    """Return a robot that lies on its back and moves its limbs to and fro, touching itself now and then."""
    q, time_ = np.tile(rest_pose(robot), (count, 1)), np.arange(count) / FPS
    first = robot.model.nq - len(robot.joints)
    for column in range(len(robot.joints)):
        low, high = robot.lower[column], robot.upper[column]
        share = 0.5 + 0.3 * np.sin(2.0 * np.pi * (0.2 + 0.013 * column) * time_ + column)
        q[:, first + column] = low + share * (high - low)
    return RobotMotion(robot.name, "kicking", robot.joints, q, FPS, np.zeros(count, dtype=int))


def write(*cells: str) -> None:
    """Write a row of a table."""
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


def main() -> int:
    """Run what is asked for."""
    parts = ("weights", "events", "speed")
    parser = argparse.ArgumentParser(description="Whether a simulated robot feels what touches it.")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--robots", nargs="+", default=ROBOTS)
    options = parser.parse_args()
    jobs = {"weights": weights, "events": lambda: events(tuple(options.robots)), "speed": speed}
    met = True
    for name in options.only:
        sys.stdout.write(f"\n{name}\n\n")
        met &= jobs[name]()
    sys.stdout.write("\nall bars met\n" if met else "\na bar is missed\n")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
