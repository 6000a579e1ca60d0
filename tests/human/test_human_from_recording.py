"""From a recording to a human motion, and what real clips look like then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import place_on_floor
from understudy.errors import InvalidMotionError
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Recording
from understudy.motion.landmarks import CONTACTS, FRAMES, LANDMARKS
from understudy.spatial import rotations as rot

Maker = Callable[[Mapping[str, np.ndarray]], Recording]

ONE_LEVEL = 0.018
"""Spread [m] of the ball's height over all flat stances of a walk; 0.05 before its floor is levelled."""


@pytest.fixture
def recording(recording_of: Maker, standing: dict[str, np.ndarray]) -> Recording:
    return recording_of({name: np.tile(point, (5, 1)) for name, point in standing.items()})


def test_landmarks_are_means_of_their_points(recording: Recording) -> None:
    mapped = replace(recording, landmark_points={"mid_hip": ("hip_l", "hip_r"), "nose": ("nose",)})
    human = human_from_recording(mapped)
    assert human.names == ("mid_hip", "nose")
    np.testing.assert_allclose(human.landmark("mid_hip")[0][0], [0.0, 0.0, 0.90])


def test_landmark_is_known_where_all_its_points_are(recording: Recording) -> None:
    valid = np.array(recording.valid_mask)
    valid[2, recording.names.index("hip_r")] = False
    points = np.where(valid[..., None], recording.points, np.nan)
    mapped = replace(recording, points=points, valid=valid, landmark_points={"mid_hip": ("hip_l", "hip_r")})
    assert human_from_recording(mapped).valid_mask[:, 0].tolist() == [True, True, False, True, True]


def test_order_is_canonical(recording: Recording) -> None:
    names = human_from_recording(recording).names
    assert sorted(names, key=LANDMARKS.index) == list(names)


def test_given_contacts_win(recording: Recording) -> None:
    assert human_from_recording(recording).contact_mask.all()
    given = np.zeros((5, len(CONTACTS)), dtype=bool)
    given[2, 1] = True
    human = human_from_recording(replace(recording, contacts=given))
    np.testing.assert_array_equal(human.contact_mask, given)


def test_recording_of_nothing_is_refused(recording: Recording) -> None:
    with pytest.raises(InvalidMotionError, match="no canonical landmark"):
        human_from_recording(replace(recording, landmark_points={}))


def test_history_goes_on(recording: Recording) -> None:
    assert human_from_recording(recording).provenance.steps[-1] == ("human", {"method": "landmarks"})


def test_human_survives_its_file(recording: Recording, tmp_path: Path) -> None:
    human = human_from_recording(recording)
    human.save(tmp_path / "a.npz")
    loaded = HumanMotion.load(tmp_path / "a.npz")
    np.testing.assert_array_equal(loaded.landmarks, human.landmarks)
    assert loaded.sizes == human.sizes


def cmu(shared: Path, clip: str) -> HumanMotion:
    return human_from_recording(place_on_floor(read_capture(shared / "motions" / "cmu" / f"{clip}.bvh")))


def feet(human: HumanMotion) -> tuple[np.ndarray, np.ndarray]:
    """Return (T,) whether the left and the right foot touch the floor."""
    heel_l, toe_l, heel_r, toe_r = human.contact_mask.T
    return heel_l | toe_l, heel_r | toe_r


def whole_stances(contact: np.ndarray) -> list[int]:
    """Return the lengths of all stances that neither start nor end with the clip."""
    changes = np.flatnonzero(np.diff(contact.astype(int))) + 1
    return [
        int(stop - start) for start, stop in zip(changes[:-1], changes[1:], strict=True) if contact[start]
    ]


@pytest.mark.parametrize("clip", ["02_01", "07_01"])
def test_cmu_walks_alternate(shared: Path, clip: str) -> None:
    human = cmu(shared, clip)
    left, right = feet(human)
    assert (left | right).all(), "a walker always stands on a foot"
    for contact in (left, right):
        changes = np.flatnonzero(np.diff(contact.astype(int))) + 1
        strikes = changes[contact[changes]]
        for stance in whole_stances(contact):
            assert 0.55 < stance / np.median(np.diff(strikes)) < 0.70
    heel_l, toe_l, heel_r, toe_r = human.contact_mask.mean(axis=0)
    assert toe_l > heel_l
    assert toe_r > heel_r


@pytest.mark.parametrize("clip", ["02_01", "07_01"])
def test_cmu_walkers_stand_on_one_level(shared: Path, clip: str) -> None:
    human = cmu(shared, clip)
    for side in "lr":
        toe = human.landmark(f"toe_{side}")[0][:, 2]
        flat = human.contact_mask[:, CONTACTS.index(f"heel_{side}")]
        flat = flat & human.contact_mask[:, CONTACTS.index(f"toe_{side}")]
        assert np.ptp(np.percentile(toe[flat], [5, 95])) < ONE_LEVEL


def test_cmu_run_flies_between_steps(shared: Path) -> None:
    left, right = feet(cmu(shared, "143_01"))
    assert not (left & right).any(), "a runner never stands on both feet"
    assert 0.35 < (~left & ~right).mean() < 0.65
    assert len(whole_stances(left)) == 2
    assert len(whole_stances(right)) == 2


def test_cmu_jump_flies_once(shared: Path) -> None:
    human = cmu(shared, "16_01")
    touching = human.contact_mask.any(axis=1)
    changes = np.flatnonzero(np.diff(touching.astype(int)))
    assert len(changes) == 2, "it stands, flies, stands"
    flight = slice(changes[0] + 1, changes[1] + 1)
    assert 0.3 < (flight.stop - flight.start) / human.fps < 0.6
    highest = int(np.argmax(human.landmark("mid_hip")[0][:, 2]))
    assert flight.start < highest < flight.stop


def test_cmu_jumping_jacks_land_and_leave_together(shared: Path) -> None:
    left, right = feet(cmu(shared, "13_29"))
    jumping = slice(0, 480)
    assert len(whole_stances(left[jumping])) >= 5
    assert (left[jumping] == right[jumping]).mean() > 0.85


@pytest.mark.parametrize("clip", ["02_01", "07_01", "16_01", "143_01", "13_29"])
def test_cmu_bodies_are_upright(shared: Path, clip: str) -> None:
    human = cmu(shared, clip)
    assert set(human.frames) == set(FRAMES)
    up = np.array([0.0, 0.0, 1.0])
    for part, limit in (("pelvis", 15.0), ("chest", 25.0), ("head", 25.0)):
        lean = rot.angle_between(rot.rotate(human.frames[part], up), up)
        assert np.median(lean) < np.deg2rad(limit), part
    hips = human.landmark("hip_l")[0] - human.landmark("hip_r")[0]
    left = rot.rotate(human.frames["pelvis"], np.array([0.0, 1.0, 0.0]))
    assert np.median(rot.angle_between(hips, left)) < np.deg2rad(5.0)
    assert 0.7 < human.sizes["leg"] < 0.95
    assert 0.04 < human.sizes["ankle_height"] < 0.10
    assert 0.01 < human.sizes["toe_height"] < 0.05
