"""The body of a fitted person, for a scene that knows no fits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.human import Human
from understudy.human.fit.fitted_body import landmark_places
from understudy.motion import HumanMotion, Subject

pytest.importorskip("viser")

from understudy.browse.fitted import fitted_person

FRAMES = 3


@pytest.fixture(scope="module")
def fitted() -> HumanMotion:
    human = Human(30.0, 1.75)
    q = np.zeros((FRAMES, human.model.nq))
    q[:, 2], q[:, 3] = 1.0, 1.0
    return HumanMotion(
        tuple(human.landmarks),
        landmark_places(human, q),
        60.0,
        subject=Subject(height=1.75, age=30.0),
        coordinates=q,
        coordinate_names=human.joints,
    )


def test_a_fitted_person_has_a_body_and_others_have_none(fitted: HumanMotion) -> None:
    body = fitted_person(fitted)
    assert body is not None and body.q.shape == (FRAMES, body.model.nq)
    assert body.shown == set(range(1, body.model.nbody))
    assert fitted_person(replace(fitted, coordinates=None, coordinate_names=())) is None
    strange = replace(fitted, coordinates=body.q[:, :8], coordinate_names=("tail",))
    assert fitted_person(strange) is None


def test_limbs_that_no_landmark_tells_of_are_not_drawn(fitted: HumanMotion) -> None:
    whole = fitted_person(fitted)
    valid = np.ones(fitted.landmarks.shape[:2], dtype=bool)
    for name in ("elbow_l", "wrist_l", "knuckle_l", "fingertip_l", "thumb_tip_l"):
        valid[:, fitted.names.index(name)] = False
    part = fitted_person(replace(fitted, valid=valid))
    assert whole is not None and part is not None and part.shown < whole.shown
    gone = {whole.model.body(body).name for body in whole.shown - part.shown}
    assert gone and all(name.startswith("L") for name in gone)
