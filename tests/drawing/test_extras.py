"""Packages that only pictures need."""

from __future__ import annotations

import math

import pytest

from understudy.drawing.extras import require
from understudy.errors import RenderError


def test_an_installed_module_is_returned() -> None:
    assert require("math") is math


def test_a_missing_one_says_how_to_install_it() -> None:
    with pytest.raises(RenderError, match=r"'no_such_package'.*pip install 'understudy\[view\]'"):
        require("no_such_package.part")
