"""Robots made up at random that are no humanoids: animals, arms, hands, and bipeds with backward knees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.synth.robots.builder import Builder, X, Y, Z
from understudy.synth.robots.rewriting import Rewriting, rewrite


@dataclass(frozen=True, eq=False)
class RandomOther:
    """A robot that is no humanoid.

    Attributes:
        kind: What it is.
        spec: It as it is handed out, with random signs, names and direction.
        reasons: Words of which the refusal has to hold one, so that its reason is the right one.
    """

    kind: str
    spec: mujoco.MjSpec
    reasons: tuple[str, ...]


def random_other(seed: int) -> RandomOther:
    """Make up a robot that is no humanoid; kinds take turns."""
    kinds: tuple[tuple[str, Callable[[Builder], None], tuple[str, ...]], ...] = (
        ("quadruped", _quadruped, ("animal",)),
        ("arm", _arm, ("no two branches", "finger", "hand")),
        ("hand", _hand, ("finger", "hand")),
        ("backward knees", _backward_knees, ("knee",)),
        ("bird legs", _bird_legs, ("knee", "segments")),
        ("hexapod", _hexapod, ("limbs", "animal")),
    )
    kind, make, reasons = kinds[seed % len(kinds)]
    builder = Builder(np.random.default_rng([17, seed]))
    make(builder)
    model = builder.spec.compile()
    how = Rewriting(
        free=builder.chance(0.7) if kind not in ("arm", "hand") else False,
        turn=builder.uniform(-np.pi, np.pi) if builder.chance(0.5) else 0.0,
        names_seed=int(builder.generator.integers(1_000_000)),
        flipped=frozenset(j for j in range(model.njnt) if builder.chance(0.3)),
    )
    return RandomOther(kind, rewrite(model, how).spec, reasons)


def _quadruped(b: Builder) -> None:
    size = b.uniform(0.15, 0.5)
    width, rear = size * b.uniform(0.25, 0.5), b.chance(0.5)
    body = b.root("trunk", np.array([0.0, 0.0, size * 1.3]), 10.0)
    b.box(body, np.array([0.0, 0.0, size * 1.3]), np.array([size, width, 0.25 * size]), 10.0)
    ankle, spine = b.chance(0.3), b.chance(0.2)
    for end, x in (("front", size), ("rear", -size)):
        parent = body
        if spine and end == "rear":
            parent = b.hinge("spine", body, np.array([-0.3 * size, 0.0, size * 1.3]), Z, (-0.4, 0.4), 2.0)
        for side, sign in (("l", 1.0), ("r", -1.0)):
            hip = np.array([x, sign * width, 1.2 * size])
            backwards = -1.0 if rear or end == "rear" else 1.0
            first = b.hinge(f"{end}_roll_{side}", parent, hip, X, (-0.8, 0.8), 0.5)
            thigh = b.hinge(f"{end}_pitch_{side}", first, hip + sign * 0.2 * width * Y, Y, (-1.2, 2.0), 1.0)
            knee = hip + sign * 0.2 * width * Y + np.array([-0.2 * backwards, 0.0, -0.55]) * size
            b.capsule(thigh, hip + sign * 0.2 * width * Y, knee, 0.05 * size, 1.0)
            shin = b.hinge(f"{end}_knee_{side}", thigh, knee, Y, (-2.5, -0.5), 0.4)
            foot = knee + np.array([0.2 * backwards, 0.0, -0.55]) * size
            b.capsule(shin, knee, foot, 0.04 * size, 0.4)
            if ankle:
                paw = b.hinge(f"{end}_ankle_{side}", shin, foot, Y, (-0.8, 0.8), 0.1)
                b.box(paw, foot + 0.05 * size * X, np.array([0.1, 0.05, 0.03]) * size, 0.1)
    if b.chance(0.3):
        neck = b.hinge("neck", body, np.array([size, 0.0, 1.4 * size]), Y, (-0.8, 0.8), 0.5)
        b.capsule(neck, np.array([size, 0.0, 1.4 * size]), np.array([1.4, 0.0, 1.9]) * size, 0.1 * size, 1.0)


def _arm(b: Builder) -> None:
    size, count = b.uniform(0.3, 1.0), int(b.generator.integers(4, 8))
    body = b.root("base", np.zeros(3), 5.0, free=False)
    b.box(body, np.zeros(3), np.full(3, 0.1 * size), 5.0)
    place = np.array([0.0, 0.0, 0.1 * size])
    for index in range(count):
        axis = (Z, Y, Y, X, Y, X, Z)[index]
        body = b.hinge(f"joint{index}", body, place, axis, (-2.0, 2.0), 1.0)
        step = size / count * (Z if index % 2 else 0.5 * Z + 0.5 * X)
        b.capsule(body, place, place + step, 0.04 * size, 1.0)
        place = place + step
    jaws = int(b.generator.integers(0, 4))
    for index in range(jaws):
        across = (index - 0.5 * (jaws - 1)) * 0.06 * size
        start, link = place + across * Y, body
        for part in range(1 if jaws == 2 else 2):
            link = b.hinge(f"jaw{index}_{part}", link, start, X, (0.0, 0.8), 0.05)
            b.capsule(link, start, start + 0.06 * size * Z, 0.01 * size, 0.05)
            start = start + 0.06 * size * Z


def _hand(b: Builder) -> None:
    size, count = b.uniform(0.08, 0.2), int(b.generator.integers(3, 6))
    body = b.root("palm", np.zeros(3), 0.5, free=False)
    b.box(body, 0.3 * size * Z, np.array([0.1, 0.3, 0.3]) * size, 0.5)
    joints = int(b.generator.integers(3, 5))
    for index in range(count):
        across = (index - 0.5 * (count - 1)) * 0.15 * size
        place, link = np.array([0.0, across, 0.6 * size]), body
        for part in range(joints):
            axis = X if joints == 4 and part == 0 else Y
            link = b.hinge(f"finger{index}_{part}", link, place, axis, (-0.2, 1.5), 0.02)
            step = (0.02 if axis is X else 0.25) * size * Z
            b.capsule(link, place, place + step, 0.05 * size, 0.02)
            place = place + step
    if b.chance(0.7):
        place, link = np.array([0.05 * size, 0.3 * size, 0.1 * size]), body
        for part, axis in enumerate((Z, X, X)):
            link = b.hinge(f"thumb_{part}", link, place, axis, (-0.2, 1.2), 0.02)
            b.capsule(link, place, place + 0.2 * size * Y, 0.05 * size, 0.02)
            place = place + 0.2 * size * Y


def _upper_body(b: Builder, body: str, h: float, z: float) -> None:
    """Add arms that reach ahead, and a head with a neck."""
    for side, sign in (("l", 1.0), ("r", -1.0)):
        place = np.array([0.0, sign * 0.12 * h, z])
        link = b.hinge(f"shoulder_y_{side}", body, place, Y, (-2.6, 0.8), 0.5)
        link = b.hinge(f"shoulder_x_{side}", link, place, sign * X, (-0.3, 1.6), 0.5)
        b.capsule(link, place, place - 0.16 * h * Z, 0.025 * h, 0.8)
        link = b.hinge(f"elbow_{side}", link, place - 0.16 * h * Z, Y, (-2.2, 0.0), 0.5)
        b.capsule(link, place - 0.16 * h * Z, place - 0.32 * h * Z, 0.02 * h, 0.6)
    head = b.hinge("neck", body, np.array([0.0, 0.0, z + 0.04 * h]), Z, (-0.8, 0.8), 0.3)
    b.box(head, np.array([0.02 * h, 0.0, z + 0.1 * h]), np.array([0.06, 0.05, 0.06]) * h, 2.0)


def _backward_knees(b: Builder) -> None:
    """A biped whose knees bend so that they point back, with feet and arms that say where it faces."""
    h = b.uniform(0.4, 1.6)
    leg, top = 0.45 * h, 0.5 * h
    body = b.root("pelvis", np.array([0.0, 0.0, top]), 8.0)
    b.box(body, np.array([0.0, 0.0, top + 0.12 * h]), np.array([0.07, 0.09, 0.14]) * h, 8.0)
    lean = b.uniform(0.0, 0.5)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        hip = np.array([0.0, sign * 0.07 * h, top])
        link = b.hinge(f"hip_x_{side}", body, hip, X, (-0.4, 0.4), 0.5)
        link = b.hinge(f"hip_z_{side}", link, hip, Z, (-0.5, 0.5), 0.5)
        link = b.hinge(f"hip_y_{side}", link, hip, Y, (-0.9, 1.4), 0.5)
        knee = hip + 0.5 * leg * np.array([-np.sin(lean), 0.0, -np.cos(lean)])
        b.capsule(link, hip, knee, 0.03 * h, 2.0)
        link = b.hinge(f"knee_{side}", link, knee, Y, (-2.2 + 2.0 * lean, 0.05 + 2.0 * lean), 0.5)
        ankle = knee + 0.5 * leg * np.array([np.sin(lean), 0.0, -np.cos(lean)])
        b.capsule(link, knee, ankle, 0.025 * h, 1.0)
        link = b.hinge(f"ankle_{side}", link, ankle, Y, (-0.9, 0.9), 0.3)
        b.box(link, ankle + np.array([0.04, 0.0, -0.04]) * h, np.array([0.08, 0.03, 0.01]) * h, 0.4)
    if b.chance(0.6):
        _upper_body(b, body, h, top + 0.24 * h)


def _bird_legs(b: Builder) -> None:
    """A biped with legs of three long segments, whose second hinge bends backwards as a bird's ankle."""
    h = b.uniform(0.5, 1.6)
    top = 0.55 * h
    body = b.root("pelvis", np.array([0.0, 0.0, top]), 8.0)
    b.box(body, np.array([0.0, 0.0, top + 0.1 * h]), np.array([0.08, 0.08, 0.1]) * h, 8.0)
    shares = b.uniform(0.13, 0.17) * h, b.uniform(0.18, 0.22) * h, b.uniform(0.15, 0.19) * h
    for side, sign in (("l", 1.0), ("r", -1.0)):
        hip = np.array([0.0, sign * 0.08 * h, top])
        link = b.hinge(f"hip_x_{side}", body, hip, X, (-0.4, 0.4), 0.5)
        link = b.hinge(f"hip_z_{side}", link, hip, Z, (-0.5, 0.5), 0.5)
        link = b.hinge(f"hip_y_{side}", link, hip, Y, (-1.4, 0.8), 0.5)
        place = hip
        for name, angle, length, limits in (
            ("knee", 0.8, shares[0], (-0.6, 1.2)),
            ("tarsus", -0.7, shares[1], (-1.2, 0.5)),
            ("toe", 0.5, shares[2], (-0.8, 0.8)),
        ):
            end = place + length * np.array([np.sin(angle), 0.0, -np.cos(angle)])
            b.capsule(link, place, end, 0.025 * h, 1.0)
            link = b.hinge(f"{name}_{side}", link, end, Y, limits, 0.3)
            place = end
        b.box(link, place + np.array([0.01, 0.0, -0.02]) * h, np.array([0.06, 0.02, 0.01]) * h, 0.3)
    if b.chance(0.5):
        _upper_body(b, body, h, top + 0.2 * h)


def _hexapod(b: Builder) -> None:
    size = b.uniform(0.1, 0.4)
    body = b.root("trunk", np.array([0.0, 0.0, size]), 3.0)
    b.box(body, np.array([0.0, 0.0, size]), np.array([size, 0.5 * size, 0.15 * size]), 3.0)
    for index, x in enumerate((0.9, 0.0, -0.9)):
        for side, sign in (("l", 1.0), ("r", -1.0)):
            place = np.array([x * size, sign * 0.5 * size, size])
            link = b.hinge(f"coxa{index}_{side}", body, place, Z, (-0.8, 0.8), 0.1)
            knee = place + np.array([0.0, sign * 0.6, 0.2]) * size
            link = b.hinge(f"femur{index}_{side}", link, place + 0.1 * sign * size * Y, X, (-1.2, 1.2), 0.1)
            b.capsule(link, place + 0.1 * sign * size * Y, knee, 0.05 * size, 0.2)
            link = b.hinge(f"tibia{index}_{side}", link, knee, X, (-1.5, 1.5), 0.1)
            b.capsule(link, knee, knee + np.array([0.0, sign * 0.3, -1.2]) * size, 0.04 * size, 0.2)
