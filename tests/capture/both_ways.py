"""What is read through kernels is what is read without them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from understudy.kernels.compilation import Kernel

Read = TypeVar("Read")


def require_same(outcome: Callable[[Read], Any], of: Read, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what comes of something, the same whether kernels are worth it or not."""
    outcomes = []
    for answer in (False, True):
        monkeypatch.setattr(Kernel, "is_worth_it", lambda _kernel, _frames, answer=answer: answer)
        outcomes.append(outcome(of))
    assert outcomes[0] == outcomes[1]
    return outcomes[0]
