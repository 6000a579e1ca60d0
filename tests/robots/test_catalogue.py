"""The catalogue: robots by name and by the path of a card."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.errors import RobotError
from understudy.robots.catalogue import find_card, load_robot, robot_names

BUILT_IN = {"dummy", "g1", "hrp4", "nao"}


def test_the_built_in_robots_are_listed_in_order() -> None:
    names = robot_names()
    assert set(names) >= BUILT_IN
    assert list(names) == sorted(names)


@pytest.mark.parametrize("name", robot_names())
def test_a_card_bears_the_name_of_its_folder_and_says_where_it_comes_from(name: str) -> None:
    card = find_card(name)
    assert card.name == name
    assert card.title
    assert card.source


def test_a_card_is_found_by_its_path() -> None:
    path = find_card("nao").folder / "card.toml"
    assert find_card(str(path)) == find_card("nao")


def test_a_robot_is_loaded_once() -> None:
    assert load_robot("dummy") is load_robot("dummy")


def test_an_unknown_name_gives_the_nearest_one() -> None:
    with pytest.raises(
        RobotError, match=r"unknown robot 'noa' \(did you mean 'nao'\?\).*path of a card\.toml"
    ):
        find_card("noa")


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match=r"absent\.toml: not a readable robot card"):
        find_card(str(tmp_path / "absent.toml"))


def test_a_path_that_is_no_card_or_model_is_told_apart_from_an_unknown_name(tmp_path: Path) -> None:
    (tmp_path / "robot.txt").write_text("<robot/>", encoding="utf-8")
    for path, what in ((tmp_path, "a folder"), (tmp_path / "robot.txt", "no card or model by its name")):
        with pytest.raises(RobotError, match=f"is {what}, expected a card.toml or a file that ends in"):
            load_robot(str(path))
