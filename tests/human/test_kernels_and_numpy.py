"""A person read off landmarks with kernels is the one that is read off with NumPy, to the last bit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from understudy.human.contacts import detect_contacts
from understudy.human.frames import _held
from understudy.human.head_direction import HEAD_POINTS, head_direction
from understudy.human.sizes import sizes_and_heights
from understudy.motion import HumanMotion
from understudy.motion.head import HEAD_LENGTH, head_places
from understudy.motion.landmarks import SEGMENTS
from understudy.spatial import rotations as rot

FRAMES = 40
FPS = 30.0
HumanMaker = Callable[[Mapping[str, np.ndarray], float], HumanMotion]
Walk = Callable[..., tuple[HumanMotion, np.ndarray]]


def nodding(human_of: HumanMaker, unseen: Mapping[str, slice]) -> HumanMotion:
    """Return a head that turns about several axes, with landmarks that are not seen in some frames."""
    times = np.arange(FRAMES) / FPS
    turns = rot.from_rotation_vector(
        np.stack([0.4 * np.sin(times), np.cos(3.0 * times), 0.7 * times], axis=1)
    )
    places = head_places() | {"neck": np.array([-0.1, 0.0, -0.9])}
    tracks = {name: HEAD_LENGTH * rot.rotate(turns, places[name][None]) for name in HEAD_POINTS}
    valid = np.ones((FRAMES, len(HEAD_POINTS)), dtype=bool)
    for name, frames in unseen.items():
        valid[frames, HEAD_POINTS.index(name)] = False
    human = human_of(tracks, FPS)
    columns = [HEAD_POINTS.index(name) for name in human.names]
    return replace(human, valid=valid[:, columns])


def of_head(human: HumanMotion) -> Any:
    found = head_direction(human)
    return [each.tobytes() for each in (found.orientations, found.valid, found.used, found.spread)]


@pytest.mark.parametrize(
    "unseen",
    [
        {},
        {"ear_l": slice(0, 9), "ear_r": slice(4, 12), "nose": slice(20, 30)},
        {name: slice(7, 15) for name in HEAD_POINTS[:5]},
    ],
)
def test_heads_face_the_same_way(
    human_of: HumanMaker, unseen: Mapping[str, slice], monkeypatch: pytest.MonkeyPatch
) -> None:
    human = nodding(human_of, unseen)
    require_same(of_head, human, monkeypatch)
    assert head_direction(human).valid.any()


def with_gaps(human: HumanMotion) -> HumanMotion:
    """Return the person with frames that do not show a foot, a hip, or anything of an arm."""
    landmarks, valid = np.array(human.landmarks), np.array(human.valid_mask)
    for name, frames in {"toe_l": slice(0, 8), "ankle_r": slice(30, 50), "hip_l": slice(12, 14)}.items():
        column = human.names.index(name)
        landmarks[frames, column], valid[frames, column] = np.nan, False
    for column, name in enumerate(human.names):
        if name.startswith(("elbow_l", "wrist_l")):
            landmarks[:, column], valid[:, column] = np.nan, False
    return replace(human, landmarks=landmarks, valid=valid)


@pytest.mark.parametrize("change", [lambda human: human, with_gaps])
def test_sizes_heights_and_contacts_are_the_same(
    walk: Walk, change: Callable[[HumanMotion], HumanMotion], monkeypatch: pytest.MonkeyPatch
) -> None:
    human = change(walk()[0])
    sizes, heights = require_same(sizes_and_heights, human, monkeypatch)
    assert sizes["leg"] > 0.0
    assert heights
    require_same(lambda person: detect_contacts(person).tobytes(), human, monkeypatch)
    found = detect_contacts(human)
    assert found.any(axis=0).all()
    assert not found.all(axis=0).any()


def of_segments(human: HumanMotion) -> Any:
    # A person remembers directions, so that each way needs one of its own.
    fresh = replace(human)
    return {name: [each.tobytes() for each in fresh.direction(name)] for name in SEGMENTS}


@pytest.mark.parametrize("change", [lambda human: human, with_gaps])
def test_directions_are_the_same(
    walk: Walk, change: Callable[[HumanMotion], HumanMotion], monkeypatch: pytest.MonkeyPatch
) -> None:
    human = change(walk()[0])
    require_same(of_segments, human, monkeypatch)
    unit, known = human.direction("shin_r")
    np.testing.assert_allclose(np.linalg.norm(unit[known], axis=1), 1.0, atol=1e-15)
    assert known.any()


def test_a_person_of_few_landmarks_has_the_same_sizes(
    human_of: HumanMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    lone = human_of({"wrist_l": np.ones((FRAMES, 3)), "hip_l": np.zeros((FRAMES, 3))}, FPS)
    assert require_same(sizes_and_heights, lone, monkeypatch) == ({}, {})


@pytest.mark.parametrize("known", [slice(0, None), slice(5, 20), slice(7, None, 3)])
def test_orientations_are_held_in_the_same_way(known: slice, monkeypatch: pytest.MonkeyPatch) -> None:
    times = np.arange(FRAMES)
    turned = np.stack([np.cos(0.9 * times), np.sin(0.9 * times), 0.1 * times, np.ones(FRAMES)], axis=1)
    is_known = np.zeros(FRAMES, dtype=bool)
    is_known[known] = True
    require_same(lambda turns: _held(turns, is_known).tobytes(), turned, monkeypatch)
    held = _held(turned, is_known)
    np.testing.assert_allclose(np.linalg.norm(held, axis=1), 1.0, atol=1e-15)
    assert (np.sum(held[1:] * held[:-1], axis=1) >= 0.0).all()
