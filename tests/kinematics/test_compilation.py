"""Users hear of a kernel that has to be compiled, once."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from understudy.kinematics import compilation
from understudy.kinematics.compilation import announced_compilation, telling
from understudy.kinematics.forward import forward


@pytest.fixture
def stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the mark of a compiled kernel, on a machine that has compiled nothing yet."""
    path = tmp_path / "cache" / "compiled"
    monkeypatch.setattr(compilation, "_ready", set())
    monkeypatch.setattr(compilation, "_stamp", lambda _: path)
    return path


def test_a_first_run_says_that_it_compiles_and_how_long_it_took(stamp: Path) -> None:
    heard: list[str] = []
    for _ in range(2):
        with announced_compilation(forward, heard.append):
            assert not stamp.exists() or len(heard) == 2
    assert [sentence.split()[0] for sentence in heard] == ["compiling", "compiled"]
    assert "the forward in" in heard[1]
    assert stamp.exists()


def test_a_later_run_is_silent(stamp: Path) -> None:
    stamp.parent.mkdir()
    stamp.touch()
    heard: list[str] = []
    with announced_compilation(forward, heard.append):
        pass
    assert heard == []


def test_whoever_is_named_hears_of_kernels_deep_inside(stamp: Path) -> None:
    heard: list[str] = []
    with telling(heard.append), announced_compilation(forward):
        pass
    with announced_compilation(forward):
        pass
    assert len(heard) == 2


def test_a_failing_kernel_does_not_count_as_compiled(stamp: Path) -> None:
    with pytest.raises(ZeroDivisionError), announced_compilation(forward, None):
        raise ZeroDivisionError
    assert not stamp.exists()


def test_kernels_of_changed_sources_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = SimpleNamespace(
        __name__="made_up", stats=SimpleNamespace(cache_path=str(tmp_path)), py_func=forward.py_func
    )
    digests = iter(["old", "old", "new"])
    monkeypatch.setattr(compilation, "_sources_digest", lambda _: next(digests))
    for name in ("kernel.nbi", "kernel.nbc"):
        (tmp_path / name).touch()
    compilation._stamp(kernel).touch()
    (tmp_path / "kernel.nbi").touch()
    assert compilation._stamp(kernel).exists()
    assert (tmp_path / "kernel.nbi").exists()
    assert not compilation._stamp(kernel).exists()
    assert list(tmp_path.iterdir()) == []
