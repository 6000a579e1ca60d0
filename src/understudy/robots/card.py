"""The robot card: what the parts of a robot's model mean. ``docs/robot-cards.md`` describes the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from understudy.motion.landmarks import SIDES

Vector = tuple[float, float, float]

SOLE_CORNERS = 4
EYES = ("l", "r", "centre")
"""Names of eyes; a robot with one camera has the middle one."""

BASES = ("free", "fixed")
RESTS = ("standing", "lying")
"""How a free robot rests in its home pose: on its soles, or on its back."""


@dataclass(frozen=True)
class LandmarkSpec:
    """A landmark on the robot: either the centre of joints or a point fixed to a body [m]."""

    joints: tuple[str, ...] = ()
    body: str = ""
    point: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class SoleSpec:
    """A sole: the body it is fixed to and its corners [m], heel left and right, toe left and right."""

    body: str
    points: tuple[Vector, ...]


@dataclass(frozen=True)
class GainSpec:
    """A joint's position servo, each figure None where it is left to be computed.

    Attributes:
        stiffness: [N m/rad or N/m].
        damping: [N m s/rad or N s/m].
        torque: Largest torque or force [N m or N].
    """

    stiffness: float | None = None
    damping: float | None = None
    torque: float | None = None


@dataclass(frozen=True)
class EyeSpec:
    """An eye: a camera that the model has, or the place and direction of one that is added to it.

    Attributes:
        camera: Name of a camera of the model; empty where one is added.
        body: Body that carries an added camera.
        point: Where an added camera is [m], in the body's frame.
        forward: Direction in which an added camera looks, in the body's frame.
        up: Direction that is up in its picture, in the body's frame.
        fov: Vertical field of view [deg]; None leaves the model's.
    """

    camera: str = ""
    body: str = ""
    point: Vector = (0.0, 0.0, 0.0)
    forward: Vector = (1.0, 0.0, 0.0)
    up: Vector = (0.0, 0.0, 1.0)
    fov: float | None = None


@dataclass(frozen=True)
class SkinSpec:
    """A patch of skin: the body whose surface it covers, or geoms of one body, and its fineness.

    Attributes:
        spacing: Distance between neighbouring taxels [m].
        body: Body of which all geoms are covered that can touch anything; empty where ``geoms`` are given.
        geoms: Names of the geoms that are covered.
    """

    spacing: float
    body: str = ""
    geoms: tuple[str, ...] = ()


@dataclass(frozen=True)
class AngleSpec:
    """The joint that plays an anatomical angle: its coordinate is sign · share · angle + offset.

    Attributes:
        joint: The joint.
        sign: 1 where the joint counts as the angle does, -1 where it counts the other way.
        offset: The joint's coordinate [rad] where the angle is 0.
        share: Part of the angle that falls to this joint, where joints coupled to it take the rest.
        add: Another angle that is added to this one first, where its joint turns this one's back.
    """

    joint: str
    sign: float = 1.0
    offset: float = 0.0
    share: float = 1.0
    add: str = ""


@dataclass(frozen=True)
class FingerSpec:
    """A finger's joint: its coordinate [rad or m] in an open hand and in a closed one."""

    opened: float
    closed: float


@dataclass(frozen=True)
class Card:
    """A parsed card, each table under its own name.

    ``forward`` and ``up`` are the robot's directions in the axes of its model, which is turned so that they
    become x and z; ``lock`` names joints, with ``*`` and ``?``, that are fixed where they stand at home;
    ``doubts`` are what onboarding is not sure of, empty for a card that was written; ``grown`` is body → how
    many times as large it is as in the model's file, empty where nothing is.
    """

    name: str
    title: str
    source: str
    folder: Path
    model_file: str
    package: str = ""
    base: str = "free"
    rest: str = "standing"
    forward: Vector = (1.0, 0.0, 0.0)
    up: Vector = (0.0, 0.0, 1.0)
    lock: tuple[str, ...] = ()
    home: Mapping[str, float] = field(default_factory=dict)
    landmarks: Mapping[str, LandmarkSpec] = field(default_factory=dict)
    frames: Mapping[str, str] = field(default_factory=dict)
    soles: Mapping[str, SoleSpec] = field(default_factory=dict)
    velocity: Mapping[str, float] = field(default_factory=dict)
    acceleration: Mapping[str, float] = field(default_factory=dict)
    gains: Mapping[str, GainSpec] = field(default_factory=dict)
    eyes: Mapping[str, EyeSpec] = field(default_factory=dict)
    skin: Mapping[str, SkinSpec] = field(default_factory=dict)
    anatomical: Mapping[str, AngleSpec] = field(default_factory=dict)
    fingers: Mapping[str, FingerSpec] = field(default_factory=dict)
    excluded: tuple[tuple[str, str], ...] = ()
    doubts: tuple[str, ...] = ()
    grown: Mapping[str, float] = field(default_factory=dict)

    @property
    def has_legs(self) -> bool:
        """Whether the robot has thighs and shins to walk with."""
        return all(f"{name}_{side}" in self.landmarks for name in ("hip", "knee") for side in SIDES)
