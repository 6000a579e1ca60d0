"""The same with extras, in a file of its own, so that another process runs it meanwhile."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType


def test_every_command_of_the_readme_works_with_pictures_and_robots(
    script: ModuleType, wheel: Path, tmp_path: Path
) -> None:
    environment = script.make_environment(tmp_path / "environment", wheel, ("view", "robots"), linked=True)
    script.try_readme(environment, tmp_path / "tried")
