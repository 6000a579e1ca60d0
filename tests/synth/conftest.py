"""Performances, each made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from understudy.synth import SyntheticMotion, make

Perform = Callable[[str], SyntheticMotion]


@pytest.fixture(scope="session")
def perform() -> Perform:
    """Return a function from a motion's name to its performance as it is by default."""
    return cache(make)


@pytest.fixture(scope="session")
def walk(perform: Perform) -> SyntheticMotion:
    return perform("walk")


@pytest.fixture(scope="session")
def kicking(perform: Perform) -> SyntheticMotion:
    return perform("infant_kicking")
