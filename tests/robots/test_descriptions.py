"""Robots that the package robot_descriptions knows, without going online."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from understudy.errors import RobotError
from understudy.robots import descriptions
from understudy.robots.descriptions import described_robots, find_described_model, is_described


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the package be installed and know two robots."""
    monkeypatch.setattr(descriptions, "described_robots", lambda: ("t_description", "t_mj_description"))
    monkeypatch.setattr(descriptions.util, "find_spec", lambda name: object())


def fake(monkeypatch: pytest.MonkeyPatch, name: str, **paths: str) -> None:
    module = ModuleType(f"robot_descriptions.{name}")
    vars(module).update(paths)
    monkeypatch.setitem(sys.modules, "robot_descriptions", ModuleType("robot_descriptions"))
    monkeypatch.setitem(sys.modules, module.__name__, module)


def test_names_are_listed_without_importing_the_package() -> None:
    before = set(sys.modules)
    names = described_robots()
    assert not any(name.startswith("robot_descriptions") for name in set(sys.modules) - before)
    if not names:
        pytest.skip("robot_descriptions is not installed")
    assert "talos_description" in names
    assert not any(name.startswith("_") for name in names)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("name", ["t", "rd:t", "t_description", "rd:t_description"])
def test_a_robot_is_found_by_its_short_and_its_long_name(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    fake(monkeypatch, "t_description", URDF_PATH="somewhere/t.urdf")
    assert is_described(name)
    assert find_described_model(name) == Path("somewhere/t.urdf")


@pytest.mark.usefixtures("known")
def test_the_other_format_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, "t_mj_description", MJCF_PATH="somewhere/t.xml")
    assert find_described_model("rd:t_mj") == Path("somewhere/t.xml")


@pytest.mark.usefixtures("known")
def test_what_goes_wrong_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RobotError, match="unknown robot 'u'; valid: t_description, t_mj_description"):
        find_described_model("rd:u")
    fake(monkeypatch, "t_description")
    with pytest.raises(RobotError, match="has neither a URDF nor an MJCF"):
        find_described_model("t")
    monkeypatch.delitem(sys.modules, "robot_descriptions.t_description")
    with pytest.raises(RobotError, match="could not fetch it"):
        find_described_model("t")


def test_the_package_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptions.util, "find_spec", lambda name: None)
    with pytest.raises(RobotError, match="not installed: pip install robot_descriptions"):
        find_described_model("rd:talos")
