"""The order in which files of tests begin: the longest first, so that none is left running alone at the end.

Files go to whichever process is free (``--dist loadfile``). One that takes a minute and begins last keeps
everybody waiting; xdist's own order, by the number of tests, puts those last that have a few long ones.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent

LONGEST = (
    "scripts/test_wheel_with_extras.py",
    "scripts/test_wheel.py",
    "studio/test_studio_in_browser.py",
    "view/web/test_in_browser.py",
    "study/test_infant.py",
    "scripts/test_wheel_extras_in_use.py",
    "hostile/test_search.py",
    "test_documents.py",
    "retarget/test_track.py",
    "retarget/simultaneous/test_simultaneous.py",
    "library/test_server_process.py",
    "library/test_page.py",
    "batch/test_ray_engine.py",
    "capture/every_format/test_orientations.py",
    "capture/hostile/test_broken_files.py",
    "retarget/limits/test_self_collision.py",
    "library/test_server.py",
    "library/test_interface.py",
    "kinematics/blocks/test_every_block.py",
    "kinematics/test_levenberg_marquardt.py",
    "retarget/limits/test_balance.py",
    "robots/onboarding/test_onboard.py",
    "kinematics/test_grouped_distances.py",
    "human/fit/test_fitting.py",
    "test_site.py",
    "batch/test_batch.py",
    "live/test_engine.py",
    "human/fit/test_real_takes.py",
    "teach/test_in_browser.py",
    "retarget/simultaneous/test_infeasible.py",
    "retarget/test_track_edges.py",
    "retarget/limits/test_task_points.py",
    "robots/test_capsules.py",
    "commands/test_view_in_browser.py",
    "hostile/test_outputs.py",
    "robots/onboarding/test_classes.py",
    "commands/test_fit.py",
    "kinematics/test_forward.py",
    "kernels/test_compilation.py",
    "study/morphing/test_morphing_study.py",
    "study/composition/test_composition_study.py",
    "capture/naming/dialects/test_samples.py",
    "retarget/test_rerooted.py",
    "test_readme.py",
)
"""Files that take longest, the longest first: those over four seconds of processor time, and browsers, which
are waited for. All others follow."""

_PLACES = {FOLDER / name: place for place, name in enumerate(LONGEST)}


def place_of(path: Path) -> int:
    """Return the place of a file in that order; files that are not listed share the last one."""
    return _PLACES.get(path, len(LONGEST))
