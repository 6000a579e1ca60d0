"""What it costs that a stranger's model is compiled in a process of its own: once, and afterwards nothing.

    python benchmarks/child_process.py [--repeats 7]

Models of the built-in robots are read as a stranger's, with a cache that knows none of them. The child's cost
is the time beyond that of compiling in this process. The fastest of the repeats counts, since other work on
the machine makes runs slower and never faster; processor time counts this process and the child.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROBOTS = ("nao", "hrp4", "mimo")
BAR = 0.4


class Started:
    """Counts the processes that are started."""

    def __init__(self) -> None:
        """Count from now on."""
        self.count = 0
        sys.addaudithook(self._hear)

    def _hear(self, event: str, _arguments: tuple[object, ...]) -> None:
        self.count += event == "subprocess.Popen"


def fastest(action: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Return the least time on the wall and of processors [s] that something takes."""
    walls, processors = [], []
    for _ in range(repeats):
        wall, processor = time.perf_counter(), _processor()
        action()
        walls.append(time.perf_counter() - wall)
        processors.append(_processor() - processor)
    return min(walls), min(processors)


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> int:
    """Print the times and return whether the bar is missed, by processor time or for anything afterwards."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["UNDERSTUDY_CACHE"] = scratch
        return _measure(Path(scratch), repeats)


def _measure(scratch: Path, repeats: int) -> int:
    from understudy.robots.catalogue import find_card, load_robot
    from understudy.robots.compiling import compile_in_child
    from understudy.robots.compiling_here import compile_watched
    from understudy.robots.model_request import ModelRequest
    from understudy.robots.requested_model import read_requested

    started, most = Started(), 0.0
    for name in ROBOTS:
        path = scratch / f"{name}.xml"
        shutil.copy(Path(find_card(name).folder) / "model.xml", path)
        request = ModelRequest(path)
        here = fastest(lambda request=request: compile_watched(request), repeats)
        child = fastest(lambda request=request: compile_in_child(request), repeats)
        assert started.count
        read_requested(request)
        before = started.count
        kept = fastest(lambda request=request: read_requested(request), repeats)
        again = started.count - before
        catalogued = fastest(lambda name=name: load_robot(name), 1)
        of_catalogue = started.count - before - again
        cost = [there - near for there, near in zip(child, here, strict=True)]
        most = max(most, cost[1])
        sys.stdout.write(
            f"{name:<6} here {here[0]:.3f} s, in a child {child[0]:.3f} s: costs {cost[0]:.3f} s on the wall "
            f"and {cost[1]:.3f} s of processors (asked {BAR:g}); kept {kept[0]:.3f} s, {again} processes; "
            f"of the catalogue {catalogued[0]:.3f} s, {of_catalogue} processes\n"
        )
        if again or of_catalogue:
            return 1
    return 1 if most > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
