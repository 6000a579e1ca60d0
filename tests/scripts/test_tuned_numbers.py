"""Numbers that somebody chose by hand are counted, and stay few."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "tuned_numbers.py"
MOST = 68


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)


def test_the_methods_have_few_of_them():
    assert _run("--most", str(MOST)).returncode == 0


def test_weights_are_counted_and_sizes_of_arrays_are_not(tmp_path: Path):
    (tmp_path / "some.py").write_text(
        'PRICE, REACH = 0.5, 7\n"""Weight and reach."""\n'
        "ORDER = (0, 1, 3, 2)\nPART = slice(3, 5)\nAXES = 0.25 * np.eye(3)\n"
        "@dataclass\nclass TaskPoint:\n    ease: float = 0.4\n"
        "class Options:\n    pull: float = option(3.0, '1/m', 'how hard')\n"
    )
    found = _run("--most", "2", str(tmp_path))
    assert "| PRICE, REACH | 0.5, 7 | Weight and reach. |" in found.stdout
    assert "| AXES | 0.25 |" in found.stdout
    assert "ORDER" not in found.stdout
    assert "PART" not in found.stdout
    assert "5 numbers in 1 files: 3 at module level, 2 of options" in found.stdout
    assert found.returncode == 1
