"""The reference human: one body for every capture, scaled to the person.

The Master Motor Map (Terlemez et al. 2014) as a working MuJoCo model, from newborn to adult.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import mujoco
import numpy as np

from understudy.anthropometry.person import Person, resolve_person
from understudy.errors import InvalidMotionError, unknown_name
from understudy.human.body import lengths as body_lengths
from understudy.human.body.flesh import Flesh, person_flesh
from understudy.human.body.inertia import Inertia
from understudy.human.body.landmarks import Place, landmark_places
from understudy.human.body.layout import Layout, lay_out
from understudy.human.body.lengths import Length
from understudy.human.body.looks import body_shapes
from understudy.human.body.markers import marker_places
from understudy.human.body.masses import body_inertias
from understudy.human.body.model import build_spec
from understudy.human.body.skin_places import skin_places
from understudy.human.body.subsets import Subset, subsets
from understudy.motion.landmarks import SIDES
from understudy.robots.robot import Attachment, FrameAttachment
from understudy.spatial import rotations as rot

_FRAME_BODIES = {"pelvis": "root", "chest": "BT", "head": "BUN"}
_LIMB_FRAME_BODIES = {"hand": "W", "foot": "A"}


@dataclass(frozen=True, eq=False, init=False)
class Human:
    """A person's body.

    Attributes:
        age: [years], 0 for a newborn.
        height: Stature [m]; of infants, the length lying down.
        mass: [kg].
        sex: ``"female"``, ``"male"`` or empty for the mean of both.
        subset: Which joints move.
        own_lengths: Lengths [m] side by side where they do not follow from age and height, else None.
    """

    age: float
    height: float
    mass: float
    sex: str
    subset: str
    own_lengths: Mapping[str, float] | None

    def __init__(
        self,
        age: float | None = None,
        height: float | None = None,
        mass: float | None = None,
        sex: str = "",
        subset: str = "full",
        own_lengths: Mapping[str, float] | None = None,
    ) -> None:
        """Describe a person; whatever is not stated is the median of what is.

        Args:
            age: [years]; without it, that of an adult, or of a child of the given height.
            height: Stature [m]; without it, the median at this age.
            mass: [kg]; without it, by the median body mass index at this age.
            sex: ``"female"``, ``"male"`` or empty for the mean of both.
            subset: ``full`` (104 degrees of freedom with the root's pose), ``no_hands`` (58),
                ``upper_body`` (40), or the bodies of the simultaneous-morphing paper, ``morphing_51`` and
                ``morphing_31``, which are counted without the root's 6.
            own_lengths: All lengths of the body; see :meth:`with_lengths`.

        Raises:
            InvalidMotionError: For particulars that nobody has, or an unknown subset.
        """
        if subset not in subsets():
            raise InvalidMotionError(unknown_name("subset", subset, subsets()))
        person = resolve_person(age, height, mass, sex)
        own = None if own_lengths is None else MappingProxyType(dict(own_lengths))
        values = {"age": person.age, "height": person.height, "mass": person.mass, "sex": sex}
        for name, value in (values | {"subset": subset, "own_lengths": own}).items():
            object.__setattr__(self, name, value)

    @cached_property
    def model(self) -> mujoco.MjModel:
        """The compiled MuJoCo model."""
        return self.spec().compile()

    def spec(self) -> mujoco.MjSpec:
        """Return a new editable model, for whoever wants the body in a scene of its own."""
        shapes = body_shapes(self._person, self._all_lengths, self._flesh, self._layout)
        return build_spec(self._layout, self._subset, self._inertias, shapes)

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """Names of the scalar joints in the order of ``q``, behind the root's seven numbers."""
        return tuple(
            freedom.joint
            for point in self._layout.bodies
            for freedom in self._subset.freedoms.get(point.name, ())
        )

    @cached_property
    def home(self) -> np.ndarray:
        """(nq,) standing upright on z = 0 with hanging arms, facing x: nothing is turned."""
        home = np.zeros(7 + len(self.joints))
        home[2] = -min(position[2] for position in self._layout.rest_positions().values())
        home[3:7] = rot.IDENTITY
        home.setflags(write=False)
        return home

    @cached_property
    def lengths(self) -> Mapping[str, Length]:
        """Name → length that places bodies; left and right are one."""
        return MappingProxyType(self._parameters(per_side=False))

    @cached_property
    def side_lengths(self) -> Mapping[str, Length]:
        """Name → length that places bodies; left and right apart, as ``thigh_l`` and ``thigh_r``."""
        return MappingProxyType(self._parameters(per_side=True))

    def with_lengths(self, lengths: Mapping[str, float]) -> Human:
        """Return the same person with other lengths [m]; shape, height and inertias follow.

        Args:
            lengths: For both sides (``thigh``) or for one (``thigh_l``); ``head``, ``hand``,
                ``hand_breadth`` and ``toes``, which may place no body, can be set as well.
        """
        own = body_lengths.changed(self._all_lengths, lengths)
        height = body_lengths.stature(own)
        return Human(self.age, height, self.mass, self.sex, self.subset, own)

    def with_subset(self, subset: str) -> Human:
        """Return the same person with another choice of joints."""
        return Human(self.age, self.height, self.mass, self.sex, subset, self.own_lengths)

    @cached_property
    def landmarks(self) -> Mapping[str, Attachment]:
        """Canonical landmark → where it is; a joint centre is on the body before the joint."""
        return self._attached(landmark_places(self._layout, self._all_lengths, self._flesh))

    @cached_property
    def markers(self) -> Mapping[str, Attachment]:
        """Marker of the reference set → where it is on the skin, moving with the body under it."""
        return self._attached(marker_places(self._layout, self._all_lengths, self._flesh))

    @cached_property
    def skin(self) -> Mapping[str, Attachment]:
        """Place on the skin that laboratories mark, such as ``knee_outer_l`` → where it is."""
        markers = marker_places(self._layout, self._all_lengths, self._flesh)
        return self._attached(skin_places(markers, self._all_lengths, self._flesh))

    @cached_property
    def frames(self) -> Mapping[str, FrameAttachment]:
        """Canonical body part → the body that has its orientation."""
        names = dict(_FRAME_BODIES)
        for side in SIDES:
            names |= {f"{part}_{side}": side.upper() + body for part, body in _LIMB_FRAME_BODIES.items()}
        return MappingProxyType(
            {part: FrameAttachment(self._body_index[body], rot.IDENTITY) for part, body in names.items()}
        )

    @cached_property
    def _person(self) -> Person:
        return Person(self.age, self.height, self.mass, self.sex)

    @cached_property
    def _subset(self) -> Subset:
        return subsets()[self.subset]

    @cached_property
    def _all_lengths(self) -> Mapping[str, float]:
        return self.own_lengths or body_lengths.person_lengths(self._person)

    @cached_property
    def _flesh(self) -> Flesh:
        return person_flesh(self._person)

    @cached_property
    def _layout(self) -> Layout:
        return lay_out(self._all_lengths, self._subset.has_fingers)

    @cached_property
    def _inertias(self) -> Mapping[str, Inertia]:
        return body_inertias(self._person, self._all_lengths, self._flesh, self._layout)

    @cached_property
    def _body_index(self) -> Mapping[str, int]:
        return {point.name: index for index, point in enumerate(self._layout.bodies, start=1)}

    def _parameters(self, per_side: bool) -> dict[str, Length]:
        return body_lengths.length_parameters(self._all_lengths, self._layout.bodies, per_side)

    def _attached(self, places: Mapping[str, Place]) -> Mapping[str, Attachment]:
        found = {}
        for name, (body, point) in places.items():
            fixed = np.array(point, dtype=float)
            fixed.setflags(write=False)
            found[name] = Attachment(self._body_index[body], fixed)
        return MappingProxyType(found)
