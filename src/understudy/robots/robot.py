"""A robot ready for work: its model, what it can do, and where canonical parts are on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from understudy.errors import RobotError, unknown_name
from understudy.motion.landmarks import SEGMENTS
from understudy.robots.assumed_speeds import assumed_speeds
from understudy.robots.card import Card
from understudy.robots.fingerprint import model_fingerprint
from understudy.robots.gains import Gains, find_gains
from understudy.robots.joint_figures import acceleration_limits, stated_speeds
from understudy.robots.model_compiler import Change
from understudy.robots.model_file import read_model
from understudy.robots.parts import (
    Attachment,
    Eye,
    FrameAttachment,
    SkinPatch,
    Sole,
    home_data,
    point_in_world,
)
from understudy.robots.placing import Placing
from understudy.robots.self_collision import BodyPair, SelfCollision, excluded_pairs
from understudy.robots.surface import BodySurface, surface


@dataclass(frozen=True, eq=False)
class Robot:
    """A robot with a card.

    Attributes:
        card: The card.
        model: The compiled MuJoCo model.
        home: (nq,) coordinates of the home pose, soles on the floor.
        joints: Names of all scalar joints in the order of ``q`` (without the free joint).
        lower, upper: (J,) position limits of the joints [rad or m], infinite where there is none.
        velocity: (J,) velocity limits [rad/s or m/s].
        assumed: (J,) whether that of a joint is stated nowhere and follows from its size.
        acceleration: (J,) acceleration limits [rad/s² or m/s²].
        gains: Position servos of the joints.
        landmarks: Canonical landmark → the point on the body before its joints, so that a hip moves with
            the pelvis and a knee with the thigh.
        middles: Derived landmark (``mid_hips``, ``mid_shoulders``) → the point halfway in the home pose, on
            the last body that carries both sides.
        frames: Canonical body part → where it is.
        soles: Side → sole.
        eyes: ``l``, ``r`` or ``centre`` → eye.
        skin: Name → patch of skin.
        excluded: Pairs of bodies that model or card excludes from self-collision.
        overlapping: Pairs that touch in the home pose though they are not excluded, for which no motion
            is to blame.
        surface: Shapes of the bodies, for what must stay above the floor.
        notes: What was changed or left out of the model while reading it, in sentences.
    """

    card: Card
    model: mujoco.MjModel
    home: np.ndarray
    joints: tuple[str, ...]
    lower: np.ndarray
    upper: np.ndarray
    velocity: np.ndarray
    assumed: np.ndarray
    acceleration: np.ndarray
    gains: Gains
    landmarks: Mapping[str, Attachment]
    middles: Mapping[str, Attachment]
    frames: Mapping[str, FrameAttachment]
    soles: Mapping[str, Sole]
    eyes: Mapping[str, Eye]
    skin: Mapping[str, SkinPatch]
    excluded: frozenset[BodyPair]
    overlapping: frozenset[BodyPair]
    surface: tuple[BodySurface, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def from_card(cls, card: Card) -> Robot:
        """Load the model and place everything that the card names."""
        loaded = read_model(card, _growing(card) if card.grown else None)
        model = loaded.model
        placing = Placing(card, model)
        joints, ids = placing.joint_names, placing.joint_ids
        limited = np.array([bool(model.jnt_limited[joint]) for joint in ids], dtype=bool)
        ranges = model.jnt_range[ids].reshape(-1, 2)
        stated = stated_speeds(card, joints, loaded.velocity)
        assumed = np.isnan(stated)
        velocity = np.where(assumed, assumed_speeds(model, placing.data, ids), stated)
        landmarks, soles = placing.landmarks(), placing.soles()
        home = placing.home_on_floor(soles)
        robot = cls(
            card=card,
            model=model,
            home=home,
            joints=joints,
            lower=np.where(limited, ranges[:, 0], -np.inf),
            upper=np.where(limited, ranges[:, 1], np.inf),
            velocity=velocity,
            assumed=assumed,
            acceleration=acceleration_limits(card, joints, velocity),
            gains=find_gains(card, model, placing.data, ids, soles),
            landmarks=landmarks,
            middles=placing.middles(landmarks),
            frames=placing.frames(landmarks),
            soles=soles,
            eyes=placing.eyes(),
            skin=placing.skin(),
            excluded=excluded_pairs(model),
            overlapping=SelfCollision(model).touching_pairs(home),
            surface=tuple(surface(model)) if loaded.surface is None else loaded.surface,
            notes=loaded.notes,
        )
        for array in (robot.home, robot.lower, robot.upper, velocity, assumed, robot.acceleration):
            array.setflags(write=False)
        return robot

    @property
    def name(self) -> str:
        """Name in the catalogue."""
        return self.card.name

    @cached_property
    def fingerprint(self) -> str:
        """What tells its model from others of the same name, see ``robots.fingerprint``."""
        return model_fingerprint(self.model)

    @property
    def has_free_base(self) -> bool:
        """Whether ``q`` starts with the root's pose."""
        return self.card.base == "free"

    def accelerations(self, velocity: np.ndarray) -> np.ndarray:
        """Return the acceleration limits (J,) that go with other velocity limits (J,)."""
        return acceleration_limits(self.card, self.joints, velocity)

    @property
    def degrees_of_freedom(self) -> int:
        """How many joints move by themselves: all but those that the model ties to another one."""
        model = self.model
        ties = model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)
        return len(self.joints) - int((ties & model.eq_active0.astype(bool)).sum())

    def segment(self, name: str) -> tuple[Attachment, Attachment] | None:
        """Return the points where a segment starts and ends, None where the robot lacks one of them."""
        start, end = (self.middles.get(n) or self.landmarks.get(n) for n in SEGMENTS[name])
        return None if start is None or end is None else (start, end)

    def body_positions(self, q: np.ndarray, bodies: Sequence[str] | None = None) -> np.ndarray:
        """Return world positions (T, N, 3) [m] of the origins of bodies for coordinates (T, nq).

        Args:
            q: The coordinates.
            bodies: Names of bodies of the model, in the order to return them; all but the world by default.

        Raises:
            RobotError: For a body that the model does not have, naming the nearest.
        """
        names = [self.model.body(index).name for index in range(1, self.model.nbody)]
        for name in bodies or ():
            if name not in names:
                raise RobotError(f"robot '{self.name}': {unknown_name('body', name, names)}")
        chosen = [1 + names.index(name) for name in (names if bodies is None else bodies)]
        data, positions = mujoco.MjData(self.model), np.empty((len(q), len(chosen), 3))
        for frame, coordinates in enumerate(q):
            data.qpos[:] = coordinates
            mujoco.mj_kinematics(self.model, data)
            positions[frame] = data.xpos[chosen]
        return positions

    def mirrored(self, q: np.ndarray) -> np.ndarray:
        """Return coordinates (T, nq) of the mirror image in the plane y = 0, see ``robots.mirroring``."""
        from understudy.robots.mirroring import mirrored

        return mirrored(self, q)

    def segment_length(self, name: str) -> float:
        """Return a segment's length [m] in the home pose, 0 where the robot lacks it."""
        ends = self.segment(name)
        if ends is None:
            return 0.0
        data = home_data(self.model, self.home)
        return float(np.linalg.norm(point_in_world(data, ends[1]) - point_in_world(data, ends[0])))


def _growing(card: Card) -> Change:
    """Return what makes a model as large as its card says."""

    def change(spec: mujoco.MjSpec) -> None:
        # Growth knows robots, and so is not known to them before.
        from understudy.robots.grown import grow

        grow(spec, card.grown)

    return change
