"""Kernels are compiled once, users hear of it, and no state of the cache is ever an error."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from understudy import cache, kinematics
from understudy.kernels import compilation, kernel_cache
from understudy.kernels.compilation import Kernel, announced_compilation, inner_kernel, kernel, telling
from understudy.kernels.sources import sources_digest

TRIPLED = 6.0
MANY = 100


@inner_kernel
def doubled(value: float) -> float:
    return 2.0 * value


def tripled(value: float) -> float:
    return value + doubled(value)


def make_kernel() -> Kernel:
    """Return a kernel with another inside, as a process has them that has not called any yet."""
    global doubled
    doubled = inner_kernel(doubled.py_func)
    return kernel(tripled)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where kernels are kept, on a machine that has compiled nothing yet."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(compilation, "_has_compiled", False)
    return tmp_path / kernel_cache.KIND


def hits(called: Kernel) -> int:
    return sum(called.stats.cache_hits.values())


def test_a_first_run_says_that_it_compiles_and_how_long_it_took(folder: Path) -> None:
    heard: list[str] = []
    made = make_kernel()
    for _ in range(2):
        with announced_compilation(made, heard.append):
            assert made(2.0) == TRIPLED
    assert [sentence.split()[0] for sentence in heard] == ["compiling", "compiled"]
    assert "the test compilation in" in heard[1]
    assert heard[1].endswith("kept for later runs")


def test_a_later_run_is_silent(folder: Path) -> None:
    heard: list[str] = []
    make_kernel()(2.0)
    with telling(heard.append):
        later = make_kernel()
        assert later(2.0) == TRIPLED
    assert heard == []
    assert hits(later) == 1


def test_whoever_is_named_hears_of_kernels_deep_inside(folder: Path) -> None:
    heard: list[str] = []
    with telling(heard.append):
        make_kernel()(2.0)
    make_kernel()(2.0)
    assert len(heard) == 2


def test_a_second_kernel_is_no_news_but_its_time_is(folder: Path) -> None:
    @kernel
    def other(value: float) -> float:
        return value + 1.0

    heard: list[str] = []
    with telling(heard.append):
        make_kernel()(2.0)
        other(2.0)
    assert [sentence.split()[0] for sentence in heard] == ["compiling", "compiled", "compiled"]


def test_a_failing_kernel_does_not_count_as_compiled(folder: Path) -> None:
    heard: list[str] = []
    made = make_kernel()
    with pytest.raises(ZeroDivisionError), announced_compilation(made, heard.append):
        raise ZeroDivisionError
    assert made(2.0) == TRIPLED
    assert heard == []


@pytest.mark.parametrize("damage", ["cut", "emptied", "garbage", "made by another program"])
def test_a_damaged_entry_is_made_again(folder: Path, damage: str) -> None:
    make_kernel()(2.0)
    files = sorted(folder.iterdir())
    assert len(files) == 2, "one for each kernel"
    for file in files:
        content = file.read_bytes()
        if damage == "made by another program":
            cache.save(kernel_cache.KIND, file.name, b"not what was pickled", 1 << 20)
        else:
            file.write_bytes({"cut": content[:-100], "emptied": b"", "garbage": b"\x80" * 5000}[damage])
    for is_found in (False, True):
        again = make_kernel()
        assert again(2.0) == TRIPLED
        assert bool(hits(again)) == is_found


def test_kernels_of_changed_sources_are_not_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_kernel()(2.0)
    monkeypatch.setattr(kernel_cache, "sources_digest", lambda *_: "changed")
    changed = make_kernel()
    assert changed(2.0) == TRIPLED
    assert hits(changed) == 0


def test_every_source_counts_in_whatever_folder_it_is(tmp_path: Path) -> None:
    (tmp_path / "blocks").mkdir()
    digests = {sources_digest.__wrapped__(tmp_path)}
    for text in ("a = 1", "a = 2"):
        for file in (tmp_path / "a.py", tmp_path / "blocks" / "a.py"):
            file.write_text(text, encoding="utf-8")
            digests.add(sources_digest.__wrapped__(tmp_path))
    assert len(digests) == 5
    assert sources_digest.__wrapped__(tmp_path) != sources_digest.__wrapped__(), (
        "its own folder always counts"
    )


SCRIPT = """
import sys
from tests.kernels.test_compilation import make_kernel
from understudy.kernels.compilation import telling
heard = []
with telling(heard.append):
    assert make_kernel()(2.0) == 6.0
sys.stdout.write(heard[-1])
"""


def run(**environment: str) -> str:
    """Compile in a process of its own and return its last words to the user."""
    project = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | environment,
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def unwritable(tmp_path: Path) -> str:
    """Return a folder that nobody can make, not even root."""
    (tmp_path / "file").write_bytes(b"")
    return str(tmp_path / "file" / "folder")


def test_with_package_and_home_unwritable_a_temporary_folder_serves(unwritable: str, tmp_path: Path) -> None:
    places = {name: unwritable for name in (cache.VARIABLE, "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    said = run(**places, HOME="/nonexistent", TMPDIR=str(tmp_path))
    assert said.endswith("kept for later runs")
    assert len(list(tmp_path.glob(f"understudy-*/{kernel_cache.KIND}/*"))) == 2


def test_with_nothing_writable_kernels_are_compiled_each_time(unwritable: str, tmp_path: Path) -> None:
    (tmp_path / f"understudy-{os.getuid()}").write_bytes(b"in the way")
    places = {name: unwritable for name in (cache.VARIABLE, "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    said = run(**places, HOME="/nonexistent", TMPDIR=str(tmp_path))
    assert said.startswith("compiled the test compilation in")
    assert said.endswith("can be written to, set UNDERSTUDY_CACHE to one that can")


def test_numba_is_loaded_with_the_first_kernel_that_is_called() -> None:
    code = "import sys, understudy.pipeline; sys.exit('numba' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_was_typed_in_is_not_mistaken_for_what_was_before(folder: Path) -> None:
    for factor in (2.0, 3.0):
        scope: dict[str, Any] = {"kernel": kernel}
        exec(compile(f"@kernel\ndef scaled(x):\n    return {factor} * x", "<typed in>", "exec"), scope)
        assert scope["scaled"](1.0) == factor
    assert list(cache.cache_folders(kernel_cache.KIND)) == [folder]
    assert list(folder.iterdir()) == []


def test_what_a_function_makes_is_not_mistaken_for_what_it_made_before(folder: Path) -> None:
    def scaled_by(factor: float) -> Kernel:
        @kernel
        def scaled(value: float) -> float:
            return factor * value

        return scaled

    assert [scaled_by(factor)(1.0) for factor in (2.0, 3.0)] == [2.0, 3.0]


def test_a_kernel_is_worth_loading_for_a_long_clip_or_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "_worked_on", 0)
    for clips in ([100_000], [1000] * 4):
        asked = compilation.kernel(lambda: None)
        answers = [asked.is_worth_it(frames) for frames in clips]
        assert answers == [False] * (len(clips) - 1) + [True]


def test_who_worked_on_many_clips_waits_for_kernels_not_asked_for_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compilation, "_worked_on", 0)
    asked = compilation.kernel(lambda: None)
    for worth in (False, False, False, True):
        compilation.count_worked_on(1000)
        assert asked.is_worth_it(1) is worth


def test_every_kernel_of_the_solver_says_how_it_rounds() -> None:
    sources = Path(kinematics.__file__).parent.rglob("*.py")
    said = [kind for source in sources for kind in re.findall(r"^@(\w*kernel)$", source.read_text(), re.M)]
    assert len(said) > MANY
    assert {kind for kind in said if not kind.startswith(("fused_", "exact_"))} == set()
