"""The wheel alone, in a new environment, does what the README says; what it does not declare is not there."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest


def test_every_command_of_the_readme_works_or_names_the_extra_that_it_needs(
    script: ModuleType, wheel: Path, tmp_path: Path
) -> None:
    environment = script.make_environment(tmp_path / "environment", wheel, (), linked=True)
    script.try_readme(environment, tmp_path / "tried")


def test_what_is_not_declared_is_not_there(script: ModuleType, wheel: Path, tmp_path: Path) -> None:
    environment = script.make_environment(tmp_path / "environment", wheel, (), linked=True)
    assert environment.run(["-c", "import scipy, numba, mujoco"], tmp_path).returncode == 0
    assert environment.lacks("matplotlib")
    assert environment.lacks("understudy[view]")
    assert not environment.lacks("numpy")
    with pytest.raises(script.WheelError, match="ends with 2:\nunderstudy: .*walk.bvh"):
        script._try(environment, ["-m", "understudy", "inspect", "walk.bvh"], tmp_path, "inspect")


def test_extras_for_users_are_listed(script: ModuleType, wheel: Path) -> None:
    extras = script.declared_extras(wheel)
    assert {"view", "robots"} <= set(extras)
    assert not {"docs", "test", "dev"} & set(extras)
