"""The script that tries the wheel, and a wheel of this checkout."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from understudy.batch.file_lock import lock

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "wheel_test.py"


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("wheel_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="session")
def wheel_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a folder that all processes of this run of the tests share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "wheel"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def wheel(script: ModuleType, wheel_folder: Path) -> Path:
    """Return the wheel, which the first process that wants it builds for all."""
    with (wheel_folder / "lock").open("wb") as file:
        lock(file, wait=True)
        found = next(wheel_folder.glob("*.whl"), None)
        return found or script.build_wheel(wheel_folder)


@pytest.fixture(scope="module")
def bare(script: ModuleType, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return an environment with the wheel and no extra."""
    return script.make_environment(tmp_path_factory.mktemp("bare") / "environment", wheel, (), linked=True)
