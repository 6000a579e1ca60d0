"""The two shipped performances, made once."""

from __future__ import annotations

import pytest

from understudy.synth import SyntheticMotion, make


@pytest.fixture(scope="session")
def walk() -> SyntheticMotion:
    return make("walk")


@pytest.fixture(scope="session")
def kicking() -> SyntheticMotion:
    return make("infant_kicking")
