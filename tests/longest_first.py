"""The order in which files of tests begin: the longest first, so that none is left running alone at the end.

Files go to whichever process is free (``--dist loadfile``). One that takes a minute and begins last keeps
everybody waiting; xdist's own order, by the number of tests, puts those last that have a few long ones.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent

LONGEST = (
    "view/web/test_in_browser.py",
    "studio/test_studio_in_browser.py",
    "scripts/test_wheel.py",
    "scripts/test_wheel_with_extras.py",
    "test_documents.py",
    "human/fit/test_fitting.py",
    "test_site.py",
    "batch/test_ray_engine.py",
    "batch/test_batch.py",
    "study/test_infant.py",
    "commands/test_fit.py",
    "robots/onboarding/test_onboard.py",
    "human/fit/test_real_takes.py",
    "capture/naming/dialects/test_samples.py",
    "kinematics/test_forward.py",
    "kinematics/test_compilation.py",
    "kinematics/test_batch.py",
    "test_readme.py",
)
"""Files that take longest, the longest first, as ``pytest --durations=0`` tells; all others follow."""

_PLACES = {FOLDER / name: place for place, name in enumerate(LONGEST)}


def place_of(path: Path) -> int:
    """Return the place of a file in that order; files that are not listed share the last one."""
    return _PLACES.get(path, len(LONGEST))
