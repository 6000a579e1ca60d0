"""Force plates tell which foot stands on them and when; the rest is left to how the feet move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.c3d.file import parse_c3d
from understudy.capture.c3d.force_plates import read_force_plates
from understudy.capture.source import read_source
from understudy.clean import clean, mirror, resample, trim
from understudy.errors import InvalidMotionError
from understudy.export.captures.c3d import write_c3d
from understudy.export.captures.c3d_plates import WrittenPlate
from understudy.human import detect_contacts, human_from_recording
from understudy.motion import Recording
from understudy.motion.landmarks import CONTACTS
from understudy.synth import Corruption, SyntheticMotion, make, record
from understudy.synth.force_plates import Plate, footings, measured, under_steps
from understudy.synth.formats.point_sets import PLUG_IN_GAIT_SET

FPS = 100.0
KINDS = (1, 2, 3, 4)
NEAR = 0.002  # [m]
LATE = 3  # frames by which a threshold of force is later than a contact
OFFSET, NOISE = 22.0, 1.5  # [N]


@pytest.fixture(scope="module")
def walk() -> SyntheticMotion:
    """Return a walk of several whole steps."""
    return make("walk", seconds=4.0, fps=FPS)


def write(path: Path, motion: SyntheticMotion, plates: list[Plate], seed: int = 1) -> Path:
    """Write the walk's markers and plates as a laboratory would."""
    take = record(motion, PLUG_IN_GAIT_SET, Corruption())
    write_c3d(path, take.recording(), with_landmarks=False, plates=measured(motion, plates, seed))
    return path


def side_of(column: int) -> str:
    return CONTACTS[column][-1]


def standing(motion: SyntheticMotion, side: str) -> np.ndarray:
    """Return (T,) whether a foot truly stands."""
    first = 2 * "lr".index(side)
    return np.logical_or.reduce(motion.contacts[:, first : first + 2], axis=1)


def test_every_type_gives_forces_and_their_place(tmp_path: Path, walk: SyntheticMotion) -> None:
    plates = under_steps(walk, KINDS)
    found, notes = read_force_plates(parse_c3d(read_source(write(tmp_path / "a.c3d", walk, plates))))
    assert (len(found), notes) == (4, [])
    feet = footings(walk)
    for plate, kind in zip(found, KINDS, strict=True):
        loaded = np.isfinite(plate.pressure).all(axis=1)
        assert loaded.sum() > 30, kind
        off = [
            np.linalg.norm(plate.pressure[loaded] / 1000.0 - foot.pressure[loaded], axis=1)
            + np.linalg.norm(plate.forces[loaded] - foot.forces[loaded], axis=1) / 1000.0
            for foot in feet.values()
        ]
        assert np.minimum(*off).max() < NEAR, kind


@pytest.mark.parametrize("kind", KINDS)
def test_contacts_are_the_true_ones(tmp_path: Path, walk: SyntheticMotion, kind: int) -> None:
    plates = [replace(plate, offset=OFFSET, noise=NOISE) for plate in under_steps(walk, [kind] * 4)]
    if kind == 4:
        plates = [replace(plate, offset=0.02, noise=0.002) for plate in plates]  # volts
    recording = clean(read_capture(write(tmp_path / "a.c3d", walk, plates)))
    assert recording.contacts is not None
    known = recording.contacts_known
    assert known is not None
    assert 0.2 < known.mean() < 0.9
    for side in "lr":
        columns = [column for column in range(4) if side_of(column) == side]
        rows = known[:, columns].all(axis=1)
        stands = recording.contacts[:, columns].any(axis=1)
        wrong = rows & (stands != standing(walk, side))
        edges = np.abs(np.diff(standing(walk, side).astype(int), prepend=0)) > 0
        near_edge = np.convolve(edges, np.ones(2 * LATE + 1), "same") > 0
        assert not (wrong & ~near_edge).any(), side
    assert recording.floor == pytest.approx(0.0, abs=1e-9)
    assert any("taken from the force plates" in note for note in recording.notes)


def test_what_plates_know_is_kept_and_the_rest_detected(tmp_path: Path, walk: SyntheticMotion) -> None:
    recording = clean(read_capture(write(tmp_path / "a.c3d", walk, under_steps(walk, [2, 2]))))
    human = human_from_recording(recording)
    assert recording.contacts is not None
    assert recording.contacts_known is not None
    known = recording.contacts_known
    assert np.array_equal(human.contact_mask[known], recording.contacts[known])
    assert np.array_equal(human.contact_mask[~known], detect_contacts(human)[~known])


def test_heel_and_ball_follow_where_forces_act(tmp_path: Path, walk: SyntheticMotion) -> None:
    recording = clean(read_capture(write(tmp_path / "a.c3d", walk, under_steps(walk, KINDS))))
    assert recording.contacts is not None
    known = recording.contacts_known
    assert known is not None
    agree = [(recording.contacts == walk.contacts)[:, column][known[:, column]].mean() for column in range(4)]
    assert min(agree) > 0.85


def test_a_plate_in_another_place_is_said(tmp_path: Path, walk: SyntheticMotion) -> None:
    written = measured(walk, under_steps(walk, [2]))[0]
    moved = WrittenPlate(2, written.corners + np.array([0.0, 1.5, 0.0]), written.origin, written.channels)
    take = record(walk, PLUG_IN_GAIT_SET, Corruption())
    write_c3d(tmp_path / "a.c3d", take.recording(), with_landmarks=False, plates=[moved])
    recording = read_capture(tmp_path / "a.c3d")
    assert any("where no foot is: its corners may be wrong" in note for note in recording.notes)
    assert recording.contacts is None


def test_two_feet_on_one_plate_are_not_told_apart(tmp_path: Path) -> None:
    still = make("wave", seconds=1.0, fps=FPS)
    middle = still.contact_points[0].mean(axis=0)
    corners = middle * [1, 1, 0] + 0.4 * np.array([[1, -1, 0], [-1, -1, 0], [-1, 1, 0], [1, 1, 0]])
    recording = read_capture(write(tmp_path / "a.c3d", still, [Plate(2, corners)]))
    assert recording.contacts is None


def test_plates_at_different_heights_are_a_stair(tmp_path: Path, walk: SyntheticMotion) -> None:
    first, second = under_steps(walk, [2, 2])
    raised = replace(second, corners=second.corners + np.array([0.0, 0.0, -0.1]))
    recording = read_capture(write(tmp_path / "a.c3d", walk, [first, raised]))
    assert recording.contacts is not None
    assert recording.floor is None


def test_the_floor_is_that_of_the_plates(tmp_path: Path, walk: SyntheticMotion) -> None:
    take = record(walk, PLUG_IN_GAIT_SET, Corruption()).recording()
    lift = np.array([0.0, 0.0, 0.2])
    written = [
        WrittenPlate(plate.kind, plate.corners + lift, plate.origin, plate.channels)
        for plate in measured(walk, under_steps(walk, [2, 2]))
    ]
    write_c3d(
        tmp_path / "a.c3d", replace(take, points=take.points + lift), with_landmarks=False, plates=written
    )
    recording = clean(read_capture(tmp_path / "a.c3d"))
    assert any("measured by the force plates" in note for note in recording.notes)
    heel = recording.points[:, recording.names.index("LHEE"), 2]
    assert heel == pytest.approx(take.points[:, take.names.index("LHEE"), 2], abs=1e-4)


def test_channels_that_are_no_plates_are_refused() -> None:
    with pytest.raises(InvalidMotionError, match="expected types 1 to 4"):
        WrittenPlate(5, np.zeros((4, 3)), np.zeros(3), np.zeros((2, 1, 6)))
    with pytest.raises(InvalidMotionError, match="expected types 1 to 4"):
        WrittenPlate(3, np.zeros((4, 3)), np.zeros(3), np.zeros((2, 1, 6)))


def test_a_stair_of_a_real_laboratory(shared: Path) -> None:
    recording = read_capture(shared / "motions" / "c3d" / "Movement_trial.c3d")
    assert recording.contacts is not None
    assert recording.contacts_known is not None
    assert recording.floor is None
    stands = [recording.contacts[:, 2 * index : 2 * index + 2].any(axis=1).mean() for index in range(2)]
    # Four steps, two of either foot, each on its plate for 0.7 of the 3.2 s.
    assert min(stands) > 0.35


def test_all_plates_together_tell_the_centre_of_pressure(tmp_path: Path, walk: SyntheticMotion) -> None:
    recording = clean(read_capture(write(tmp_path / "a.c3d", walk, under_steps(walk, [2, 2, 2]))))
    assert recording.pressure is not None
    feet = footings(walk)
    carried = recording.pressure[:, 3] > 0.0
    assert carried.sum() > 60
    assert np.isnan(recording.pressure[~carried, :3]).all()
    alone = carried & (feet["l"].forces[:, 2] * feet["r"].forces[:, 2] == 0.0)
    assert alone.sum() > 20
    for foot in feet.values():
        rows = alone & (foot.forces[:, 2] > 0.0)
        np.testing.assert_allclose(recording.pressure[rows, 3], foot.forces[rows, 2], rtol=1e-3)
        # The world is turned about z to where the person faces, so that distances from its origin stay.
        found, true = (np.linalg.norm(each[rows, :2], axis=1) for each in (recording.pressure, foot.pressure))
        np.testing.assert_allclose(found, true, atol=NEAR)


def test_pressure_goes_along_with_the_recording(tmp_path: Path, walk: SyntheticMotion) -> None:
    recording = clean(read_capture(write(tmp_path / "a.c3d", walk, under_steps(walk, [2]))))
    assert recording.pressure is not None
    recording.save(tmp_path / "a.npz")
    loaded, mirrored, part = Recording.load(tmp_path / "a.npz"), mirror(recording), trim(recording, 0.5, 1.0)
    np.testing.assert_array_equal(loaded.pressure, recording.pressure)
    np.testing.assert_array_equal(mirrored.pressure, recording.pressure * [1.0, -1.0, 1.0, 1.0])
    np.testing.assert_array_equal(part.pressure, recording.pressure[50:101])
    halved = resample(recording, 50.0)
    assert halved.pressure is not None
    assert len(halved.pressure) == halved.frame_count
