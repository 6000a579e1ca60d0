"""Benchmarks are scripts, loaded by their files."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent.parent / "benchmarks"


@contextmanager
def loaded(name: str) -> Iterator[ModuleType]:
    """Load a script, and forget it afterwards."""
    spec = importlib.util.spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by its name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def script(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """Return the script that a test's file is named after."""
    with loaded(request.path.stem.removeprefix("test_")) as module:
        yield module


@pytest.fixture(scope="module")
def bound(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """Return the script of a bound that a test's file is named after; these import each other by name."""
    own = request.path.stem.removeprefix("test_")
    others = (
        *("worst_frames", "missed_clips", "worst_causes", "hinge_speed_bound", "limb_speed_bound"),
        *("posture_boxes", "joint_places", "forced_changes", "limb_chain", "parts_depth"),
    )
    with ExitStack() as scripts:
        for name in others[: others.index(own)] if own in others else others:
            scripts.enter_context(loaded(name))
        yield scripts.enter_context(loaded(own))
