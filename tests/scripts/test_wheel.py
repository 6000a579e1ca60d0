"""The wheel alone, in a new environment, does what the README says; what it does not declare is not there."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def test_every_command_of_the_readme_works_or_names_the_extra_that_it_needs(
    script: ModuleType, bare: Any, tmp_path: Path
) -> None:
    script.try_readme(bare, tmp_path / "tried")
    script.try_uses(bare, tmp_path / "tried")


def test_what_is_not_declared_is_not_there(script: ModuleType, bare: Any, tmp_path: Path) -> None:
    assert bare.run(["-c", "import scipy, numba, mujoco"], tmp_path).returncode == 0
    assert bare.lacks("matplotlib")
    assert bare.lacks("understudy[view]")
    assert not bare.lacks("numpy")
    with pytest.raises(script.WheelError, match="ends with 2:\nunderstudy: .*walk.bvh"):
        script._try(bare, ["-m", "understudy", "inspect", "walk.bvh"], tmp_path, "inspect")


def test_extras_for_users_are_listed(script: ModuleType, wheel: Path) -> None:
    extras = script.declared_extras(wheel)
    assert {"view", "robots"} <= set(extras)
    assert not {"docs", "test", "dev"} & set(extras)
