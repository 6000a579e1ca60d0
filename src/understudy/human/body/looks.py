"""A person's looks: all shapes of the body."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.anthropometry.person import Person
from understudy.human.body.clothes import Clothes, clothes_at
from understudy.human.body.flesh import Flesh
from understudy.human.body.layout import Layout
from understudy.human.body.lengths import of_side
from understudy.human.body.looks_of_hands import hand_shapes
from understudy.human.body.looks_of_head import head_shapes
from understudy.human.body.looks_of_limbs import arm_shapes, foot_shapes, leg_shapes
from understudy.human.body.looks_of_trunk import trunk_shapes
from understudy.human.body.shape import Shape
from understudy.motion.landmarks import SIDES


def body_shapes(person: Person, lengths: Mapping[str, float], flesh: Flesh, layout: Layout) -> list[Shape]:
    """Return the shapes of a person with lengths side by side [m]."""
    clothes: Clothes = clothes_at(person.age)
    shapes = trunk_shapes(lengths, flesh, clothes) + head_shapes(lengths, flesh, clothes)
    for side in SIDES:
        own = of_side(lengths, side)
        shapes += arm_shapes(side, own, flesh, clothes) + leg_shapes(side, own, flesh, clothes)
        shapes += foot_shapes(side, own, flesh, clothes) + hand_shapes(side, own, layout)
    return shapes
