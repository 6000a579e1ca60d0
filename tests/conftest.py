"""Fixtures that every test may use, and how tests that try examples choose them.

Examples are the same in every run, so that tests pass or fail by the code alone. ``make fuzz`` searches at
random instead: ``--fuzz-seconds`` says for how long, ``--hypothesis-seed`` where it begins.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.films import can_render, read_film
from tests.longest_first import place_of
from tests.standins import no_trackers, seen_wave, standin, wave_film

# Set before anything imports NumPy. On matrices as small as ours a second thread of linear algebra is only
# waited for: beside other work on the same processor the fits of a human took twice as long with it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Tests start hundreds of processes, and packages are installed without byte code, which a first import leaves
# behind. Where that is switched off, as in many containers, every process would compile them all again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

__all__ = ["can_render", "no_trackers", "read_film", "seen_wave", "standin", "wave_film"]

PROJECT = Path(__file__).resolve().parent.parent
FINDINGS = PROJECT / "out" / "fuzz"

FIXED_TRIALS = 40
"""How many damaged files of each kind are tried in an ordinary run."""

PROPERTY_SHARE = 0.5
"""Of the time of a search, how much goes to properties with drawn examples; the rest to damaged files."""


@dataclass
class Search:
    """A search at random: where it began, when its parts end, and how much of the second is left and done."""

    seed: int
    seconds: float
    properties_end: float = 0.0
    end: float = 0.0
    trials_left: int = 0
    trial_count: int = 0


SEARCH = pytest.StashKey["Search | None"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fuzz-seconds", type=float, help="search at random for so long, from where --hypothesis-seed says"
    )


def pytest_configure(config: pytest.Config) -> None:
    seconds = config.getoption("--fuzz-seconds")
    config.stash[SEARCH] = None
    # A failure that cannot be repeated helps nobody, and a busy machine is no fault.
    settings.register_profile("fixed", derandomize=True, database=None, deadline=None, print_blob=True)
    if seconds is None:
        settings.load_profile("fixed")
        return
    seed = config.getoption("--hypothesis-seed")
    if seed is None:
        raise pytest.UsageError("--fuzz-seconds needs a whole number as --hypothesis-seed")
    settings.register_profile(
        "fuzz",
        derandomize=False,
        database=DirectoryBasedExampleDatabase(FINDINGS / "examples"),
        deadline=None,
        print_blob=True,
        max_examples=max(100, int(seconds)),
    )
    settings.load_profile("fuzz")
    config.stash[SEARCH] = Search(int(seed), seconds)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    search = config.stash[SEARCH]
    if search is None:
        items.sort(key=lambda item: place_of(item.path))
        return
    # In another order every time, a short search also comes to what would be last.
    random.Random(search.seed).shuffle(items)
    items.sort(key=_takes_trials)
    search.trials_left = sum(map(_takes_trials, items))
    now = time.monotonic()
    search.properties_end, search.end = now + PROPERTY_SHARE * search.seconds, now + search.seconds


def pytest_runtest_setup(item: pytest.Item) -> None:
    search = item.config.stash[SEARCH]
    if search is None:
        return
    end = search.end if _takes_trials(item) else search.properties_end
    if time.monotonic() > end:
        pytest.skip("the time of this search is over")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    search = config.stash[SEARCH]
    if search is None:
        return
    failed = terminalreporter.getreports("failed")
    again = f"--fuzz-seconds={search.seconds:g} --hypothesis-seed={search.seed}"
    terminalreporter.write_line(f"searched from seed {search.seed}, {search.trial_count} files were damaged")
    for report in failed:
        terminalreporter.write_line(f"again: .venv/bin/python -m pytest '{report.nodeid}' {again}")


def _takes_trials(item: pytest.Item) -> bool:
    return item.get_closest_marker("fuzz") is not None


@pytest.fixture
def trials(request: pytest.FixtureRequest) -> Iterator[int]:
    """Yield numbers to try one after the other: always the same few, or in a search as long as it lasts."""
    search = request.config.stash[SEARCH]
    return iter(range(FIXED_TRIALS)) if search is None else _searched(search, request.node.nodeid)


@pytest.fixture
def search_seconds(request: pytest.FixtureRequest) -> float | None:
    """Return how long a test may search that chooses its files itself [s], None in an ordinary run."""
    search = request.config.stash[SEARCH]
    return None if search is None else _share(search)


def _share(search: Search) -> float:
    """Return the time [s] that falls to the next test that searches, and count it as begun."""
    share = max(search.end - time.monotonic(), 1.0) / max(search.trials_left, 1)
    search.trials_left -= 1
    return share


def _searched(search: Search, name: str) -> Iterator[int]:
    generator = random.Random(f"{search.seed} {name}")
    end = time.monotonic() + _share(search)
    while time.monotonic() < end:
        search.trial_count += 1
        yield generator.getrandbits(64)


@pytest.fixture(scope="session")
def findings() -> Path:
    """Return the folder to which damaged files that brought out a fault are saved."""
    return FINDINGS


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with real recordings, or skip the test where it is absent."""
    folder = Path(os.environ.get("UNDERSTUDY_SHARED", PROJECT.parent / "shared"))
    if not (folder / "motions").is_dir():
        pytest.skip("real recordings are not here: set UNDERSTUDY_SHARED to the folder that holds motions/")
    return folder
