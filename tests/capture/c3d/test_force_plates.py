"""Force plates give the force of the floor on the person, whatever their type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.capture.c3d.file import C3dFile, parse_c3d
from understudy.capture.c3d.force_plates import plate_notes, read_force_plates
from understudy.capture.source import read_source

Make = Callable[..., bytes]
Person = Callable[..., np.ndarray]
Parse = Callable[[bytes], C3dFile]

FRAMES, SAMPLES = 5, 2
CORNERS = np.array([[[500.0, 300, 0], [500, 0, 0], [0, 0, 0], [0, 300, 0]]])
"""The plate's x is the file's y, its y the file's x, and its z points into the floor."""

IN_PLATE = np.array([10.0, 20.0, -700.0])
IN_FILE = np.array([20.0, 10.0, 700.0])
"""The same force of the floor on a person [N] in the axes of the plate and of the file."""


def plate_file(make_c3d: Make, person: Person, kind: int, channels: list[float], **plate) -> bytes:
    count = len(channels)
    analog = np.tile(np.array(channels), (FRAMES, SAMPLES, 1))
    platform = {
        "USED": 1,
        "TYPE": np.array([kind]),
        "CORNERS": CORNERS,
        "CHANNEL": np.arange(1, count + 1)[None],
    } | plate
    scales = {
        "USED": count,
        "SCALE": np.full(count, 2.0),
        "GEN_SCALE": 0.5,
        "OFFSET": np.zeros(count, dtype=int),
        "UNITS": ["N"] * count,
    }
    return make_c3d(person(FRAMES), analog=analog, parameters={"FORCE_PLATFORM": platform, "ANALOG": scales})


@pytest.mark.parametrize(
    ("kind", "channels"),
    [
        (1, [*IN_PLATE, 0.0, 0.0, 0.0]),
        (2, [*IN_PLATE, 0.0, 0.0, 0.0]),
        (3, [4.0, 6.0, 15.0, 5.0, -100.0, -200.0, -300.0, -100.0]),
    ],
)
def test_types(make_c3d: Make, person: Person, parse: Parse, kind: int, channels: list[float]) -> None:
    plates, notes = read_force_plates(parse(plate_file(make_c3d, person, kind, channels)))
    assert notes == []
    assert np.allclose(plates[0].forces, IN_FILE)
    assert np.array_equal(plates[0].corners, CORNERS[0])


def test_a_calibration_matrix(make_c3d: Make, person: Person, parse: Parse) -> None:
    matrix = np.eye(6)
    matrix[0, 3] = 0.5
    channels = [IN_PLATE[0] - 0.5 * 8.0, *IN_PLATE[1:], 8.0, 0.0, 0.0]
    # Files hold matrices column by column.
    content = plate_file(make_c3d, person, 4, channels, CAL_MATRIX=matrix.T[None])
    plates, _ = read_force_plates(parse(content))
    assert np.allclose(plates[0].forces, IN_FILE)


def test_the_opposite_force_is_turned_round(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = plate_file(make_c3d, person, 2, [*-IN_PLATE, 0.0, 0.0, 0.0])
    assert np.allclose(read_force_plates(parse(content))[0][0].forces, IN_FILE)


def test_offsets_are_signed(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = plate_file(make_c3d, person, 2, [*(IN_PLATE - 3.0), 0.0, 0.0, 0.0])
    stored = content.index(b"OFFSET") + 6 + 2 + 3
    changed = content[:stored] + (b"\xfd\xff" * 3) + content[stored + 6 :]
    assert np.allclose(read_force_plates(parse(changed))[0][0].forces, IN_FILE)


@pytest.mark.parametrize(
    ("kind", "plate"), [(9, {}), (2, {"CHANNEL": np.array([[1, 2, 3, 4, 5, 99]])}), (4, {})]
)
def test_a_plate_that_cannot_be_read_is_noted(
    make_c3d: Make, person: Person, parse: Parse, kind: int, plate: dict
) -> None:
    plates, notes = read_force_plates(parse(plate_file(make_c3d, person, kind, [0.0] * 6, **plate)))
    assert plates == []
    assert "plate 1 is not read" in notes[0]


def test_a_plate_without_corners_is_noted(make_c3d: Make, person: Person, parse: Parse) -> None:
    content = plate_file(make_c3d, person, 2, [0.0] * 6, CORNERS=np.zeros((2, 3)))
    plates, notes = read_force_plates(parse(content))
    assert plates == []
    assert "do not say what they measured" in notes[0]


def test_no_plates(make_c3d: Make, person: Person, parse: Parse) -> None:
    assert read_force_plates(parse(make_c3d(person()))) == ([], [])
    assert plate_notes([], 100.0) == []


def test_notes_say_which_plate_was_stepped_on(make_c3d: Make, person: Person, parse: Parse) -> None:
    loaded, _ = read_force_plates(parse(plate_file(make_c3d, person, 2, [*IN_PLATE, 0.0, 0.0, 0.0])))
    assert "plate 1 up to 700 N between 0.00 and 0.04 s" in plate_notes(loaded, 100.0)[0]
    empty, _ = read_force_plates(parse(plate_file(make_c3d, person, 2, [0.0] * 6)))
    assert "none was stepped on" in plate_notes(empty, 100.0)[0]


def test_forces_equal_those_of_ezc3d(shared: Path, ezc3d: ModuleType) -> None:
    path = shared / "motions" / "c3d" / "Movement_trial.c3d"
    plates, _ = read_force_plates(parse_c3d(read_source(path)))
    theirs = ezc3d.c3d(str(path), extract_forceplat_data=True)["data"]["platform"]
    assert len(plates) == len(theirs) == 4
    for own, other in zip(plates, theirs, strict=True):
        in_frames = other["force"].T.reshape(len(own.forces), -1, 3).mean(axis=1)
        # Theirs hold what the plate shows when it is empty, which is taken off here.
        apart = in_frames - own.forces
        assert np.allclose(apart, apart[0], atol=1e-6)
        assert np.linalg.norm(apart[0]) < 15.0
        assert np.allclose(own.corners, other["corners"].T)


def test_the_plates_carry_the_person_down_the_stairs(shared: Path) -> None:
    file = parse_c3d(read_source(shared / "motions" / "c3d" / "Movement_trial.c3d"))
    plates, _ = read_force_plates(file)
    total = np.sum([plate.forces[:, 2] for plate in plates], axis=0)
    weight = 85.0 * 9.81
    assert np.mean(total[60:300]) == pytest.approx(weight, rel=0.05)
