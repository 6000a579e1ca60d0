"""A person's segments with their masses, centres of mass and inertias.

Trunk, head and limbs have the published figures of adults, on the person's own lengths and with the shares of
mass at the person's age. What the model parts further than the tables is divided here: the girdles are taken
out of the upper trunk, neck and eyes out of the head (parallel axis theorem), and hands and feet are solids
that share the segment's mass by volume.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.anthropometry.hand import FINGERS
from understudy.anthropometry.mass_shares import mass_shares
from understudy.anthropometry.person import Person
from understudy.anthropometry.segment_figures import DE_LEVA, HEAD_LENGTH, TRUNK_PARTS, adult_figures
from understudy.anthropometry.sizes import adult_sizes
from understudy.human.body.flesh import Flesh
from understudy.human.body.inertia import Inertia, ellipsoid, published, relieved, spindle, together, without
from understudy.human.body.layout import Layout
from understudy.human.body.lengths import of_side
from understudy.motion.landmarks import SIDES

_GIRDLE = 0.05
"""Part of the upper trunk's mass that goes with one collar bone and shoulder."""

_NECK = 0.12
"""Part of the head's mass, which is published with the neck, that is neck."""

_EYE_RADIUS = 0.137
"""Of an eyeball in half heights of the skull: 12 mm in adults."""

_TISSUE = 1000.0
"""Density of eyeballs [kg/m³]."""

_FOOT_PARTS = (0.50, 0.36, 0.14)
"""Hindfoot, forefoot and toes."""


def body_inertias(
    person: Person, lengths: Mapping[str, float], flesh: Flesh, layout: Layout
) -> dict[str, Inertia]:
    """Return body → inertia in its frame; masses add up to the person's."""
    segments = _Segments(person, lengths, flesh, layout)
    found = segments.trunk() | segments.head()
    for side in SIDES:
        found |= segments.limbs(side) | segments.foot(side) | segments.hand(side)
    groups: dict[str, list[Inertia]] = {}
    for point, part in found.items():
        groups.setdefault(layout.carriers[point], []).append(part.moved(layout.places[point]))
    bodies = {name: together(parts) for name, parts in groups.items()}
    scale = person.mass / sum(part.mass for part in bodies.values())
    return {name: Inertia(scale * p.mass, p.centre, scale * p.matrix) for name, p in bodies.items()}


class _Segments:
    """Computes the parts, each in the frame of a point of the body."""

    def __init__(self, person: Person, lengths: Mapping[str, float], flesh: Flesh, layout: Layout) -> None:
        self.person = person
        self.lengths = lengths
        self.flesh = flesh
        self.layout = layout
        self.figures = adult_figures(person.sex)
        shares = mass_shares(person.age, person.sex)
        self.masses = {name: share * person.mass for name, share in shares.items()}

    def trunk(self) -> dict[str, Inertia]:
        """Return pelvis, abdomen, thorax and girdles."""
        pelvis, abdomen, thorax = (self.lengths[name] for name in ("pelvis", "abdomen", "thorax"))
        top = pelvis + abdomen + thorax
        sexes = (self.person.sex,) if self.person.sex else tuple(DE_LEVA)
        parts = np.mean([np.array(TRUNK_PARTS[sex]) / sum(TRUNK_PARTS[sex]) for sex in sexes], axis=0)
        # Winter parts the trunk at the last thoracic and lumbar vertebrae, where the model has BT and BP.
        borders = (top, pelvis + abdomen, pelvis, 0.0)
        if self.person.sex:
            borders = tuple((top * (1.0 - np.concatenate([[0.0], np.cumsum(parts)]))).tolist())

        def part(name: str, index: int, origin: float) -> Inertia:
            start, end = (np.array([0.0, 0.0, borders[i] - origin]) for i in (index, index + 1))
            return published(self.figures[name], self.masses[name], start, end, top * float(parts[index]))

        upper = part("upper_trunk", 0, pelvis + abdomen)
        girdles = {f"{side.upper()}SC": self._girdle(side) for side in SIDES}
        placed = [girdle.moved(self.layout.offsets[name]) for name, girdle in girdles.items()]
        return {
            "root": part("lower_trunk", 2, 0.0),
            "BP": part("middle_trunk", 1, pelvis),
            "BT": relieved(upper, placed),
            **girdles,
        }

    def _girdle(self, side: str) -> Inertia:
        radius = 1.3 * self.flesh.arm
        middle = 0.5 * self.layout.offsets[f"{side.upper()}S"]
        return ellipsoid(_GIRDLE * self.masses["upper_trunk"], middle, (radius, radius, radius))

    def head(self) -> dict[str, Inertia]:
        """Return neck, head and eyes."""
        sexes = (self.person.sex,) if self.person.sex else tuple(HEAD_LENGTH)
        share = float(np.mean([HEAD_LENGTH[sex] for sex in sexes]))
        radius = self.flesh.head
        length = share / adult_sizes(1.0).head_radius * radius
        crown = np.array([0.0, 0.0, self.lengths["head"]])
        whole = published(
            self.figures["head"], self.masses["head"], crown, crown - np.array([0.0, 0.0, length])
        )
        up = np.array([0.0, 0.0, self.lengths["neck"]])
        neck = ellipsoid(_NECK * whole.mass, 0.5 * up, (0.6 * radius, 0.6 * radius, 0.6 * radius))
        ball = _EYE_RADIUS * radius
        eye = ellipsoid(_TISSUE * 4.0 / 3.0 * np.pi * ball**3, np.zeros(3), (ball, ball, ball))
        eyes = [eye.moved(self.layout.offsets[f"{side.upper()}EY"]) for side in SIDES]
        rest = without(whole, [neck.moved(-up), *eyes])
        return {"BLN": neck, "BUN": rest, **{f"{side.upper()}EY": eye for side in SIDES}}

    def limbs(self, side: str) -> dict[str, Inertia]:
        """Return upper arm, forearm, thigh and shin."""
        ends = {
            "S": ("upper_arm", "E"),
            "E": ("forearm", "W"),
            "H": ("thigh", "K"),
            "K": ("shin", "A"),
        }
        big = side.upper()
        return {
            big + start: published(
                self.figures[name], self.masses[name], np.zeros(3), self.layout.offsets[big + end]
            )
            for start, (name, end) in ends.items()
        }

    def foot(self, side: str) -> dict[str, Inertia]:
        """Return hindfoot, forefoot and toes."""
        big, own = side.upper(), of_side(self.lengths, side)
        hind, fore, toes = (part * self.masses["foot"] for part in _FOOT_PARTS)
        width, height = 1.1 * self.flesh.ankle, own["ankle_height"]
        back, front = -self.flesh.heel, own["hindfoot"]
        middle = np.array([0.5 * (back + front), 0.0, -0.55 * height])
        ball = np.array([0.5 * own["forefoot"], 0.0, 0.35 * height])
        tip = np.array([0.5 * own["toes"], 0.0, 0.25 * height])
        return {
            f"{big}A": ellipsoid(hind, middle, (0.5 * (front - back), width, 0.45 * height)),
            f"{big}M": ellipsoid(fore, ball, (0.5 * own["forefoot"], 1.2 * width, 0.35 * height)),
            f"{big}F": ellipsoid(toes, tip, (0.5 * own["toes"], 1.2 * width, 0.25 * height)),
        }

    def hand(self, side: str) -> dict[str, Inertia]:
        """Return palm and finger segments."""
        big, own = side.upper(), of_side(self.lengths, side)
        breadth, length = own["hand_breadth"], own["hand"]
        bones = self._bones(side)
        palm_axes = (0.46 * breadth, 0.16 * breadth, 0.25 * length)
        palm_volume = float(np.prod(palm_axes))
        volumes = {
            point: radius**2 * 0.5 * float(np.linalg.norm(end)) for point, (end, radius) in bones.items()
        }
        density = self.masses["hand"] / (palm_volume + sum(volumes.values()))
        parts = {
            point: spindle(density * volumes[point], np.zeros(3), end, radius)
            for point, (end, radius) in bones.items()
        }
        middle = np.array([-0.07 * breadth, 0.0, -0.25 * length])
        return {f"{big}W": ellipsoid(density * palm_volume, middle, palm_axes), **parts}

    def _bones(self, side: str) -> dict[str, tuple[np.ndarray, float]]:
        """Return joint of the hand → the vector (3,) to the segment's end, and its half thickness [m]."""
        big, breadth = side.upper(), of_side(self.lengths, side)["hand_breadth"]
        chains = {"Thumb": ("CMC", "MCP", "IP")} | {
            finger.name: (("CMC",) if finger.cup else ()) + ("MCP", "PIP", "DIP") for finger in FINGERS
        }
        bones = {}
        for finger, joints in chains.items():
            names = [f"{big}{finger}{joint}" for joint in joints] + [f"*{finger}_tip_{side}"]
            for start, end in zip(names, names[1:], strict=False):
                vector = self._between(start, end)
                bones[start] = vector, (0.13 if finger == "Thumb" else 0.10) * breadth
        return bones

    def _between(self, start: str, end: str) -> np.ndarray:
        """Return the vector (3,) from a point to the next one that it carries."""
        if end in self.layout.offsets:
            return self.layout.offsets[end]
        return self.layout.places[end] - self.layout.places[start]
