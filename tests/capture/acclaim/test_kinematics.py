"""Bones lie where the definition of the format puts them, worked out here by matrices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.capture.acclaim.conftest import BONES, FRAMES, UNITS, amc_text, asf_text
from understudy.capture.acclaim.reader import read_acclaim
from understudy.capture.source import read_source

EXACT = 1e-9


def turned(letters: str, angles: dict[str, float]) -> np.ndarray:
    """Return the matrix of turns [deg] about fixed axes, that of the first letter first."""
    return Rotation.from_euler(letters, [angles[letter] for letter in letters], degrees=True).as_matrix()


def expected(frame: str) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Return where every bone begins, and its orientation in the world."""
    said = {words[0]: [float(word) for word in words[1:]] for words in map(str.split, frame.splitlines())}
    root = said["root"]
    begins, turns = (
        {"root": np.array(root[:3])},
        {"root": turned("xyz", dict(zip("xyz", root[3:], strict=True)))},
    )
    ends = {"root": begins["root"]}
    for name, (parent, direction, length, axis, freedoms) in BONES.items():
        *angles, order = axis.split()
        own = turned(order.lower(), dict(zip("xyz", map(float, angles), strict=True)))
        moves = dict(zip(freedoms.split(), said.get(name, []), strict=True))
        letters = "".join(freedom[1] for freedom in moves if freedom[0] == "r")
        turn = turned(letters, {letter: moves[f"r{letter}"] for letter in letters}) if letters else np.eye(3)
        shift = own @ np.array([moves.get(f"t{letter}", 0.0) for letter in "xyz"])
        vector = np.array([float(word) for word in direction.split()])
        turns[name] = turns[parent] @ own @ turn @ own.T
        begins[name] = ends[parent] + turns[parent] @ shift
        ends[name] = begins[name] + turns[name] @ (length * vector / np.linalg.norm(vector))
    return begins, turns


@pytest.mark.parametrize("given", ["01_02.amc", "01.asf"])
def test_bones_are_where_the_format_defines(put: Callable[..., Path], given: str) -> None:
    raw = read_acclaim(read_source(put().parent / given))
    assert raw.rotations is not None
    for number, frame in enumerate(FRAMES):
        begins, turns = expected(frame)
        for name, place in begins.items():
            column = raw.names.index(name)
            np.testing.assert_allclose(raw.points[number, column], place, atol=EXACT, err_msg=name)
            w, *xyz = raw.rotations[number, column]
            matrix = Rotation.from_quat([*xyz, w]).as_matrix()
            np.testing.assert_allclose(matrix, turns[name], atol=EXACT, err_msg=name)


def in_radians(frame: str) -> str:
    lines = []
    for name, *words in map(str.split, frame.splitlines()):
        values = np.array([float(word) for word in words])
        turns = slice(3 if name in ("root", "thorax") else 0, None)
        values[turns] = np.deg2rad(values[turns])
        lines.append(" ".join([name, *map(repr, values.tolist())]))
    return "\n".join(lines)


def test_a_motion_in_radians_is_the_same(put: Callable[..., Path]) -> None:
    degrees = read_acclaim(read_source(put()))
    motion = amc_text(tuple(map(in_radians, FRAMES)), ":FULLY-SPECIFIED\n:RADIANS")
    radians = read_acclaim(read_source(put(amc=motion)))
    np.testing.assert_allclose(radians.points, degrees.points, atol=EXACT)


def test_the_order_of_the_root_s_numbers_is_its_own(put: Callable[..., Path]) -> None:
    root = "order RZ RX TY TX RY TZ\naxis XYZ\nposition 1 2 3\norientation 0 0 0"
    raw = read_acclaim(read_source(put(asf_text(root=root))))
    rz, rx, ty, tx, ry, tz = 1.0, 17.0, 2.0, 10.0, 20.0, -30.0
    np.testing.assert_allclose(raw.points[0, 0], np.array([tx, ty, tz]) + [1, 2, 3])
    assert raw.rotations is not None
    w, *xyz = raw.rotations[0, 0]
    wanted = turned("zxy", {"x": rx, "y": ry, "z": rz})
    np.testing.assert_allclose(Rotation.from_quat([*xyz, w]).as_matrix(), wanted, atol=EXACT)


def test_a_pre_set_orientation_turns_the_standing_skeleton(put: Callable[..., Path]) -> None:
    root = "order TX TY TZ RX RY RZ\naxis ZYX\nposition 0 0 0\norientation 10 20 30"
    plain, preset = (read_acclaim(read_source(put(asf))) for asf in (asf_text(), asf_text(root=root)))
    turn = turned("zyx", {"x": 10.0, "y": 20.0, "z": 30.0})
    assert plain.rest is not None and preset.rest is not None
    np.testing.assert_allclose(preset.rest.points[0], plain.rest.points[0] @ turn.T, atol=EXACT)


@pytest.mark.parametrize(("factor", "unit"), [("0.45", 0.0254 / 0.45), ("2.54", 0.01), ("1.0", None)])
def test_a_length_divided_by_its_factor_is_in_inches(
    put: Callable[..., Path], factor: str, unit: float | None
) -> None:
    raw = read_acclaim(read_source(put(asf_text(units=UNITS.replace("0.45", factor)))))
    assert raw.unit == (None if unit is None else pytest.approx(unit))


def test_the_rate_is_the_file_s_where_it_says_one(put: Callable[..., Path]) -> None:
    assert read_acclaim(read_source(put())).usual_fps == 120.0
    said = amc_text(head=":FULLY-SPECIFIED\n:SAMPLES-PER-SECOND 30\n:DEGREES")
    assert read_acclaim(read_source(put(amc=said))).fps == 30.0
