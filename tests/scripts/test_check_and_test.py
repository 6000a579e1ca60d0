"""Types are checked beside the tests: either may fail, and both are told."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_and_test.sh"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the script needs bash")


@pytest.mark.parametrize(("types", "tests"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_it_succeeds_where_both_do_and_tells_what_both_say(types: int, tests: int, tmp_path: Path) -> None:
    programs = {
        "pyright": f"echo types are checked; exit {types}",
        # The first call compiles kernels, the second runs the tests.
        "python": f'[ "$1" = -c ] && exit 0; echo tests are run; exit {tests}',
    }
    for name, body in programs.items():
        (tmp_path / name).write_text(f"#!{shutil.which('bash')}\n{body}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run([str(SCRIPT), str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (types == tests == 0)
    assert done.stdout.splitlines() == ["tests are run", "==> types:", "types are checked"]
