"""Which bodies of a fitted person the captured points tell of, and which only stand as people do."""

from __future__ import annotations

import numpy as np

from understudy.human.human import Human
from understudy.kinematics.shape import Shape

_ROOT_BODY = 1


def shown_bodies(human: Human, shape: Shape, seen: np.ndarray) -> set[int]:
    """Return the bodies that carry a seen point, themselves or by bodies that hang on them; the root always.

    A lower-body capture shows no arms: where the fit has them is where a standing person's are.

    Args:
        human: The person.
        shape: The person's shape with P points.
        seen: (P,) which of them was seen in any frame.
    """
    found = {_ROOT_BODY}
    for point, is_seen in zip(shape.points, seen.tolist(), strict=True):
        body = point.body if is_seen else 0
        while body:
            found.add(body)
            body = int(human.model.body_parentid[body])
    return found
