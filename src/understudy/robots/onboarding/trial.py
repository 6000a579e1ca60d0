"""Onboarding put to the test: a robot whose card is known, its card hidden and its names scrambled."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from understudy.motion.landmarks import SIDES
from understudy.robots.card import Card
from understudy.robots.loaded_model import LoadedModel
from understudy.robots.model_file import find_model_file, read_model
from understudy.robots.onboarding.inference import infer
from understudy.robots.onboarding.onboard import card_from
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.placing import Placing
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

NEAR = 0.03
"""A landmark is right within this distance [m], or within this share of the robot's height."""

_NAME_LENGTH = 8


@dataclass(frozen=True, eq=False)
class Trial:
    """How far the guessed landmarks are from those of the robot's own card.

    Attributes:
        robot: Name of the robot.
        distances: Landmark of the true card → distance [m] of the guess, infinite where there is none.
        tolerance: Distance [m] up to which a landmark is right.
        swapped: Landmarks that lie nearer to the other side's place than to their own.
        facing_error: Angle [rad] between the guessed forward direction and the true one.
    """

    robot: str
    distances: Mapping[str, float]
    tolerance: float
    swapped: tuple[str, ...]
    facing_error: float

    @property
    def wrong(self) -> tuple[str, ...]:
        """Landmarks that are missing or too far away."""
        return tuple(name for name, distance in self.distances.items() if not distance <= self.tolerance)

    @property
    def share_right(self) -> float:
        """Share of the true card's landmarks that are right, 0 to 1."""
        return 1.0 - len(self.wrong) / len(self.distances)


def try_onboarding(robot: Robot, seed: int = 0, turn: float = 0.0) -> Trial:
    """Onboard a robot without its card and with random names, and compare with its card.

    Both are compared in one pose, the true card's home: each landmark is a point fixed to a body, so its
    place there does not depend on the home pose that onboarding found.

    Args:
        robot: A robot with a card.
        seed: Of the random names.
        turn: Angle [rad] by which the model is turned about its z axis first.
    """
    loaded = scrambled_model(robot, seed)
    turn_model(loaded, turn)
    inference = infer(loaded.model)
    card = card_from(inference, loaded, find_model_file(robot.card))
    guesses = Placing(card, loaded.model).landmarks()
    truth = home_data(robot.model, robot.home)
    true_places = {name: point_in_world(truth, own) for name, own in robot.landmarks.items()}
    guessed = {name: point_in_world(truth, guess) for name, guess in guesses.items()}
    distances = {
        name: float(np.linalg.norm(guessed[name] - place)) if name in guessed else float("inf")
        for name, place in true_places.items()
    }
    true_forward = _true_forward(robot, turn)
    cosine = float(np.clip(inference.axes.forward_w @ true_forward, -1.0, 1.0))
    return Trial(
        robot=robot.name,
        distances=distances,
        tolerance=max(NEAR, NEAR * _height(robot, truth)),
        swapped=_swapped(true_places, guessed),
        facing_error=float(np.arccos(cosine)),
    )


def scrambled_model(robot: Robot, seed: int) -> LoadedModel:
    """Compile a robot's model anew, without what its card adds or turns and with random names everywhere."""
    namer = _Namer(seed)
    # Joints are locked by name, so the locked ones are looked up before the names are gone.
    locked = read_model(robot.card).locked if robot.card.lock else ()
    bare = replace(
        robot.card,
        forward=Card.forward,
        up=Card.up,
        eyes={},
        excluded=(),
        lock=tuple(namer.name(f"joint {name}") for name in locked),
        home={namer.name(f"joint {name}"): value for name, value in robot.card.home.items()},
    )
    return read_model(bare, lambda spec: scramble(spec, seed))


def scramble(spec: mujoco.MjSpec, seed: int) -> None:
    """Give every body, joint, geom, site, camera and mesh of a specification a random name."""
    namer = _Namer(seed)
    for kind in ("actuators", "sensors", "tendons", "excludes", "pairs", "tuples", "keys"):
        for element in list(getattr(spec, kind)):
            spec.delete(element)
    for equality in spec.equalities:
        kind = "joint" if equality.type == mujoco.mjtEq.mjEQ_JOINT else "body"
        equality.name1 = namer.name(f"{kind} {equality.name1}") if equality.name1 else ""
        equality.name2 = namer.name(f"{kind} {equality.name2}") if equality.name2 else ""
    for mesh in spec.meshes:
        mesh.name = namer.name(f"mesh {mesh.name}")
    for geom in spec.geoms:
        if geom.meshname:
            geom.meshname = namer.name(f"mesh {geom.meshname}")
        geom.name = namer.name(f"geom {geom.name}") if geom.name else ""
    for kind, elements in (("joint", spec.joints), ("camera", spec.cameras), ("site", spec.sites)):
        for element in elements:
            element.name = namer.name(f"{kind} {element.name}") if element.name else ""
    for watcher in (*spec.cameras, *spec.lights):
        if watcher.targetbody:
            watcher.targetbody = namer.name(f"body {watcher.targetbody}")
    for body in spec.bodies:
        if body.name != "world":
            body.name = namer.name(f"body {body.name}")


def turn_model(loaded: LoadedModel, turn: float) -> None:
    """Turn a compiled model about the world's z axis in place."""
    model = loaded.model
    about_z = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), turn)
    roots = [body for body in range(1, model.nbody) if model.body_parentid[body] == 0]
    for body in roots:
        model.body_pos[body] = rot.rotate(about_z, model.body_pos[body])
        model.body_quat[body] = rot.multiply(about_z, model.body_quat[body])
    if loaded.base == "free":
        model.qpos0[:3] = rot.rotate(about_z, model.qpos0[:3])
        model.qpos0[3:7] = rot.multiply(about_z, model.qpos0[3:7])


def _height(robot: Robot, data: mujoco.MjData) -> float:
    """Return how tall a robot is in a pose [m], by its shapes."""
    heights = [
        (data.xpos[s.body] + s.centres @ data.xmat[s.body].reshape(3, 3).T)[:, 2] for s in robot.surface
    ]
    return float(np.ptp(np.concatenate(heights)))


def _true_forward(robot: Robot, turn: float) -> np.ndarray:
    about_z = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), turn)
    return rot.rotate(about_z, np.array(robot.card.forward))


def _swapped(true_places: Mapping[str, np.ndarray], guessed: Mapping[str, np.ndarray]) -> tuple[str, ...]:
    """Return the guessed landmarks that are nearer to the other side's true place."""
    found = []
    for name, place in guessed.items():
        stem, _, side = name.rpartition("_")
        other = f"{stem}_{'r' if side == 'l' else 'l'}"
        if side in SIDES and name in true_places and other in true_places:
            own = np.linalg.norm(place - true_places[name])
            if np.linalg.norm(place - true_places[other]) < own:
                found.append(name)
    return tuple(found)


class _Namer:
    """Random letters for a name, always the same ones for the same name and seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def name(self, old: str) -> str:
        generator = np.random.default_rng([self.seed, *old.encode()])
        return "".join(generator.choice(list(string.ascii_lowercase), _NAME_LENGTH))
