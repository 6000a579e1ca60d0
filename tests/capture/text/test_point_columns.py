"""Columns of points by their titles."""

from __future__ import annotations

import pytest

from understudy.capture.text.point_columns import about_others, find_flat_points, find_point_columns


@pytest.mark.parametrize(
    "title",
    [
        "hip{}",
        "hip_{}",
        "hip.{}",
        "hip {}",
        "hip:{}",
        "hip-{}",
        "hip_t{}",
        "hip_p{}",
        "hip_pos_{}",
        "hip ({})",
        "hip[{}]",
    ],
)
@pytest.mark.parametrize("axes", ["xyz", "XYZ"])
def test_axes_may_be_written_in_many_ways(title: str, axes: str) -> None:
    found = find_point_columns(["time", *(title.format(axis) for axis in axes)])
    assert found.names == ("hip",)
    assert found.columns.tolist() == [[1, 2, 3]]
    assert found.others == (0,)


def test_names_keep_their_last_letters() -> None:
    titles = [f"{name}_{axis}" for name in ("foot", "l_t", "hip_l", "*hip_r", "a b") for axis in "xyz"]
    assert find_point_columns(titles).names == ("foot", "l_t", "hip_l", "*hip_r", "a b")


def test_columns_may_come_in_any_order() -> None:
    found = find_point_columns(["b_z", "a_x", "b_x", "a_z", "b_y", "a_y"])
    assert dict(zip(found.names, found.columns.tolist(), strict=True)) == {"b": [2, 4, 0], "a": [1, 5, 3]}


@pytest.mark.parametrize("letter", ["v", "O", "q"])
def test_velocities_and_turns_are_no_points(letter: str) -> None:
    found = find_point_columns([f"hip_{letter}{axis}" for axis in "xyz"])
    assert found.names == ()
    assert found.others == (0, 1, 2)


def test_a_point_has_three_coordinates() -> None:
    assert find_point_columns(["hip_x", "hip_y", "max", "x", "y", "z"]).names == ()


def test_what_is_left_out_is_said() -> None:
    assert about_others([]) == ()
    assert about_others(["emg"]) == ("Columns left out: emg.",)


def test_points_with_x_and_y_only() -> None:
    assert find_flat_points(["t", "nose_x", "nose_y", "x1", "y1", "hip_x"]) == ("nose", "1")
    assert find_flat_points(["nose_x", "nose_y", "hip_x", "hip_y", "hip_z"]) == ()
