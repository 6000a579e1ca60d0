"""Rules that say which motions are kept."""

from __future__ import annotations

import pytest

from understudy.batch.keep import read_keep
from understudy.errors import OptionError


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("", True),
        ("p99<15", True),
        ("p99<15,sliding<5", False),
        ("sliding <= 5.0 , seconds>1", True),
        ("sliding>=5.1", False),
        ("floor<1", True),
    ],
)
def test_every_condition_has_to_hold(rule: str, kept: bool) -> None:
    assert read_keep(rule).passes({"p99": 14.9, "sliding": 5.0, "seconds": 2.0}) is kept


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("p99", "found 'p99', expected conditions such as"),
        ("p99<", "expected conditions"),
        ("p99<1.2.3", "expected a number"),
        ("slidng<5", "did you mean 'sliding'"),
        ("p99=15", "expected conditions"),
    ],
)
def test_a_rule_that_is_none_is_refused(rule: str, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        read_keep(rule)
