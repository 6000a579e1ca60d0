"""What extras are for works with the wheel and that extra alone, and is asked for by name without it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest


@pytest.mark.parametrize("extra", ["balance", "web", "live", "library"])
def test_an_extra_alone_does_what_it_is_for(
    script: ModuleType, wheel: Path, tmp_path: Path, extra: str
) -> None:
    environment = script.make_environment(tmp_path / "environment", wheel, (extra,), linked=True)
    script.try_uses(environment, tmp_path / "tried")
