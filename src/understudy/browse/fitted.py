"""The body of a person to whom the reference human was fitted, for a scene that knows no fits."""

from __future__ import annotations

import mujoco

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.view.web.person_body import PersonBody


def fitted_person(human: HumanMotion) -> PersonBody | None:
    """Return the fitted body of a motion; None where none was fitted, or another than the reference human."""
    if human.coordinates is None:
        return None
    # The reference human is not kept waiting for by those who look at other motions.
    from understudy.human import fitted_body

    try:
        body = fitted_body(human)
    except InvalidMotionError:
        # Coordinates of somebody else's body say nothing here; landmarks are drawn as ever.
        return None
    known = {name for name in human.names if human.landmark(name)[1].any()}
    seen = {own.body for name, own in body.landmarks.items() if name in known}
    unseen = {own.body for name, own in body.landmarks.items() if name not in known}
    return PersonBody(body.model, human.coordinates, _shown(body.model, seen, unseen - seen))


def _shown(model: mujoco.MjModel, seen: set[int], unseen: set[int]) -> frozenset[int]:
    """Return the bodies with a known landmark, those that carry them, and those that no landmark tells of.

    Args:
        model: The body's.
        seen: Bodies with a landmark that is known at some frame.
        unseen: Bodies all of whose landmarks never are.
    """
    shown: set[int] = set()
    for body in seen:
        while body:
            shown.add(body)
            body = int(model.body_parentid[body])
    # Fingers and toes without a landmark of their own go with the hand or foot that carries them.
    for body in range(1, model.nbody):
        if body not in unseen and int(model.body_parentid[body]) in shown:
            shown.add(body)
    return frozenset(shown)
