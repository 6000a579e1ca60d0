"""Pickles that any NumPy loads."""

from __future__ import annotations

import pickle
import pickletools

import numpy as np
import pytest

from understudy.export.pickles import pickled

VALUES = {"a": np.arange(6.0).reshape(2, 3), "b": ["x", "y"], "c": 50.0, "d": np.array([True, False])}


def test_a_dictionary_comes_back() -> None:
    loaded = pickle.loads(pickled(VALUES))
    assert list(loaded) == list(VALUES)
    for name, value in VALUES.items():
        np.testing.assert_array_equal(loaded[name], value)
        assert np.asarray(loaded[name]).dtype == np.asarray(value).dtype
    loaded["a"] += 1.0


def test_no_private_module_is_named() -> None:
    names = [str(value) for _, value, _ in pickletools.genops(pickled(VALUES)) if isinstance(value, str)]
    assert "numpy" in names and "ndarray" in names
    assert not any("core" in name or "multiarray" in name for name in names)


@pytest.mark.parametrize("order", ["C", "F"])
def test_either_order_of_memory(order: str) -> None:
    array = np.array([[1.0, 2.0], [3.0, 4.0]], order=order)  # pyright: ignore[reportArgumentType, reportCallIssue]
    np.testing.assert_array_equal(pickle.loads(pickled({"a": array}))["a"], array)
