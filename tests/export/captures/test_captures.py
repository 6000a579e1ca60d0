"""The writers of captures by name."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from understudy.export import captures


def test_importing_the_package_loads_no_writer() -> None:
    code = "import sys, understudy.export.captures; sys.stdout.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    prefix = "understudy.export.captures."
    assert [name for name in done.stdout.split() if name.startswith(prefix)] == []


def test_every_name_of_the_package_can_be_had() -> None:
    for name in captures.__all__:
        assert getattr(captures, name).__name__ == name
    assert captures.write_c3d is importlib.import_module("understudy.export.captures.c3d").write_c3d


def test_a_name_that_is_not_there_is_an_ordinary_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'write_wax'"):
        _ = captures.write_wax  # pyright: ignore[reportAttributeAccessIssue]
