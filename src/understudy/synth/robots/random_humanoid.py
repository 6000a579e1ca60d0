"""Humanoids made up at random, with the true places of their joints.

Drawn are the height, the proportions, the order of axes at hip and shoulder and how far they miss each other,
the counts of joints (waist 1 to 3, neck 0 to 3, arm 5 to 7, leg 5 or 6, clavicle 0 or 1), fingers, toes, rods
beside the shins, coupled joints, the pose at zero (arms hanging, stretched ahead or sideways; knees straight
or bent), the ranges, and then the root, the names, the signs and the direction of the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.synth.robots.builder import Builder, X, Y, Z
from understudy.synth.robots.rewriting import Rewriting, Rewritten, rewrite

_NO_SHAPES, _NO_LIMITS, _CLAVICLES, _FINGERS = 0.15, 0.05, 0.3, 0.4
_TOES, _RODS, _BENT_KNEES = 0.15, 0.2, 0.25
"""Shares of robots without shapes, of joints without limits, of robots with clavicles and so on."""

_KEPT_NAMES, _NO_FREE_JOINT = 0.3, 0.3


@dataclass(frozen=True, eq=False)
class RandomHumanoid:
    """A made-up robot.

    Attributes:
        model: It, rooted in its pelvis, with its joints named after what they are.
        written: It as it is handed out: another root, other names and signs.
        truth: Landmark → body of ``model`` and point (3,) [m] in the world of its zero pose.
        height: Of the robot [m].
        facts: What was drawn, in words.
    """

    model: mujoco.MjModel
    written: Rewritten
    truth: Mapping[str, tuple[int, np.ndarray]]
    height: float
    facts: str


def random_humanoid(seed: int) -> RandomHumanoid:
    """Make up a humanoid."""
    return _Humanoid(seed).make()


class _Humanoid:
    def __init__(self, seed: int) -> None:
        generator = np.random.default_rng([13, seed])
        self.b = Builder(generator, shapes=not generator.random() < _NO_SHAPES)
        self.height = self.b.uniform(0.4, 1.9)
        self.groups: dict[str, tuple[str, ...]] = {}
        self.facts: list[str] = [] if self.b.shapes else ["no shapes"]
        self.mass = 45.0 * (self.height / 1.6) ** 3

    def make(self) -> RandomHumanoid:
        b, h = self.b, self.height
        leg = h * b.uniform(0.42, 0.52)
        trunk, hips = h * b.uniform(0.26, 0.33), h * b.uniform(0.05, 0.075)
        ankle = h * b.uniform(0.035, 0.06)
        pelvis = b.root("pelvis", np.array([0.0, 0.0, leg + ankle]), 0.08 * self.mass)
        middle = np.array([0.0, 0.0, leg + ankle + 0.02 * h])
        b.box(pelvis, middle, np.array([0.05, 0.07, 0.03]) * h, 0.1 * self.mass)
        chest = self._waist(pelvis, leg + ankle, trunk)
        shoulder_z = leg + ankle + trunk
        b.box(
            chest,
            np.array([0.0, 0.0, shoulder_z - 0.07 * h]),
            np.array([0.055, 0.09, 0.09]) * h,
            0.25 * self.mass,
        )
        self._head(chest, shoulder_z)
        self._legs(pelvis, hips, leg, ankle)
        self._arms(chest, shoulder_z)
        model = b.spec.compile()
        return RandomHumanoid(model, self._hand_out(model), self._truth(model), h, ", ".join(self.facts))

    def limits(self, low: float, high: float) -> tuple[float, float] | None:
        """Return a range that varies a little, or none."""
        if self.b.chance(_NO_LIMITS):
            return None
        return low * self.b.uniform(0.8, 1.15), high * self.b.uniform(0.8, 1.15)

    def _waist(self, pelvis: str, start: float, trunk: float) -> str:
        b, h = self.b, self.height
        count = int(b.generator.integers(1, 4))
        self.facts.append(f"waist {count}")
        axes = b.generator.permutation(3)[:count]
        if count == 1:
            axes = [2]
        body, z = pelvis, start + b.uniform(0.1, 0.35) * trunk
        for index, axis in enumerate(axes):
            place, limits = np.array([0.0, 0.0, z]), self.limits(-0.7, 0.7)
            body = b.hinge(f"waist{index}", body, place, np.eye(3)[axis], limits)
            z += b.uniform(0.0, 0.08) * h * (count > 1) * 0.5
        return body

    def _head(self, chest: str, shoulder_z: float) -> None:
        b, h = self.b, self.height
        count = int(b.generator.integers(0, 4))
        self.facts.append(f"neck {count}")
        body, z = chest, shoulder_z + b.uniform(0.02, 0.05) * h
        for index, axis in enumerate([Z, Y, X][:count]):
            body = b.hinge(f"neck{index}", body, np.array([0.0, 0.0, z]), axis, self.limits(-0.8, 0.8))
            z += b.uniform(0.0, 0.02) * h
        centre = np.array([0.01 * h, 0.0, z + 0.07 * h])
        b.box(body, centre, np.array([0.055, 0.045, 0.065]) * h, 0.07 * self.mass)

    def _legs(self, pelvis: str, hips: float, leg: float, ankle: float) -> None:
        b, h = self.b, self.height
        count = int(b.generator.integers(5, 7))
        lone_ankle = count == 5 and b.chance(0.5)
        order = ["zxy", "xzy", "zyx", "yxz"][int(b.generator.integers(4))]
        if count == 5 and not lone_ankle:
            order = ["xy", "zy"][int(b.generator.integers(2))]
        self.facts.append(f"leg {order}k{'p' if lone_ankle else 'pr'}")
        share = b.uniform(0.46, 0.54)
        bend = b.uniform(0.3, 0.7) if b.chance(_BENT_KNEES) else 0.0
        spans = ((-0.02, 0.02), (0.0, 0.02), (-0.02, 0.0))
        gaps = [np.array([b.uniform(*span) for span in spans]) * h for _ in order]
        ranges = [self.limits(*r) for r in ((-0.6, 0.5), (-0.8, 0.8), (-1.9, 0.8))]
        knee_range = self.limits(0.0, 2.3) if b.chance(0.7) else (-0.1, b.uniform(1.8, 2.4))
        ankle_ranges = self.limits(-0.9, 0.7), self.limits(-0.4, 0.4)
        ankle_first = b.chance(0.8)
        foot = h * b.uniform(0.075, 0.1), h * b.uniform(0.03, 0.05), h * b.uniform(0.025, 0.035)
        toes, rods = b.chance(_TOES), b.chance(_RODS)
        top = b.places[pelvis][2]
        for side, sign in (("l", 1.0), ("r", -1.0)):
            mirror = np.array([1.0, sign, 1.0])
            hip = np.array([0.0, sign * hips, top])
            place, body = hip, pelvis
            for letter, gap in zip(order, gaps, strict=True):
                axis = {"x": sign * X, "y": Y, "z": sign * Z}[letter]
                limits = ranges["xzy".index(letter)]
                body = b.hinge(f"hip_{letter}_{side}", body, place, axis, limits, 0.02 * self.mass)
                place = place + gap * mirror * (letter != order[-1])
            centre = place
            self.groups[f"hip_{side}"] = tuple(f"hip_{letter}_{side}" for letter in order)
            # A leg that is bent at zero leans its thigh ahead and its shin back by half the knee's angle.
            lean = np.array([np.sin(0.5 * bend), 0.0, -np.cos(0.5 * bend)])
            knee = centre + share * leg * lean
            b.capsule(body, centre, knee, 0.035 * h, 0.09 * self.mass)
            limits = None if knee_range is None else (knee_range[0] - bend, knee_range[1] - bend)
            shin = b.hinge(f"knee_{side}", body, knee, Y, limits)
            self.groups[f"knee_{side}"] = (f"knee_{side}",)
            low = knee + (1.0 - share) * leg * lean * np.array([-1.0, 1.0, 1.0])
            b.capsule(shin, knee, low, 0.025 * h, 0.05 * self.mass)
            names = ["ankle_y", "ankle_x"] if ankle_first else ["ankle_x", "ankle_y"]
            names = ["ankle_y"] if lone_ankle else names
            body = shin
            for name in names:
                axis, limits = (Y, ankle_ranges[0]) if name == "ankle_y" else (sign * X, ankle_ranges[1])
                body = b.hinge(f"{name}_{side}", body, low, axis, limits)
            self.groups[f"ankle_{side}"] = tuple(f"{name}_{side}" for name in names)
            ahead, back, half = foot
            sole = np.array([0.5 * (ahead - back), 0.0, -0.8 * ankle])
            b.box(body, low + sole, np.array([0.5 * (ahead + back), half, 0.2 * ankle]), 0.015 * self.mass)
            if toes:
                tip = low + np.array([ahead, 0.0, -0.8 * ankle])
                toe = b.hinge(f"toe_{side}", body, tip, Y, (-0.2, 1.0), 0.003 * self.mass)
                size = np.array([0.015 * h, half, 0.2 * ankle])
                b.box(toe, tip + np.array([0.015 * h, 0.0, 0.0]), size, 0.003)
            if rods:
                for end in (-1.0, 1.0):
                    start = knee * 0.8 + low * 0.2 + np.array([-0.03 * h, 0.02 * h * end, 0.0])
                    rod = b.hinge(f"rod{int(end)}_{side}", shin, start, Y, (-0.6, 0.6), 0.002 * self.mass)
                    b.capsule(rod, start, start * 0.3 + low * 0.7, 0.005 * h, 0.002 * self.mass)
        self.facts += ["toes"] * toes + ["rods"] * rods + ["bent knees"] * (bend > 0.0)

    def _arms(self, chest: str, shoulder_z: float) -> None:
        b, h = self.b, self.height
        count = int(b.generator.integers(5, 8))
        clavicle, fingers = b.chance(_CLAVICLES), b.chance(_FINGERS)
        order = ["yxz", "xyz", "yxz", "zxz"][int(b.generator.integers(4))]
        pose = ["hanging", "ahead", "sideways", "bent"][int(b.generator.integers(4))]
        if order == "zxz":
            pose = "hanging"
        extras = ["clavicle"] * clavicle + ["fingers"] * fingers
        self.facts.append(" ".join(["arm", str(count), order, pose, *extras]))
        width, upper, fore = h * b.uniform(0.1, 0.13), h * b.uniform(0.14, 0.19), h * b.uniform(0.13, 0.17)
        gap = h * b.uniform(0.0, 0.012)
        ranges = [self.limits(*r) for r in ((-2.8, 1.0), (-0.3, 2.8), (-1.4, 1.4), (-2.3, 0.05))]
        ends = [self.limits(-1.5, 1.5), self.limits(-0.9, 0.9), self.limits(-0.7, 0.7)]
        number = int(b.generator.integers(2, 6))
        for side, sign in (("l", 1.0), ("r", -1.0)):
            frame, fore_turn = _pose(pose, sign)
            body = chest
            place = np.array([0.0, sign * width, shoulder_z])
            if clavicle:
                start = np.array([0.0, sign * 0.35 * width, shoulder_z])
                limits = self.limits(-0.4, 0.4)
                body = b.hinge(f"clavicle_{side}", body, start, sign * Z, limits, 0.01 * self.mass)
                b.capsule(body, start, place, 0.02 * h, 0.01 * self.mass)
            names = []
            for index, letter in enumerate(order):
                # Axes are those of the hanging arm, turned with it into the pose at zero.
                base = {"x": sign * X, "y": Y, "z": sign * Z}[letter]
                names.append(f"shoulder{index}_{letter}_{side}")
                limits = ranges["yxz".index(letter)]
                turn = _partial(pose, sign, index, order)
                body = b.hinge(names[-1], body, place, turn @ base, limits, 0.01 * self.mass)
                if index < 2:
                    place = place + frame @ np.array([0.0, sign * gap * (index == 0), -gap * (index == 1)])
            self.groups[f"shoulder_{side}"] = tuple(names)
            elbow = place + frame @ np.array([0.0, 0.0, -upper])
            b.capsule(body, place, elbow, 0.025 * h, 0.025 * self.mass)
            limits = ranges[3]
            if limits is not None and pose == "bent":
                limits = (limits[0] + 0.5 * np.pi, limits[1] + 0.5 * np.pi)
            forearm = b.hinge(f"elbow_{side}", body, elbow, frame @ Y, limits)
            self.groups[f"elbow_{side}"] = (f"elbow_{side}",)
            wrist = elbow + fore_turn @ np.array([0.0, 0.0, -fore])
            own = number if fingers else 0
            self._hand(forearm, side, sign, (elbow, wrist), fore_turn, count - 4, ends, own)

    def _hand(
        self,
        forearm: str,
        side: str,
        sign: float,
        places: tuple[np.ndarray, np.ndarray],
        turn: np.ndarray,
        count: int,
        ends: list[tuple[float, float] | None],
        fingers: int,
    ) -> None:
        b, h = self.b, self.height
        elbow, wrist = places
        b.capsule(forearm, elbow, wrist, 0.02 * h, 0.012 * self.mass)
        body, names = forearm, []
        for index in range(count):
            axis = turn @ (sign * Z, Y, sign * X)[index]
            names.append(f"wrist{index}_{side}")
            body = b.hinge(names[-1], body, wrist, axis, ends[index], 0.003 * self.mass)
        self.groups[f"wrist_{side}"] = tuple(names)
        palm = wrist + turn @ np.array([0.0, 0.0, -0.025 * h])
        b.box(body, palm, np.abs(turn) @ (np.array([0.02, 0.01, 0.025]) * h), 0.005 * self.mass)
        for index in range(fingers):
            across = (index - 0.5 * (fingers - 1)) * 0.012 * h
            start = palm + turn @ np.array([across, 0.0, -0.025 * h])
            first = b.hinge(f"finger{index}_0_{side}", body, start, turn @ X, (-0.1, 1.4), 2e-4 * self.mass)
            middle = start + turn @ np.array([0.0, 0.0, -0.018 * h])
            b.capsule(first, start, middle, 0.004 * h, 2e-4 * self.mass)
            second = b.hinge(f"finger{index}_1_{side}", first, middle, turn @ X, (0.0, 1.4), 2e-4 * self.mass)
            tip = middle + turn @ np.array([0.0, 0.0, -0.016 * h])
            b.capsule(second, middle, tip, 0.004 * h, 2e-4 * self.mass)

    def _truth(self, model: mujoco.MjModel) -> dict[str, tuple[int, np.ndarray]]:
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        found = {}
        for landmark, names in self.groups.items():
            joints = [model.joint(name).id for name in names]
            centre = nearest_point_to_axes(data.xanchor[joints], data.xaxis[joints])
            if len(joints) == 1 or np.linalg.matrix_rank(data.xaxis[joints], tol=0.3) == 1:
                centre = data.xanchor[joints[0]]
            first = int(model.jnt_bodyid[joints[0]])
            found[landmark] = (int(model.body_parentid[first]), centre)
        return found

    def _hand_out(self, model: mujoco.MjModel) -> Rewritten:
        b = self.b
        kind = ["pelvis", "pelvis", "chest", "head", "foot"][int(b.generator.integers(5))]
        last = {
            "pelvis": "pelvis",
            "chest": [n for n in b.places if n.startswith("waist")][-1],
            "head": ([n for n in b.places if n.startswith("neck")] or ["pelvis"])[-1],
            "foot": self.groups["ankle_l"][-1],
        }[kind]
        self.facts.append(f"root {kind}")
        flipped = frozenset(j for j in range(1, model.njnt) if b.chance(0.3))
        how = Rewriting(
            root=model.body(last).id,
            free=not b.chance(_NO_FREE_JOINT),
            turn=b.uniform(-np.pi, np.pi) if b.chance(0.5) else 0.0,
            names_seed=None if b.chance(_KEPT_NAMES) else int(b.generator.integers(1_000_000)),
            flipped=flipped,
        )
        return rewrite(model, how)


def _pose(pose: str, sign: float) -> tuple[np.ndarray, np.ndarray]:
    """Return (3, 3) turns of upper arm and forearm from hanging into the pose at zero."""
    ahead = np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    sideways = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -sign], [0.0, sign, 0.0]])
    upper = {"hanging": np.eye(3), "bent": np.eye(3), "ahead": ahead, "sideways": sideways}[pose]
    return upper, upper @ ahead if pose == "bent" else upper


def _partial(pose: str, sign: float, index: int, order: str) -> np.ndarray:
    """Return the (3, 3) turn of a shoulder's axis at zero: joints before the one that lifts stay put."""
    turn, _ = _pose(pose, sign)
    lifts = {"ahead": "y", "sideways": "x"}.get(pose)
    return turn if lifts is not None and index > order.index(lifts) else np.eye(3)
